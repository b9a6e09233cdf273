// The opaque API for operators and delegates: tensors, nodes and contexts as
// handles whose layout may change. A handle is valid as long as the call or the
// object it comes from. Returned arrays and strings belong to the runtime.
// Functions with a status return kTfLiteError for a NULL or out-of-range
// argument.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_H_
#define TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_H_

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/c/c_api_opaque/check_macros.h"
#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c/c_api_opaque/node.h"
#include "tensorflow_lite_lite/c/c_api_opaque/tensor.h"
#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"
// IWYU pragma: end_exports

#ifdef __cplusplus
extern "C" {
#endif

// See common.h. A delegate created here is applied like a classic one.
TFL_CAPI_EXPORT TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder);
TFL_CAPI_EXPORT void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate);
TFL_CAPI_EXPORT void* TfLiteOpaqueDelegateGetData(
    const TfLiteOpaqueDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_H_
