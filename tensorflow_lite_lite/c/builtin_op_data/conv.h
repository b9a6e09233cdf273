// Options of convolutions, pooling and matrix products. Strides and dilations
// are in elements.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONV_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONV_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/builtin_op_data/common.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// CONV_2D
typedef struct TfLiteConvParams {
  TfLitePadding padding;
  int stride_width;
  int stride_height;
  TfLiteFusedActivation activation;
  int dilation_width_factor;
  int dilation_height_factor;
  // Type of the accumulator and the bias, kTfLiteNoType for the default.
  // Read it only in operators of version 7 and more: older hosts do not
  // have the field.
  TfLiteType quantized_bias_type;
} TfLiteConvParams;

// DEPTHWISE_CONV_2D
typedef struct TfLiteDepthwiseConvParams {
  TfLitePadding padding;
  int stride_width;
  int stride_height;
  // Outputs for each input channel.
  int depth_multiplier;
  TfLiteFusedActivation activation;
  int dilation_width_factor;
  int dilation_height_factor;
} TfLiteDepthwiseConvParams;

// TRANSPOSE_CONV
typedef struct TfLiteTransposeConvParams {
  TfLitePadding padding;
  int stride_width;
  int stride_height;
  TfLiteFusedActivation activation;
  // Type of the accumulator and the bias, kTfLiteNoType for the default.
  // Read it only in operators of version 5 and more: older hosts do not
  // have the field.
  TfLiteType quantized_bias_type;
} TfLiteTransposeConvParams;

// CONV_3D, and CONV_3D_TRANSPOSE below
typedef struct TfLiteConv3DParams {
  TfLitePadding padding;
  int stride_width;
  int stride_height;
  int stride_depth;
  int dilation_width_factor;
  int dilation_height_factor;
  int dilation_depth_factor;
  TfLiteFusedActivation activation;
} TfLiteConv3DParams;

typedef TfLiteConv3DParams TfLiteConv3DTransposeParams;

// AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D
typedef struct TfLitePoolParams {
  TfLitePadding padding;
  int stride_width;
  int stride_height;
  int filter_width;
  int filter_height;
  TfLiteFusedActivation activation;
  // Computed during Prepare.
  struct {
    TfLitePaddingValues padding;
  } computed;
} TfLitePoolParams;

// Shuffled: blocks of four rows by sixteen columns, for uint8 weights.
typedef enum TfLiteFullyConnectedWeightsFormat {
  kTfLiteFullyConnectedWeightsFormatDefault = 0,
  kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8 = 1
} TfLiteFullyConnectedWeightsFormat;

// FULLY_CONNECTED
typedef struct TfLiteFullyConnectedParams {
  TfLiteFusedActivation activation;
  TfLiteFullyConnectedWeightsFormat weights_format;
  // Output keeps the input's leading dimensions.
  bool keep_num_dims;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
  // Type of the accumulator and the bias, kTfLiteNoType for the default.
  // Read it only in operators of version 10 and more: older hosts do not
  // have the field.
  TfLiteType quantized_bias_type;
} TfLiteFullyConnectedParams;

// BATCH_MATMUL: adj_x and adj_y transpose the last two dimensions.
typedef struct TfLiteBatchMatMulParams {
  bool adj_x;
  bool adj_y;
  bool asymmetric_quantize_inputs;
} TfLiteBatchMatMulParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONV_H_
