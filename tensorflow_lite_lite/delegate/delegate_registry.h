// Delegates by name: a library registers a factory for its plugin, and a
// program that links the library finds it by name.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_REGISTRY_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_REGISTRY_H_

#include <functional>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// The settings of a program, a FlatBuffers table. This project does not define
// such settings and only passes them on: code that writes or reads them
// includes its own definition of the table.
struct TFLiteSettings;

namespace delegates {

using TfLiteDelegatePtr =
    std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

class DelegatePluginInterface {
 public:
  virtual ~DelegatePluginInterface() = default;
  // Null if the delegate cannot be created.
  virtual TfLiteDelegatePtr Create() = 0;
  // The last error, as a delegate-specific number; 0 for none. The delegate
  // must come from Create.
  virtual int GetDelegateErrno(TfLiteDelegate* from_delegate) = 0;
};

// One registry per program. Thread-safe.
class DelegatePluginRegistry {
 public:
  using CreatorFunction =
      std::function<std::unique_ptr<DelegatePluginInterface>(
          const TFLiteSettings&)>;

  // Null if the name is not registered. The settings only need to outlive the
  // call.
  static std::unique_ptr<DelegatePluginInterface> CreateByName(
      const std::string& name, const TFLiteSettings& settings);

  // A static object of this type registers a plugin, replacing an earlier one
  // of the same name.
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
