#include "tensorflow_lite_lite/c/common/delegate.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#include "tensorflow_lite_lite/c/common/delegate_share.h"
#include "tensorflow_lite_lite/c/common/node.h"

// //tensorflow_lite_lite/delegate/shim defines its own versions of the
// functions that create and free opaque delegates; a plugin that links it uses
// those.
#define TFLL_REPLACEABLE __attribute__((weak))

namespace {

struct OpaqueDelegate {
  TfLiteDelegate delegate{};
  TfLiteOpaqueDelegateBuilder builder{};
  std::atomic<bool> deleted{false};
};

// The existing delegates. Never destroyed: delegates may outlive static
// destruction.
struct Registry {
  std::mutex mutex;
  std::unordered_map<const TfLiteDelegate*, std::shared_ptr<OpaqueDelegate>>
      delegates;
};

Registry& Delegates() {
  static Registry* const registry = new Registry;
  return *registry;
}

}  // namespace

struct TfllDelegateShare {
  std::shared_ptr<OpaqueDelegate> delegate;
};

extern "C" {

TfLiteDelegate TfLiteDelegateCreate(void) { return TfLiteDelegate{}; }

TFLL_REPLACEABLE TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder) {
  if (opaque_delegate_builder == nullptr) return nullptr;
  std::shared_ptr<OpaqueDelegate> made(new (std::nothrow) OpaqueDelegate);
  if (made == nullptr) return nullptr;
  made->builder = *opaque_delegate_builder;
  made->delegate.opaque_delegate_builder = &made->builder;
  TfLiteDelegate* delegate = &made->delegate;
  Registry& registry = Delegates();
  std::lock_guard<std::mutex> lock(registry.mutex);
  registry.delegates.emplace(delegate, std::move(made));
  return delegate;
}

TFLL_REPLACEABLE void TfLiteOpaqueDelegateDelete(
    TfLiteOpaqueDelegate* delegate) {
  if (delegate == nullptr) return;
  std::shared_ptr<OpaqueDelegate> last;
  Registry& registry = Delegates();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const auto found = registry.delegates.find(delegate);
  if (found == registry.delegates.end()) return;
  last = std::move(found->second);
  registry.delegates.erase(found);
  // Remaining holders of a reference find nothing to call.
  last->deleted.store(true);
  last->builder = TfLiteOpaqueDelegateBuilder{};
}

void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate) {
  if (delegate == nullptr) return nullptr;
  if (delegate->opaque_delegate_builder == nullptr) return delegate->data_;
  return delegate->opaque_delegate_builder->data;
}

TfllDelegateShare* TfllShareDelegate(const TfLiteOpaqueDelegate* delegate) {
  Registry& registry = Delegates();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const auto found = registry.delegates.find(delegate);
  return found == registry.delegates.end()
             ? nullptr
             : new (std::nothrow) TfllDelegateShare{found->second};
}

bool TfllDelegateIsDeleted(const TfllDelegateShare* share) {
  return share->delegate->deleted.load();
}

void TfllDropDelegateShare(TfllDelegateShare* share) { delete share; }

// Every copy of this function, including ones linked into delegates, must
// return the same value: an address that no object has.
void* TfLiteKernelInitFailed() { return reinterpret_cast<void*>(-1); }

}  // extern "C"
