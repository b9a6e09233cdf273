#include "delegates/dsp/skel/kernels/common/lstm_steps.h"
#include "delegates/dsp/skel/kernels/hvx/fixed_functions.h"
#include "delegates/dsp/skel/kernels/hvx/matrix.h"
#include "delegates/dsp/skel/kernels/hvx/normalize_gate.h"
#include "delegates/dsp/skel/kernels/hvx/recurrent_plan.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/lstm.h"
#include "delegates/dsp/skel/memory_functions.h"

// Gates are multiplied 32 cells at a time; all that follows works on 64 cells
// in half words.
namespace tflite::dsp {
namespace {

enum { kInput, kForget, kCell, kOutput };

constexpr int32_t kCells = 64;

// Products of half words, in the lanes of even and odd ones.
struct Wide {
  Vec even, odd;
};
TFLL_DSP_INLINE Wide Product(Vec x, Vec y) {
  const VecPair words = Q6_Ww_vmpy_VhVh(x, y);
  return {Q6_V_lo_W(words), Q6_V_hi_W(words)};
}
TFLL_DSP_INLINE Vec Saturated(const Wide& w) {
  return Q6_Vh_vsat_VwVw(w.odd, w.even);
}
TFLL_DSP_INLINE Vec RoundedProduct(Vec x, Vec y, int32_t shift) {
  const Wide product = Product(x, y);
  return Saturated(
      {RoundingShift(product.even, shift), RoundingShift(product.odd, shift)});
}

TFLL_DSP_INLINE Vec ClipHalves(Vec x, int32_t limit) {
  if (limit <= 0 || limit > INT16_MAX) return x;
  return Q6_Vh_vmin_VhVh(Q6_Vh_vmax_VhVh(x, SplatHalf(-limit)),
                         SplatHalf(limit));
}

TFLL_DSP_INLINE int32_t AtMost(int32_t x, int32_t most) {
  return x < most ? x : most;
}

TFLL_DSP_INLINE void StoreBytes(void* to, Vec v, int32_t bytes) {
  StoreFirst(static_cast<uint8_t*>(to), v, bytes);
}

class Layer {
 public:
  Layer(const LstmParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p), memory_(memory) {
    const LstmScratch plan = PlaceLstm(p);
    uint8_t* at = scratch.data;
    memset(at, 0, static_cast<size_t>(plan.Bytes()));
    for (int g = 0; g < 4; ++g, at += plan.gates) {
      gates_[g] = reinterpret_cast<int16_t*>(at);
    }
    input_ = reinterpret_cast<Vec*>(at);
    state_ = reinterpret_cast<Vec*>(at + plan.input);
    hidden_ = reinterpret_cast<Vec*>(at + plan.input + plan.state);
  }

  // One step of row `b`; the states are read and written.
  void Step(int32_t b, const int8_t* x, int16_t* cells, int8_t* state,
            int8_t* out) const {
    memcpy(input_, x, static_cast<size_t>(p_.inputs));
    memcpy(state_, state, static_cast<size_t>(p_.outputs));
    const bool has_input_gate = p_.gates[kInput].weights.bytes != 0;
    for (int g = has_input_gate ? kInput : kForget; g <= kCell; ++g) {
      Open(g, b, cells);
    }
    for (int32_t c = 0; c < p_.cells; c += kCells) {
      UpdateCells(c, has_input_gate, cells);
    }
    Open(kOutput, b, cells);
    for (int32_t c = 0; c < p_.cells; c += kCells) Hide(c, cells);
    Project(state);
    memcpy(out, state, static_cast<size_t>(p_.outputs));
  }

 private:
  TFLL_DSP_INLINE Vec Gate(int g, int32_t c) const {
    return *reinterpret_cast<const Vec*>(gates_[g] + c);
  }

  // The gate's value before the peephole, of cells c .. c + 31.
  Vec Sums(const LstmGateParams& gate, int32_t c) const {
    const WordFactor factor(gate.weights_factor);
    const WordFactor recurrent_factor(gate.recurrent_factor);
    const Vec input = MultiplyRows(memory_.At<const int8_t>(gate.weights),
                                   p_.cells, p_.inputs, c, input_);
    const Vec last = MultiplyRows(memory_.At<const int8_t>(gate.recurrent),
                                  p_.cells, p_.outputs, c, state_);
    const Vec bias =
        LoadUnaligned(memory_.At<const int32_t>(gate.input_bias) + c);
    const Vec last_bias =
        LoadUnaligned(memory_.At<const int32_t>(gate.recurrent_bias) + c);
    const Vec sum =
        ClampWords(factor(Q6_Vw_vadd_VwVw(input, bias)), INT16_MIN, INT16_MAX);
    return Q6_Vw_vadd_VwVw(recurrent_factor(Q6_Vw_vadd_VwVw(last, last_bias)),
                           sum);
  }

