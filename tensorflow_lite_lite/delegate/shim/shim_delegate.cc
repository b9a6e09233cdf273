// Opaque delegates that are classic delegates to their host. Replaces functions
// of the same name in c/common/delegate.cc.
#include <new>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"

namespace tflite::delegates {
namespace {

// `classic` must be first: a pointer to it is a pointer to the whole struct.
// Its data_ is the builder's `data`.
struct ShimDelegate {
  TfLiteDelegate classic;
  TfLiteOpaqueDelegateBuilder builder;
};

const TfLiteOpaqueDelegateBuilder& BuilderOf(const TfLiteDelegate* delegate) {
  return reinterpret_cast<const ShimDelegate*>(delegate)->builder;
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* delegate) {
  const TfLiteOpaqueDelegateBuilder& builder = BuilderOf(delegate);
  return builder.Prepare(c_api::Opaque(context), delegate, builder.data);
}

TfLiteStatus CopyFrom(TfLiteContext* context, TfLiteDelegate* delegate,
                      TfLiteBufferHandle handle, TfLiteTensor* tensor) {
  const TfLiteOpaqueDelegateBuilder& builder = BuilderOf(delegate);
  return builder.CopyFromBufferHandle(c_api::Opaque(context), delegate,
                                      builder.data, handle,
                                      c_api::Opaque(tensor));
}

TfLiteStatus CopyTo(TfLiteContext* context, TfLiteDelegate* delegate,
                    TfLiteBufferHandle handle, TfLiteTensor* tensor) {
  const TfLiteOpaqueDelegateBuilder& builder = BuilderOf(delegate);
  return builder.CopyToBufferHandle(c_api::Opaque(context), delegate,
                                    builder.data, handle,
                                    c_api::Opaque(tensor));
}

void FreeHandle(TfLiteContext* context, TfLiteDelegate* delegate,
                TfLiteBufferHandle* handle) {
  const TfLiteOpaqueDelegateBuilder& builder = BuilderOf(delegate);
  builder.FreeBufferHandle(c_api::Opaque(context), delegate, builder.data,
                           handle);
}

}  // namespace
}  // namespace tflite::delegates

extern "C" {

TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* builder) {
  if (builder == nullptr) return nullptr;
  auto* delegate = new (std::nothrow) tflite::delegates::ShimDelegate{};
  if (delegate == nullptr) return nullptr;
  delegate->builder = *builder;
  TfLiteDelegate& classic = delegate->classic;
  classic.data_ = builder->data;
  classic.flags = builder->flags;
  if (builder->Prepare != nullptr) classic.Prepare = tflite::delegates::Prepare;
  if (builder->CopyFromBufferHandle != nullptr) {
    classic.CopyFromBufferHandle = tflite::delegates::CopyFrom;
  }
  if (builder->CopyToBufferHandle != nullptr) {
    classic.CopyToBufferHandle = tflite::delegates::CopyTo;
  }
  if (builder->FreeBufferHandle != nullptr) {
    classic.FreeBufferHandle = tflite::delegates::FreeHandle;
  }
  return &classic;
}

void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate) {
  delete reinterpret_cast<tflite::delegates::ShimDelegate*>(delegate);
}

}  // extern "C"
