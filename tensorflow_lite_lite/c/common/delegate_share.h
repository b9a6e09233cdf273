// For runtimes: detects that an opaque delegate was deleted while in use. Not
// part of the C API.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/common/delegate.h"

#ifdef __cplusplus
extern "C" {
#endif

// A reference to a delegate that TfLiteOpaqueDelegateCreate of this library
// made. Its memory is kept as long as there is a reference; once deleted, it
// has no functions and no data.
typedef struct TfllDelegateShare TfllDelegateShare;

// NULL if the delegate was made elsewhere or is deleted. Thread-safe.
TfllDelegateShare* TfllShareDelegate(const TfLiteOpaqueDelegate* delegate);
// True once TfLiteOpaqueDelegateDelete was called. Thread-safe.
bool TfllDelegateIsDeleted(const TfllDelegateShare* share);
// NULL is allowed.
void TfllDropDelegateShare(TfllDelegateShare* share);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_SHARE_H_
