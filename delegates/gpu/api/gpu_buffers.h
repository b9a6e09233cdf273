// Tensors in buffers of the application, which kernels read and write without a
// copy to host memory.
//
//   TfLiteBufferHandle handle;
//   TfLiteGpuDelegateV2RegisterOpenClBuffer(
//       delegate, memory, /*offset=*/0, bytes, &handle);
//   interpreter->SetBufferHandle(interpreter->inputs()[0], handle, delegate);
//   interpreter->SetAllowBufferHandleOutput(true);  // for outputs
//   … write `memory`; Invoke()
//
// gpu_opencl.h and gpu_vulkan.h register cl_mem and VkBuffer objects; this file
// contains the common part.
//
// Layout: a buffer contains the elements of the tensor in the tensor's own
// type, dense and row-major, as in host memory. Kernels use the buffer in place
// if its offset is a multiple of the device's alignment of bindings (256 bytes
// suffice on any device) and the registered part has at least the tensor's
// bytes rounded up to 16; the contents after the tensor's own bytes are
// undefined after a run. Otherwise the tensor is copied on the device. The
// buffer of an output must not overlap that of another tensor.
//
// Tensors: inputs and outputs of the graph, and all other tensors at the
// boundary of a partition, may have a handle. The value of an input with a
// handle is read from the buffer, and the tensor's host memory is ignored.
// After Invoke() the value of an output with a handle is in the buffer. Without
// SetAllowBufferHandleOutput it is also copied to host memory; with it,
// TfLiteTensor::data_is_stale is true until EnsureTensorDataIsReadable().
// Handles may be changed between any two runs; this rebinds the steps that use
// the tensor, and needs no AllocateTensors(). SetBufferHandle with
// kTfLiteNullBufferHandle returns a tensor to host memory. A handle whose
// buffer is too small for the tensor, or which is not from this delegate, makes
// the partition fail.
//
// If a failed partition runs on the CPU, this project's runtime reads inputs
// from their buffers and copies outputs to theirs. If that is impossible
// because the device is lost, Invoke() fails for an input; an output is then in
// host memory, and its handle becomes kTfLiteNullBufferHandle (see
// GetBufferHandle).
//
// Ownership: the buffer must live until its handle is unregistered and no
// tensor uses it; OpenCL buffers are also retained. The application owns the
// handle: any number of tensors and interpreters may use it, in turn or at the
// same time. Neither setting another handle nor deleting an interpreter
// unregisters it.
//
// Synchronization: Invoke() returns when the device has finished. It starts
// after all commands that were enqueued before on a queue that the application
// has provided. The application must finish uses of a buffer on other queues
// before Invoke().
//
// Threads: all functions may be called on any thread, also while interpreters
// run. A buffer must not be used by two runs at the same time if one of them
// writes it.
//
// Errors: all functions return kTfLiteError, after logging the reason, for
// arguments that are null or invalid.
#ifndef DELEGATES_GPU_API_GPU_BUFFERS_H_
#define DELEGATES_GPU_API_GPU_BUFFERS_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Unregisters a handle. A program that has run with the buffer releases it when
// it runs again, is prepared again, or is deleted.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2UnregisterBuffer(
    TfLiteDelegate* delegate, TfLiteBufferHandle handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_API_GPU_BUFFERS_H_
