// For runtimes: how an opaque delegate is found to be deleted while it is in
// use. No part of the C API.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/common/delegate.h"

#ifdef __cplusplus
extern "C" {
#endif

// A share in a delegate that TfLiteOpaqueDelegateCreate of this library made.
// Its memory stays as long as there is one; once it is deleted, it has no
// functions and no data any more.
typedef struct TfllDelegateShare TfllDelegateShare;

// NULL where the delegate is another's, or deleted. Thread-safe.
TfllDelegateShare* TfllShareDelegate(const TfLiteOpaqueDelegate* delegate);
// True once TfLiteOpaqueDelegateDelete was called. Thread-safe.
bool TfllDelegateIsDeleted(const TfllDelegateShare* share);
// NULL is allowed.
void TfllDropDelegateShare(TfllDelegateShare* share);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_
