// The delegate's flags in every tool.
#include "delegates/cpu/cpu_delegate.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_cpu_delegate";
constexpr char kStripBytes[] = "cpu_delegate_strip_bytes";
constexpr char kLeastValueBytes[] = "cpu_delegate_least_value_bytes";

}  // namespace

class CpuDelegateProvider : public DelegateProvider {
 public:
  CpuDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
    const CpuDelegateOptions options = CpuDelegateOptionsDefault();
    default_params_.AddParam(kStripBytes,
                             ToolParam::Create<int32_t>(options.strip_bytes));
    default_params_.AddParam(kLeastValueBytes, ToolParam::Create<int32_t>(
                                                   options.least_value_bytes));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>(kUse, params, "Use the CPU delegate."),
        CreateFlag<int32_t>(kStripBytes, params,
                            "Bytes of a strip's results between the CPU "
                            "delegate's layers; 0: no strips."),
        CreateFlag<int32_t>(kLeastValueBytes, params,
                            "Bytes of the smallest result for which the CPU "
                            "delegate uses strips."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, kUse, "Use CPU delegate", verbose);
    LOG_TOOL_PARAM(params, int32_t, kStripBytes, "CPU delegate's strip bytes",
                   verbose);
    LOG_TOOL_PARAM(params, int32_t, kLeastValueBytes,
                   "CPU delegate's least value bytes", verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    return TfLiteDelegatePtr(
        cpu::CreateCpuDelegate(OptionsOf(params), SimpleDelegateParams(params)),
        CpuDelegateDelete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>(kUse)};
  }

  std::string GetName() const final { return "CPU"; }

 private:
  static CpuDelegateOptions OptionsOf(const ToolParams& params) {
    CpuDelegateOptions options = CpuDelegateOptionsDefault();
    options.strip_bytes = params.Get<int32_t>(kStripBytes);
    options.least_value_bytes = params.Get<int32_t>(kLeastValueBytes);
    return options;
  }
};

REGISTER_DELEGATE_PROVIDER(CpuDelegateProvider);

}  // namespace tools
}  // namespace tflite
