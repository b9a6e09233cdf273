#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_STEPS_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_STEPS_H_

#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "kernels/lstm/lstm_normalize.h"

// What scalar and vector kernels of LSTM share.
namespace tflite::dsp {

// Layer normalization of a gate's sums, if the model has it.
inline void Normalize(const LstmGateParams& gate, const Memory& memory,
                      int32_t n, int16_t* sums) {
  if (gate.norm.bytes == 0) return;
  kernels::NormalizeFixedPointSums(
      memory.At<const int16_t>(gate.norm), memory.At<const int32_t>(gate.bias),
      n, gate.variance_guard, ToMultiplier(gate.norm_factor), sums);
}

// Runs all steps of all rows of the batch: layer.Step(row of the batch, inputs,
// cell state, hidden state, outputs).
template <typename Layer>
void RunLstmSteps(const LstmParams& p, const Memory& memory,
                  const Layer& layer) {
  const int8_t* x = memory.At<const int8_t>(p.input);
  int8_t* state = memory.At<int8_t>(p.hidden_state);
  int16_t* cells = memory.At<int16_t>(p.cell_state);
  int8_t* out = memory.At<int8_t>(p.output);
  for (int32_t step = 0; step < p.steps; ++step) {
    for (int32_t b = 0; b < p.batch; ++b) {
      const int32_t row =
          p.time_major != 0 ? step * p.batch + b : b * p.steps + step;
      layer.Step(b, x + row * p.inputs, cells + b * p.cells,
                 state + b * p.outputs, out + row * p.outputs);
    }
  }
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_STEPS_H_
