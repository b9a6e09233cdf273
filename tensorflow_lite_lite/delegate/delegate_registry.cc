#include "tensorflow_lite_lite/delegate/delegate_registry.h"

#include <map>
#include <mutex>
#include <utility>

namespace tflite {
namespace delegates {
namespace {

struct Creators {
  std::mutex mutex;
  std::map<std::string, DelegatePluginRegistry::CreatorFunction> by_name;
};

// Never destroyed: libraries may use it while they are unloaded.
Creators& All() {
  static auto* const creators = new Creators;
  return *creators;
}

}  // namespace

std::unique_ptr<DelegatePluginInterface> DelegatePluginRegistry::CreateByName(
    const std::string& name, const TFLiteSettings& settings) {
  CreatorFunction create;
  {
    Creators& all = All();
    const std::lock_guard<std::mutex> lock(all.mutex);
    const auto found = all.by_name.find(name);
    if (found != all.by_name.end()) create = found->second;
  }
  return create == nullptr ? nullptr : create(settings);
}

DelegatePluginRegistry::Register::Register(const std::string& name,
                                           CreatorFunction creator_function) {
  Creators& all = All();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.by_name[name] = std::move(creator_function);
}

}  // namespace delegates
}  // namespace tflite
