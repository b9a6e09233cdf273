#ifndef TOOLS_DELEGATES_SWITCHED_PROVIDER_H_
#define TOOLS_DELEGATES_SWITCHED_PROVIDER_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {

// A provider whose delegate is requested by a flag of its own, a bool. The
// constructor of the derived class names each flag once; values are read with
// params.Get.
class SwitchedProvider : public DelegateProvider {
 public:
  std::vector<Flag> CreateFlags(ToolParams* params) const final;
  void LogParams(const ToolParams& params, bool verbose) const final;
  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final;
  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final;
  std::string MissingDevice(const ToolParams& params) const final;
  std::string GetName() const final { return name_; }

 protected:
  // `name` is the delegate's and `use` the flag that requests it. The other
  // arguments are as in AddFlag. All strings must have static lifetime.
  SwitchedProvider(const char* name, const char* use, const char* usage,
                   const char* log_name);

  // `value` is the flag's default, `usage` its line of --help, and `log_name`
  // what LogParams calls it.
  template <typename T>
  void AddFlag(const char* name, const T& value, const char* usage,
               const char* log_name) {
    default_params_.AddParam(name, ToolParam::Create<T>(value));
    flags_.push_back([this, name, usage](ToolParams* params) {
      return CreateFlag<T>(name, params, usage);
    });
    logs_.push_back([name, log_name](const ToolParams& params, bool verbose) {
      LOG_TOOL_PARAM(params, T, name, log_name, verbose);
    });
  }

 private:
  // The delegate, which is requested, with the options in `params`.
  virtual base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const = 0;
  // Unavailable if the machine lacks what the delegate needs.
  virtual base::Status FindDevice(const ToolParams& params) const {
    return base::OkStatus();
  }

  const char* const name_;
  const char* const use_;
  std::vector<std::function<Flag(ToolParams*)>> flags_;
  std::vector<std::function<void(const ToolParams&, bool)>> logs_;
};

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_SWITCHED_PROVIDER_H_
