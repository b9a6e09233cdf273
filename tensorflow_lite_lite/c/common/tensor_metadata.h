// Quantization and sparsity descriptions attached to a tensor. Included by
// common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_METADATA_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_METADATA_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/c/common/arrays.h"

#ifdef __cplusplus
extern "C" {
#endif

// The struct that TfLiteQuantization::params points to.
typedef enum TfLiteQuantizationType {
  kTfLiteNoQuantization = 0,         // none: params is NULL
  kTfLiteAffineQuantization = 1,     // TfLiteAffineQuantization
  kTfLiteBlockwiseQuantization = 2,  // TfLiteBlockwiseQuantization
  kTfLiteMultiAxisQuantization = 3   // TfLiteMultiAxisQuantization
} TfLiteQuantizationType;

// Owned by the tensor; params and its arrays are allocated with malloc.
typedef struct TfLiteQuantization {
  TfLiteQuantizationType type;
  void* params;
} TfLiteQuantization;

// Per tensor (arrays of one element) or per channel (one element per slice of
// `quantized_dimension`): real = scale[c] * (quantized - zero_point[c]).
typedef struct TfLiteAffineQuantization {
  TfLiteFloatArray* scale;
  TfLiteIntArray* zero_point;
  int32_t quantized_dimension;
} TfLiteAffineQuantization;

// One scale per block of `blocksize` elements along `quantized_dimension`.
// `scale` and `zero_point` are indices of tensors that hold the values.
typedef struct TfLiteBlockwiseQuantization {
  int32_t scale;
  int32_t zero_point;
  int32_t blocksize;
  int32_t quantized_dimension;
} TfLiteBlockwiseQuantization;

// Blocks over several dimensions; `scales` and `zero_points` are tensor
// indices.
typedef struct TfLiteMultiAxisQuantization {
  int32_t scales;
  int32_t zero_points;
  int32_t blocksize;
  TfLiteIntArray* quantized_dimensions;
} TfLiteMultiAxisQuantization;

// One dimension of a sparse tensor. Dense: dense_size counts its elements.
// CSR: segment k holds the indices
// array_indices[array_segments[k] .. array_segments[k + 1]).
typedef struct TfLiteDimensionMetadata {
  TfLiteDimensionType format;
  int dense_size;
  TfLiteIntArray* array_segments;
  TfLiteIntArray* array_indices;
} TfLiteDimensionMetadata;

// Layout of a sparse tensor: the nesting order of its dimensions, block
// dimensions last, and the format of each.
typedef struct TfLiteSparsity {
  TfLiteIntArray* traversal_order;
  TfLiteIntArray* block_map;
  TfLiteDimensionMetadata* dim_metadata;
  int dim_metadata_size;
} TfLiteSparsity;

// Frees what `quantization` owns and sets it to kTfLiteNoQuantization.
void TfLiteQuantizationFree(TfLiteQuantization* quantization);

// Frees `sparsity` and everything it owns; NULL is allowed.
void TfLiteSparsityFree(TfLiteSparsity* sparsity);

#ifdef __cplusplus
}  // extern "C"

// Deep copy owned by the caller, who frees it with TfLiteQuantizationFree.
TfLiteQuantization TfLiteQuantizationClone(const TfLiteQuantization& src);
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_TENSOR_METADATA_H_
