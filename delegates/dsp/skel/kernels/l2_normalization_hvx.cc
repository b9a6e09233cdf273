#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/l2_normalization.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::dsp {
namespace {

// Less its zero point: 128 elements as words.
template <bool kSigned>
TFLL_DSP_INLINE void LoadCentred(const uint8_t* in, Vec zero, Vec* words) {
  UnpackBytes<kSigned>(LoadUnaligned(in), words);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) words[i] = Q6_Vw_vsub_VwVw(words[i], zero);
}

// Wraps as the scalar form's sum does.
template <bool kSigned>
int32_t SumOfSquares(const uint8_t* in, int32_t depth, Vec zero) {
  Vec sums = Zero();
  for (int32_t i = 0; i < depth; i += kVectorBytes) {
    const int32_t left = depth - i;
    Vec words[4];
    LoadCentred<kSigned>(in + i, zero, words);
    TFLL_DSP_UNROLL
    for (int32_t g = 0; g < 4; ++g) {
      const int32_t lanes = left - g * kVectorWords;
      if (lanes <= 0) continue;
      const Vec kept = lanes >= kVectorWords
                           ? words[g]
                           : Q6_V_vand_QV(Q6_Q_vsetq_R(lanes * 4), words[g]);
      // 9 bits and a sign: the low half words hold the magnitude.
      const Vec magnitude = Q6_Vw_vabs_Vw(kept);
      sums = Q6_Vw_vadd_VwVw(sums, Q6_Vw_vmpyie_VwVuh(magnitude, magnitude));
    }
  }
  return SumOfWords(sums);
}

template <bool kSigned>
void Row(const L2NormalizationParams& p, const uint8_t* in, uint8_t* out) {
  const Vec zero = SplatWord(p.input_zero_point);
  const Vec zero_point = SplatWord(p.zero_point);
  const kernels::QuantizedMultiplier inverse =
      kernels::FixedInverseSqrt(SumOfSquares<kSigned>(in, p.depth, zero));
  // UINT8 shifts before it multiplies, INT8 as part of the factor.
  const WordFactor factor(
      {inverse.multiplier, inverse.shift + (kSigned ? 7 : 0)});
  constexpr int32_t kLeast = kSigned ? -128 : 0;
  for (int32_t i = 0; i < p.depth; i += kVectorBytes) {
    Vec words[4];
    LoadCentred<kSigned>(in + i, zero, words);
    TFLL_DSP_UNROLL
    for (int g = 0; g < 4; ++g) {
      const Vec x = kSigned ? words[g] : Q6_Vw_vasl_VwR(words[g], 7);
      words[g] = ClampWords(Q6_Vw_vadd_VwVw_sat(factor(x), zero_point), kLeast,
                            kLeast + 255);
    }
    const int32_t left = p.depth - i;
    StoreFirst(out + i, PackWords(words),
               left < kVectorBytes ? left : kVectorBytes);
  }
}

}  // namespace

void L2NormalizationHvx(const L2NormalizationParams& p, const Memory& memory,
                        const Scratch& scratch) {
  constexpr int32_t kLeastDepth = 8;
  if (p.depth < kLeastDepth) {
    L2NormalizationScalar(p, memory, scratch);
    return;
  }
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t r = 0; r < p.rows; ++r, in += p.depth, out += p.depth) {
    if (p.is_signed != 0) {
      Row<true>(p, in, out);
    } else {
      Row<false>(p, in, out);
    }
  }
}

}  // namespace tflite::dsp
