// Reading and writing tensors through a handle. Included by c_api.h.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_TENSOR_H_
#define TENSORFLOW_LITE_LITE_C_C_API_TENSOR_H_

#include "tensorflow_lite_lite/c/c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

TFL_CAPI_EXPORT TfLiteType TfLiteTensorType(const TfLiteTensor* tensor);

// -1 if the shape is not known yet.
TFL_CAPI_EXPORT int32_t TfLiteTensorNumDims(const TfLiteTensor* tensor);

// -1 for a dimension index out of range.
TFL_CAPI_EXPORT int32_t TfLiteTensorDim(const TfLiteTensor* tensor,
                                        int32_t dim_index);

TFL_CAPI_EXPORT size_t TfLiteTensorByteSize(const TfLiteTensor* tensor);

// NULL if the tensor has no memory yet. May change with each allocation of
// tensors, each run (dynamic tensors) and each applied delegate.
TFL_CAPI_EXPORT void* TfLiteTensorData(const TfLiteTensor* tensor);

TFL_CAPI_EXPORT const char* TfLiteTensorName(const TfLiteTensor* tensor);

// Scale and zero point of a tensor with one of each; scale 0 if it is not
// quantized or is quantized per channel.
TFL_CAPI_EXPORT TfLiteQuantizationParams
TfLiteTensorQuantizationParams(const TfLiteTensor* tensor);

// Copies exactly TfLiteTensorByteSize bytes; kTfLiteError for another size, or
// if the tensor has no memory or is a constant of the model.
TFL_CAPI_EXPORT TfLiteStatus TfLiteTensorCopyFromBuffer(TfLiteTensor* tensor,
                                                        const void* input_data,
                                                        size_t input_data_size);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteTensorCopyToBuffer(const TfLiteTensor* output_tensor, void* output_data,
                         size_t output_data_size);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_TENSOR_H_
