#ifndef KERNELS_QUANTIZE_QUANTIZE_H_
#define KERNELS_QUANTIZE_QUANTIZE_H_

#include "kernels/math/affine.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Scales and zero points of a tensor, one for all or one per slice of some
// dimension. In memory the elements are `outer` times `channels` runs of
// `inner`, every run of one scale.
struct ChannelAffine {
  absl::InlinedVector<Affine, 1> channels;
  int64_t outer = 1;
  int64_t inner = 1;
};

// QUANTIZE: real numbers to integers, out = round(x / scale) + zero_point,
// halves away from zero, inside the output's type; NaN gives its lowest value.
// From integers that already represent real numbers:
//   out = M(x - in.zero_point, in.scale / out.scale) + out.zero_point
// with M the rounding multiplication of fixed_point.h.
//
// Input   FLOAT32, FLOAT16, BFLOAT16, INT8, UINT8, INT16, INT32
// Output  the same shape; INT8, UINT8, INT16, INT32, INT4, UINT4
//
// Constraints:
//   C1 one input, one output
//   C2 the input has one of its types
//   C3 the output has one of its types; INT4 and UINT4 from floating point only
//   C4 the output carries one scale and zero point, or one per slice
//   C5 an integer input carries one scale and zero point, and so does the
//   output
struct Quantize : BoundOp {
  TfLiteType in_type, out_type;
  int64_t count = 0;  // elements
  ChannelAffine out;
  bool requantizes = false;
  // Where it requantizes.
  int32_t in_zero_point = 0;
  QuantizedMultiplier factor;
};

// DEQUANTIZE: integers, or shorter floating-point numbers, to real numbers,
//   out = scale * (x - zero_point).
// A constant is dequantized once, while preparing, and counts as a constant
// too: operators can then prepare their weights.
//
// Input   INT8, UINT8, INT16, INT32, INT4, UINT4, INT2, FLOAT16, BFLOAT16,
//         FLOAT8_E4M3FN, FLOAT8_E5M2
// Output  the same shape; FLOAT32, FLOAT16, BFLOAT16
//
// Constraints:
//   C1 one input, one output
//   C2 the input has one of its types
//   C3 the output has one of its types
//   C4 an integer input carries one scale and zero point, or one per slice
struct Dequantize : BoundOp {
  TfLiteType in_type, out_type;
  int64_t count = 0;  // elements
  ChannelAffine in;   // integer inputs
};

StatusOr<Quantize> BindQuantize(const NodeView& node);
StatusOr<Dequantize> BindDequantize(const NodeView& node);

Status EvalQuantizeReference(const Quantize& op, EvalContext& context);
Status EvalDequantizeReference(const Dequantize& op, EvalContext& context);

// Vector instructions, tables and threads. Results are those of the reference.
Status PrepareQuantizeCpu(const Quantize& op, PrepareContext& context);
Status EvalQuantizeCpu(const Quantize& op, EvalContext& context);
Status EvalDequantizeCpu(const Dequantize& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_QUANTIZE_QUANTIZE_H_
