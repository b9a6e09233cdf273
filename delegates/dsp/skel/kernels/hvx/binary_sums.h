#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_SUMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_SUMS_H_

#include "delegates/dsp/skel/kernels/hvx/binary_words.h"

// Sums and differences of two operands, one class per relation of their scales.
//
// An operation is a pipeline over blocks of 128 bytes: Step reads block i and
// returns block i - kDelay. The compiler schedules in the order of the source,
// so this lets it fill packets with instructions of different blocks.
namespace tflite::dsp {

// M(a * 2^bits +- b * 2^bits): equal scales. The sum is exact in halfwords.
template <bool kSigned, bool kSubtract>
class EqualSum {
 public:
  static constexpr int32_t kDelay = 2;
  struct State {
    Words sum, product;
  };

  explicit EqualSum(const BinaryParams& p)
      : bounds_(p),
        finish_(p.factor, p.zero_point),
        bits_(p.shift - 1 + p.x_factor.shift - 16) {
    // Signed bytes become unsigned ones that are 128 more.
    const int32_t more = kSigned ? 128 : 0;
    const int32_t offset = kSubtract
                               ? p.x_zero_point - p.y_zero_point
                               : p.x_zero_point + p.y_zero_point + 2 * more;
    offset_ = SplatWord((offset << 16) | (offset & 0xffff));
  }
  TFLL_DSP_INLINE Vec Step(State* state, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    Words done;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      done.w[k] = finish_.Shift(state->product.w[k], minus_one);
      state->product.w[k] = finish_.Multiply(state->sum.w[k]);
    }
    const Vec out = Narrow<kSigned>(done, bounds_.low, bounds_.high);
    if (kSigned) {
      x = Q6_V_vxor_VV(x, SplatByte(0x80));
      y = Q6_V_vxor_VV(y, SplatByte(0x80));
    }
    const VecPair sum =
        kSubtract ? Q6_Wh_vsub_VubVub(x, y) : Q6_Wh_vadd_VubVub(x, y);
    const Vec even =
        Q6_Vh_vasl_VhR(Q6_Vh_vsub_VhVh(Q6_V_lo_W(sum), offset_), bits_);
    const Vec odd =
        Q6_Vh_vasl_VhR(Q6_Vh_vsub_VhVh(Q6_V_hi_W(sum), offset_), bits_);
    const Vec top = SplatWord(0xffff0000);
    state->sum.w[0] = Q6_Vw_vasl_VwR(even, 16);
    state->sum.w[1] = Q6_Vw_vasl_VwR(odd, 16);
    state->sum.w[2] = Q6_V_vand_VV(even, top);
    state->sum.w[3] = Q6_V_vand_VV(odd, top);
    return out;
  }

 private:
  Bounds bounds_;
  Factored finish_;
  int32_t bits_;
  Vec offset_;
};

// One operand is only shifted and the other one is multiplied. kSwap: x is
// multiplied.
template <bool kSigned, bool kSubtract, bool kSwap>
class ScaledSum {
 public:
  static constexpr int32_t kDelay = 3;
  struct State {
    Words exact, later_exact, wide, product, sum_product;
  };

  explicit ScaledSum(const BinaryParams& p)
      : bounds_(p),
        exact_(kSwap ? p.y_zero_point : p.x_zero_point,
               p.shift - 1 + (kSwap ? p.y_factor : p.x_factor).shift),
        wide_(kSwap ? p.x_zero_point : p.y_zero_point, p.shift),
        factor_(kSwap ? p.x_factor : p.y_factor, 0),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State* s, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    Words done;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      done.w[k] = finish_.Shift(s->sum_product.w[k], minus_one);
      const Vec scaled = factor_.Shift(s->product.w[k], minus_one);
      const Vec u = kSwap ? scaled : s->later_exact.w[k];
      const Vec v = kSwap ? s->later_exact.w[k] : scaled;
      s->sum_product.w[k] = finish_.Multiply(kSubtract ? Q6_Vw_vsub_VwVw(u, v)
                                                       : Q6_Vw_vadd_VwVw(u, v));
      s->product.w[k] = factor_.Multiply(s->wide.w[k]);
      s->later_exact.w[k] = s->exact.w[k];
    }
    s->exact = exact_(kSwap ? y : x);
    s->wide = wide_(kSwap ? x : y);
    return Narrow<kSigned>(done, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Widen<kSigned> exact_, wide_;
  Factored factor_, finish_;
};

