#ifndef KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_
#define KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_

#include <arm_neon.h>

#include "kernels/gemm/requant_tiles.h"

// Requantization of vectors of sums to bytes. In an unnamed namespace, because
// files with different instructions include it.

namespace tflite::kernels {
namespace {

// The shifts of a tile's columns. kRight: only to the right, as in the float
// form of requant_tiles.h; kNoLeft: none to the left; kAny: in both directions.
enum class RequantForm { kRight, kNoLeft, kAny };

// The factors of four columns.
struct RequantFactors {
  int32x4_t multiplier, left, right;  // right: negative, a shift to the right

  RequantFactors(const GemmRequantColumns& columns, int64_t c)
      : multiplier(vld1q_s32(columns.multiplier + c)),
        left(vld1q_s32(columns.left + c)),
        right(vnegq_s32(vld1q_s32(columns.right + c))) {}

  template <RequantForm kForm>
  int32x4_t Apply(int32x4_t x) const {
    if (kForm == RequantForm::kAny) x = vshlq_s32(x, left);
    const int32x4_t high = vqrdmulhq_s32(x, multiplier);
    // The rounding shift rounds halves up. Subtracting 1 from negative values
    // makes that away from zero; without a shift, nothing is rounded. It cannot
    // wrap, because the product is never the smallest INT32.
    const int32x4_t sign =
        kForm == RequantForm::kRight ? high : vandq_s32(high, right);
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

  template <RequantForm kForm>
  uint8x8_t Of(int32x4_t low, int32x4_t high) const {
    if (kForm != RequantForm::kRight) {  // may wrap
      low = vaddq_s32(low, wide_zero_point);
      high = vaddq_s32(high, wide_zero_point);
    }
#if defined(__aarch64__)
    int16x8_t y = vqmovn_high_s32(vqmovn_s32(low), high);
#else
    int16x8_t y = vcombine_s16(vqmovn_s32(low), vqmovn_s32(high));
#endif
    if (kForm == RequantForm::kRight) y = vqaddq_s16(y, zero_point);
    return vmovn_u16(vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(y, min), max)));
  }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_REQUANTIZE_NEON_H_