  void Open(int g, int32_t b, const int16_t* cells) const {
    const LstmGateParams& gate = p_.gates[g];
    const int16_t* peephole =
        gate.peephole.bytes == 0
            ? nullptr
            : memory_.At<const int16_t>(gate.peephole) + b * p_.cells;
    const WordFactor factor(gate.peephole_factor);
    for (int32_t c = 0; c < p_.cells; c += kCells) {
      const Vec low = Sums(gate, c);
      const Vec high =
          c + kMatrixRows < p_.cells ? Sums(gate, c + kMatrixRows) : Zero();
      Vec sums = Q6_Vh_vpack_VwVw_sat(high, low);
      if (peephole != nullptr) {
        const Wide product =
            Product(LoadUnaligned(peephole + c), LoadUnaligned(cells + c));
        const VecPair wide = Q6_Ww_vunpack_Vh(sums);
        const VecPair products =
            Q6_W_vshuff_VVR(factor(product.odd), factor(product.even), -4);
        sums = Q6_Vh_vpack_VwVw_sat(
            Q6_Vw_vadd_VwVw(Q6_V_hi_W(products), Q6_V_hi_W(wide)),
            Q6_Vw_vadd_VwVw(Q6_V_lo_W(products), Q6_V_lo_W(wide)));
      }
      *reinterpret_cast<Vec*>(gates_[g] + c) = sums;
    }
    NormalizeGate(gate, memory_, p_.cells, gates_[g]);
    for (int32_t c = 0; c < p_.cells; c += kCells) {
      Vec* sums = reinterpret_cast<Vec*>(gates_[g] + c);
      *sums = g == kCell ? TanhHalves(*sums, 3) : LogisticHalves(*sums, 3);
    }
  }

  void UpdateCells(int32_t c, bool has_input_gate, int16_t* cells) const {
    const Vec forget = Gate(kForget, c);
    const Vec in = has_input_gate
                       ? Gate(kInput, c)
                       : Q6_Vh_vsub_VhVh(SplatHalf(INT16_MAX), forget);
    const Vec kept = RoundedProduct(forget, LoadUnaligned(cells + c), 15);
    const Vec added = RoundedProduct(in, Gate(kCell, c), 15 + p_.cell_bits);
    StoreBytes(cells + c,
               ClipHalves(Q6_Vh_vadd_VhVh_sat(kept, added), p_.cell_clip),
               2 * AtMost(p_.cells - c, kCells));
  }

  void Hide(int32_t c, const int16_t* cells) const {
    const WordFactor factor(p_.hidden_factor);
    const Vec zero_point = SplatWord(p_.hidden_zero_point);
    const Wide product = Product(
        Gate(kOutput, c), TanhHalves(LoadUnaligned(cells + c), p_.cell_bits));
    const Vec halves =
        Saturated({Q6_Vw_vadd_VwVw(factor(product.even), zero_point),
                   Q6_Vw_vadd_VwVw(factor(product.odd), zero_point)});
    StoreBytes(reinterpret_cast<uint8_t*>(hidden_) + c,
               Q6_Vb_vpack_VhVh_sat(Zero(), halves),
               AtMost(p_.cells - c, kCells));
  }

  void Project(int8_t* state) const {
    if (p_.projection.bytes == 0) {
      memcpy(state, hidden_, static_cast<size_t>(p_.cells));
      return;
    }
    const int8_t* weights = memory_.At<const int8_t>(p_.projection);
    const int32_t* bias = memory_.At<const int32_t>(p_.projection_bias);
    const WordFactor factor(p_.projection_factor);
    for (int32_t i = 0; i < p_.outputs; i += kMatrixRows) {
      const Vec sum = Q6_Vw_vadd_VwVw(
          MultiplyRows(weights, p_.outputs, p_.cells, i, hidden_),
          LoadUnaligned(bias + i));
      Vec words[4] = {
          ClampWords(
              Q6_Vw_vadd_VwVw(factor(sum), SplatWord(p_.state_zero_point)),
              INT8_MIN, INT8_MAX),
          Zero(), Zero(), Zero()};
      if (p_.projection_clip > 0) {
        words[0] =
            ClampWords(words[0], -p_.projection_clip, p_.projection_clip);
      }
      StoreBytes(state + i, PackWords(words),
                 AtMost(p_.outputs - i, kMatrixRows));
    }
  }

  const LstmParams& p_;
  const Memory& memory_;
  int16_t* gates_[4];
  Vec* input_;
  Vec* state_;
  Vec* hidden_;
};

}  // namespace

void LstmHvx(const LstmParams& p, const Memory& memory,
             const Scratch& scratch) {
  // For fewer cells the scalar form is as fast.
  constexpr int32_t kLeastCells = 4;
  if (p.cells < kLeastCells) {
    LstmScalar(p, memory, scratch);
    return;
  }
  RunLstmSteps(p, memory, Layer(p, memory, scratch));
}

}  // namespace tflite::dsp
