#include "tensorflow_lite_lite/c/common/delegate.h"

#include <memory>
#include <new>

#include "tensorflow_lite_lite/c/common/node.h"

// //tensorflow_lite_lite/delegate/shim has other definitions of the functions
// that make and free opaque delegates: a plugin that links it gets those.
#define TFLL_REPLACEABLE __attribute__((weak))

extern "C" {

TfLiteDelegate TfLiteDelegateCreate(void) { return TfLiteDelegate{}; }

TFLL_REPLACEABLE TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder) {
  if (opaque_delegate_builder == nullptr) return nullptr;
  std::unique_ptr<TfLiteDelegate> delegate(new (std::nothrow) TfLiteDelegate{});
  if (delegate == nullptr) return nullptr;
  delegate->opaque_delegate_builder =
      new (std::nothrow) TfLiteOpaqueDelegateBuilder(*opaque_delegate_builder);
  if (delegate->opaque_delegate_builder == nullptr) return nullptr;
  return delegate.release();
}

TFLL_REPLACEABLE void TfLiteOpaqueDelegateDelete(
    TfLiteOpaqueDelegate* delegate) {
  if (delegate == nullptr) return;
  delete delegate->opaque_delegate_builder;
  delete delegate;
}

void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate) {
  if (delegate == nullptr) return nullptr;
  if (delegate->opaque_delegate_builder == nullptr) return delegate->data_;
  return delegate->opaque_delegate_builder->data;
}

// Every copy of this function, also one linked into a delegate, must return the
// same value: no object has this address.
void* TfLiteKernelInitFailed() { return reinterpret_cast<void*>(-1); }

}  // extern "C"
