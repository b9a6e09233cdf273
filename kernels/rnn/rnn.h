#ifndef KERNELS_RNN_RNN_H_
#define KERNELS_RNN_RNN_H_

#include <cstdint>
#include <vector>

#include "kernels/recurrent/input_number.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// RNN, UNIDIRECTIONAL_SEQUENCE_RNN, BIDIRECTIONAL_SEQUENCE_RNN: layers of fully
// connected units that see their own last outputs,
//   h' = act(W x + Wa xa + R h + b)
//
// RNN, UNIDIRECTIONAL_SEQUENCE_RNN:
//   inputs  x [batch, inputs], or [time, batch, inputs] or [batch, time,
//           inputs]; W [units, inputs]; R [units, units]; b [units]; variable h
//           [batch, units]
// BIDIRECTIONAL_SEQUENCE_RNN:
//   inputs  x; W R b h forward; W R b h backward; xa; Wa forward; Wa backward.
//           The last three may be absent. With xa but no Wa, xa is the backward
//           layer's x.
// Output    h' of every step; bidirectional the backward one's in a second
//           output, or, merged, after the forward one's in the same rows.
//
// Kinds:
//   float   all FLOAT32
//   hybrid  W, Wa and R INT8, or UINT8 with the bytes of INT8, each with one
//           scale; the rest FLOAT32. Rows of x, xa and h are quantized
//           (math/hybrid.h).
//
// Constraints:
//   C1 the numbers of inputs and outputs
//   C2 all tensors have the shapes above
//   C3 the types are those of one kind
//   C4 h is a variable
//   C5 the activation is NONE, RELU, RELU_N1_TO_1, RELU6, TANH, SIGN_BIT or
//      sigmoid
//   C6 constant integer weights have one positive scale and zero point 0
//   C7 both Wa, and xa with them, or none
// C5, C6 and types that no kind has (C3) are reported when the node runs.
struct RnnLayer {
  // Numbers of node inputs.
  int input = 0, weights = kNoInput, recurrent = kNoInput, bias = kNoInput,
      state = kNoInput;
  int aux_input = kNoInput, aux_weights = kNoInput;
  int32_t inputs = 0, aux_inputs = 0, units = 0;
  bool backward = false;      // from the last step to the first
  int output = 0;             // node output
  int32_t output_pitch = 0;   // elements of its rows
  int32_t output_column = 0;  // where in them
};

struct Rnn : BoundOp {
  bool hybrid = false;
  bool asymmetric_inputs = false;  // hybrid
  TfLiteFusedActivation activation = kTfLiteActNone;
  int32_t steps = 1, batch = 0;
  bool time_major = true;
  std::vector<RnnLayer> layers;  // forward, backward

  // Row of x and of the outputs.
  int64_t Row(int32_t step, int32_t b) const {
    return time_major ? int64_t{step} * batch + b : int64_t{b} * steps + step;
  }
};

StatusOr<Rnn> BindRnn(const NodeView& node);
StatusOr<Rnn> BindUnidirectionalSequenceRnn(const NodeView& node);
StatusOr<Rnn> BindBidirectionalSequenceRnn(const NodeView& node);

Status EvalRnnReference(const Rnn& op, EvalContext& context);
// Products by vector instructions, threads across the units.
Status EvalRnnCpu(const Rnn& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RNN_RNN_H_
