// Tensors in buffers of the application, which kernels read and write without
// a copy to the host's memory.
//
//   TfLiteBufferHandle handle;
//   TfLiteGpuDelegateV2RegisterOpenClBuffer(delegate, memory, 0, bytes,
//   &handle); interpreter->SetBufferHandle(interpreter->inputs()[0], handle,
//   delegate); interpreter->SetAllowBufferHandleOutput(true);  // for outputs
//   … write `memory`; Invoke()
//
// gpu_opencl.h and gpu_vulkan.h register cl_mem and VkBuffer objects; this file
// has what both share.
//
// Layout. The elements of the tensor, dense and row-major, of the tensor's own
// type, as the host's memory would have them. Kernels use a buffer in place
// where its offset is a multiple of the device's alignment of bindings (256
// bytes serve everywhere) and the part registered has at least the tensor's
// bytes rounded up to 16; what lies beyond the tensor's own bytes is undefined
// after a run. Elsewhere a copy on the device stands in between. An output
// shares no memory with another tensor's buffer.
//
// Tensors. Inputs and outputs of the graph, and any other tensor at the border
// of a partition. While an input has a handle, its value is in the buffer, and
// what the host's memory has does not count. After Invoke() an output with a
// handle is in the buffer; without SetAllowBufferHandleOutput it is also copied
// to the host's memory, else TfLiteTensor::data_is_stale is true until
// EnsureTensorDataIsReadable(). Handles may be changed between any two runs; a
// change costs the steps that use the tensor, and no AllocateTensors().
// SetBufferHandle with kTfLiteNullBufferHandle takes a tensor back to the
// host's memory. A handle that does not fit its tensor, or none of the
// delegate's, fails the partition.
//
// Where the CPU has the nodes of a failed partition, this project's runtime
// reads inputs from their buffers and copies outputs to theirs. Where that does
// not work, since the device is lost, Invoke() fails for an input; an output is
// in the host's memory, and its handle is kTfLiteNullBufferHandle then
// (GetBufferHandle tells).
//
// Ownership. The buffer lives until its handle is unregistered and no tensor
// has it; OpenCL's are retained besides. A handle is the application's: any
// number of tensors and interpreters may have it, in turn or at once, and
// neither setting another one nor an interpreter's end unregisters it.
//
// Synchronisation. Invoke() returns when the device has finished. It starts
// after commands that were enqueued before on a queue that the application
// lends; what other queues do with a buffer is finished before Invoke().
//
// Threads. All functions may be called on any thread, also while interpreters
// run; a buffer is used by one run at a time, if any of them writes it.
//
// All return kTfLiteError, after the log has got the reason, for arguments that
// are null or do not fit.
#ifndef DELEGATES_GPU_GPU_BUFFERS_H_
#define DELEGATES_GPU_GPU_BUFFERS_H_

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Ends a handle. Programs that have run with the buffer let go of it when they
// run next, are prepared anew or end.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2UnregisterBuffer(
    TfLiteDelegate* delegate, TfLiteBufferHandle handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_GPU_BUFFERS_H_
