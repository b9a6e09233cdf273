#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Calls of a delegate's functions in whichever form it has them: classic, or
// opaque by its opaque_delegate_builder.

// True where the delegate knows tensors and nodes only as handles; its kernels
// then get TfLiteOpaqueDelegateParams.
bool IsOpaqueDelegate(const TfLiteDelegate* delegate);
int64_t DelegateFlags(const TfLiteDelegate* delegate);
TfLiteStatus PrepareDelegate(TfLiteContext* context, TfLiteDelegate* delegate);

// The nodes that a delegate's node stands for; null where it is none.
const TfLiteIntArray* ReplacedNodes(const TfLiteNode& node);

// Copies the value behind the tensor's handle to its data. kTfLiteError where
// the delegate cannot.
TfLiteStatus CopyFromHandle(TfLiteContext* context, TfLiteTensor* tensor);

// The other way round, for delegates that can.
bool CanCopyToHandle(const TfLiteDelegate* delegate);
TfLiteStatus CopyToHandle(TfLiteContext* context, TfLiteTensor* tensor);

// Gives the tensor's handle, if it has one, back to its delegate. The tensor
// keeps its delegate.
void ReleaseBufferHandle(TfLiteContext* context, TfLiteTensor* tensor);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_DELEGATE_CALLS_H_
