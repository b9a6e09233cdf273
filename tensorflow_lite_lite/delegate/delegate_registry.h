// Delegates by name: a library registers how its plugin is made, and a program
// that it is linked into finds it by that name.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_REGISTRY_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_REGISTRY_H_

#include <functional>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// The settings of a program, a FlatBuffers table. This project has no such
// settings of its own and only hands them on: who fills or reads them brings
// the table.
struct TFLiteSettings;

namespace delegates {

using TfLiteDelegatePtr =
    std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

class DelegatePluginInterface {
 public:
  virtual ~DelegatePluginInterface() = default;
  // Null where the delegate cannot be made.
  virtual TfLiteDelegatePtr Create() = 0;
  // What went wrong last, in the delegate's own numbers; 0 for nothing. The
  // delegate is one of Create's.
  virtual int GetDelegateErrno(TfLiteDelegate* from_delegate) = 0;
};

// One for the program. Thread-safe.
class DelegatePluginRegistry {
 public:
  using CreatorFunction =
      std::function<std::unique_ptr<DelegatePluginInterface>(
          const TFLiteSettings&)>;

  // Null where the name is not registered. The settings outlive the call only.
  static std::unique_ptr<DelegatePluginInterface> CreateByName(
      const std::string& name, const TFLiteSettings& settings);

  // A static object of this type registers a plugin, in place of an earlier one
  // of its name.
  struct Register {
    Register(const std::string& name, CreatorFunction creator_function);
  };
};

// TFLITE_REGISTER_DELEGATE_FACTORY_FUNCTION(AcmePlugin, MakeAcmePlugin);
#define TFLITE_REGISTER_DELEGATE_FACTORY_FUNCTION(name, function)    \
  static const ::tflite::delegates::DelegatePluginRegistry::Register \
      g_delegate_plugin_##name##_(#name, function)

}  // namespace delegates
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_REGISTRY_H_
