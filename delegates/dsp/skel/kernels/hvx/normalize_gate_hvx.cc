#include "delegates/dsp/skel/kernels/common/lstm_steps.h"
#include "delegates/dsp/skel/kernels/hvx/normalize_gate.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"

namespace tflite::dsp {
namespace {

using kernels::FixedNormalization;

constexpr int32_t kCells = kVectorBytes / 2;
// With more cells, sums of squares would overflow 32 bits.
constexpr int32_t kMostCells = 1 << 16;

// The sum of `n` values, and the sum of their squares.
struct Moments {
  int64_t sum, squares;

  Moments(const int16_t* sums, int32_t n) {
    // The lower 15 bits of squares and the upper ones are summed separately.
    constexpr int32_t kBits = 15;
    const Vec low_bits = SplatWord((1 << kBits) - 1);
    Vec all = Zero(), low = Zero(), high = Zero();
    const Vec* __restrict in = reinterpret_cast<const Vec*>(sums);
    for (int32_t c = 0; c < n; c += kCells) {
      Vec v = *in++;
      if (n - c < kCells) v = Q6_V_vand_QV(Q6_Q_vsetq_R(2 * (n - c)), v);
      const VecPair products = Q6_Ww_vmpy_VhVh(v, v);
      all = Q6_Vw_vadd_VwVw(all, Q6_Vw_vdmpy_VhRb(v, 0x01010101));
      TFLL_DSP_UNROLL
      for (int i = 0; i < 2; ++i) {
        const Vec square = i == 0 ? Q6_V_lo_W(products) : Q6_V_hi_W(products);
        low = Q6_Vw_vadd_VwVw(low, Q6_V_vand_VV(square, low_bits));
        high = Q6_Vw_vadd_VwVw(high, Q6_Vuw_vlsr_VuwR(square, kBits));
      }
    }
    sum = SumOfWords(all);
    squares = AllOf(low) + (AllOf(high) << kBits);
  }

 private:
  // The sum of all words, none of which is negative, in 64 bits.
  static int64_t AllOf(Vec v) {
    const Vec low = Q6_V_vand_VV(v, SplatWord(0xffff));
    return SumOfWords(low) +
           (int64_t{SumOfWords(Q6_Vuw_vlsr_VuwR(v, 16))} << 16);
  }
};

// Whether any word's magnitude exceeds `most`.
bool ExceedsAnywhere(Vec x, int32_t most) {
  const Mask over = Q6_Q_vcmp_gt_VwVw(Q6_Vw_vabs_Vw_sat(x), SplatWord(most));
  return SumOfWords(Q6_V_vand_QR(over, 0x01010101)) != 0;
}

// FixedNormalization for 32 cells.
class Normalization {
 public:
  explicit Normalization(const FixedNormalization& n)
      : mean_(SplatWord(n.mean)),
        inverse_({n.inverse_deviation.multiplier, n.inverse_deviation.shift}),
        factor_({n.factor.multiplier, n.factor.shift}) {}

  // Arguments and result are words; the result is not saturated yet. Returns
  // false if a product does not fit 32 bits.
  bool Normalize(Vec sums, Vec coefficients, Vec bias, Vec* out) const {
    constexpr int32_t kMostDeviation = INT16_MAX, kMostBias = (1 << 30) - 1;
    const Vec deviation = inverse_(
        Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwR(sums, kernels::kLstmMeanBits), mean_));
    if (ExceedsAnywhere(deviation, kMostDeviation) ||
        ExceedsAnywhere(bias, kMostBias)) {
      return false;
    }
    const Vec scaled = Q6_Vw_vadd_VwVw(
        Q6_Vw_vmpyio_VwVh(deviation, Q6_Vw_vasl_VwR(coefficients, 16)), bias);
    // Rounds halves away from zero.
    const Vec half = SplatWord(1 << (kernels::kLstmMeanBits - 1));
    const Vec rounded = Q6_Vw_vasr_VwR(
        Q6_Vw_vadd_VwVw(Q6_Vw_vabs_Vw(scaled), half), kernels::kLstmMeanBits);
    const Mask negative = Q6_Q_vcmp_gt_VwVw(Zero(), scaled);
    *out = factor_(
        Q6_V_vmux_QVV(negative, Q6_Vw_vsub_VwVw(Zero(), rounded), rounded));
    return true;
  }

 private:
  const Vec mean_;
  const WordFactor inverse_, factor_;
};

}  // namespace

void NormalizeGate(const LstmGateParams& gate, const Memory& memory, int32_t n,
                   int16_t* sums) {
  if (gate.norm.bytes == 0) return;
  if (n > kMostCells) return Normalize(gate, memory, n, sums);
  const Moments moments(sums, n);
  const auto each = FixedNormalization::Of(moments.sum, moments.squares, n,
                                           gate.variance_guard,
                                           ToMultiplier(gate.norm_factor));
  const Normalization vectors(each);
  const int16_t* coefficients = memory.At<const int16_t>(gate.norm);
  const int32_t* bias = memory.At<const int32_t>(gate.bias);
  for (int32_t c = 0; c < n; c += kCells) {
    Vec* at = reinterpret_cast<Vec*>(sums + c);
    const VecPair x = Q6_Ww_vunpack_Vh(*at);
    const VecPair y = Q6_Ww_vunpack_Vh(LoadUnaligned(coefficients + c));
    Vec low, high;
    if (vectors.Normalize(Q6_V_lo_W(x), Q6_V_lo_W(y), LoadUnaligned(bias + c),
                          &low) &&
        vectors.Normalize(Q6_V_hi_W(x), Q6_V_hi_W(y),
                          LoadUnaligned(bias + c + kVectorWords), &high)) {
      *at = Q6_Vh_vpack_VwVw_sat(high, low);
      continue;
    }
    for (int32_t i = c; i < n && i < c + kCells; ++i) {
      sums[i] = each(sums[i], coefficients[i], bias[i]);
    }
  }
}

}  // namespace tflite::dsp
