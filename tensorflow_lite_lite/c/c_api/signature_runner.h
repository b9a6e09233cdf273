// TfLiteSignatureRunner: runs one signature of a model. Included by c_api.h.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_SIGNATURE_RUNNER_H_
#define TENSORFLOW_LITE_LITE_C_C_API_SIGNATURE_RUNNER_H_

#include "tensorflow_lite_lite/c/c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// A runner does not own its interpreter and must be deleted before it. Runners
// of one interpreter share its tensors. Names are those of the signature.

TFL_CAPI_EXPORT size_t TfLiteSignatureRunnerGetInputCount(
    const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT const char* TfLiteSignatureRunnerGetInputName(
    const TfLiteSignatureRunner* signature_runner, int32_t input_index);

// Takes effect at the next TfLiteSignatureRunnerAllocateTensors.
TFL_CAPI_EXPORT TfLiteStatus TfLiteSignatureRunnerResizeInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name,
    const int* input_dims, int32_t input_dims_size);

TFL_CAPI_EXPORT TfLiteStatus
TfLiteSignatureRunnerAllocateTensors(TfLiteSignatureRunner* signature_runner);

// NULL for an unknown name.
TFL_CAPI_EXPORT TfLiteTensor* TfLiteSignatureRunnerGetInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name);

TFL_CAPI_EXPORT TfLiteStatus
TfLiteSignatureRunnerInvoke(TfLiteSignatureRunner* signature_runner);

TFL_CAPI_EXPORT size_t TfLiteSignatureRunnerGetOutputCount(
    const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT const char* TfLiteSignatureRunnerGetOutputName(
    const TfLiteSignatureRunner* signature_runner, int32_t output_index);
TFL_CAPI_EXPORT const TfLiteTensor* TfLiteSignatureRunnerGetOutputTensor(
    const TfLiteSignatureRunner* signature_runner, const char* output_name);

TFL_CAPI_EXPORT void TfLiteSignatureRunnerDelete(
    TfLiteSignatureRunner* signature_runner);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_SIGNATURE_RUNNER_H_
