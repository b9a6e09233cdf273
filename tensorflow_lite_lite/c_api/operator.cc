// TfLiteOperator... and the older TfLiteRegistrationExternal... names.
#include "tensorflow_lite_lite/c/operator.h"

#include <new>

#include "tensorflow_lite_lite/c/registration_external.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace {

template <typename Function>
TfLiteStatus Set(TfLiteOperator* op, Function TfLiteOperator::*member,
                 Function function) {
  if (op == nullptr) return kTfLiteError;
  op->*member = function;
  return kTfLiteOk;
}

}  // namespace

extern "C" {

TfLiteOperator* TfLiteOperatorCreate(TfLiteBuiltinOperator builtin_code,
                                     const char* custom_name, int version,
                                     void* user_data) {
  return new (std::nothrow)
      TfLiteOperator(builtin_code, custom_name, version, user_data);
}

// An operator that a graph has taken is deleted with the graph; its creator may
// delete it, too, before or after.
void TfLiteOperatorDelete(TfLiteOperator* registration) {
  tflite::core::DeleteOperator(registration);
}

TfLiteBuiltinOperator TfLiteOperatorGetBuiltInCode(
    const TfLiteOperator* registration) {
  if (registration == nullptr) return kTfLiteBuiltinCustom;
  return static_cast<TfLiteBuiltinOperator>(registration->builtin_code);
}

const char* TfLiteOperatorGetCustomName(const TfLiteOperator* registration) {
  return registration == nullptr ? nullptr : registration->custom_name;
}

int TfLiteOperatorGetVersion(const TfLiteOperator* registration) {
  return registration == nullptr ? -1 : registration->version;
}

void* TfLiteOperatorGetUserData(const TfLiteOperator* registration) {
  return registration == nullptr ? nullptr : registration->user_data;
}

void TfLiteOperatorSetInit(TfLiteOperator* registration,
                           void* (*init)(TfLiteOpaqueContext*, const char*,
                                         size_t)) {
  Set(registration, &TfLiteOperator::init, init);
}

TfLiteStatus TfLiteOperatorSetInitWithData(TfLiteOperator* registration,
                                           void* (*init)(void*,
                                                         TfLiteOpaqueContext*,
                                                         const char*, size_t)) {
  return Set(registration, &TfLiteOperator::init_with_data, init);
}

void TfLiteOperatorSetFree(TfLiteOperator* registration,
                           void (*free)(TfLiteOpaqueContext*, void*)) {
  Set(registration, &TfLiteOperator::free, free);
}

TfLiteStatus TfLiteOperatorSetFreeWithData(TfLiteOperator* registration,
                                           void (*free)(void*,
                                                        TfLiteOpaqueContext*,
                                                        void*)) {
  return Set(registration, &TfLiteOperator::free_with_data, free);
}

void TfLiteOperatorSetPrepare(TfLiteOperator* registration,
                              TfLiteStatus (*prepare)(TfLiteOpaqueContext*,
                                                      TfLiteOpaqueNode*)) {
  Set(registration, &TfLiteOperator::prepare, prepare);
}

TfLiteStatus TfLiteOperatorSetPrepareWithData(
    TfLiteOperator* registration,
    TfLiteStatus (*prepare)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  return Set(registration, &TfLiteOperator::prepare_with_data, prepare);
}

void TfLiteOperatorSetInvoke(TfLiteOperator* registration,
                             TfLiteStatus (*invoke)(TfLiteOpaqueContext*,
                                                    TfLiteOpaqueNode*)) {
  Set(registration, &TfLiteOperator::invoke, invoke);
}

TfLiteStatus TfLiteOperatorSetInvokeWithData(
    TfLiteOperator* registration,
    TfLiteStatus (*invoke)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  return Set(registration, &TfLiteOperator::invoke_with_data, invoke);
}

void TfLiteOperatorSetAsyncKernel(
    TfLiteOperator* registration,
    TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext*,
                                       TfLiteOpaqueNode*)) {
  Set(registration, &TfLiteOperator::async_kernel, async_kernel);
}

TfLiteStatus TfLiteOperatorSetAsyncKernelWithData(
    TfLiteOperator* registration,
    TfLiteAsyncKernel* (*async_kernel)(void*, TfLiteOpaqueContext*,
                                       TfLiteOpaqueNode*)) {
  return Set(registration, &TfLiteOperator::async_kernel_with_data,
             async_kernel);
}

void TfLiteOperatorSetInplaceOperator(TfLiteOperator* registration,
                                      uint64_t inplace_operator) {
  Set(registration, &TfLiteOperator::inplace_operator, inplace_operator);
}

TfLiteRegistrationExternal* TfLiteRegistrationExternalCreate(
    TfLiteBuiltinOperator builtin_code, const char* custom_name, int version) {
  return TfLiteOperatorCreate(builtin_code, custom_name, version, nullptr);
}

void TfLiteRegistrationExternalDelete(
    TfLiteRegistrationExternal* registration) {
  TfLiteOperatorDelete(registration);
}

TfLiteBuiltinOperator TfLiteRegistrationExternalGetBuiltInCode(
    const TfLiteRegistrationExternal* registration) {
  return TfLiteOperatorGetBuiltInCode(registration);
}

const char* TfLiteRegistrationExternalGetCustomName(
    const TfLiteRegistrationExternal* registration) {
  return TfLiteOperatorGetCustomName(registration);
}

int TfLiteRegistrationExternalGetVersion(
    const TfLiteRegistrationExternal* registration) {
  return TfLiteOperatorGetVersion(registration);
}

void TfLiteRegistrationExternalSetInit(TfLiteRegistrationExternal* registration,
                                       void* (*init)(TfLiteOpaqueContext*,
                                                     const char*, size_t)) {
  TfLiteOperatorSetInit(registration, init);
}

void TfLiteRegistrationExternalSetFree(TfLiteRegistrationExternal* registration,
                                       void (*free)(TfLiteOpaqueContext*,
                                                    void*)) {
  TfLiteOperatorSetFree(registration, free);
}

void TfLiteRegistrationExternalSetPrepare(
    TfLiteRegistrationExternal* registration,
    TfLiteStatus (*prepare)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  TfLiteOperatorSetPrepare(registration, prepare);
}

void TfLiteRegistrationExternalSetInvoke(
    TfLiteRegistrationExternal* registration,
    TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  TfLiteOperatorSetInvoke(registration, invoke);
}

void TfLiteRegistrationExternalSetAsyncKernel(
    TfLiteRegistrationExternal* registration,
    TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext*,
                                       TfLiteOpaqueNode*)) {
  TfLiteOperatorSetAsyncKernel(registration, async_kernel);
}

void TfLiteRegistrationExternalSetInplaceOperator(
    TfLiteRegistrationExternal* registration, uint64_t inplace_operator) {
  TfLiteOperatorSetInplaceOperator(registration, inplace_operator);
}

}  // extern "C"
