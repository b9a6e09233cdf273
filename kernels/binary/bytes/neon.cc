#include "kernels/binary/bytes/byte_pairs.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/binary/bytes/pair_loop.h"

namespace tflite::kernels {
namespace {

#define TFLL_NEON inline __attribute__((always_inline))

constexpr int kVector = 16;  // bytes

// As many elements, of 16 and of 32 bits.
struct Words {
  int16x8_t low, high;
};
struct Ints {
  int32x4_t v[4];
};

// vsubl of the upper halves: from vget_high, compilers copy a constant's half.
#if defined(__aarch64__)
TFLL_NEON int16x8_t SubtractHigh(int8x16_t x, int8x16_t y) {
  return vsubl_high_s8(x, y);
}
TFLL_NEON uint16x8_t SubtractHigh(uint8x16_t x, uint8x16_t y) {
  return vsubl_high_u8(x, y);
}
#else
TFLL_NEON int16x8_t SubtractHigh(int8x16_t x, int8x16_t y) {
  return vsubl_s8(vget_high_s8(x), vget_high_s8(y));
}
TFLL_NEON uint16x8_t SubtractHigh(uint8x16_t x, uint8x16_t y) {
  return vsubl_u8(vget_high_u8(x), vget_high_u8(y));
}
#endif

TFLL_NEON uint8x16_t ZeroPoint(int32_t zero_point) {
  return vdupq_n_u8(static_cast<uint8_t>(zero_point));
}

// Stored elements less their zero point.
template <bool kSigned>
TFLL_NEON Words Load(const uint8_t* from, uint8x16_t y) {
  const uint8x16_t x = vld1q_u8(from);
  if (kSigned) {
    const int8x16_t a = vreinterpretq_s8_u8(x), b = vreinterpretq_s8_u8(y);
    return {vsubl_s8(vget_low_s8(a), vget_low_s8(b)), SubtractHigh(a, b)};
  }
  const uint16x8_t low = vsubl_u8(vget_low_u8(x), vget_low_u8(y));
  return {vreinterpretq_s16_u16(low),
          vreinterpretq_s16_u16(SubtractHigh(x, y))};
}

TFLL_NEON Ints Widen(const Words& x) {
  return {{vmovl_s16(vget_low_s16(x.low)), vmovl_s16(vget_high_s16(x.low)),
           vmovl_s16(vget_low_s16(x.high)), vmovl_s16(vget_high_s16(x.high))}};
}

TFLL_NEON Ints Add(int32x4_t x, const Words& y) {
  return {{vaddw_s16(x, vget_low_s16(y.low)),
           vaddw_s16(x, vget_high_s16(y.low)),
           vaddw_s16(x, vget_low_s16(y.high)),
           vaddw_s16(x, vget_high_s16(y.high))}};
}

TFLL_NEON Ints Multiply(const Words& x, const Words& y) {
  return {{vmull_s16(vget_low_s16(x.low), vget_low_s16(y.low)),
           vmull_s16(vget_high_s16(x.low), vget_high_s16(y.low)),
           vmull_s16(vget_low_s16(x.high), vget_low_s16(y.high)),
           vmull_s16(vget_high_s16(x.high), vget_high_s16(y.high))}};
}

// The least of each two of bits 4 to 19.
TFLL_NEON uint16x8_t Fractions(const Ints& x) {
  const int16x8_t low =
      vcombine_s16(vshrn_n_s32(x.v[0], 4), vshrn_n_s32(x.v[1], 4));
  const int16x8_t high =
      vcombine_s16(vshrn_n_s32(x.v[2], 4), vshrn_n_s32(x.v[3], 4));
  return vminq_u16(vreinterpretq_u16_s16(low), vreinterpretq_u16_s16(high));
}

// Bits 16 to 31.
TFLL_NEON int16x8_t Upper(int32x4_t low, int32x4_t high) {
  return vuzpq_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high))
      .val[1];
}

// Bits 20 to 31, saturated to bytes.
template <bool kSigned>
TFLL_NEON uint8x16_t Whole(const Ints& x) {
  const int16x8_t low = Upper(x.v[0], x.v[1]), high = Upper(x.v[2], x.v[3]);
  if (!kSigned) {
    return vcombine_u8(vqshrun_n_s16(low, 4), vqshrun_n_s16(high, 4));
  }
  return vreinterpretq_u8_s8(
      vcombine_s8(vqshrn_n_s16(low, 4), vqshrn_n_s16(high, 4)));
}

