#include "tensorflow_lite_lite/core/async/async_kernel.h"

#include <new>

// Defines the setters, which store a function and ignore a null kernel.
#define TFL_ASYNC_KERNEL_SET(member)                            \
  do {                                                          \
    if (async_kernel != nullptr) async_kernel->member = member; \
  } while (false)

extern "C" {

TfLiteAsyncKernel* TfLiteAsyncKernelCreate(void* kernel_data) {
  auto* kernel = new (std::nothrow) TfLiteAsyncKernel;
  if (kernel != nullptr) kernel->kernel_data = kernel_data;
  return kernel;
}

void* TfLiteAsyncKernelGetKernelData(const TfLiteAsyncKernel* async_kernel) {
  return async_kernel == nullptr ? nullptr : async_kernel->kernel_data;
}

void TfLiteAsyncKernelSetRegisterBuffer(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*register_buffer)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                    TfLiteIoType, const TfLiteBackendBuffer*,
                                    const TfLiteAttributeMap*,
                                    TfLiteBufferHandle)) {
  TFL_ASYNC_KERNEL_SET(register_buffer);
}

void TfLiteAsyncKernelSetRegisterBufferSlice(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*register_buffer_slice)(
        TfLiteAsyncKernel*, TfLiteOpaqueContext*, TfLiteBufferHandle,
        const TfLiteAttributeMap*, TfLiteBufferHandle)) {
  TFL_ASYNC_KERNEL_SET(register_buffer_slice);
}

void TfLiteAsyncKernelSetUnregisterBuffer(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*unregister_buffer)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                      TfLiteBufferHandle)) {
  TFL_ASYNC_KERNEL_SET(unregister_buffer);
}

void TfLiteAsyncKernelSetSupportedBufferTypes(
    TfLiteAsyncKernel* async_kernel,
    void (*supported_buffer_types)(const TfLiteAsyncKernel*, TfLiteIoType,
                                   const char* const**, size_t*)) {
  TFL_ASYNC_KERNEL_SET(supported_buffer_types);
}

void TfLiteAsyncKernelSetSupportedSynchronizations(
    TfLiteAsyncKernel* async_kernel,
    void (*supported_synchronizations)(const TfLiteAsyncKernel*, TfLiteIoType,
                                       const char* const**, size_t*)) {
  TFL_ASYNC_KERNEL_SET(supported_synchronizations);
}

void TfLiteAsyncKernelSetReconcileRestrictions(
    TfLiteAsyncKernel* async_kernel,
    bool (*reconcile_restrictions)(const TfLiteAsyncKernel*,
                                   const TfLiteOpaqueContext*,
                                   const TfLiteOpaqueNode*, int,
                                   const TfLiteAttributeMap*,
                                   TfLiteAttributeMap*, TfLiteAttributeMap*)) {
  TFL_ASYNC_KERNEL_SET(reconcile_restrictions);
}

void TfLiteAsyncKernelSetSetAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*set_attributes)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                   TfLiteOpaqueNode*, int,
                                   const TfLiteAttributeMap*)) {
  TFL_ASYNC_KERNEL_SET(set_attributes);
}

void TfLiteAsyncKernelSetSetBufferAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*set_buffer_attributes)(TfLiteAsyncKernel*,
                                          const TfLiteBackendBuffer*,
                                          const TfLiteAttributeMap*)) {
  TFL_ASYNC_KERNEL_SET(set_buffer_attributes);
}

void TfLiteAsyncKernelSetGetBufferAttributes(
    TfLiteAsyncKernel* async_kernel,
    TfLiteStatus (*get_buffer_attributes)(TfLiteAsyncKernel*,
                                          const TfLiteBackendBuffer*,
                                          TfLiteAttributeMap*)) {
  TFL_ASYNC_KERNEL_SET(get_buffer_attributes);
}

void TfLiteAsyncKernelSetPrepare(TfLiteAsyncKernel* async_kernel,
                                 TfLiteStatus (*prepare)(TfLiteAsyncKernel*,
                                                         TfLiteOpaqueContext*,
                                                         TfLiteOpaqueNode*)) {
  TFL_ASYNC_KERNEL_SET(prepare);
}

void TfLiteAsyncKernelSetEval(TfLiteAsyncKernel* async_kernel,
                              TfLiteStatus (*eval)(TfLiteAsyncKernel*,
                                                   TfLiteOpaqueContext*,
                                                   TfLiteOpaqueNode*,
                                                   TfLiteExecutionTask*)) {
  TFL_ASYNC_KERNEL_SET(eval);
}

void TfLiteAsyncKernelSetWait(TfLiteAsyncKernel* async_kernel,
                              TfLiteStatus (*wait)(TfLiteAsyncKernel*,
                                                   TfLiteOpaqueContext*,
                                                   TfLiteExecutionTask*)) {
  TFL_ASYNC_KERNEL_SET(wait);
}

void TfLiteAsyncKernelSetFinish(TfLiteAsyncKernel* async_kernel,
                                TfLiteStatus (*finish)(TfLiteAsyncKernel*,
                                                       TfLiteOpaqueContext*,
                                                       TfLiteExecutionTask*)) {
  TFL_ASYNC_KERNEL_SET(finish);
}

void TfLiteAsyncKernelDelete(TfLiteAsyncKernel* async_kernel) {
  delete async_kernel;
}

}  // extern "C"
