// The delegate's flags in every tool.
#include "delegates/skeleton/skeleton_delegate.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_skeleton_delegate";
constexpr char kDevice[] = "skeleton_device";

}  // namespace

class SkeletonDelegateProvider : public DelegateProvider {
 public:
  SkeletonDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
    default_params_.AddParam(kDevice, ToolParam::Create<int32_t>(0));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>(kUse, params, "Use the skeleton delegate."),
        CreateFlag<int32_t>(kDevice, params,
                            "Number of the skeleton delegate's device."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, kUse, "Use skeleton delegate", verbose);
    LOG_TOOL_PARAM(params, int32_t, kDevice, "Skeleton delegate's device",
                   verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    return TfLiteDelegatePtr(
        skeleton::CreateSkeletonDelegate(OptionsOf(params),
                                         SimpleDelegateParams(params)),
        SkeletonDelegateDelete);
  }

  // Without the device, tests are skipped.
  std::string MissingDevice(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return "";
    const base::Status status = skeleton::OpenSkeletonDevice(OptionsOf(params));
    return base::IsUnavailable(status) ? std::string(status.message()) : "";
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>(kUse)};
  }

  std::string GetName() const final { return "Skeleton"; }

 private:
  static SkeletonDelegateOptions OptionsOf(const ToolParams& params) {
    SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
    options.device = params.Get<int32_t>(kDevice);
    return options;
  }
};

REGISTER_DELEGATE_PROVIDER(SkeletonDelegateProvider);

}  // namespace tools
}  // namespace tflite
