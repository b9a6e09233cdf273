// The delegate's flags in every tool.
#include "delegates/dummy/dummy_delegate.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kAllowed[] = "dummy_allowed_builtin_code";
constexpr char kFailInit[] = "dummy_error_during_init";
constexpr char kFailPrepare[] = "dummy_error_during_prepare";
constexpr char kFailInvoke[] = "dummy_error_during_invoke";

}  // namespace

class DummyDelegateProvider : public SwitchedProvider {
 public:
  DummyDelegateProvider()
      : SwitchedProvider("DummyDelegate", "use_dummy_delegate",
                         "Use the dummy delegate.", "Use dummy test delegate") {
    AddFlag<int32_t>(kAllowed, -1,
                     "Code of the operator that the dummy delegate takes and "
                     "gives zeros for; -1 for none.",
                     "Operator that the dummy delegate takes");
    AddFlag<bool>(kFailInit, false,
                  "The dummy delegate's kernels fail in Init.",
                  "Dummy delegate fails in Init");
    AddFlag<bool>(kFailPrepare, false,
                  "The dummy delegate's kernels fail in Prepare.",
                  "Dummy delegate fails in Prepare");
    AddFlag<bool>(kFailInvoke, false,
                  "The dummy delegate's kernels fail in Invoke.",
                  "Dummy delegate fails in Invoke");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    DummyDelegateOptions options = TfLiteDummyDelegateOptionsDefault();
    options.allowed_builtin_code = params.Get<int32_t>(kAllowed);
    options.error_during_init = params.Get<bool>(kFailInit);
    options.error_during_prepare = params.Get<bool>(kFailPrepare);
    options.error_during_invoke = params.Get<bool>(kFailInvoke);
    return TfLiteDelegatePtr(
        dummy::CreateDummyDelegate(options, SimpleDelegateParams(params)),
        TfLiteDummyDelegateDelete);
  }
};

REGISTER_DELEGATE_PROVIDER(DummyDelegateProvider);

}  // namespace tools
}  // namespace tflite
