#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Functions that call a delegate, in either form: classic, or opaque with an
// opaque_delegate_builder.

// Returns true if the delegate accesses tensors and nodes only as opaque
// handles. Its kernels then get TfLiteOpaqueDelegateParams.
bool IsOpaqueDelegate(const TfLiteDelegate* delegate);
int64_t DelegateFlags(const TfLiteDelegate* delegate);
TfLiteStatus PrepareDelegate(TfLiteContext* context, TfLiteDelegate* delegate);

// Returns the nodes that a delegate's node replaces; null for other nodes.
const TfLiteIntArray* ReplacedNodes(const TfLiteNode& node);

// Copies the value in the tensor's delegate buffer to the tensor's data.
// Returns kTfLiteError if the delegate does not support this.
TfLiteStatus CopyFromHandle(TfLiteContext* context, TfLiteTensor* tensor);

// Copies in the other direction, if the delegate supports it.
bool CanCopyToHandle(const TfLiteDelegate* delegate);
TfLiteStatus CopyToHandle(TfLiteContext* context, TfLiteTensor* tensor);

// Releases the tensor's buffer handle, if any, through its delegate. The tensor
// keeps its delegate.
void ReleaseBufferHandle(TfLiteContext* context, TfLiteTensor* tensor);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_
