#include "tensorflow_lite_lite/core/calls/delegate_calls.h"

namespace tflite::core {
namespace {

TfLiteOpaqueContext* Opaque(TfLiteContext* context) {
  return reinterpret_cast<TfLiteOpaqueContext*>(context);
}

}  // namespace

bool IsOpaqueDelegate(const TfLiteDelegate* delegate) {
  return delegate != nullptr && delegate->Prepare == nullptr &&
         delegate->CopyFromBufferHandle == nullptr &&
         delegate->FreeBufferHandle == nullptr &&
         delegate->opaque_delegate_builder != nullptr;
}

int64_t DelegateFlags(const TfLiteDelegate* delegate) {
  return IsOpaqueDelegate(delegate) ? delegate->opaque_delegate_builder->flags
                                    : delegate->flags;
}

TfLiteStatus PrepareDelegate(TfLiteContext* context, TfLiteDelegate* delegate) {
  if (IsOpaqueDelegate(delegate)) {
    const TfLiteOpaqueDelegateBuilder* builder =
        delegate->opaque_delegate_builder;
    if (builder->Prepare != nullptr) {
      return builder->Prepare(Opaque(context), delegate, builder->data);
    }
  } else if (delegate->Prepare != nullptr) {
    return delegate->Prepare(context, delegate);
  }
  context->ReportError(context, "The delegate has no Prepare function.");
  return kTfLiteDelegateError;
}

const TfLiteIntArray* ReplacedNodes(const TfLiteNode& node) {
  if (node.delegate == nullptr || node.builtin_data == nullptr) return nullptr;
  if (IsOpaqueDelegate(node.delegate)) {
    return static_cast<TfLiteOpaqueDelegateParams*>(node.builtin_data)
        ->nodes_to_replace;
  }
  return static_cast<TfLiteDelegateParams*>(node.builtin_data)
      ->nodes_to_replace;
}

TfLiteStatus CopyFromHandle(TfLiteContext* context, TfLiteTensor* tensor) {
  TfLiteDelegate* delegate = tensor->delegate;
  if (IsOpaqueDelegate(delegate)) {
    const TfLiteOpaqueDelegateBuilder* builder =
        delegate->opaque_delegate_builder;
    if (builder->CopyFromBufferHandle != nullptr) {
      return builder->CopyFromBufferHandle(
          Opaque(context), delegate, builder->data, tensor->buffer_handle,
          reinterpret_cast<TfLiteOpaqueTensor*>(tensor));
    }
  } else if (delegate->CopyFromBufferHandle != nullptr) {
    return delegate->CopyFromBufferHandle(context, delegate,
                                          tensor->buffer_handle, tensor);
  }
  context->ReportError(context,
                       "The delegate of tensor '%s' cannot copy its buffer.",
                       tensor->name == nullptr ? "" : tensor->name);
  return kTfLiteError;
}

bool CanCopyToHandle(const TfLiteDelegate* delegate) {
  if (delegate == nullptr) return false;
  return IsOpaqueDelegate(delegate)
             ? delegate->opaque_delegate_builder->CopyToBufferHandle != nullptr
             : delegate->CopyToBufferHandle != nullptr;
}

TfLiteStatus CopyToHandle(TfLiteContext* context, TfLiteTensor* tensor) {
  TfLiteDelegate* delegate = tensor->delegate;
  if (!IsOpaqueDelegate(delegate)) {
    return delegate->CopyToBufferHandle(context, delegate,
                                        tensor->buffer_handle, tensor);
  }
  const TfLiteOpaqueDelegateBuilder* builder =
      delegate->opaque_delegate_builder;
  return builder->CopyToBufferHandle(
      Opaque(context), delegate, builder->data, tensor->buffer_handle,
      reinterpret_cast<TfLiteOpaqueTensor*>(tensor));
}

void ReleaseBufferHandle(TfLiteContext* context, TfLiteTensor* tensor) {
  TfLiteDelegate* delegate = tensor->delegate;
  if (delegate == nullptr || tensor->buffer_handle == kTfLiteNullBufferHandle) {
    return;
  }
  TfLiteBufferHandle handle = tensor->buffer_handle;
  if (IsOpaqueDelegate(delegate)) {
    const TfLiteOpaqueDelegateBuilder* builder =
        delegate->opaque_delegate_builder;
    if (builder->FreeBufferHandle != nullptr) {
      builder->FreeBufferHandle(Opaque(context), delegate, builder->data,
                                &handle);
    }
  } else if (delegate->FreeBufferHandle != nullptr) {
    delegate->FreeBufferHandle(context, delegate, &handle);
  }
  tensor->buffer_handle = kTfLiteNullBufferHandle;
}

}  // namespace tflite::core
