// The GPU delegate on OpenCL objects of the application. See gpu_buffers.h.
#ifndef DELEGATES_GPU_GPU_OPENCL_H_
#define DELEGATES_GPU_GPU_OPENCL_H_

#include <CL/cl.h>
#include <stddef.h>

#include "delegates/gpu/gpu_buffers.h"
#include "delegates/gpu/gpu_delegate_options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  cl_context context;
  cl_device_id device;
  // In order. NULL: the delegate makes one of its own.
  cl_command_queue queue;
} TfLiteGpuOpenClObjects;

// TfLiteGpuDelegateV2Create on these objects, which are retained. They are of
// the library that is found at run time, libOpenCL.so.1.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2CreateOnOpenCl(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuOpenClObjects* objects);

// The objects that a delegate works with, its own or lent; they live as long as
// it. Buffers made in the context can be registered.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2GetOpenCl(
    TfLiteDelegate* delegate, TfLiteGpuOpenClObjects* objects);

// A handle for `bytes` bytes at `offset` of a buffer, or of a sub-buffer, of
// the delegate's context.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2RegisterOpenClBuffer(
    TfLiteDelegate* delegate, cl_mem buffer, size_t offset, size_t bytes,
    TfLiteBufferHandle* handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_GPU_OPENCL_H_
