#ifndef DELEGATES_DSP_WIRE_RECURRENT_OPS_H_
#define DELEGATES_DSP_WIRE_RECURRENT_OPS_H_

#include "delegates/dsp/wire/step_types.h"

// Parameters of recurrent steps.
namespace tflite::dsp {

// INT8 operands; the weights over time and the state are INT16. `state` is read
// and written.
struct SvdfParams {
  Piece input, features, time, bias, state, output;  // bias.bytes 0: none
  int32_t batch, inputs, filters, memory, units, rank;
  int32_t input_zero_point, zero_point;
  Factor feature_factor, time_factor;
};

// One gate of an LSTM. Absent tensors have 0 bytes.
struct LstmGateParams {
  Piece weights;    // INT8 [cells, inputs]
  Piece recurrent;  // INT8 [cells, outputs]
  Piece peephole;   // INT16 [batch, cells]
  Piece bias;       // INT32 [cells], of normalized gates, added after it
  Piece norm;       // INT16 [cells]
  // INT32 [cells], added to the products of the stored integers of input and
  // state with the weights: minus the zero point times the sum of the weights,
  // plus the bias unless the gate is normalized.
  Piece input_bias, recurrent_bias;
  Factor weights_factor, recurrent_factor, peephole_factor, norm_factor;
  int32_t variance_guard;
};

// Integer LSTM: INT8 input and hidden state, INT16 cell state. Gates are in the
// order input, forget, cell, output; the input gate is absent (weights.bytes is
// 0) if it is coupled with the forget gate. Both states are read and written.
struct LstmParams {
  Piece input, output, hidden_state, cell_state;
  // Absent: 0 bytes. INT8 [outputs, cells]; INT32 [outputs], corrected by the
  // zero point of the projected values as above.
  Piece projection, projection_bias;
  LstmGateParams gates[4];
  int32_t steps, batch, inputs, cells, outputs;
  int32_t time_major;
  int32_t cell_bits;  // integer bits of the cell state
  int32_t state_zero_point, hidden_zero_point;
  Factor hidden_factor, projection_factor;
  int32_t cell_clip, projection_clip;  // 0: none
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_RECURRENT_OPS_H_
