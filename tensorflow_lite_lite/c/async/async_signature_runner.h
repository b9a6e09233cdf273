// TfLiteAsyncSignatureRunner: runs a signature on platform buffers without
// waiting for it. Requires a delegate with an asynchronous kernel that has
// taken the whole subgraph.
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_SIGNATURE_RUNNER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"
#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/async/types.h"
#include "tensorflow_lite_lite/c/c_api.h"
#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteAsyncSignatureRunner TfLiteAsyncSignatureRunner;

// NULL, with a message, for an unknown key or if no delegate offers an
// asynchronous kernel. NULL as key: see TfLiteInterpreterGetSignatureRunner.
// Delete the runner before the interpreter, which finishes remaining tasks.
TFL_CAPI_EXPORT TfLiteAsyncSignatureRunner*
TfLiteInterpreterGetAsyncSignatureRunner(const TfLiteInterpreter* interpreter,
                                         const char* signature_key);

// Registers a buffer, or a part of one, with the delegate. *handle identifies
// it in tasks. The application keeps the buffer alive until it is unregistered.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerRegisterBuffer(
    TfLiteAsyncSignatureRunner* async_signature_runner, TfLiteIoType io_type,
    const TfLiteBackendBuffer* buffer, const TfLiteAttributeMap* attrs,
    TfLiteBufferHandle* handle);
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerRegisterBufferSlice(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteBufferHandle buffer_pool, const TfLiteAttributeMap* attrs,
    TfLiteBufferHandle* handle);
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerUnregisterBuffer(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteBufferHandle handle);

// Names of the types the delegate supports; the array belongs to the runner.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerGetSupportedBufferTypes(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* const** types, size_t* num_types);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteAsyncSignatureRunnerGetSupportedSynchronizationTypes(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* const** types, size_t* num_types);

// Merges the delegate's requirements for a tensor into the user's. False if
// they are incompatible; `conflict`, if not NULL, then holds the conflicting
// attributes.
TFL_CAPI_EXPORT bool TfLiteAsyncSignatureRunnerReconcileRestrictions(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* name,
    const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict);
TFL_CAPI_EXPORT bool TfLiteAsyncSignatureRunnerReconcileRestrictionsByIndex(
    const TfLiteAsyncSignatureRunner* async_signature_runner, int tensor_index,
    const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict);

// Sets the final attributes of a tensor, before PrepareBackends.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerSetAttributes(
    TfLiteAsyncSignatureRunner* async_signature_runner, TfLiteIoType io_type,
    const char* name, const TfLiteAttributeMap* attrs);
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerSetAttributesByIndex(
    TfLiteAsyncSignatureRunner* async_signature_runner, int tensor_index,
    const TfLiteAttributeMap* attrs);

// Call once, after setting the attributes and before the first task.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerPrepareBackends(
    TfLiteAsyncSignatureRunner* async_signature_runner);

// Creates a task, to be freed with TfLiteAsyncSignatureRunnerFinish.
TFL_CAPI_EXPORT TfLiteExecutionTask* TfLiteAsyncSignatureRunnerCreateTask(
    TfLiteAsyncSignatureRunner* async_signature_runner);

// Starts the task. A task can run only once at a time: wait before restarting
// it.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerInvokeAsync(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task);

// Blocks until the task has ended and returns its result; returns immediately
// for a task that was waited for before.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerWait(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task);

// Waits if needed and deletes the task.
TFL_CAPI_EXPORT TfLiteStatus TfLiteAsyncSignatureRunnerFinish(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task);

// Names and tensors of the signature, as in c_api.h; tensor indices are those
// of its subgraph.
TFL_CAPI_EXPORT size_t TfLiteAsyncSignatureRunnerGetInputCount(
    const TfLiteAsyncSignatureRunner* async_signature_runner);
TFL_CAPI_EXPORT const char* TfLiteAsyncSignatureRunnerGetInputName(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    int32_t input_index);
TFL_CAPI_EXPORT size_t TfLiteAsyncSignatureRunnerGetOutputCount(
    const TfLiteAsyncSignatureRunner* async_signature_runner);
TFL_CAPI_EXPORT const char* TfLiteAsyncSignatureRunnerGetOutputName(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    int32_t output_index);
TFL_CAPI_EXPORT const TfLiteOpaqueTensor*
TfLiteAsyncSignatureRunnerGetInputTensor(
    TfLiteAsyncSignatureRunner* async_signature_runner, const char* input_name);
TFL_CAPI_EXPORT const TfLiteOpaqueTensor*
TfLiteAsyncSignatureRunnerGetOutputTensor(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    const char* output_name);

TFL_CAPI_EXPORT void TfLiteAsyncSignatureRunnerDelete(
    TfLiteAsyncSignatureRunner* signature_runner);

TFL_CAPI_EXPORT const int* TfLiteAsyncSignatureRunnerInputTensorIndices(
    const TfLiteAsyncSignatureRunner* async_signature_runner);
TFL_CAPI_EXPORT const int* TfLiteAsyncSignatureRunnerOutputTensorIndices(
    const TfLiteAsyncSignatureRunner* async_signature_runner);
TFL_CAPI_EXPORT const TfLiteOpaqueTensor* TfLiteAsyncSignatureRunnerGetTensor(
    const TfLiteAsyncSignatureRunner* async_signature_runner, int index);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
