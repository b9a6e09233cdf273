#include "delegates/external/external_delegate.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "delegates/external/option_list.h"
#include "delegates/external/plugin_library.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite {
namespace {

// Every delegate handed out, with the library that made it. A library may hand
// the same delegate out more than once. Never destroyed: delegates may be
// deleted while the program ends.
struct Registry {
  std::mutex mutex;
  std::multimap<const TfLiteDelegate*, std::shared_ptr<PluginLibrary>> made;
};

Registry& GetRegistry() {
  static Registry* const registry = new Registry;
  return *registry;
}

StatusOr<TfLiteDelegate*> CreateFromOptions(
    const TfLiteExternalDelegateOptions* options) {
  if (options == nullptr || options->lib_path == nullptr) {
    return Invalid("no library was named");
  }
  TFLL_ASSIGN_OR_RETURN(const PluginOptions all, AllOptions(*options));
  return CreateExternalDelegate(options->lib_path, all);
}

}  // namespace

StatusOr<TfLiteDelegate*> CreateExternalDelegate(const std::string& path,
                                                 const PluginOptions& options) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<PluginLibrary> library,
                        PluginLibrary::Open(path));
  TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate, library->Create(options));
  Registry& registry = GetRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  registry.made.emplace(delegate, std::move(library));
  return delegate;
}

bool DeleteExternalDelegate(TfLiteDelegate* delegate) {
  std::shared_ptr<PluginLibrary> library;
  {
    Registry& registry = GetRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto it = registry.made.find(delegate);
    if (it == registry.made.end()) return false;
    library = std::move(it->second);
    registry.made.erase(it);
  }
  library->Destroy(delegate);
  return true;
}

}  // namespace tflite

TfLiteDelegate* TfLiteExternalDelegateCreate(
    const TfLiteExternalDelegateOptions* options) {
  const tflite::StatusOr<TfLiteDelegate*> delegate =
      tflite::CreateFromOptions(options);
  if (delegate.ok()) return *delegate;
  tflite::Log(tflite::LogLevel::kError, "External delegate: %s",
              std::string(delegate.status().message()).c_str());
  return nullptr;
}

void TfLiteExternalDelegateDelete(TfLiteDelegate* delegate) {
  if (delegate == nullptr || tflite::DeleteExternalDelegate(delegate)) return;
  tflite::Log(tflite::LogLevel::kError,
              "TfLiteExternalDelegateDelete: this is no delegate of "
              "TfLiteExternalDelegateCreate, or it is deleted already");
}
