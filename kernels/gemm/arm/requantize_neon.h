#ifndef KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_
#define KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_

#include <arm_neon.h>

#include "kernels/gemm/requant_tiles.h"

// Requantization of vectors of sums to bytes. In an unnamed namespace, because
// files with different instructions include it.

namespace tflite::kernels {
namespace {

// What is known of a tile's columns. kRight: all have the float form of
// requant_tiles.h, so that shifts are to the right; kPositive: so they do, and
// results below the zero point are clamped to it; kUp: so they do, and halves
// are taken up; kNoLeft: no shifts to the left; kAny: in both directions.
enum class RequantForm { kPositive, kUp, kRight, kNoLeft, kAny };

constexpr bool OnlyRight(RequantForm form) {
  return form == RequantForm::kPositive || form == RequantForm::kUp ||
         form == RequantForm::kRight;
}

// The range of results: a part of a byte's or all of it, INT8 or UINT8.
enum class RequantRange { kPart, kInt8, kUInt8 };

// The factors of four columns.
struct RequantFactors {
  int32x4_t multiplier, left, right;  // right: negative, a shift to the right
  int32x4_t away;  // negative where halves are taken away from zero

  RequantFactors(const GemmRequantColumns& columns, int64_t c)
      : multiplier(vld1q_s32(columns.multiplier + c)),
        left(vld1q_s32(columns.left + c)),
        right(vnegq_s32(vld1q_s32(columns.right + c))),
        away(vandq_s32(right, vdupq_n_s32(columns.sign_bit))) {}

  template <RequantForm kForm>
  int32x4_t Apply(int32x4_t x) const {
    if (kForm == RequantForm::kAny) x = vshlq_s32(x, left);
    const int32x4_t high = vqrdmulhq_s32(x, multiplier);
    // The rounding shift rounds halves up, and never from below zero to above.
    if (kForm == RequantForm::kPositive || kForm == RequantForm::kUp) {
      return vrshlq_s32(high, right);
    }
    // Subtracting 1 from negative values makes that away from zero; without a
    // shift, nothing is rounded. It cannot wrap, because the product is never
    // the smallest INT32.
    // (In the float form, what has no shift is 0.)
    const int32x4_t sign =
        kForm == RequantForm::kRight ? high : vandq_s32(high, away);
    return vrshlq_s32(vsraq_n_s32(high, sign, 31), right);
  }
};

// Adds the zero point and clamps to bytes. The range is within that of a byte,
// so it can be applied to values saturated to 16 bits; in the float form, the
// zero point is, too.
struct RequantBytes {
  int32x4_t wide_zero_point;
  int16x8_t zero_point, min, max;

  explicit RequantBytes(const GemmRequantColumns& columns)
      : wide_zero_point(vdupq_n_s32(columns.zero_point)),
        zero_point(vdupq_n_s16(static_cast<int16_t>(columns.zero_point))),
        min(vdupq_n_s16(static_cast<int16_t>(columns.min))),
        max(vdupq_n_s16(static_cast<int16_t>(columns.max))) {}

  template <RequantForm kForm, RequantRange kRange = RequantRange::kPart>
  uint8x8_t Of(int32x4_t low, int32x4_t high) const {
    constexpr bool kRight = OnlyRight(kForm);
    if (!kRight) {
      low = vqaddq_s32(low, wide_zero_point);
      high = vqaddq_s32(high, wide_zero_point);
    }
#if defined(__aarch64__)
    int16x8_t y = vqmovn_high_s32(vqmovn_s32(low), high);
#else
    int16x8_t y = vcombine_s16(vqmovn_s32(low), vqmovn_s32(high));
#endif
    // Results that are not negative, of all UINT8 values, have zero point 0.
    constexpr bool kNoZeroPoint =
        kForm == RequantForm::kPositive && kRange == RequantRange::kUInt8;
    if (kRight && !kNoZeroPoint) y = vqaddq_s16(y, zero_point);
    if (kRange == RequantRange::kUInt8) return vqmovun_s16(y);
    if (kRange == RequantRange::kInt8) {
      return vreinterpret_u8_s8(vqmovn_s16(y));
    }
    return vmovn_u16(vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(y, min), max)));
  }
};

template <RequantForm F, RequantRange R>
struct RequantKind {
  static constexpr RequantForm kForm = F;
  static constexpr RequantRange kRange = R;
};

// Calls run(a RequantKind that fits these columns). `floats_fit`: they have the
// float form. kRange: of the whole ranges only this one is looked for, because
// the kind is a constant of much code; kUp is looked for only if kTakesUp.
template <RequantRange kRange, bool kTakesUp, typename Run>
void WithRequantKind(const GemmRequantColumns& columns, bool floats_fit,
                     const Run& run) {
  static_assert(kRange != RequantRange::kPart, "a whole range");
  constexpr int32_t kLow = kRange == RequantRange::kInt8 ? -128 : 0;
  const bool up = columns.sign_bit == 0;
  if (!floats_fit || (up && !kTakesUp)) {
    return run(RequantKind<RequantForm::kAny, RequantRange::kPart>());
  }
  if constexpr (kTakesUp) {
    if (up) return run(RequantKind<RequantForm::kUp, RequantRange::kPart>());
  }
  if (columns.min != kLow || columns.max != kLow + 255) {
    return run(RequantKind<RequantForm::kRight, RequantRange::kPart>());
  }
  if (columns.zero_point > kLow) {
    return run(RequantKind<RequantForm::kRight, kRange>());
  }
  run(RequantKind<RequantForm::kPositive, kRange>());
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_
