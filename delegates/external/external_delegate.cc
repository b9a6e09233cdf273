#include "delegates/external/external_delegate.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "delegates/external/option_list.h"
#include "delegates/external/plugin_library.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite::external {
namespace {

// A delegate that a library has made. The owner has a share in it, and so has
// each runtime that can take one (c/delegation_log.h): the library destroys it
// with the last share, so that the owner may delete it before an interpreter.
struct Made {
  ~Made();

  std::shared_ptr<PluginLibrary> library;
  TfLiteDelegate* delegate = nullptr;
  int times_made = 0;  // a library may hand the same delegate out repeatedly
};

// Every delegate there is. Never destroyed: delegates may be deleted while the
// program ends.
struct Registry {
  struct Entry {
    std::weak_ptr<Made> made;
    std::shared_ptr<Made> owners;  // null once all owners have deleted it
    int num_owners = 0;
    // The library's own function; one of them is set.
    decltype(TfLiteDelegate::Prepare) prepare = nullptr;
    decltype(TfLiteOpaqueDelegateBuilder::Prepare) opaque_prepare = nullptr;
  };
  std::mutex mutex;
  std::map<const TfLiteDelegate*, Entry> entries;
};

Registry& GetRegistry() {
  static Registry* const registry = new Registry;
  return *registry;
}

Registry::Entry Find(const TfLiteDelegate* delegate) {
  Registry& registry = GetRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const auto it = registry.entries.find(delegate);
  return it == registry.entries.end() ? Registry::Entry() : it->second;
}

void GiveShare(const std::weak_ptr<Made>& made, TfLiteDelegate* delegate,
               TfLiteContext* context) {
  TfllDelegationLog* log = TfllGetDelegationLog(context);
  if (log == nullptr || log->hold == nullptr) return;
  log->hold(
      log, context, delegate, new std::shared_ptr<Made>(made.lock()),
      [](void* share) { delete static_cast<std::shared_ptr<Made>*>(share); });
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* delegate) {
  const Registry::Entry entry = Find(delegate);
  if (entry.prepare == nullptr) return kTfLiteDelegateError;
  GiveShare(entry.made, delegate, context);
  return entry.prepare(context, delegate);
}

TfLiteStatus PrepareOpaque(TfLiteOpaqueContext* context,
                           TfLiteOpaqueDelegate* delegate, void* data) {
  const Registry::Entry entry = Find(delegate);
  if (entry.opaque_prepare == nullptr) return kTfLiteDelegateError;
  GiveShare(entry.made, delegate, reinterpret_cast<TfLiteContext*>(context));
  return entry.opaque_prepare(context, delegate, data);
}

// From now on the delegate hands out shares in itself.
void TakeOverPrepare(TfLiteDelegate* d, Registry::Entry* entry) {
  if (entry->prepare != nullptr || entry->opaque_prepare != nullptr) return;
  if (d->Prepare != nullptr) {
    entry->prepare = std::exchange(d->Prepare, Prepare);
  } else if (d->opaque_delegate_builder->Prepare != nullptr) {
    entry->opaque_prepare =
        std::exchange(d->opaque_delegate_builder->Prepare, PrepareOpaque);
  }
}

Made::~Made() {
  {
    Registry& registry = GetRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto it = registry.entries.find(delegate);
    // It may have been made again meanwhile.
    if (it != registry.entries.end() && it->second.made.expired()) {
      const Registry::Entry& entry = it->second;
      if (entry.prepare != nullptr) delegate->Prepare = entry.prepare;
      if (entry.opaque_prepare != nullptr) {
        delegate->opaque_delegate_builder->Prepare = entry.opaque_prepare;
      }
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
    TakeOverPrepare(delegate, &entry);
  }
  ++made->times_made;
  ++entry.num_owners;
  entry.owners = std::move(made);
  return delegate;
}

bool DeleteExternalDelegate(TfLiteDelegate* delegate) {
  std::shared_ptr<Made> share;  // goes after the lock
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
