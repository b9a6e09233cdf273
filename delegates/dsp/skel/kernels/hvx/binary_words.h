#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_WORDS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_WORDS_H_

#include "delegates/dsp/skel/kernels/hvx/requantize.h"

// The parts of element-wise operations on two operands: bytes are widened to
// words, multiplied by a factor, and narrowed again.
namespace tflite::dsp {

// 128 bytes as words: word i of w[k] belongs to byte 4i + k.
struct Words {
  Vec w[4];
};

// (x - zero_point) * 2^shift of the bytes x.
template <bool kSigned>
struct Widen {
  Vec offset;  // zero point * 2^bits
  int32_t bits;

  Widen(int32_t zero_point, int32_t shift)
      : offset(SplatWord(
            static_cast<int32_t>(static_cast<uint32_t>(zero_point) << shift))),
        bits(24 - shift) {}

  TFLL_DSP_INLINE Words operator()(Vec v) const {
    Words out;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec top = k == 3 ? v : Q6_Vw_vasl_VwR(v, 24 - 8 * k);
      const Vec byte = k == 0 ? top : Q6_V_vand_VV(top, SplatWord(0xff000000));
      const Vec value =
          kSigned ? Q6_Vw_vasr_VwR(byte, bits) : Q6_Vuw_vlsr_VuwR(byte, bits);
      out.w[k] = Q6_Vw_vsub_VwVw(value, offset);
    }
    return out;
  }
};

template <bool kSigned>
TFLL_DSP_INLINE Vec Narrow(const Words& x, Vec low, Vec high) {
  const Vec even = Q6_Vh_vsat_VwVw(x.w[2], x.w[0]);
  const Vec odd = Q6_Vh_vsat_VwVw(x.w[3], x.w[1]);
  const Vec bytes = kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                            : Q6_Vub_vsat_VhVh(odd, even);
  return ClampBytes<kSigned>(bytes, low, high);
}

// The requantization M of ops.h by a factor with a shift in [-22, -1].
struct Factored {
  Vec multiplier, rounding;
  int32_t shift;

  explicit Factored(const Factor& f, int32_t zero_point)
      : multiplier(SplatWord(f.multiplier)), shift(-f.shift) {
    rounding = SplatWord((1 << (shift - 1)) - 1 + zero_point * (1 << shift));
  }
  TFLL_DSP_INLINE Vec Multiply(Vec x) const {
    return DoublingHighProduct(x, multiplier);
  }
  TFLL_DSP_INLINE Vec Shift(Vec y, Vec minus_one) const {
    const Mask carry = Q6_Q_vcmp_gt_VwVw(y, minus_one);
    return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVwQ_carry_sat(y, rounding, carry),
                          shift);
  }
  TFLL_DSP_INLINE Vec operator()(Vec x, Vec minus_one) const {
    return Shift(Multiply(x), minus_one);
  }
};

inline bool IsQuick(const Factor& f) { return f.shift >= -22 && f.shift <= -1; }

// True if the factor is a power of two and, after the left shift, only moves
// bits.
inline bool IsHalf(const Factor& f, int32_t shift) {
  return f.multiplier == 1 << 30 && f.shift <= 0 && shift - 1 + f.shift >= 0;
}

struct Bounds {
  Vec low, high;
  explicit Bounds(const BinaryParams& p)
      : low(SplatByte(p.min)), high(SplatByte(p.max)) {}
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_WORDS_H_
