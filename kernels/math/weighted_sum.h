#ifndef KERNELS_MATH_WEIGHTED_SUM_H_
#define KERNELS_MATH_WEIGHTED_SUM_H_

#include <cstdint>
#include <vector>

#include "kernels/math/activation.h"
#include "kernels/math/blockwise.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::kernels {

// What convolutions and fully connected layers share: each output is
//   activation(sum over the window of input * weight + bias[channel]),
// and the weights of a channel are one slice of the weights tensor.
//
// Kinds, by the types of input, weights and output:
//   float    FLOAT32, FLOAT32, FLOAT32; bias FLOAT32
//   hybrid   FLOAT32, one of INT8 UINT8 INT4 INT2, FLOAT32; bias FLOAT32. The
//            input is stored as 8-bit integers while the operator runs
//            (hybrid.h), each row or image with its own scale.
//   integer  INT8 or INT16 with INT8, INT4 or INT2; UINT8 with UINT8. Bias
//            INT32, for INT16 also INT64. The output is of the input's type
//            unless the operator says otherwise.
//
// Constraints, for every operator that binds through BindWeightedSum:
//   W1 the types are those of one kind
//   W2 a bias is of the kind's type and has one element per channel
//   W3 integer operands are quantized with finite positive scales
//   W4 weights have one scale, or one per channel along the channels'
//      dimension; hybrid ones may have one per block where the operator says so
//   W5 zero points: 0 for INT16, and for weights other than UINT8; within the
//      type for the others, and the same for all channels of weights
//   W6 the fused activation is an interval
//   W7 the weights are stored densely, unless the operator says otherwise
struct WeightedSum {
  enum class Kind { kFloat, kHybrid, kInteger };
  Kind kind = Kind::kFloat;
  TfLiteType input_type = kTfLiteNoType;
  TfLiteType weights_type = kTfLiteNoType;
  TfLiteType output_type = kTfLiteNoType;
  TfLiteType bias_type = kTfLiteNoType;  // kTfLiteNoType without a bias
  int32_t channels = 0;
  // Readable while preparing. An absent bias counts as constant.
  bool weights_constant = false;
  bool bias_constant = false;

  ActivationRange<float> float_range{};      // float, hybrid
  ActivationRange<int32_t> integer_range{};  // integer: in stored integers

  // Hybrid and integer: one entry, or one per channel. A hybrid operator with
  // one entry whose weights are not constant takes the scale from the tensor
  // when it runs; HybridScale does.
  std::vector<float> weights_scales;
  int32_t weights_zero_point = 0;

  // Hybrid.
  bool asymmetric_inputs = false;  // rows are quantized with a zero point
  // UINT8 weights with zero point 0 hold two's complement bytes: early
  // converters stored symmetric weights so.
  bool weights_as_int8 = false;
  Blocks blocks;  // in place of weights_scales where there are any

  // Integer.
  float input_scale = 0.0f;
  float output_scale = 0.0f;
  int32_t input_zero_point = 0;
  int32_t output_zero_point = 0;
  std::vector<QuantizedMultiplier> multipliers;  // one per channel
  Halves halves = Halves::kAwayFromZero;         // of 32-bit sums
  // INT16 input without an INT32 bias: 64-bit sums and their multiplication.
  bool wide_accumulator = false;

  bool has_bias() const { return bias_type != kTfLiteNoType; }
};

struct WeightedSumArgs {
  TensorView input, weights, bias, output;  // bias may be absent
  int channel_dimension = 0;                // of the weights
  int32_t channels = 0;
  TfLiteFusedActivation activation = kTfLiteActNone;
  bool asymmetric_inputs = false;
  // Integer: of 8-bit input.
  Halves halves = Halves::kAwayFromZero;
  // The product of input and weights scale is rounded to float before it is
  // divided by the output's, if the weights have one scale.
  bool round_scale_product = false;
  bool allow_sparse_weights = false;
  // Integer: also INT16 output of UINT8 input, INT16 weights with INT16 input,
  // and INT64 bias of all.
  bool allow_more_types = false;
  Blocks blocks;  // of the weights
};
StatusOr<WeightedSum> BindWeightedSum(const WeightedSumArgs& args);

// For plain kernels: the integers of a tensor of type INT8, UINT8, INT16, INT4
// or INT2, minus `zero_point`.
std::vector<int16_t> DecodeIntegers(const TensorView& tensor,
                                    int32_t zero_point);
// The same for the weights of a hybrid or integer sum.
std::vector<int16_t> DecodeWeights(const WeightedSum& sum,
                                   const TensorView& weights);

// Hybrid: the scale of a channel's weights, from the weights tensor at
// evaluation where it may have changed since.
float HybridScale(const WeightedSum& sum, const TensorView& weights,
                  int32_t channel);
// The same, given the scale of that tensor.
float HybridScale(const WeightedSum& sum, float scale, int32_t channel);

// The bias of a channel; 0 without a bias.
float FloatBias(const WeightedSum& sum, const TensorView& bias,
                int32_t channel);
int64_t IntegerBias(const WeightedSum& sum, const TensorView& bias,
                    int32_t channel);

// Integer: the stored output for a sum of products. Sums beyond the
// accumulator's width wrap.
int32_t FinishInteger(const WeightedSum& sum, int64_t products,
                      const TensorView& bias, int32_t channel);

// Stores a value that fits, as UINT8, INT8, INT16 or INT32.
inline void StoreInteger(TfLiteType type, void* out, int64_t i, int32_t value) {
  switch (type) {
    case kTfLiteUInt8:
      static_cast<uint8_t*>(out)[i] = static_cast<uint8_t>(value);
      break;
    case kTfLiteInt8:
      static_cast<int8_t*>(out)[i] = static_cast<int8_t>(value);
      break;
    case kTfLiteInt16:
      static_cast<int16_t*>(out)[i] = static_cast<int16_t>(value);
      break;
    default:
      static_cast<int32_t*>(out)[i] = value;
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_WEIGHTED_SUM_H_
