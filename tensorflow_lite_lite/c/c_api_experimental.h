// Additions to c_api.h that may still change.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_EXPERIMENTAL_H_
#define TENSORFLOW_LITE_LITE_C_C_API_EXPERIMENTAL_H_

#include "tensorflow_lite_lite/c/builtin_ops.h"  // IWYU pragma: export
#include "tensorflow_lite_lite/c/c_api.h"        // IWYU pragma: export
#include "tensorflow_lite_lite/c/common.h"       // IWYU pragma: export

#ifdef __cplusplus
extern "C" {
#endif

struct TfLiteTelemetryProfilerStruct;

// Variables of the primary subgraph. Reset fills them with zeros.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteInterpreterResetVariableTensors(TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT int32_t
TfLiteInterpreterGetVariableTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT TfLiteTensor* TfLiteInterpreterGetVariableTensor(
    const TfLiteInterpreter* interpreter, int32_t variable_index);

// Adds an operator for the versions min_version to max_version. The
// registration is copied; the name must outlive the interpreters.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsAddBuiltinOp(
    TfLiteInterpreterOptions* options, TfLiteBuiltinOperator op,
    const TfLiteRegistration* registration, int32_t min_version,
    int32_t max_version);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsAddCustomOp(
    TfLiteInterpreterOptions* options, const char* name,
    const TfLiteRegistration* registration, int32_t min_version,
    int32_t max_version);

// Functions that look up operators; they are called after the operators that
// were added one by one. They return NULL for unknown operators; the results
// must outlive the interpreters. `op_resolver_user_data` is passed to each
// call. The last setter called wins, except that the fallback form keeps both
// of its pairs and asks the operators first.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolverExternal(
    TfLiteInterpreterOptions* options,
    const TfLiteOperator* (*find_builtin_op)(void* user_data, int op,
                                             int version),
    const TfLiteOperator* (*find_custom_op)(void* user_data,
                                            const char* custom_op, int version),
    void* op_resolver_user_data);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolverExternalWithFallback(
    TfLiteInterpreterOptions* options,
    const TfLiteOperator* (*find_builtin_op_external)(void* user_data, int op,
                                                      int version),
    const TfLiteOperator* (*find_custom_op_external)(void* user_data,
                                                     const char* custom_op,
                                                     int version),
    const TfLiteRegistration* (*find_builtin_op)(void* user_data,
                                                 TfLiteBuiltinOperator op,
                                                 int version),
    const TfLiteRegistration* (*find_custom_op)(void* user_data, const char* op,
                                                int version),
    void* op_resolver_user_data);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolver(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration* (*find_builtin_op)(void* user_data,
                                                 TfLiteBuiltinOperator op,
                                                 int version),
    const TfLiteRegistration* (*find_custom_op)(void* user_data, const char* op,
                                                int version),
    void* op_resolver_user_data);

// The same for registrations in the layouts of earlier releases.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolverV3(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V3* (*find_builtin_op_v3)(void* user_data,
                                                       TfLiteBuiltinOperator op,
                                                       int version),
    const TfLiteRegistration_V3* (*find_custom_op_v3)(void* user_data,
                                                      const char* op,
                                                      int version),
    void* op_resolver_user_data);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolverV2(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V2* (*find_builtin_op_v2)(void* user_data,
                                                       TfLiteBuiltinOperator op,
                                                       int version),
    const TfLiteRegistration_V2* (*find_custom_op_v2)(void* user_data,
                                                      const char* op,
                                                      int version),
    void* op_resolver_user_data);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetOpResolverV1(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration_V1* (*find_builtin_op_v1)(void* user_data,
                                                       TfLiteBuiltinOperator op,
                                                       int version),
    const TfLiteRegistration_V1* (*find_custom_op_v1)(void* user_data,
                                                      const char* op,
                                                      int version),
    void* op_resolver_user_data);

