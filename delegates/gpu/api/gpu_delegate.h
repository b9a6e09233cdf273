// The GPU delegate's C API.
#ifndef DELEGATES_GPU_API_GPU_DELEGATE_H_
#define DELEGATES_GPU_API_GPU_DELEGATE_H_

#include <stdint.h>

#include "delegates/gpu/api/gpu_delegate_options.h"
#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// NULL means default options. Returns NULL, after logging the reason, if there
// is no GPU driver; drivers that compute on the processor count as GPU drivers.
// The delegate must outlive the interpreters to which it is applied, and may be
// shared by interpreters on different threads. Delete it with
// TfLiteGpuDelegateV2Delete.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2Create(
    const TfLiteGpuDelegateOptionsV2* options);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteGpuDelegateV2Delete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_API_GPU_DELEGATE_H_
