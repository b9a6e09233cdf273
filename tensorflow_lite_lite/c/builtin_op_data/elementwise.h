// Options of elementwise operators, normalizations and reductions.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_ELEMENTWISE_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_ELEMENTWISE_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/builtin_op_data/common.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ADD
typedef struct TfLiteAddParams {
  TfLiteFusedActivation activation;
  // int16 scales are powers of two.
  bool pot_scale_int16;
} TfLiteAddParams;

// SUB
typedef struct TfLiteSubParams {
  TfLiteFusedActivation activation;
  // int16 scales are powers of two.
  bool pot_scale_int16;
} TfLiteSubParams;

// MUL
typedef struct TfLiteMulParams {
  TfLiteFusedActivation activation;
} TfLiteMulParams;

// DIV
typedef struct TfLiteDivParams {
  TfLiteFusedActivation activation;
} TfLiteDivParams;

// LEAKY_RELU: alpha is the slope below 0.
typedef struct TfLiteLeakyReluParams {
  float alpha;
} TfLiteLeakyReluParams;

// GELU: the tanh formula if approximate, else erf.
typedef struct TfLiteGeluParams {
  bool approximate;
} TfLiteGeluParams;

// SOFTMAX: exp(beta * x), normalized along the last dimension.
typedef struct TfLiteSoftmaxParams {
  float beta;
} TfLiteSoftmaxParams;

// L2_NORMALIZATION
typedef struct TfLiteL2NormParams {
  TfLiteFusedActivation activation;
} TfLiteL2NormParams;

// LOCAL_RESPONSE_NORMALIZATION: window of 2 * radius + 1 channels.
typedef struct TfLiteLocalResponseNormParams {
  int radius;
  float bias;
  float alpha;
  float beta;
} TfLiteLocalResponseNormParams;

// CAST
typedef struct TfLiteCastParams {
  TfLiteType in_data_type;
  TfLiteType out_data_type;
} TfLiteCastParams;

// FAKE_QUANT: quantizes [min, max] to num_bits and back.
typedef struct TfLiteFakeQuantParams {
  float min;
  float max;
  int num_bits;
  // The lowest quantized value is 1 instead of 0.
  bool narrow_range;
} TfLiteFakeQuantParams;

// BUCKETIZE: ascending boundaries, owned by the model.
typedef struct TfLiteBucketizeParams {
  int num_boundaries;
  const float* boundaries;
} TfLiteBucketizeParams;

// MEAN, SUM, REDUCE_PROD, REDUCE_MAX, REDUCE_MIN, REDUCE_ANY, REDUCE_ALL
typedef struct TfLiteReducerParams {
  bool keep_dims;
} TfLiteReducerParams;

// ARG_MAX
typedef struct TfLiteArgMaxParams {
  TfLiteType output_type;
} TfLiteArgMaxParams;

// ARG_MIN
typedef struct TfLiteArgMinParams {
  TfLiteType output_type;
} TfLiteArgMinParams;

// CUMSUM: exclusive leaves the element itself out of its sum.
typedef struct TfLiteCumsumParams {
  bool exclusive;
  bool reverse;
} TfLiteCumsumParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_ELEMENTWISE_H_
