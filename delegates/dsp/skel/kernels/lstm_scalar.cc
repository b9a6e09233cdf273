#include "delegates/dsp/skel/kernels/common/lstm_steps.h"
#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/lstm.h"
#include "delegates/dsp/skel/memory_functions.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::dsp {
namespace {

using kernels::FixedLogistic;
using kernels::FixedTanh;
using kernels::RoundingDivideByPOT;
using kernels::SaturateToInt16;

enum { kInput, kForget, kCell, kOutput };

int32_t Add(int32_t a, int32_t b) {
  return Wrapped(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

int32_t Clip(int32_t x, int32_t limit) {
  return limit > 0 ? ClampTo(x, -limit, limit) : x;
}

int8_t ToInt8(int32_t x) {
  return static_cast<int8_t>(ClampTo(x, INT8_MIN, INT8_MAX));
}

int32_t Dot(const int8_t* weights, const int8_t* values, int32_t count,
            int32_t bias) {
  auto sum = static_cast<uint32_t>(bias);
  for (int32_t i = 0; i < count; ++i) {
    sum += static_cast<uint32_t>(weights[i] * values[i]);
  }
  return Wrapped(sum);
}

int16_t AddProducts(int16_t sum, int32_t products, const Factor& factor) {
  return SaturateToInt16(Add(MultiplyBy(products, factor), sum));
}

class Layer {
 public:
  Layer(const LstmParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p), memory_(memory) {
    auto* gates = reinterpret_cast<int16_t*>(scratch.data);
    for (int g = 0; g < 4; ++g) gates_[g] = gates + g * p.cells;
    hidden_ = reinterpret_cast<int8_t*>(gates + 4 * p.cells);
  }

  // One step of row `b`; the states are read and written.
  void Step(int32_t b, const int8_t* x, int16_t* cells, int8_t* state,
            int8_t* out) const {
    const bool has_input_gate = p_.gates[kInput].weights.bytes != 0;
    for (int g = has_input_gate ? kInput : kForget; g <= kCell; ++g) {
      Open(g, b, x, state, cells);
    }
    for (int32_t c = 0; c < p_.cells; ++c) {
      const int32_t forget = gates_[kForget][c];
      const int32_t in =
          has_input_gate ? gates_[kInput][c] : INT16_MAX - forget;
      // Gates are below 1 and not negative, so that both fit 16 bits.
      const int32_t kept = RoundingDivideByPOT(forget * cells[c], 15);
      const int32_t added =
          RoundingDivideByPOT(in * gates_[kCell][c], 15 + p_.cell_bits);
      cells[c] = static_cast<int16_t>(
          Clip(SaturateToInt16(kept + added), p_.cell_clip));
    }
    Open(kOutput, b, x, state, cells);
    for (int32_t c = 0; c < p_.cells; ++c) {
      const int32_t product =
          gates_[kOutput][c] * FixedTanh(cells[c], p_.cell_bits);
      hidden_[c] = ToInt8(
          Add(MultiplyBy(product, p_.hidden_factor), p_.hidden_zero_point));
    }
    Project(state);
    memcpy(out, state, static_cast<size_t>(p_.outputs));
  }

 private:
  void Open(int g, int32_t b, const int8_t* x, const int8_t* state,
            const int16_t* cells) const {
    const LstmGateParams& gate = p_.gates[g];
    const int8_t* weights = memory_.At<const int8_t>(gate.weights);
    const int8_t* recurrent = memory_.At<const int8_t>(gate.recurrent);
    const int32_t* bias = memory_.At<const int32_t>(gate.input_bias);
    const int32_t* last_bias = memory_.At<const int32_t>(gate.recurrent_bias);
    const int16_t* peephole =
        gate.peephole.bytes == 0
            ? nullptr
            : memory_.At<const int16_t>(gate.peephole) + b * p_.cells;
    int16_t* sums = gates_[g];
    for (int32_t c = 0; c < p_.cells; ++c) {
      const int32_t input = Dot(weights + c * p_.inputs, x, p_.inputs, bias[c]);
      const int32_t last =
          Dot(recurrent + c * p_.outputs, state, p_.outputs, last_bias[c]);
      int16_t s = AddProducts(0, input, gate.weights_factor);
      s = AddProducts(s, last, gate.recurrent_factor);
      if (peephole != nullptr) {
        s = AddProducts(s, peephole[c] * cells[c], gate.peephole_factor);
      }
      sums[c] = s;
    }
    Normalize(gate, memory_, p_.cells, sums);
    for (int32_t c = 0; c < p_.cells; ++c) {
      sums[c] = g == kCell ? FixedTanh(sums[c], 3) : FixedLogistic(sums[c], 3);
    }
  }

  void Project(int8_t* state) const {
    if (p_.projection.bytes == 0) {
      memcpy(state, hidden_, static_cast<size_t>(p_.cells));
      return;
    }
    const int8_t* weights = memory_.At<const int8_t>(p_.projection);
    const int32_t* bias = memory_.At<const int32_t>(p_.projection_bias);
    for (int32_t i = 0; i < p_.outputs; ++i) {
      const int32_t sum =
          Dot(weights + i * p_.cells, hidden_, p_.cells, bias[i]);
      const int8_t next = ToInt8(
          Add(MultiplyBy(sum, p_.projection_factor), p_.state_zero_point));
      state[i] = static_cast<int8_t>(Clip(next, p_.projection_clip));
    }
  }

  const LstmParams& p_;
  const Memory& memory_;
  int16_t* gates_[4];
  int8_t* hidden_;
};

}  // namespace

void LstmScalar(const LstmParams& p, const Memory& memory,
                const Scratch& scratch) {
  RunLstmSteps(p, memory, Layer(p, memory, scratch));
}

}  // namespace tflite::dsp
