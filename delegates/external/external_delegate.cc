#include "delegates/external/external_delegate.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "delegates/external/option_list.h"
#include "delegates/external/plugin_library.h"
#include "tensorflow_lite_lite/base/delegate_shares.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::external {
namespace {

// A delegate that a library has created, with shared ownership by its owner and
// by each interpreter of this runtime that uses it (base/delegate_shares.h).
// The library destroys it when the last reference is released, so the owner may
// delete it before an interpreter. The library's structs are never modified:
// several delegates may share one builder, which may be constant.
struct Made {
  ~Made();

  std::shared_ptr<PluginLibrary> library;
  TfLiteDelegate* delegate = nullptr;
  int times_made = 0;  // a library may return the same delegate repeatedly
};

// All existing delegates. Never destroyed: delegates may be deleted while the
// program exits.
struct Registry {
  struct Entry {
    std::weak_ptr<Made> made;
    std::shared_ptr<Made> owners;  // null once all owners have deleted it
    int num_owners = 0;
  };
  std::mutex mutex;
  std::map<const TfLiteDelegate*, Entry> entries;
};

Registry& GetRegistry() {
  static Registry* const registry = new Registry;
  return *registry;
}

Made::~Made() {
  {
    Registry& registry = GetRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto it = registry.entries.find(delegate);
    // It may have been created again in the meantime.
    if (it != registry.entries.end() && it->second.made.expired()) {
      registry.entries.erase(it);
    }
  }
  for (int i = 0; i < times_made; ++i) library->Destroy(delegate);
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
  Registry::Entry& entry = registry.entries[delegate];
  std::shared_ptr<Made> made = entry.made.lock();
  if (made == nullptr) {
    made = std::make_shared<Made>();
    made->library = std::move(library);
    made->delegate = delegate;
    entry.made = made;
    OfferDelegateShares(delegate, made);
  }
  ++made->times_made;
  ++entry.num_owners;
  entry.owners = std::move(made);
  return delegate;
}

bool DeleteExternalDelegate(TfLiteDelegate* delegate) {
  std::shared_ptr<Made> share;  // released after the lock
  Registry& registry = GetRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const auto it = registry.entries.find(delegate);
  if (it == registry.entries.end() || it->second.num_owners == 0) return false;
  if (--it->second.num_owners == 0) share = std::move(it->second.owners);
  return true;
}

}  // namespace tflite::external

TfLiteDelegate* TfLiteExternalDelegateCreate(
    const TfLiteExternalDelegateOptions* options) {
  const tflite::base::StatusOr<TfLiteDelegate*> delegate =
      tflite::external::CreateFromOptions(options);
  if (delegate.ok()) return *delegate;
  tflite::base::Log(tflite::base::LogLevel::kError, "External delegate: %s",
                    std::string(delegate.status().message()).c_str());
  return nullptr;
}

void TfLiteExternalDelegateDelete(TfLiteDelegate* delegate) {
  if (delegate == nullptr || tflite::external::DeleteExternalDelegate(delegate))
    return;
  tflite::base::Log(tflite::base::LogLevel::kError,
                    "TfLiteExternalDelegateDelete: this is no delegate of "
                    "TfLiteExternalDelegateCreate, or it is deleted already");
}