TFLL_NEON uint16_t Least(uint16x8_t x) {
#if defined(__aarch64__)
  return vminvq_u16(x);
#else
  uint16x4_t least = vpmin_u16(vget_low_u16(x), vget_high_u16(x));
  least = vpmin_u16(least, least);
  return vget_lane_u16(vpmin_u16(least, least), 0);
#endif
}

// The bounds of results.
template <bool kSigned>
class Bounds {
 public:
  TFLL_NEON explicit Bounds(const BytePairs& p)
      : low_(vdupq_n_u8(static_cast<uint8_t>(p.low))),
        high_(vdupq_n_u8(static_cast<uint8_t>(p.high))) {}

  TFLL_NEON void Store(uint8x16_t v, uint8_t* out) const {
    if (kSigned) {
      const int8x16_t s = vmaxq_s8(vreinterpretq_s8_u8(v), Signed(low_));
      v = vreinterpretq_u8_s8(vminq_s8(s, Signed(high_)));
    } else {
      v = vminq_u8(vmaxq_u8(v, low_), high_);
    }
    vst1q_u8(out, v);
  }

 private:
  static TFLL_NEON int8x16_t Signed(uint8x16_t v) {
    return vreinterpretq_s8_u8(v);
  }
  uint8x16_t low_, high_;
};

// MultiplyByQuantizedMultiplier of fixed_point.h, without a left shift.
class Factor {
 public:
  TFLL_NEON Factor(int32_t multiplier, int32_t shift)
      : multiplier_(vdupq_n_s32(multiplier)), right_(vdupq_n_s32(-shift)) {}
  TFLL_NEON int32x4_t Apply(int32x4_t x) const {
    const int32x4_t high = vqrdmulhq_s32(x, multiplier_);
    // The shift rounds halves up; subtracting 1 from negative values makes that
    // away from zero. Without a shift nothing is rounded.
    const int32x4_t sign = vandq_s32(high, right_);
    return vrshlq_s32(vsraq_n_s32(high, sign, 31), right_);
  }

 private:
  int32x4_t multiplier_, right_;
};

// The last step of the fixed-point arithmetic, from products or sums to bytes.
template <bool kSigned>
class ExactResults {
 public:
  TFLL_NEON explicit ExactResults(const BytePairs& p)
      : factor_(p.multiplier, p.shift),
        zero_point_(vdupq_n_s16(static_cast<int16_t>(p.out_zero_point))) {}

  TFLL_NEON uint8x16_t Of(const Ints& x) const {
    return Narrow(Half(x.v[0], x.v[1]), Half(x.v[2], x.v[3]));
  }

 private:
  TFLL_NEON int16x8_t Half(int32x4_t low, int32x4_t high) const {
    return vqaddq_s16(vcombine_s16(vqmovn_s32(factor_.Apply(low)),
                                   vqmovn_s32(factor_.Apply(high))),
                      zero_point_);
  }
  static TFLL_NEON uint8x16_t Narrow(int16x8_t low, int16x8_t high) {
    if (!kSigned) return vcombine_u8(vqmovun_s16(low), vqmovun_s16(high));
    return vreinterpretq_u8_s8(vcombine_s8(vqmovn_s16(low), vqmovn_s16(high)));
  }
  Factor factor_;
  int16x8_t zero_point_;
};

template <bool kSigned>
__attribute__((noinline)) uint8x16_t ExactSums(const BytePairs& p,
                                               const uint8_t* x,
                                               const uint8_t* y) {
  const Factor x_factor(p.x_multiplier, p.x_shift);
  const Factor y_factor(p.y_multiplier, p.y_shift);
  const Ints a = Widen(Load<kSigned>(x, ZeroPoint(p.x_zero_point)));
  const Ints b = Widen(Load<kSigned>(y, ZeroPoint(p.y_zero_point)));
  Ints sums;
  for (int i = 0; i < 4; ++i) {
    const int32x4_t c = x_factor.Apply(vmulq_n_s32(a.v[i], p.unit));
    const int32x4_t d = y_factor.Apply(vmulq_n_s32(b.v[i], p.unit));
    sums.v[i] = vmlaq_n_s32(c, d, p.sign);
  }
  return ExactResults<kSigned>(p).Of(sums);
}

