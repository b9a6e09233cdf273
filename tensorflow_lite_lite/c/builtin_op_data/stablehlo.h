// Options of the StableHLO operators. Each num_ field counts the used elements
// of the array before it.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_STABLEHLO_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_STABLEHLO_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/builtin_op_data/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bit generators.
typedef enum TfLiteRngAlgorithm {
  kTfLiteRngAlgorithmUnknown = 0,
  kTfLiteRngAlgorithmDefault = 1,
  kTfLiteRngAlgorithmPhilox = 2,
  kTfLiteRngAlgorithmThreefry = 3
} TfLiteRngAlgorithm;

// STABLEHLO_RNG_BIT_GENERATOR
typedef struct TfLiteStablehloRngBitGeneratorParams {
  TfLiteRngAlgorithm algorithm;
} TfLiteStablehloRngBitGeneratorParams;

// STABLEHLO_CONCATENATE
typedef struct TfLiteStablehloConcatenateParams {
  int64_t dimension;
} TfLiteStablehloConcatenateParams;

// STABLEHLO_SCATTER
typedef struct TfLiteStablehloScatterParams {
  bool indices_are_sorted;
  int64_t
      update_window_dims[TFLITE_STABLEHLO_SCATTER_PARAMS_MAX_DIMENSION_COUNT];
  int num_update_window_dims;
  int64_t
      inserted_window_dims[TFLITE_STABLEHLO_SCATTER_PARAMS_MAX_DIMENSION_COUNT];
  int num_inserted_window_dims;
  int64_t scatter_dims_to_operand_dims
      [TFLITE_STABLEHLO_SCATTER_PARAMS_MAX_DIMENSION_COUNT];
  int num_scatter_dims_to_operand_dims;
  int64_t index_vector_dim;
  bool unique_indices;
  int update_computation_subgraph_index;
} TfLiteStablehloScatterParams;

// STABLEHLO_GATHER
typedef struct TfLiteStablehloGatherParams {
  int64_t offset_dims[TFLITE_STABLEHLO_GATHER_PARAMS_MAX_DIMENSION_COUNT];
  int num_offset_dims;
  int64_t
      collapsed_slice_dims[TFLITE_STABLEHLO_GATHER_PARAMS_MAX_DIMENSION_COUNT];
  int num_collapsed_slice_dims;
  int64_t start_index_map[TFLITE_STABLEHLO_GATHER_PARAMS_MAX_DIMENSION_COUNT];
  int num_start_index_map;
  int64_t index_vector_dim;
  int64_t slice_sizes[TFLITE_STABLEHLO_GATHER_PARAMS_MAX_DIMENSION_COUNT];
  int num_slice_sizes;
  bool indices_are_sorted;
} TfLiteStablehloGatherParams;

// STABLEHLO_PAD: one element per dimension; negative edges crop.
typedef struct TfLiteStablehloPadParams {
  int64_t edge_padding_low[TFLITE_STABLEHLO_PAD_PARAMS_MAX_DIMENSION_COUNT];
  int64_t edge_padding_high[TFLITE_STABLEHLO_PAD_PARAMS_MAX_DIMENSION_COUNT];
  int64_t interior_padding[TFLITE_STABLEHLO_PAD_PARAMS_MAX_DIMENSION_COUNT];
} TfLiteStablehloPadParams;

// STABLEHLO_REDUCE_WINDOW
typedef struct TfLiteStablehloReduceWindowParams {
  int64_t window_dimensions
      [TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT];
  int64_t
      window_strides[TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT];
  int64_t
      base_dilations[TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT];
  int64_t window_dilations
      [TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT];
  // Before and after, for each dimension.
  int64_t
      padding[2 * TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT];
  int body_subgraph_index;
} TfLiteStablehloReduceWindowParams;

// Reductions of REDUCE_WINDOW.
typedef enum TfLiteReduceWindowFunction {
  TfLiteReduceWindowFunctionUnsupported = 0,
  TfLiteReduceWindowFunctionAdd = 1,
  TfLiteReduceWindowFunctionMul = 2,
  TfLiteReduceWindowFunctionMin = 3,
  TfLiteReduceWindowFunctionMax = 4,
  TfLiteReduceWindowFunctionAll = 5,
  TfLiteReduceWindowFunctionAny = 6
} TfLiteReduceWindowFunction;

// REDUCE_WINDOW
typedef struct TfLiteReduceWindowParams {
  TfLiteReduceWindowFunction reduce_function;
} TfLiteReduceWindowParams;

// STABLEHLO_COMPOSITE; attributes is a flexbuffers map. Name and attributes
// belong to the model.
typedef struct TfLiteStablehloCompositeParams {
  const char* name;
  int32_t subgraph_index;
  int32_t version;
  const uint8_t* attributes;
  size_t attributes_size;
} TfLiteStablehloCompositeParams;

// STABLEHLO_CASE
typedef struct TfLiteStablehloCaseParams {
  int32_t
      branch_subgraph_indices[TFLITE_STABLEHLO_CASE_PARAMS_MAX_BRANCHES_COUNT];
  uint32_t num_branches;
} TfLiteStablehloCaseParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_STABLEHLO_H_
