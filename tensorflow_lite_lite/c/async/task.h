// TfLiteExecutionTask: the buffers and synchronization objects of one
// asynchronous run. Created by TfLiteAsyncSignatureRunnerCreateTask.
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_TASK_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_TASK_H_

#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/async/types.h"
#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Buffer of a tensor, by its name in the signature or by its index. Get returns
// kTfLiteNullBufferHandle if none is set.
TFL_CAPI_EXPORT TfLiteStatus TfLiteExecutionTaskSetBuffer(
    TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name, TfLiteBufferHandle handle);
TFL_CAPI_EXPORT TfLiteStatus TfLiteExecutionTaskSetBufferByIndex(
    TfLiteExecutionTask* task, int tensor_index, TfLiteBufferHandle handle);
TFL_CAPI_EXPORT TfLiteBufferHandle TfLiteExecutionTaskGetBufferByName(
    const TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name);
TFL_CAPI_EXPORT TfLiteBufferHandle TfLiteExecutionTaskGetBufferByIndex(
    const TfLiteExecutionTask* task, int tensor_index);

// Synchronization object of a tensor: an input's is signalled when it is ready,
// an output's will be signalled when it is. Not owned. NULL if none is set.
TFL_CAPI_EXPORT TfLiteStatus TfLiteExecutionTaskSetSync(
    TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name, TfLiteSynchronization* sync);
TFL_CAPI_EXPORT TfLiteStatus TfLiteExecutionTaskSetSyncByIndex(
    TfLiteExecutionTask* task, int tensor_index, TfLiteSynchronization* sync);
TFL_CAPI_EXPORT TfLiteSynchronization* TfLiteExecutionTaskGetSyncByName(
    const TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name);
TFL_CAPI_EXPORT TfLiteSynchronization* TfLiteExecutionTaskGetSyncByIndex(
    const TfLiteExecutionTask* task, int tensor_index);

// A pointer that the kernel stores in the task. Not owned.
TFL_CAPI_EXPORT void* TfLiteExecutionTaskGetDelegateExecutionData(
    const TfLiteExecutionTask* task, TfLiteAsyncKernel* kernel);
TFL_CAPI_EXPORT void TfLiteExecutionTaskSetDelegateExecutionData(
    TfLiteExecutionTask* task, TfLiteAsyncKernel* kernel, void* data);

// Result of the last run.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteExecutionTaskGetStatus(const TfLiteExecutionTask* task);
TFL_CAPI_EXPORT void TfLiteExecutionTaskSetStatus(TfLiteExecutionTask* task,
                                                  TfLiteStatus status);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_TASK_H_
