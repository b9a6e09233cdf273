#ifndef KERNELS_LSTM_LSTM_H_
#define KERNELS_LSTM_LSTM_H_

#include <cstdint>
#include <vector>

#include "kernels/math/fixed_point.h"
#include "kernels/recurrent/input_number.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// LSTM, UNIDIRECTIONAL_SEQUENCE_LSTM, BIDIRECTIONAL_SEQUENCE_LSTM: layers of
// long short-term memory cells. Each step, with input x, output h and cell
// state c of the step before, computes for the gates i, f, g and o
//   s = W x + Wa xa + R h + p * c       p * c not for g; with the new c for o
//   s = s + b, or, normalized, n * (s - mean) / deviation + b over the cells
//   i = sigmoid(s), f = sigmoid(s), o = sigmoid(s), g = act(s)
//   c' = clip(f * c + i * g), where i = 1 - f without an input gate (CIFG)
//   h' = o * act(c'), then, projected, clip(P h' + pb)
// Diagonal recurrent weights are vectors: R h is then their product with h,
// element by element.
//
// Inputs of LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM; gates in the order i f g o:
//   0      x: [batch, inputs], [time, batch, inputs] or [batch, time, inputs]
//   1-4    W [cells, inputs]
//   5-8    R [cells, outputs], or [cells]
//   9-11   p [cells] of i f o
//   12-15  b [cells]
//   16 17  P [outputs, cells], pb [outputs]
//   18 19  variables h [batch, outputs], c [batch, cells]
//   20-23  n [cells], which may be left off the end
// BIDIRECTIONAL_SEQUENCE_LSTM: x; the weights 1-17 forward and 18-34 backward;
// h and c of both at 35-38; xa 39; Wa 40-43 forward and 44-47 backward. With xa
// but no Wa, xa is the backward layer's x. Basic LSTM: x, h, [i g f o] weights
// [4 * cells, inputs + cells], bias, c. Inputs that are not used are absent
// (-1).
//
// Output: h' of every step; bidirectional the backward one's in a second
// output, or, merged, after the forward one's in the same rows. Basic: h', c',
// and two buffers, [x h] and the four gates before they are applied.
//
// Constraints:
//   C1 the numbers of inputs, outputs and intermediates
//   C2 all tensors have the shapes above
//   C3 the types are those of one kind, see LstmKind
//   C4 optional inputs come in groups: the input gate's tensors; peephole
//      weights; normalization; Wa; pb only with P; without P outputs == cells
//   C5 h and c are variables, but for the basic LSTM
//   C6 the activation is one of NONE, RELU, RELU_N1_TO_1, RELU6, TANH, SIGN_BIT
//      and sigmoid; TANH when basic or integer
//   C7 clips are not negative
//   C8 integer weights have one scale and zero point 0
//   C9 integer: the quantization of x, h, c (scale 2^-n, n in [9, 15]) and of
//      the intermediates

enum class LstmKind {
  kFloat,    // all FLOAT32
  kHybrid,   // W, Wa, R, P, p INT8, or UINT8 with the bytes of INT8; p and
             // diagonal R may be FLOAT32. Rows of x and h are quantized
             // (math/hybrid.h), but not for a diagonal R.
  kInteger,  // x, h, W, R, P INT8; c, p, n INT16; b, pb INT32; intermediates:
             // the scales of s (normalized gates only) and of h before P. The
             // variable h may be declared INT16: it holds INT8 in units of the
             // declared scale, as models that TensorFlow Lite runs expect.
  kBasicFloat,
  kBasicUInt8,  // x, h UINT8 in units of 1/128 around 128, weights UINT8, bias
                // INT32, c INT16 in units of 2^-11
};

enum LstmGateName { kLstmInput, kLstmForget, kLstmCell, kLstmOutput };

// Numbers of node inputs, and integer factors.
struct LstmGate {
  int weights = kNoInput, aux_weights = kNoInput, recurrent = kNoInput,
      peephole = kNoInput, bias = kNoInput;
  int norm = kNoInput;
  QuantizedMultiplier weights_factor, recurrent_factor, peephole_factor,
      norm_factor;
  int32_t variance_guard = 1;  // least variance, in squared stored units
};

struct LstmLayer {
  LstmGate gates[4];
  int input = 0, aux_input = kNoInput;
  int projection = kNoInput, projection_bias = kNoInput;
  int output_state = kNoInput, cell_state = kNoInput;
  int32_t inputs = 0, aux_inputs = 0, cells = 0, outputs = 0;
  bool backward = false;      // from the last step to the first
  int output = 0;             // node output
  int32_t output_pitch = 0;   // elements of its rows
  int32_t output_column = 0;  // where in them

  // Integer.
  int cell_bits = 0;  // integer bits of c
  int32_t input_zero_point = 0, state_zero_point = 0, hidden_zero_point = 0;
  QuantizedMultiplier hidden_factor, projection_factor;
  int16_t cell_clip = 0;       // stored; 0: none
  int8_t projection_clip = 0;  // stored; 0: none

  bool cifg() const { return !IsGiven(gates[kLstmInput].weights); }
  bool normalized() const { return IsGiven(gates[kLstmForget].norm); }
  // The first gate there is; then kLstmForget to kLstmOutput.
  int first_gate() const { return cifg() ? kLstmForget : kLstmInput; }
};

struct Lstm : BoundOp {
  LstmKind kind = LstmKind::kFloat;
  TfLiteFusedActivation activation = kTfLiteActTanh;
  float cell_clip = 0.0f, projection_clip = 0.0f;  // 0: none
  bool asymmetric_inputs = false;                  // hybrid
  bool diagonal = false;
  int32_t steps = 1, batch = 0;
  bool time_major = true;
  std::vector<LstmLayer> layers;     // forward, backward
  QuantizedMultiplier basic_factor;  // kBasicUInt8: sums to units of 2^-12
  int32_t basic_weights_zero_point = 0;

  // Row of x and of the outputs.
  int64_t Row(int32_t step, int32_t b) const {
    return time_major ? int64_t{step} * batch + b : int64_t{b} * steps + step;
  }
};

StatusOr<Lstm> BindLstm(const NodeView& node);
StatusOr<Lstm> BindUnidirectionalSequenceLstm(const NodeView& node);
StatusOr<Lstm> BindBidirectionalSequenceLstm(const NodeView& node);

Status EvalLstmReference(const Lstm& op, EvalContext& context);

// The matrix engine on all rows of x at once, and on all of h each step; vector
// instructions for the rest. The reference runs basic and diagonal layers and
// those whose weights are not constant.
Status PrepareLstmCpu(const Lstm& op, PrepareContext& context);
Status EvalLstmCpu(const Lstm& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_H_
