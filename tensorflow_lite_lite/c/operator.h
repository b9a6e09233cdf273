// TfLiteOperator: an operator written against the opaque API, its identity and
// its functions. An operator outlives every interpreter that uses it.
#ifndef TENSORFLOW_LITE_LITE_C_OPERATOR_H_
#define TENSORFLOW_LITE_LITE_C_OPERATOR_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct TfLiteAsyncKernel;
typedef struct TfLiteOperator TfLiteOperator;

// Creates an operator; NULL if memory is exhausted. `custom_name` is copied; it
// identifies the operator if `builtin_code` is kTfLiteBuiltinCustom. The caller
// keeps ownership of `user_data`, which is passed to the functions set with
// ...WithData.
TFL_CAPI_EXPORT TfLiteOperator* TfLiteOperatorCreate(
    TfLiteBuiltinOperator builtin_code, const char* custom_name, int version,
    void* user_data);

// NULL is allowed.
TFL_CAPI_EXPORT void TfLiteOperatorDelete(TfLiteOperator* registration);

// The values that the operator was created with.
TFL_CAPI_EXPORT TfLiteBuiltinOperator
TfLiteOperatorGetBuiltInCode(const TfLiteOperator* registration);
TFL_CAPI_EXPORT const char* TfLiteOperatorGetCustomName(
    const TfLiteOperator* registration);
TFL_CAPI_EXPORT int TfLiteOperatorGetVersion(
    const TfLiteOperator* registration);
TFL_CAPI_EXPORT void* TfLiteOperatorGetUserData(
    const TfLiteOperator* registration);

// The operator's functions. Each setter has two forms; the ...WithData form
// takes precedence if both are used, and returns kTfLiteError if `registration`
// is NULL. A missing function does nothing and succeeds, except invoke.

// Creates the state of a node from the option bytes of a custom operator;
// TfLiteOpaqueNodeGetUserData returns it. For a delegate's kernel, `buffer` is
// a TfLiteOpaqueDelegateParams and `length` 0. Returns TfLiteKernelInitFailed()
// on failure.
TFL_CAPI_EXPORT void TfLiteOperatorSetInit(
    TfLiteOperator* registration,
    void* (*init)(TfLiteOpaqueContext* context, const char* buffer,
                  size_t length));
TFL_CAPI_EXPORT TfLiteStatus TfLiteOperatorSetInitWithData(
    TfLiteOperator* registration,
    void* (*init)(void* user_data, TfLiteOpaqueContext* context,
                  const char* buffer, size_t length));

// Frees the state that init returned.
TFL_CAPI_EXPORT void TfLiteOperatorSetFree(
    TfLiteOperator* registration,
    void (*free)(TfLiteOpaqueContext* context, void* data));
TFL_CAPI_EXPORT TfLiteStatus TfLiteOperatorSetFreeWithData(
    TfLiteOperator* registration,
    void (*free)(void* user_data, TfLiteOpaqueContext* context, void* data));

// Called after each change of input shapes: checks the node and sets output
// shapes.
TFL_CAPI_EXPORT void TfLiteOperatorSetPrepare(
    TfLiteOperator* registration,
    TfLiteStatus (*prepare)(TfLiteOpaqueContext* context,
                            TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT TfLiteStatus TfLiteOperatorSetPrepareWithData(
    TfLiteOperator* registration,
    TfLiteStatus (*prepare)(void* user_data, TfLiteOpaqueContext* context,
                            TfLiteOpaqueNode* node));

// Computes the outputs.
TFL_CAPI_EXPORT void TfLiteOperatorSetInvoke(
    TfLiteOperator* registration,
    TfLiteStatus (*invoke)(TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT TfLiteStatus TfLiteOperatorSetInvokeWithData(
    TfLiteOperator* registration,
    TfLiteStatus (*invoke)(void* user_data, TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node));

// Returns the asynchronous kernel of a delegate's node.
TFL_CAPI_EXPORT void TfLiteOperatorSetAsyncKernel(
    TfLiteOperator* registration,
    struct TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext* context,
                                              TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT TfLiteStatus TfLiteOperatorSetAsyncKernelWithData(
    TfLiteOperator* registration,
    struct TfLiteAsyncKernel* (*async_kernel)(void* user_data,
                                              TfLiteOpaqueContext* context,
                                              TfLiteOpaqueNode* node));

// TfLiteInPlaceOp flags (common.h).
TFL_CAPI_EXPORT void TfLiteOperatorSetInplaceOperator(
    TfLiteOperator* registration, uint64_t inplace_operator);

#ifdef __cplusplus
}  // extern "C"
#endif

#include "tensorflow_lite_lite/c/registration_external.h"  // IWYU pragma: export

#endif  // TENSORFLOW_LITE_LITE_C_OPERATOR_H_
