// The GPU delegate's C API.
#ifndef DELEGATES_GPU_GPU_DELEGATE_H_
#define DELEGATES_GPU_GPU_DELEGATE_H_

#include <stdint.h>

#include "delegates/gpu/gpu_delegate_options.h"
#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// NULL options are the defaults. NULL where the machine has no GPU driver,
// after the log has got the reason; a driver that computes on the processor
// counts as one. The delegate outlives the interpreters that it is given to and
// may be shared by them, on any threads; end it by TfLiteGpuDelegateV2Delete.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2Create(
    const TfLiteGpuDelegateOptionsV2* options);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteGpuDelegateV2Delete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_GPU_DELEGATE_H_
