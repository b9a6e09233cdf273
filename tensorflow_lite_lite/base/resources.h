#ifndef TENSORFLOW_LITE_LITE_BASE_RESOURCES_H_
#define TENSORFLOW_LITE_LITE_BASE_RESOURCES_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// State that outlives an invoke, e.g. a variable or a hash table. Defined by
// the kernels that use it.
class Resource {
 public:
  enum class ResourceType { kUnknown, kVariable, kHashtable };

  virtual ~Resource() = default;
  virtual ResourceType GetResourceType() const {
    return ResourceType::kUnknown;
  }
  virtual bool IsInitialized() const = 0;
  virtual size_t MemoryBytes() const = 0;
  // Copies the present state and returns a function that restores it, which is
  // called at most once and not after the resource was destroyed. A type that
  // does not support this returns null.
  virtual std::function<void()> Save() { return nullptr; }
};

// The resources of one interpreter, shared by its subgraphs and owned by it.
// Not synchronized: an interpreter runs on one thread at a time.
class ResourceStore {
 public:
  // The state of all resources at one time.
  class Snapshot {
    friend class ResourceStore;
    std::map<int, std::function<void()>> restore_;
    std::set<int> initialized_;
  };

  // The id of a named resource; the same pair always gives the same id.
  int IdFor(const std::string& container, const std::string& name) {
    const auto key = std::make_pair(container, name);
    const auto it = ids_.find(key);
    if (it != ids_.end()) return it->second;
    const int id = static_cast<int>(ids_.size());
    ids_.emplace(key, id);
    return id;
  }
  // Null if there is none or if it is of another kind.
  template <typename T>
  T* Find(int id) const {
    const auto it = resources_.find(id);
    return it == resources_.end() ? nullptr
                                  : dynamic_cast<T*>(it->second.get());
  }
  bool Contains(int id) const { return resources_.count(id) != 0; }
  size_t size() const { return resources_.size(); }
  // Replaces the previous resource of the id.
  void Put(int id, std::unique_ptr<Resource> resource) {
    resources_[id] = std::move(resource);
  }
  // Does so only if the id is unused; returns whether it was.
  bool emplace(int id, std::unique_ptr<Resource> resource) {
    return resources_.emplace(id, std::move(resource)).second;
  }
  // True on the first call for a subgraph (used by CALL_ONCE).
  bool MarkInitialized(int subgraph_index) {
    return initialized_.insert(subgraph_index).second;
  }
  // Reverts MarkInitialized after a failed initialization.
  void UnmarkInitialized(int subgraph_index) {
    initialized_.erase(subgraph_index);
  }
  size_t MemoryBytes() const {
    size_t n = 0;
    for (const auto& [id, resource] : resources_) n += resource->MemoryBytes();
    return n;
  }

  // Copies the state of all resources. Returns an empty string, or the reason
  // why there is no copy: together they have more than `max_bytes`, or a type
  // does not support it.
  std::string Save(size_t max_bytes, Snapshot* snapshot) const;
  // Gives the resources the saved state, in place, and destroys those that were
  // added since.
  void Restore(const Snapshot& snapshot);

 private:
  std::map<std::pair<std::string, std::string>, int> ids_;
  std::map<int, std::unique_ptr<Resource>> resources_;
  std::set<int> initialized_;
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_RESOURCES_H_
