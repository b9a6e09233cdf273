// The delegate's flags in every tool.
#include "delegates/dummy/dummy_delegate.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_dummy_delegate";
constexpr char kAllowed[] = "dummy_allowed_builtin_code";
constexpr char kFailInit[] = "dummy_error_during_init";
constexpr char kFailPrepare[] = "dummy_error_during_prepare";
constexpr char kFailInvoke[] = "dummy_error_during_invoke";

}  // namespace

class DummyDelegateProvider : public DelegateProvider {
 public:
  DummyDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
    default_params_.AddParam(kAllowed, ToolParam::Create<int32_t>(-1));
    for (const char* name : {kFailInit, kFailPrepare, kFailInvoke}) {
      default_params_.AddParam(name, ToolParam::Create<bool>(false));
    }
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>(kUse, params, "Use the dummy delegate."),
        CreateFlag<int32_t>(kAllowed, params,
                            "Code of the operator that the dummy delegate "
                            "takes and gives zeros for; -1 for none."),
        CreateFlag<bool>(kFailInit, params,
                         "The dummy delegate's kernels fail in Init."),
        CreateFlag<bool>(kFailPrepare, params,
                         "The dummy delegate's kernels fail in Prepare."),
        CreateFlag<bool>(kFailInvoke, params,
                         "The dummy delegate's kernels fail in Invoke."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, kUse, "Use dummy test delegate", verbose);
    LOG_TOOL_PARAM(params, int32_t, kAllowed,
                   "Operator that the dummy delegate takes", verbose);
    LOG_TOOL_PARAM(params, bool, kFailInit, "Dummy delegate fails in Init",
                   verbose);
    LOG_TOOL_PARAM(params, bool, kFailPrepare,
                   "Dummy delegate fails in Prepare", verbose);
    LOG_TOOL_PARAM(params, bool, kFailInvoke, "Dummy delegate fails in Invoke",
                   verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    DummyDelegateOptions options = TfLiteDummyDelegateOptionsDefault();
    options.allowed_builtin_code = params.Get<int32_t>(kAllowed);
    options.error_during_init = params.Get<bool>(kFailInit);
    options.error_during_prepare = params.Get<bool>(kFailPrepare);
    options.error_during_invoke = params.Get<bool>(kFailInvoke);
    return TfLiteDelegatePtr(
        dummy::CreateDummyDelegate(options, SimpleDelegateParams(params)),
        TfLiteDummyDelegateDelete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>(kUse)};
  }

  std::string GetName() const final { return "DummyDelegate"; }
};

REGISTER_DELEGATE_PROVIDER(DummyDelegateProvider);

}  // namespace tools
}  // namespace tflite
