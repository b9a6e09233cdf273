#ifndef KERNELS_ACTIVATION_ACTIVATION_H_
#define KERNELS_ACTIVATION_ACTIVATION_H_

#include "kernels/activation/sigmoid_table.h"
#include "kernels/math/affine.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Activation functions of one operand, element by element.
//   RELU          max(x, 0)         RELU6         x clamped to [0, 6]
//   RELU_0_TO_1   x clamped to [0, 1]
//   RELU_N1_TO_1  x clamped to [-1, 1]
//   LEAKY_RELU    x > 0 ? x : alpha x
//   ELU           x < 0 ? e^x - 1 : x
//   GELU          x/2 (1 + erf(x / sqrt(2))); approximately
//                 x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
//   HARD_SWISH    x clamp(x + 3, 0, 6) / 6
//   LOGISTIC      1 / (1 + e^-x)
//   TANH          (e^x - e^-x) / (e^x + e^-x)
// INT8, UINT8 and INT16 tensors represent real numbers. The RELU family and
// LEAKY_RELU rescale the stored integer by a 32-bit factor, HARD_SWISH on 8
// bits computes in 16-bit fixed point, LOGISTIC and TANH of INT16 in steps of
// 2^-15 by a table; the other results are rounded to the output's
// scale, halves away from zero. activation_function.h has each of them.
//
// Input and output of one shape and type.
//
// Constraints:
//   C1 one input, one output
//   C2 input and output have one type
//   C3 the type is FLOAT32, FLOAT64, FLOAT16, BFLOAT16, INT8, UINT8 or INT16
//   C4 integer tensors carry one scale and zero point
enum class ActivationKind {
  kRelu,
  kRelu6,
  kRelu0To1,
  kReluN1To1,
  kLeakyRelu,
  kElu,
  kGeluErf,
  kGeluTanh,
  kHardSwish,
  kLogistic,
  kTanh,
};

// The integer arithmetic of quantized activations.
enum class ActivationForm {
  kReal,  // computed in real numbers
  // out.zero_point + (x - in.zero_point) * (positive or negative factor),
  // inside [low, high]
  kRescale,
  kHardSwish,
  kTable,  // sigmoid_table.h
};

// 16-bit fixed-point factors of HARD_SWISH: factor * 2^(shift - 15).
struct HardSwishFactors {
  int16_t out = 0;  // from 2^-7 of the input's scale to the output's
  int out_shift = 0;
  int16_t gate = 0;  // from there to 3 * 2^-15
  int gate_shift = 0;
};

struct Activation : BoundOp {
  ActivationKind kind;
  TfLiteType type;
  int64_t count = 0;  // elements
  float alpha = 0;    // LEAKY_RELU
  // Integer types.
  Affine in, out;
  ActivationForm form = ActivationForm::kReal;
  QuantizedMultiplier positive, negative;  // kRescale; below 0 for alpha < 0
  int32_t low = 0, high = 0;               // kRescale
  HardSwishFactors hard_swish;
  SigmoidScale sigmoid;  // kTable
};

StatusOr<Activation> BindRelu(const NodeView& node);
StatusOr<Activation> BindRelu6(const NodeView& node);
StatusOr<Activation> BindRelu0To1(const NodeView& node);
StatusOr<Activation> BindReluN1To1(const NodeView& node);
StatusOr<Activation> BindLeakyRelu(const NodeView& node);
StatusOr<Activation> BindElu(const NodeView& node);
StatusOr<Activation> BindGelu(const NodeView& node);
StatusOr<Activation> BindHardSwish(const NodeView& node);
StatusOr<Activation> BindLogistic(const NodeView& node);
StatusOr<Activation> BindTanh(const NodeView& node);

Status EvalActivationReference(const Activation& op, EvalContext& context);

// Vector instructions and threads. Floats have the relative errors of
// kernels/math/elementary; 8-bit results come from a table of the
// reference's.
Status PrepareActivationCpu(const Activation& op, PrepareContext& context);
Status EvalActivationCpu(const Activation& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_ACTIVATION_H_
