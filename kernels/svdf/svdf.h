#ifndef KERNELS_SVDF_SVDF_H_
#define KERNELS_SVDF_SVDF_H_

#include <cstdint>

#include "kernels/math/activation.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SVDF: a layer of recurrent units, each the sum of `rank` filters that weigh
// the input's features first and then the last `memory` results of that over
// time:
//   state(b, f, :) loses its first entry and gains, as its last one,
//       sum over i of in(b, i) * weights_feature(f, i)
//   out(b, u) = act(bias(u) + sum over r < rank, m of
//       state(b, u*rank + r, m) * weights_time(u*rank + r, m))
//
// Input 0  [batch, inputs]
// Input 1  weights_feature [filters, inputs], filters = units * rank
// Input 2  weights_time [filters, memory]
// Input 3  optional, bias [units]
// Input 4  variable, state [batch, filters * memory]
// Output   [batch, units]
//
// Kinds:
//   float    all FLOAT32
//   hybrid   weights INT8 or UINT8 with one scale, the rest FLOAT32. Each row
//            of the input has a quantization of its own (math/hybrid.h), with
//            a zero point if the option asymmetric_quantize_inputs is set.
//   integer  input, weights_feature and output INT8, weights_time and state
//            INT16, bias INT32. RELU is left to the output's range: the result
//            is clamped to INT8 and to nothing else.
//
// Constraints:
//   C1 five inputs, of which the bias may be left out, and one output
//   C2 all tensors have the shapes above; rank is positive and divides filters
//   C3 the types are those of one kind
//   C4 the state is a variable
//   C5 the fused activation is an interval; NONE or RELU when integer
//   C6 integer operands and constant hybrid weights have one finite positive
//      scale; zero points are 0 but for integer input and output, and within
//      INT8 for these
struct Svdf : BoundOp {
  enum class Kind { kFloat, kHybrid, kInteger };
  Kind kind = Kind::kFloat;
  int32_t batch = 0, inputs = 0, filters = 0, memory = 0, units = 0, rank = 0;
  bool has_bias = false;
  ActivationRange<float> range{};  // float, hybrid

  // Hybrid. Scales are read from the weights at evaluation.
  bool asymmetric_inputs = false;

  // Integer: from the products with the features to the state, and from the
  // products with that to the output.
  QuantizedMultiplier feature_multiplier, time_multiplier;
  int32_t input_zero_point = 0, output_zero_point = 0;

  // The newest entry of the state, and the output, from their sums.
  int16_t NewestEntry(int64_t sum) const;
  int8_t OutputValue(int64_t sum) const;
};

StatusOr<Svdf> BindSvdf(const NodeView& node);

Status EvalSvdfReference(const Svdf& op, EvalContext& context);
// Products by vector instructions; of floats, threads across the filters.
Status EvalSvdfCpu(const Svdf& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SVDF_SVDF_H_
