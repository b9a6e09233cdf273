// The delegate's flags in every tool.
#include "delegates/skeleton/skeleton_delegate.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kDevice[] = "skeleton_device";

}  // namespace

class SkeletonDelegateProvider : public SwitchedProvider {
 public:
  SkeletonDelegateProvider()
      : SwitchedProvider("Skeleton", "use_skeleton_delegate",
                         "Use the skeleton delegate.",
                         "Use skeleton delegate") {
    AddFlag<int32_t>(kDevice, 0, "Number of the skeleton delegate's device.",
                     "Skeleton delegate's device");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    return TfLiteDelegatePtr(
        skeleton::CreateSkeletonDelegate(OptionsOf(params),
                                         SimpleDelegateParams(params)),
        SkeletonDelegateDelete);
  }

  // Without the device, tests are skipped.
  base::Status FindDevice(const ToolParams& params) const final {
    return skeleton::OpenSkeletonDevice(OptionsOf(params));
  }

  static SkeletonDelegateOptions OptionsOf(const ToolParams& params) {
    SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
    options.device = params.Get<int32_t>(kDevice);
    return options;
  }
};

REGISTER_DELEGATE_PROVIDER(SkeletonDelegateProvider);

}  // namespace tools
}  // namespace tflite