// Like TfLiteInterpreterCreate, with only the operators given in the options.
TFL_CAPI_EXPORT TfLiteInterpreter* TfLiteInterpreterCreateWithSelectedOps(
    const TfLiteModel* model, const TfLiteInterpreterOptions* options);

// NNAPI exists only on Android: `true` logs a warning.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetUseNNAPI(
    TfLiteInterpreterOptions* options, bool enable);

// Whether the nodes of a failed delegate go back to the CPU (the default). With
// `false`, the call in which the delegate fails returns an error.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetEnableDelegateFallback(
    TfLiteInterpreterOptions* options, bool enable);

// Telemetry is not supported: a profiler logs a warning.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetTelemetryProfiler(
    TfLiteInterpreterOptions* options,
    struct TfLiteTelemetryProfilerStruct* profiler);

// Extension of this library. Whether delegates must run every node of the
// primary graph: if they do not, TfLiteInterpreterCreate,
// TfLiteInterpreterModifyGraphWithDelegate and TfLiteInterpreterAllocateTensors
// fail with a message that names nodes and reasons.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetRequireFullDelegation(
    TfLiteInterpreterOptions* options, bool require);

// Extension of this library. Writes to `buffer`, as JSON in UTF-8, which
// delegate runs which node and why others do not, truncated to `size` bytes
// including the final zero. Returns the length of the whole text without the
// zero, 0 for a NULL interpreter. `buffer` may be NULL if `size` is 0. The keys
// are "subgraphs": "index", "name", "skipped", "delegates" ("name", "failure"),
// "partitions" ("delegate", "node_index", "nodes") and "nodes" ("index", "op",
// "output", "delegate", "partition", "refusals": "delegate", "reason").
TFL_CAPI_EXPORT size_t TfLiteInterpreterDelegationReportJson(
    const TfLiteInterpreter* interpreter, char* buffer, size_t size);

// Applies a delegate. See TfLiteDelegate for how long it must live.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterModifyGraphWithDelegate(
    const TfLiteInterpreter* interpreter, TfLiteDelegate* delegate);

// Tensor index of an input or output, -1 if out of range.
TFL_CAPI_EXPORT int32_t TfLiteInterpreterGetInputTensorIndex(
    const TfLiteInterpreter* interpreter, int32_t input_index);
TFL_CAPI_EXPORT int32_t TfLiteInterpreterGetOutputTensorIndex(
    const TfLiteInterpreter* interpreter, int32_t output_index);

// Uses the caller's memory for a tensor; `flags` are
// TfLiteCustomAllocationFlags. The caller keeps ownership; the memory must
// outlive the interpreter or the next call for the same tensor.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterSetCustomAllocationForTensor(
    TfLiteInterpreter* interpreter, int tensor_index,
    const TfLiteCustomAllocation* allocation, int64_t flags);

// Sets the delegate's buffer that holds the tensor's value. A previous handle
// of the tensor is freed first.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterSetBufferHandle(
    TfLiteInterpreter* interpreter, TfLiteTensor* tensor,
    TfLiteBufferHandle buffer_handle, TfLiteOpaqueDelegate* delegate);
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterGetBufferHandle(
    TfLiteInterpreter* interpreter, int tensor_index,
    TfLiteBufferHandle* buffer_handle, TfLiteOpaqueDelegate** delegate);

// Leaves outputs in the delegate's buffers after a run.
TFL_CAPI_EXPORT void TfLiteSetAllowBufferHandleOutput(
    const TfLiteInterpreter* interpreter, bool allow_buffer_handle_output);

// Copies a tensor from its delegate's buffer if that has a newer value.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterEnsureTensorDataIsReadable(
    TfLiteInterpreter* interpreter, int tensor_index);

// Like TfLiteInterpreterCancel.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteSignatureRunnerCancel(TfLiteSignatureRunner* signature_runner);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_EXPERIMENTAL_H_