// x with x * factor = product modulo 2^32; `factor` is odd.
inline int32_t Quotient(int32_t product, int32_t factor) {
  const auto f = static_cast<uint32_t>(factor);
  uint32_t inverse = f;  // of the last three bits; twice as many each time
  for (int bits = 3; bits < 32; bits *= 2) inverse *= 2 - f * inverse;
  return static_cast<int32_t>(inverse * static_cast<uint32_t>(product));
}

template <bool kSigned>
class SumBlocks {
 public:
  static constexpr int kBlock = 2 * kVector;

  TFLL_NEON explicit SumBlocks(const BytePairs& p)
      : pairs_(p),
        x_zero_point_(ZeroPoint(p.x_zero_point)),
        y_zero_point_(ZeroPoint(p.y_zero_point)),
        x_factor_(vdupq_n_s32(p.x_factor)),
        y_factor_(vdupq_n_s32(p.y_factor)),
        x_first_(vdupq_n_s32(Quotient(p.first, p.x_factor))),
        doubts_(static_cast<uint32_t>(p.doubts)),
        bounds_(p) {}

  TFLL_NEON void Compute(const uint8_t* x, const uint8_t* y,
                         uint8_t* out) const {
    const Ints a = Estimate(x, y), b = Estimate(x + kVector, y + kVector);
    uint8x16_t first, second;
    if (__builtin_expect(Least(vminq_u16(Fractions(a), Fractions(b))) < doubts_,
                         0)) {
      first = ExactSums<kSigned>(pairs_, x, y);
      second = ExactSums<kSigned>(pairs_, x + kVector, y + kVector);
    } else {
      first = Whole<kSigned>(a);
      second = Whole<kSigned>(b);
    }
    bounds_.Store(first, out);
    bounds_.Store(second, out + kVector);
  }

 private:
  TFLL_NEON Ints Estimate(const uint8_t* x, const uint8_t* y) const {
    // The sum's first term is a part of what is multiplied by x's factor: it is
    // added where elements are widened.
    Ints a = Add(x_first_, Load<kSigned>(x, x_zero_point_));
    const Ints b = Widen(Load<kSigned>(y, y_zero_point_));
    for (int i = 0; i < 4; ++i) {
      a.v[i] = vmlaq_s32(vmulq_s32(a.v[i], x_factor_), b.v[i], y_factor_);
    }
    return a;
  }

  const BytePairs& pairs_;
  const uint8x16_t x_zero_point_, y_zero_point_;
  const int32x4_t x_factor_, y_factor_, x_first_;
  const uint32_t doubts_;
  const Bounds<kSigned> bounds_;
};

template <bool kSigned>
class ProductBlocks {
 public:
  static constexpr int kBlock = kVector;

  TFLL_NEON explicit ProductBlocks(const BytePairs& p)
      : x_zero_point_(ZeroPoint(p.x_zero_point)),
        y_zero_point_(ZeroPoint(p.y_zero_point)),
        results_(p),
        bounds_(p) {}

  TFLL_NEON void Compute(const uint8_t* x, const uint8_t* y,
                         uint8_t* out) const {
    const Ints products = Multiply(Load<kSigned>(x, x_zero_point_),
                                   Load<kSigned>(y, y_zero_point_));
    bounds_.Store(results_.Of(products), out);
  }

 private:
  const uint8x16_t x_zero_point_, y_zero_point_;
  const ExactResults<kSigned> results_;
  const Bounds<kSigned> bounds_;
};

BytePairsRow RowFor(const BytePairs& p) {
  if (p.multiplies) return RowOf<ProductBlocks>(p);
  return p.doubts > 0 ? RowOf<SumBlocks>(p) : nullptr;
}

}  // namespace

BytePairsRows BytePairsRowsNeon() { return RowFor; }

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
BytePairsRows BytePairsRowsNeon() { return nullptr; }
}  // namespace tflite::kernels

#endif
