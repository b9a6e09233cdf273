#ifndef TOOLS_DELEGATES_DELEGATE_PROVIDER_H_
#define TOOLS_DELEGATES_DELEGATE_PROVIDER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/command_line_flags.h"
#include "tools/logging.h"
#include "tools/tool_params.h"

namespace tflite {
namespace tools {

using TfLiteDelegatePtr =
    std::unique_ptr<TfLiteOpaqueDelegate, void (*)(TfLiteOpaqueDelegate*)>;

TfLiteDelegatePtr CreateNullDelegate();

// Represents a requested delegate that cannot be created, e.g. because its
// library cannot be loaded. Applying it fails, so that a tool ends with an
// error instead of silently running without the delegate.
TfLiteDelegatePtr CreateUnavailableDelegate();
bool IsUnavailableDelegate(const TfLiteOpaqueDelegate* delegate);

// Creates one kind of delegate from command-line flags. A library that
// registers a provider adds its flags to every tool it is linked into.
//
//   class MyProvider : public DelegateProvider { ... };
//   REGISTER_DELEGATE_PROVIDER(MyProvider);
class DelegateProvider {
 public:
  virtual ~DelegateProvider() = default;

  // The flags, which write to `params`.
  virtual std::vector<Flag> CreateFlags(ToolParams* params) const = 0;

  // Prints the parameters that were set, or all if `verbose`. Override one of
  // the two.
  virtual void LogParams(const ToolParams& params, bool verbose) const {
    LogParams(params);
  }
  virtual void LogParams(const ToolParams& params) const {}

  // The delegate requested by `params`; null if none is. If it cannot be
  // created, e.g. because of a wrong option or without its device, logs why and
  // returns CreateUnavailableDelegate.
  virtual TfLiteDelegatePtr CreateTfLiteDelegate(
      const ToolParams& params) const = 0;

  // The same with its rank: delegates are applied in ascending order. A
  // provider uses the position of its flag on the command line as rank; the
  // default is after all of these.
  virtual std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const;

  // Describes what the delegate requested by `params` needs and this machine
  // lacks, e.g. a device or its driver. Empty if nothing is missing or
  // requested. Tests are skipped then.
  virtual std::string MissingDevice(const ToolParams& params) const {
    return "";
  }

  virtual std::string GetName() const = 0;

  // All parameters of the provider with their defaults.
  const ToolParams& DefaultParams() const { return default_params_; }

 protected:
  // A flag that sets parameter `name` of `params`, including its position.
  template <typename T>
  Flag CreateFlag(const char* name, ToolParams* params,
                  const std::string& usage) const {
    return Flag(
        name,
        [params, name](const T& value, int position) {
          params->Set<T>(name, value, position);
        },
        default_params_.Get<T>(name), usage, Flag::kOptional);
  }

  ToolParams default_params_;
};

using DelegateProviderPtr = std::unique_ptr<DelegateProvider>;
using DelegateProviderList = std::vector<DelegateProviderPtr>;

// The providers linked into the program.
class DelegateProviderRegistrar {
 public:
  template <typename T>
  struct Register {
    Register() {
      DelegateProviderRegistrar::Mutable().push_back(std::make_unique<T>());
    }
  };
  static const DelegateProviderList& GetProviders() { return Mutable(); }

 private:
  static DelegateProviderList& Mutable();
};

#define TFLL_PROVIDER_NAME_(line) tfll_delegate_provider_##line
#define TFLL_PROVIDER_NAME(line) TFLL_PROVIDER_NAME_(line)
#define REGISTER_DELEGATE_PROVIDER(T)                            \
  static ::tflite::tools::DelegateProviderRegistrar::Register<T> \
  TFLL_PROVIDER_NAME(__COUNTER__)

inline const DelegateProviderList& GetRegisteredDelegateProviders() {
  return DelegateProviderRegistrar::GetProviders();
}

// Combines all providers for a tool.
class ProvidedDelegateList {
 public:
  struct ProvidedDelegate {
    ProvidedDelegate() : delegate(CreateNullDelegate()) {}
    const DelegateProvider* provider = nullptr;
    TfLiteDelegatePtr delegate;
    int rank = 0;
  };

  ProvidedDelegateList() : ProvidedDelegateList(nullptr) {}
  // `params` must outlive this object; it holds the parameters of all
  // providers.
  explicit ProvidedDelegateList(ToolParams* params)
      : providers_(GetRegisteredDelegateProviders()), params_(params) {}

  const DelegateProviderList& providers() const { return providers_; }

  // Adds the providers' parameters, with their defaults, to the params.
  void AddAllDelegateParams() const;
  // Appends the providers' flags, which write to the params.
  void AppendCmdlineFlags(std::vector<Flag>& flags) const;
  void RemoveCmdlineFlag(std::vector<Flag>& flags,
                         const std::string& name) const;

  // The delegates requested by `params`, in ascending rank.
  std::vector<ProvidedDelegate> CreateAllRankedDelegates(
      const ToolParams& params) const;
  std::vector<ProvidedDelegate> CreateAllRankedDelegates() const {
    return CreateAllRankedDelegates(*params_);
  }

 private:
  const DelegateProviderList& providers_;
  ToolParams* const params_;
};

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_DELEGATE_PROVIDER_H_
