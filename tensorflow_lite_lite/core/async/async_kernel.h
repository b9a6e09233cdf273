#ifndef TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_KERNEL_H_
#define TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_KERNEL_H_

#include <cstddef>

#include "tensorflow_lite_lite/c/async/async_kernel.h"
#include "tensorflow_lite_lite/c/common.h"

// The functions of a delegate's asynchronous kernel that were set with
// TfLiteAsyncKernelSet...; null if they were not set.
struct TfLiteAsyncKernel {
  void* kernel_data = nullptr;  // owned by the delegate

  TfLiteStatus (*register_buffer)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                  TfLiteIoType, const TfLiteBackendBuffer*,
                                  const TfLiteAttributeMap*,
                                  TfLiteBufferHandle) = nullptr;
  TfLiteStatus (*register_buffer_slice)(TfLiteAsyncKernel*,
                                        TfLiteOpaqueContext*,
                                        TfLiteBufferHandle buffer_pool,
                                        const TfLiteAttributeMap*,
                                        TfLiteBufferHandle) = nullptr;
  TfLiteStatus (*unregister_buffer)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                    TfLiteBufferHandle) = nullptr;
  void (*supported_buffer_types)(const TfLiteAsyncKernel*, TfLiteIoType,
                                 const char* const** types,
                                 size_t* n_types) = nullptr;
  void (*supported_synchronizations)(const TfLiteAsyncKernel*, TfLiteIoType,
                                     const char* const** types,
                                     size_t* n_types) = nullptr;
  bool (*reconcile_restrictions)(const TfLiteAsyncKernel*,
                                 const TfLiteOpaqueContext*,
                                 const TfLiteOpaqueNode*, int tensor_index,
                                 const TfLiteAttributeMap* user_provided,
                                 TfLiteAttributeMap* merged,
                                 TfLiteAttributeMap* conflict) = nullptr;
  TfLiteStatus (*set_attributes)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                                 TfLiteOpaqueNode*, int tensor_index,
                                 const TfLiteAttributeMap*) = nullptr;
  TfLiteStatus (*set_buffer_attributes)(TfLiteAsyncKernel*,
                                        const TfLiteBackendBuffer*,
                                        const TfLiteAttributeMap*) = nullptr;
  TfLiteStatus (*get_buffer_attributes)(TfLiteAsyncKernel*,
                                        const TfLiteBackendBuffer*,
                                        TfLiteAttributeMap*) = nullptr;
  TfLiteStatus (*prepare)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                          TfLiteOpaqueNode*) = nullptr;
  TfLiteStatus (*eval)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                       TfLiteOpaqueNode*, TfLiteExecutionTask*) = nullptr;
  TfLiteStatus (*wait)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                       TfLiteExecutionTask*) = nullptr;
  TfLiteStatus (*finish)(TfLiteAsyncKernel*, TfLiteOpaqueContext*,
                         TfLiteExecutionTask*) = nullptr;
};

#endif  // TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_KERNEL_H_
