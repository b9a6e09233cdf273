// TfLiteAsyncKernel: the functions with which a delegate's kernel accepts
// platform buffers and runs asynchronously. A missing function means "not
// supported".
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_KERNEL_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_KERNEL_H_

#include <stdbool.h>
#include <stddef.h>

#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"
#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/async/types.h"
#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// `kernel_data` belongs to the delegate and is not owned.
TFL_CAPI_EXPORT TfLiteAsyncKernel* TfLiteAsyncKernelCreate(void* kernel_data);
TFL_CAPI_EXPORT void* TfLiteAsyncKernelGetKernelData(
    const TfLiteAsyncKernel* async_kernel);

// Registers `buffer` under `handle`, which the runtime chooses.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetRegisterBuffer(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*register_buffer)(
        TfLiteAsyncKernel* async_kernel, TfLiteOpaqueContext* context,
        TfLiteIoType io_type, const TfLiteBackendBuffer* buffer,
        const TfLiteAttributeMap* attrs, TfLiteBufferHandle handle));

// Registers a part of a registered buffer; the attributes give its position.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetRegisterBufferSlice(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*register_buffer_slice)(TfLiteAsyncKernel* async_kernel,
                                          TfLiteOpaqueContext* context,
                                          TfLiteBufferHandle buffer_pool,
                                          const TfLiteAttributeMap* attrs,
                                          TfLiteBufferHandle handle));

TFL_CAPI_EXPORT void TfLiteAsyncKernelSetUnregisterBuffer(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*unregister_buffer)(TfLiteAsyncKernel* async_kernel,
                                      TfLiteOpaqueContext* context,
                                      TfLiteBufferHandle handle));

// Names of the supported types; the array belongs to the kernel.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetSupportedBufferTypes(
    TfLiteAsyncKernel* async_kernel,
    void (*supported_buffer_types)(const TfLiteAsyncKernel* async_kernel,
                                   TfLiteIoType io_type,
                                   const char* const** types, size_t* n_types));
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetSupportedSynchronizations(
    TfLiteAsyncKernel* async_kernel,
    void (*supported_synchronizations)(const TfLiteAsyncKernel* async_kernel,
                                       TfLiteIoType io_type,
                                       const char* const** types,
                                       size_t* n_types));

// Merges the kernel's requirements for a tensor into the user's. False if they
// are incompatible; `conflict`, if not NULL, then holds the conflicting
// attributes.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetReconcileRestrictions(
    TfLiteAsyncKernel* async_kernel,
    bool (*reconcile_restrictions)(
        const TfLiteAsyncKernel* async_kernel,
        const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node,
        int tensor_index, const TfLiteAttributeMap* user_provided_attributes,
        TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict));

// Sets the final attributes of a tensor.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetSetAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*set_attributes)(TfLiteAsyncKernel* async_kernel,
                                   TfLiteOpaqueContext* context,
                                   TfLiteOpaqueNode* node, int tensor_index,
                                   const TfLiteAttributeMap* attrs));

// Sets the final attributes of a buffer.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetSetBufferAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*set_buffer_attributes)(TfLiteAsyncKernel* async_kernel,
                                          const TfLiteBackendBuffer* buffer,
                                          const TfLiteAttributeMap* attrs));
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetGetBufferAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*get_buffer_attributes)(TfLiteAsyncKernel* async_kernel,
                                          const TfLiteBackendBuffer* buffer,
                                          TfLiteAttributeMap* attrs));

// Called once the attributes are final, before the first task.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetPrepare(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*prepare)(TfLiteAsyncKernel* async_kernel,
                            TfLiteOpaqueContext* context,
                            TfLiteOpaqueNode* node));

// Start a task, wait for it, and free its resources.
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetEval(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*eval)(TfLiteAsyncKernel* async_kernel,
                         TfLiteOpaqueContext* context, TfLiteOpaqueNode* node,
                         TfLiteExecutionTask* task));
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetWait(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*wait)(TfLiteAsyncKernel* async_kernel,
                         TfLiteOpaqueContext* context,
                         TfLiteExecutionTask* task));
TFL_CAPI_EXPORT void TfLiteAsyncKernelSetFinish(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*finish)(TfLiteAsyncKernel* async_kernel,
                           TfLiteOpaqueContext* context,
                           TfLiteExecutionTask* task));

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteAsyncKernelDelete(TfLiteAsyncKernel* async_kernel);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_KERNEL_H_