// M(a * 2^shift) of bytes, for shifts of 16 or more and factors that are quick.
// A difference of bytes has so few bits that products with the halves of the
// multiplier, 16 and 15 bits, make 64 words at once:
//   y = (a * multiplier + 2^(30 - shift)) >> (31 - shift)
//     = b * high + ((b * low + half) >> 15),  b = a * 2^(shift - 16)
// The products are those of the bytes; their zero point's are added later.
class ByteFactor {
 public:
  static bool Suits(const Factor& f, int32_t shift) {
    return IsQuick(f) && f.multiplier >= 0 && shift >= 16 && shift <= 20;
  }

  ByteFactor(int32_t zero_point, int32_t shift, const Factor& f)
      : scale_(0x01010101 << (shift - 16)),
        high_((f.multiplier >> 15) * 0x10001),
        low_((f.multiplier & 0x7fff) * 0x10001),
        shift_(-f.shift) {
    const int32_t zero = zero_point << (shift - 16);
    const int32_t high = zero * (f.multiplier >> 15);
    half_ = SplatWord((1 << 14) - zero * (f.multiplier & 0x7fff));
    least_ = SplatWord(high - 1);
    rounding_ = SplatWord((1 << (shift_ - 1)) - 1 - high);
  }

  // y + zero point * high, of unsigned bytes.
  TFLL_DSP_INLINE Words Multiply(Vec x) const {
    const VecPair b = Q6_Wuh_vmpy_VubRub(x, scale_);
    Words out;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 2; ++k) {
      const Vec halves = k == 0 ? Q6_V_lo_W(b) : Q6_V_hi_W(b);
      const VecPair high = Q6_Wuw_vmpy_VuhRuh(halves, high_);
      const VecPair low = Q6_Wuw_vmpy_VuhRuh(halves, low_);
      out.w[k] = Q6_Vw_vasracc_VwVwR(
          Q6_V_lo_W(high), Q6_Vw_vadd_VwVw(Q6_V_lo_W(low), half_), 15);
      out.w[k + 2] = Q6_Vw_vasracc_VwVwR(
          Q6_V_hi_W(high), Q6_Vw_vadd_VwVw(Q6_V_hi_W(low), half_), 15);
    }
    return out;
  }
  TFLL_DSP_INLINE Vec Round(Vec y) const {
    return Q6_Vw_vadd_VwVwQ_carry_sat(y, rounding_,
                                      Q6_Q_vcmp_gt_VwVw(y, least_));
  }
  TFLL_DSP_INLINE Vec Shift(Vec y) const {
    return Q6_Vw_vasr_VwR(Round(y), shift_);
  }
  // x + Shift(y)
  TFLL_DSP_INLINE Vec Add(Vec x, Vec y) const {
    return Q6_Vw_vasracc_VwVwR(x, Round(y), shift_);
  }

 private:
  int32_t scale_, high_, low_, shift_;
  Vec half_, least_, rounding_;
};

// Both operands are multiplied.
template <bool kSigned, bool kSubtract>
class Sum {
 public:
  static constexpr int32_t kDelay = 2;
  struct State {
    Words x, y, sum;
  };

  explicit Sum(const BinaryParams& p)
      : bounds_(p),
        x_(p.x_zero_point + (kSigned ? 128 : 0), p.shift, p.x_factor),
        y_(p.y_zero_point + (kSigned ? 128 : 0), p.shift, p.y_factor),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State* s, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    Words done;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec product = finish_.Multiply(s->sum.w[k]);
      const Vec u = x_.Shift(s->x.w[k]);
      s->sum.w[k] = kSubtract ? Q6_Vw_vsub_VwVw(u, y_.Shift(s->y.w[k]))
                              : y_.Add(u, s->y.w[k]);
      done.w[k] = finish_.Shift(product, minus_one);
    }
    const Vec flip = SplatByte(0x80);
    s->x = x_.Multiply(kSigned ? Q6_V_vxor_VV(x, flip) : x);
    s->y = y_.Multiply(kSigned ? Q6_V_vxor_VV(y, flip) : y);
    return Narrow<kSigned>(done, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  ByteFactor x_, y_;
  Factored finish_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_SUMS_H_
