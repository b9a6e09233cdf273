// Options of operators that move data or make shapes. Negative axes count from
// the last dimension.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_SHAPE_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_SHAPE_H_

#include <stdbool.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/builtin_op_data/common.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// RESHAPE; num_dimensions is 0 if the shape is an input.
typedef struct TfLiteReshapeParams {
  int32_t shape[TFLITE_RESHAPE_PARAMS_MAX_DIMENSION_COUNT];
  int num_dimensions;
} TfLiteReshapeParams;

// SQUEEZE; num_squeeze_dims 0 drops every dimension of size 1.
typedef struct TfLiteSqueezeParams {
  int32_t squeeze_dims[8];
  int num_squeeze_dims;
} TfLiteSqueezeParams;

// TRANSPOSE
typedef struct TfLiteTransposeParams {
  EmptyStructPlaceholder placeholder;
} TfLiteTransposeParams;

// CONCATENATION
typedef struct TfLiteConcatenationParams {
  int axis;
  TfLiteFusedActivation activation;
} TfLiteConcatenationParams;

// PACK
typedef struct TfLitePackParams {
  int values_count;
  int axis;
} TfLitePackParams;

// UNPACK
typedef struct TfLiteUnpackParams {
  int num;
  int axis;
} TfLiteUnpackParams;

// SPLIT
typedef struct TfLiteSplitParams {
  int num_splits;
} TfLiteSplitParams;

// SPLIT_V
typedef struct TfLiteSplitVParams {
  int num_splits;
} TfLiteSplitVParams;

// STRIDED_SLICE: bit i of a mask belongs to the i-th element of begin, end and
// strides.
typedef struct TfLiteStridedSliceParams {
  int begin_mask;
  int end_mask;
  int ellipsis_mask;
  int new_axis_mask;
  int shrink_axis_mask;
  // end is relative to begin.
  bool offset;
} TfLiteStridedSliceParams;

// GATHER
typedef struct TfLiteGatherParams {
  int axis;
  int batch_dims;
} TfLiteGatherParams;

// ONE_HOT
typedef struct TfLiteOneHotParams {
  int axis;
} TfLiteOneHotParams;

// PAD
typedef struct TfLitePadParams {
  EmptyStructPlaceholder placeholder;
} TfLitePadParams;

// PADV2
typedef struct TfLitePadV2Params {
  EmptyStructPlaceholder placeholder;
} TfLitePadV2Params;

// REFLECT leaves the edge element out of the mirror image, SYMMETRIC repeats
// it.
typedef enum TfLiteMirrorPaddingMode {
  kTfLiteMirrorPaddingUnknown = 0,
  kTfLiteMirrorPaddingReflect = 1,
  kTfLiteMirrorPaddingSymmetric = 2
} TfLiteMirrorPaddingMode;

// MIRROR_PAD
typedef struct TfLiteMirrorPaddingParams {
  TfLiteMirrorPaddingMode mode;
} TfLiteMirrorPaddingParams;

// SPACE_TO_BATCH_ND
typedef struct TfLiteSpaceToBatchNDParams {
  EmptyStructPlaceholder placeholder;
} TfLiteSpaceToBatchNDParams;

// BATCH_TO_SPACE_ND
typedef struct TfLiteBatchToSpaceNDParams {
  EmptyStructPlaceholder placeholder;
} TfLiteBatchToSpaceNDParams;

// SPACE_TO_DEPTH
typedef struct TfLiteSpaceToDepthParams {
  int block_size;
} TfLiteSpaceToDepthParams;

// DEPTH_TO_SPACE
typedef struct TfLiteDepthToSpaceParams {
  int block_size;
} TfLiteDepthToSpaceParams;

// RESIZE_BILINEAR
typedef struct TfLiteResizeBilinearParams {
  bool align_corners;
  bool half_pixel_centers;
} TfLiteResizeBilinearParams;

// RESIZE_NEAREST_NEIGHBOR
typedef struct TfLiteResizeNearestNeighborParams {
  bool align_corners;
  bool half_pixel_centers;
} TfLiteResizeNearestNeighborParams;

// REVERSE_SEQUENCE
typedef struct TfLiteReverseSequenceParams {
  int seq_dim;
  int batch_dim;
} TfLiteReverseSequenceParams;

// SHAPE
typedef struct TfLiteShapeParams {
  TfLiteType out_type;
} TfLiteShapeParams;

// RANK
typedef struct TfLiteRankParams {
  EmptyStructPlaceholder placeholder;
} TfLiteRankParams;

// MATRIX_DIAG
typedef struct TfLiteMatrixDiagParams {
  EmptyStructPlaceholder placeholder;
} TfLiteMatrixDiagParams;

// MATRIX_SET_DIAG
typedef struct TfLiteMatrixSetDiagParams {
  EmptyStructPlaceholder placeholder;
} TfLiteMatrixSetDiagParams;

// SPARSE_TO_DENSE
typedef struct TfLiteSparseToDenseParams {
  bool validate_indices;
} TfLiteSparseToDenseParams;

// UNIQUE
typedef struct TfLiteUniqueParams {
  TfLiteType index_out_type;
} TfLiteUniqueParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_SHAPE_H_
