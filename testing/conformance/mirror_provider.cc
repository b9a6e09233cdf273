// The mirror delegate's flag, for programs that test delegates.
#include "testing/conformance/mirror_delegate.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_mirror_delegate";

}  // namespace

class MirrorDelegateProvider : public DelegateProvider {
 public:
  MirrorDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {CreateFlag<bool>(kUse, params, "Use the mirror delegate.")};
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    conformance::MirrorOptions options;
    options.nodes = SimpleDelegateParams(params);
    return conformance::CreateMirrorDelegate(options);
  }

  std::string GetName() const final { return "Mirror"; }
};

REGISTER_DELEGATE_PROVIDER(MirrorDelegateProvider);

}  // namespace tools
}  // namespace tflite
