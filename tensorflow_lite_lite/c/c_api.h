// The C API: load a model, run it, read its tensors.
//
//   TfLiteModel* model = TfLiteModelCreateFromFile("model.tflite");
//   TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
//   TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
//   TfLiteInterpreterAllocateTensors(interpreter);
//   TfLiteTensorCopyFromBuffer(
//       TfLiteInterpreterGetInputTensor(interpreter, 0), in, sizeof(in));
//   TfLiteInterpreterInvoke(interpreter);
//   TfLiteTensorCopyToBuffer(
//       TfLiteInterpreterGetOutputTensor(interpreter, 0), out, sizeof(out));
//
// Objects may be used from any thread, one call at a time; only the Cancel
// functions may be called during another call. Pointers to tensors and their
// names belong to the interpreter. Functions return NULL, 0 or kTfLiteError for
// a NULL handle.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_H_
#define TENSORFLOW_LITE_LITE_C_C_API_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/builtin_ops.h"  // IWYU pragma: export
#include "tensorflow_lite_lite/c/c_api_types.h"  // IWYU pragma: export
#include "tensorflow_lite_lite/c/operator.h"     // IWYU pragma: export

#define TFLITE_SCHEMA_VERSION 3

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteModel TfLiteModel;
typedef struct TfLiteInterpreterOptions TfLiteInterpreterOptions;
typedef struct TfLiteInterpreter TfLiteInterpreter;
typedef struct TfLiteTensor TfLiteTensor;
typedef struct TfLiteSignatureRunner TfLiteSignatureRunner;

// Versions of the runtime and of its extension interfaces ("2.x.y"), and of the
// model format.
TFL_CAPI_EXPORT const char* TfLiteVersion(void);
TFL_CAPI_EXPORT const char* TfLiteExtensionApisVersion(void);
TFL_CAPI_EXPORT int TfLiteSchemaVersion(void);

// Models. NULL if the data is not a valid model; the reporter, if given,
// receives the reason. `model_data` must outlive the model and its
// interpreters; the model itself may be deleted before them.
TFL_CAPI_EXPORT TfLiteModel* TfLiteModelCreate(const void* model_data,
                                               size_t model_size);
TFL_CAPI_EXPORT TfLiteModel* TfLiteModelCreateWithErrorReporter(
    const void* model_data, size_t model_size,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data);
TFL_CAPI_EXPORT TfLiteModel* TfLiteModelCreateFromFile(const char* model_path);
TFL_CAPI_EXPORT TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(
    const char* model_path,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data);
TFL_CAPI_EXPORT void TfLiteModelDelete(TfLiteModel* model);

// Options, all optional. They are copied into each interpreter.
TFL_CAPI_EXPORT TfLiteInterpreterOptions* TfLiteInterpreterOptionsCreate(void);
TFL_CAPI_EXPORT TfLiteInterpreterOptions* TfLiteInterpreterOptionsCopy(
    const TfLiteInterpreterOptions* from);
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsDelete(
    TfLiteInterpreterOptions* options);

// -1 lets the runtime choose.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetNumThreads(
    TfLiteInterpreterOptions* options, int32_t num_threads);

// Delegates are applied in the order in which they are added. The caller keeps
// ownership; they must outlive the interpreters.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsAddDelegate(
    TfLiteInterpreterOptions* options, TfLiteOpaqueDelegate* delegate);

// Receives the messages of the interpreters, as for vprintf.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsSetErrorReporter(
    TfLiteInterpreterOptions* options,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data);

// Adds an operator, or replaces a built-in one. The caller keeps ownership; it
// must outlive the interpreters.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsAddOperator(
    TfLiteInterpreterOptions* options, TfLiteOperator* registration);
// The same under its name in earlier releases.
TFL_CAPI_EXPORT void TfLiteInterpreterOptionsAddRegistrationExternal(
    TfLiteInterpreterOptions* options, TfLiteOperator* registration);

// Required for TfLiteInterpreterCancel.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterOptionsEnableCancellation(
    TfLiteInterpreterOptions* options, bool enable);

// NULL if an operator is missing or a delegate fails. `optional_options` may be
// NULL.
TFL_CAPI_EXPORT TfLiteInterpreter* TfLiteInterpreterCreate(
    const TfLiteModel* model, const TfLiteInterpreterOptions* optional_options);
TFL_CAPI_EXPORT void TfLiteInterpreterDelete(TfLiteInterpreter* interpreter);

// Inputs, by position; the indices are for TfLiteInterpreterGetTensor.
TFL_CAPI_EXPORT int32_t
TfLiteInterpreterGetInputTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT const int* TfLiteInterpreterInputTensorIndices(
    const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT TfLiteTensor* TfLiteInterpreterGetInputTensor(
    const TfLiteInterpreter* interpreter, int32_t input_index);

// Takes effect at the next TfLiteInterpreterAllocateTensors.
TFL_CAPI_EXPORT TfLiteStatus TfLiteInterpreterResizeInputTensor(
    TfLiteInterpreter* interpreter, int32_t input_index, const int* input_dims,
    int32_t input_dims_size);

// Prepares every operator and plans the memory of the tensors. Required before
// the first run and after every resize.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteInterpreterAllocateTensors(TfLiteInterpreter* interpreter);

// Runs the primary subgraph.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteInterpreterInvoke(TfLiteInterpreter* interpreter);

// Outputs, by position.
TFL_CAPI_EXPORT int32_t
TfLiteInterpreterGetOutputTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT const int* TfLiteInterpreterOutputTensorIndices(
    const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT const TfLiteTensor* TfLiteInterpreterGetOutputTensor(
    const TfLiteInterpreter* interpreter, int32_t output_index);

// Any tensor of the primary subgraph; NULL for an index out of range.
TFL_CAPI_EXPORT TfLiteTensor* TfLiteInterpreterGetTensor(
    const TfLiteInterpreter* interpreter, int index);

// Makes a run in progress return kTfLiteCancelled; otherwise does nothing. May
// be called from any thread. kTfLiteError if the options did not enable it.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteInterpreterCancel(const TfLiteInterpreter* interpreter);

// Signatures: named entry points of the model, in the model's order.
TFL_CAPI_EXPORT int32_t
TfLiteInterpreterGetSignatureCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT const char* TfLiteInterpreterGetSignatureKey(
    const TfLiteInterpreter* interpreter, int32_t signature_index);

// NULL for an unknown key. A NULL key selects the signature of the primary
// subgraph; if the model has none, tensor names are used.
TFL_CAPI_EXPORT TfLiteSignatureRunner* TfLiteInterpreterGetSignatureRunner(
    const TfLiteInterpreter* interpreter, const char* signature_key);

#ifdef __cplusplus
}  // extern "C"
#endif

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/c/c_api/signature_runner.h"
#include "tensorflow_lite_lite/c/c_api/tensor.h"
// IWYU pragma: end_exports

#endif  // TENSORFLOW_LITE_LITE_C_C_API_H_
