#include "tensorflow_lite_lite/base/resources.h"

namespace tflite::base {

std::string ResourceStore::Save(size_t max_bytes, Snapshot* snapshot) const {
  *snapshot = {};
  const size_t bytes = MemoryBytes();
  if (bytes > max_bytes) {
    return "the " + std::to_string(bytes) +
           " bytes of all resources are more than the " +
           std::to_string(max_bytes) + " that are saved before a run";
  }
  for (const auto& [id, resource] : resources_) {
    std::function<void()> restore = resource->Save();
    if (restore == nullptr) {
      return "resource " + std::to_string(id) +
             " has a type that has no copies";
    }
    snapshot->restore_[id] = std::move(restore);
  }
  snapshot->initialized_ = initialized_;
  return "";
}

void ResourceStore::Restore(const Snapshot& snapshot) {
  for (auto it = resources_.begin(); it != resources_.end();) {
    const auto saved = snapshot.restore_.find(it->first);
    if (saved == snapshot.restore_.end()) {
      it = resources_.erase(it);
      continue;
    }
    saved->second();
    ++it;
  }
  initialized_ = snapshot.initialized_;
}

}  // namespace tflite::base
