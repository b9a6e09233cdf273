// Tensors of the opaque API. Included by c_api_opaque.h.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_TENSOR_H_
#define TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_TENSOR_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteOpaqueTensorBuilder TfLiteOpaqueTensorBuilder;

TFL_CAPI_EXPORT TfLiteType
TfLiteOpaqueTensorType(const TfLiteOpaqueTensor* opaque_tensor);

// -1 if the shape is not known yet.
TFL_CAPI_EXPORT int32_t
TfLiteOpaqueTensorNumDims(const TfLiteOpaqueTensor* opaque_tensor);

// -1 for a dimension index out of range.
TFL_CAPI_EXPORT int32_t TfLiteOpaqueTensorDim(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t dim_index);

// Shape as the model states it: -1 for an unknown dimension; *num_dims is -1 if
// the model states none.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueTensorGetNumDimsSignature(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t* num_dims);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueTensorGetDimSignature(const TfLiteOpaqueTensor* opaque_tensor,
                                  int32_t dim_index, int32_t* dim_length);

// 1 if the tensor keeps its value between runs, else 0.
TFL_CAPI_EXPORT int TfLiteOpaqueTensorIsVariable(
    const TfLiteOpaqueTensor* opaque_tensor);

TFL_CAPI_EXPORT size_t
TfLiteOpaqueTensorByteSize(const TfLiteOpaqueTensor* opaque_tensor);

// NULL if the tensor has no memory yet.
TFL_CAPI_EXPORT void* TfLiteOpaqueTensorData(
    const TfLiteOpaqueTensor* opaque_tensor);

TFL_CAPI_EXPORT TfLiteAllocationType
TfLiteOpaqueTensorGetAllocationType(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT TfLiteAllocationStrategy
TfLiteOpaqueTensorGetAllocationStrategy(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT TfLiteRunStability
TfLiteOpaqueTensorGetBufferAddressStability(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT TfLiteRunStability
TfLiteOpaqueTensorGetDataStability(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT TfLiteRunStep
TfLiteOpaqueTensorGetDataKnownStep(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT TfLiteRunStep
TfLiteOpaqueTensorGetShapeKnownStep(const TfLiteOpaqueTensor* t);

TFL_CAPI_EXPORT const char* TfLiteOpaqueTensorName(
    const TfLiteOpaqueTensor* opaque_tensor);

// The full quantization parameters, and the short form for a tensor with one
// scale.
TFL_CAPI_EXPORT TfLiteQuantization
TfLiteOpaqueTensorGetQuantization(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT TfLiteQuantizationParams
TfLiteOpaqueTensorGetQuantizationParams(
    const TfLiteOpaqueTensor* opaque_tensor);

// Copy exactly TfLiteOpaqueTensorByteSize bytes; kTfLiteError for another size.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueTensorCopyFromBuffer(
    TfLiteOpaqueTensor* opaque_tensor, const void* input_data,
    size_t input_data_size);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueTensorCopyToBuffer(const TfLiteOpaqueTensor* opaque_tensor,
                               void* output_data, size_t output_data_size);

// Strings of a kTfLiteString tensor; -1 for other types. *str is not
// zero-terminated; *len is in bytes.
TFL_CAPI_EXPORT int TfLiteOpaqueTensorGetStringCount(
    const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueTensorGetString(
    const TfLiteOpaqueTensor* tensor, int index, const char** str, int* len);

// Replaces the contents and gives the tensor the shape [count]. The
// strings are copied.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueTensorWriteStrings(
    TfLiteOpaqueTensor* tensor, const char* const* str_array, int str_array_len,
    const int* str_n_len);

// The same for a single string; the shape stays.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueTensorWriteString(
    TfLiteOpaqueTensor* tensor, const char* str, int len);

// Description of a tensor for TfLiteOpaqueContextAddTensor. The setters return
// their argument. The caller owns data and quantization until the tensor is
// added; then the tensor owns the quantization params, which must be allocated
// with malloc.
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderCreate(
    void);
TFL_CAPI_EXPORT void TfLiteOpaqueTensorBuilderDelete(
    TfLiteOpaqueTensorBuilder* builder);
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteType type);
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetData(
    TfLiteOpaqueTensorBuilder* builder, void* data);
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder*
TfLiteOpaqueTensorBuilderSetAllocationType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteAllocationType allocation_type);
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder*
TfLiteOpaqueTensorBuilderSetQuantizationParams(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantizationParams params);
TFL_CAPI_EXPORT TfLiteOpaqueTensorBuilder*
TfLiteOpaqueTensorBuilderSetQuantization(TfLiteOpaqueTensorBuilder* builder,
                                         TfLiteQuantization quantization);

// Frees data that the tensor owns and makes it kTfLiteDynamic.
TFL_CAPI_EXPORT void TfLiteOpaqueTensorSetAllocationTypeToDynamic(
    TfLiteOpaqueTensor* tensor);

// The same for kTfLiteNonCpu: the value exists only in the delegate's buffer.
TFL_CAPI_EXPORT void TfLiteOpaqueTensorSetNonCpuAllocation(
    TfLiteOpaqueTensor* tensor);

#ifdef __cplusplus
}  // extern "C"
#endif

// Aliases of the functions above.
static inline int32_t TfLiteOpaqueTensorNumDimensions(
    const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteOpaqueTensorNumDims(opaque_tensor);
}

#ifdef __cplusplus
inline void* TfLiteTensorData(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteOpaqueTensorData(opaque_tensor);
}
inline TfLiteType TfLiteTensorType(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteOpaqueTensorType(opaque_tensor);
}
inline TfLiteAllocationType TfLiteTensorGetAllocationType(
    const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteOpaqueTensorGetAllocationType(opaque_tensor);
}
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_TENSOR_H_
