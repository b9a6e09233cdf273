// Flags of the tools. The provider implements exactly the functions that
// upstream's guide shows.
#include <string>
#include <vector>

#include "examples/vendor_delegate/my_delegate.h"
#include "tensorflow/lite/tools/delegates/delegate_provider.h"

namespace tflite {
namespace tools {

class MyDelegateProvider : public DelegateProvider {
 public:
  MyDelegateProvider() {
    default_params_.AddParam("use_my_delegate", ToolParam::Create<bool>(false));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {CreateFlag<bool>("use_my_delegate", params,
                             "Use the vendor's device.")};
  }

  void LogParams(const ToolParams& params) const final {
    TFLITE_LOG(INFO) << "Use my delegate : ["
                     << params.Get<bool>("use_my_delegate") << "]";
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (params.Get<bool>("use_my_delegate")) {
      const MyDelegateOptions options = TfLiteMyDelegateOptionsDefault();
      return TfLiteMyDelegateCreateUnique(&options);
    }
    return TfLiteDelegatePtr(nullptr, [](TfLiteDelegate*) {});
  }

  std::string GetName() const final { return "MyDelegate"; }
};
REGISTER_DELEGATE_PROVIDER(MyDelegateProvider);

}  // namespace tools
}  // namespace tflite
