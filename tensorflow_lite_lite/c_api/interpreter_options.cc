// Options of c_api.h and c_api_experimental.h.
#include <new>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c_api/handles.h"

namespace {

// A new set of functions replaces all previous ones.
tflite::c_api::OpResolverCallbacks* Reset(TfLiteInterpreterOptions* options,
                                          void* user_data) {
  options->callbacks = {};
  options->callbacks.user_data = user_data;
  return &options->callbacks;
}

}  // namespace

extern "C" {

TfLiteInterpreterOptions* TfLiteInterpreterOptionsCreate(void) {
  return new (std::nothrow) TfLiteInterpreterOptions;
}

TfLiteInterpreterOptions* TfLiteInterpreterOptionsCopy(
    const TfLiteInterpreterOptions* from) {
  if (from == nullptr) return nullptr;
  auto* copy = new (std::nothrow) TfLiteInterpreterOptions(*from);
  if (copy == nullptr) return nullptr;
  // Names in a copied resolver still belong to the original.
  copy->operators = {};
  copy->operators.AddAll(from->operators);
  return copy;
}

void TfLiteInterpreterOptionsDelete(TfLiteInterpreterOptions* options) {
  delete options;
}

void TfLiteInterpreterOptionsSetNumThreads(TfLiteInterpreterOptions* options,
                                           int32_t num_threads) {
  if (options != nullptr) options->num_threads = num_threads;
}

void TfLiteInterpreterOptionsAddDelegate(TfLiteInterpreterOptions* options,
                                         TfLiteOpaqueDelegate* delegate) {
  if (options != nullptr && delegate != nullptr) {
    options->delegates.push_back(delegate);
  }
}

void TfLiteInterpreterOptionsSetErrorReporter(
    TfLiteInterpreterOptions* options,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data) {
  if (options == nullptr) return;
  options->error_reporter = reporter;
  options->error_reporter_user_data = user_data;
}

void TfLiteInterpreterOptionsAddOperator(TfLiteInterpreterOptions* options,
                                         TfLiteOperator* registration) {
  if (options != nullptr) tflite::AddOp(&options->operators, registration);
}

void TfLiteInterpreterOptionsAddRegistrationExternal(
    TfLiteInterpreterOptions* options, TfLiteOperator* registration) {
  TfLiteInterpreterOptionsAddOperator(options, registration);
}

TfLiteStatus TfLiteInterpreterOptionsEnableCancellation(
    TfLiteInterpreterOptions* options, bool enable) {
  if (options == nullptr) return kTfLiteError;
  options->enable_cancellation = enable;
  return kTfLiteOk;
}

void TfLiteInterpreterOptionsAddBuiltinOp(
    TfLiteInterpreterOptions* options, TfLiteBuiltinOperator op,
    const TfLiteRegistration* registration, int32_t min_version,
    int32_t max_version) {
  if (options == nullptr) return;
  options->operators.AddBuiltin(static_cast<tflite::BuiltinOperator>(op),
                                registration, min_version, max_version);
}

void TfLiteInterpreterOptionsAddCustomOp(TfLiteInterpreterOptions* options,
                                         const char* name,
                                         const TfLiteRegistration* registration,
                                         int32_t min_version,
                                         int32_t max_version) {
  if (options == nullptr) return;
  options->operators.AddCustom(name, registration, min_version, max_version);
}

void TfLiteInterpreterOptionsSetOpResolverExternal(
    TfLiteInterpreterOptions* options,
    const TfLiteOperator* (*find_builtin_op)(void*, int, int),
    const TfLiteOperator* (*find_custom_op)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  Reset(options, op_resolver_user_data)->external = {find_builtin_op,
                                                     find_custom_op};
}

void TfLiteInterpreterOptionsSetOpResolverExternalWithFallback(
    TfLiteInterpreterOptions* options,
    const TfLiteOperator* (*find_builtin_op_external)(void*, int, int),
    const TfLiteOperator* (*find_custom_op_external)(void*, const char*, int),
    const TfLiteRegistration* (*find_builtin_op)(void*, TfLiteBuiltinOperator,
                                                 int),
    const TfLiteRegistration* (*find_custom_op)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  auto* callbacks = Reset(options, op_resolver_user_data);
  callbacks->external = {find_builtin_op_external, find_custom_op_external};
  callbacks->current = {find_builtin_op, find_custom_op};
}

void TfLiteInterpreterOptionsSetOpResolver(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration* (*find_builtin_op)(void*, TfLiteBuiltinOperator,
                                                 int),
    const TfLiteRegistration* (*find_custom_op)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  Reset(options, op_resolver_user_data)->current = {find_builtin_op,
                                                    find_custom_op};
}

void TfLiteInterpreterOptionsSetOpResolverV3(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V3* (*find_builtin_op_v3)(void*,
                                                       TfLiteBuiltinOperator,
                                                       int),
    const TfLiteRegistration_V3* (*find_custom_op_v3)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  Reset(options, op_resolver_user_data)->v3 = {find_builtin_op_v3,
                                               find_custom_op_v3};
}

void TfLiteInterpreterOptionsSetOpResolverV2(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V2* (*find_builtin_op_v2)(void*,
                                                       TfLiteBuiltinOperator,
                                                       int),
    const TfLiteRegistration_V2* (*find_custom_op_v2)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  Reset(options, op_resolver_user_data)->v2 = {find_builtin_op_v2,
                                               find_custom_op_v2};
}

void TfLiteInterpreterOptionsSetOpResolverV1(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V1* (*find_builtin_op_v1)(void*,
                                                       TfLiteBuiltinOperator,
                                                       int),
    const TfLiteRegistration_V1* (*find_custom_op_v1)(void*, const char*, int),
    void* op_resolver_user_data) {
  if (options == nullptr) return;
  Reset(options, op_resolver_user_data)->v1 = {find_builtin_op_v1,
                                               find_custom_op_v1};
}

void TfLiteInterpreterOptionsSetUseNNAPI(TfLiteInterpreterOptions* options,
                                         bool enable) {
  if (!enable) return;
  tflite::base::Log(
      tflite::base::LogLevel::kWarning,
      "TfLiteInterpreterOptionsSetUseNNAPI has no effect: there is no "
      "NNAPI on this platform");
}

void TfLiteInterpreterOptionsSetEnableDelegateFallback(
    TfLiteInterpreterOptions* options, bool enable) {
  if (options != nullptr) options->delegate_fallback = enable;
}

void TfLiteInterpreterOptionsSetRequireFullDelegation(
    TfLiteInterpreterOptions* options, bool require) {
  if (options != nullptr) options->require_full_delegation = require;
}

// The layout of the struct is not public.
void TfLiteInterpreterOptionsSetTelemetryProfiler(
    TfLiteInterpreterOptions* options,
    struct TfLiteTelemetryProfilerStruct* profiler) {
  if (profiler == nullptr) return;
  tflite::base::Log(
      tflite::base::LogLevel::kWarning,
      "TfLiteInterpreterOptionsSetTelemetryProfiler has no effect: "
      "telemetry is not supported");
}

}  // extern "C"
