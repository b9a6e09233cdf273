// The GPU delegate on OpenCL objects of the application. See gpu_buffers.h.
#ifndef DELEGATES_GPU_API_GPU_OPENCL_H_
#define DELEGATES_GPU_API_GPU_OPENCL_H_

#include <CL/cl.h>
#include <stddef.h>

#include "delegates/gpu/api/gpu_buffers.h"
#include "delegates/gpu/api/gpu_delegate_options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  cl_context context;
  cl_device_id device;
  // An in-order queue. NULL: the delegate creates its own.
  cl_command_queue queue;
} TfLiteGpuOpenClObjects;

// Like TfLiteGpuDelegateV2Create, on these objects, which are retained. They
// must belong to the library that is found at run time, libOpenCL.so.1.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2CreateOnOpenCl(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuOpenClObjects* objects);

// The objects that a delegate uses, its own or the application's. They live as
// long as the delegate. Buffers created in the context can be registered.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2GetOpenCl(
    TfLiteDelegate* delegate, TfLiteGpuOpenClObjects* objects);

// Returns a handle for `bytes` bytes at `offset` of a buffer or sub-buffer in
// the delegate's context.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2RegisterOpenClBuffer(
    TfLiteDelegate* delegate, cl_mem buffer, size_t offset, size_t bytes,
    TfLiteBufferHandle* handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_API_GPU_OPENCL_H_
