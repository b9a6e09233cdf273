// The names that operator.h had in earlier releases. Functions without a
// comment behave like their TfLiteOperator counterparts.
#ifndef TENSORFLOW_LITE_LITE_C_REGISTRATION_EXTERNAL_H_
#define TENSORFLOW_LITE_LITE_C_REGISTRATION_EXTERNAL_H_

#include "tensorflow_lite_lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef TfLiteOperator TfLiteRegistrationExternal;

// Without user data. Calls with a fourth argument, `user_data`, are forwarded
// to TfLiteOperatorCreate: by an overload in C++, by the macro below in C.
TFL_CAPI_EXPORT TfLiteRegistrationExternal* TfLiteRegistrationExternalCreate(
    TfLiteBuiltinOperator builtin_code, const char* custom_name, int version);

TFL_CAPI_EXPORT void TfLiteRegistrationExternalDelete(
    TfLiteRegistrationExternal* registration);

TFL_CAPI_EXPORT TfLiteBuiltinOperator TfLiteRegistrationExternalGetBuiltInCode(
    const TfLiteRegistrationExternal* registration);

TFL_CAPI_EXPORT const char* TfLiteRegistrationExternalGetCustomName(
    const TfLiteRegistrationExternal* registration);

TFL_CAPI_EXPORT int TfLiteRegistrationExternalGetVersion(
    const TfLiteRegistrationExternal* registration);

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetInit(
    TfLiteRegistrationExternal* registration,
    void* (*init)(TfLiteOpaqueContext* context, const char* buffer,
                  size_t length));

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetFree(
    TfLiteRegistrationExternal* registration,
    void (*free)(TfLiteOpaqueContext* context, void* data));

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetPrepare(
    TfLiteRegistrationExternal* registration,
    TfLiteStatus (*prepare)(TfLiteOpaqueContext* context,
                            TfLiteOpaqueNode* node));

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetInvoke(
    TfLiteRegistrationExternal* registration,
    TfLiteStatus (*invoke)(TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node));

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetAsyncKernel(
    TfLiteRegistrationExternal* registration,
    struct TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext* context,
                                              TfLiteOpaqueNode* node));

TFL_CAPI_EXPORT void TfLiteRegistrationExternalSetInplaceOperator(
    TfLiteRegistrationExternal* registration, uint64_t inplace_operator);

#ifdef __cplusplus
}  // extern "C"

inline TfLiteRegistrationExternal* TfLiteRegistrationExternalCreate(
    TfLiteBuiltinOperator builtin_code, const char* custom_name, int version,
    void* user_data) {
  return TfLiteOperatorCreate(builtin_code, custom_name, version, user_data);
}

#else

// TFL_FIFTH selects the function that fits the number of arguments; a macro's
// own name is not expanded again inside it.
#define TFL_FIFTH(a1, a2, a3, a4, fifth, ...) fifth
#define TfLiteRegistrationExternalCreate(...)          \
  TFL_FIFTH(__VA_ARGS__, TfLiteOperatorCreate,         \
            TfLiteRegistrationExternalCreate, 0, 0, 0) \
  (__VA_ARGS__)

#endif  // __cplusplus

#endif  // TENSORFLOW_LITE_LITE_C_REGISTRATION_EXTERNAL_H_
