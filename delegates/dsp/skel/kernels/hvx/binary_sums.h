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

// Both operands are multiplied.
template <bool kSigned, bool kSubtract>
class Sum {
 public:
  static constexpr int32_t kDelay = 0;
  struct State {};

  explicit Sum(const BinaryParams& p)
      : bounds_(p),
        x_(p.x_zero_point, p.shift),
        y_(p.y_zero_point, p.shift),
        x_factor_(p.x_factor, 0),
        y_factor_(p.y_factor, 0),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    const Words a = x_(x), b = y_(y);
    Words w;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec u = x_factor_(a.w[k], minus_one);
      const Vec v = y_factor_(b.w[k], minus_one);
      w.w[k] = finish_(
          kSubtract ? Q6_Vw_vsub_VwVw(u, v) : Q6_Vw_vadd_VwVw(u, v), minus_one);
    }
    return Narrow<kSigned>(w, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Widen<kSigned> x_, y_;
  Factored x_factor_, y_factor_, finish_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_SUMS_H_
