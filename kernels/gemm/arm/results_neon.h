#ifndef KERNELS_GEMM_ARM_RESULTS_NEON_H_
#define KERNELS_GEMM_ARM_RESULTS_NEON_H_

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/requantize_neon.h"

// GemmResults of sums in registers. In an unnamed namespace, because files with
// different instructions include them.

namespace tflite::kernels {
namespace {

// What makes eight columns of sums bytes, and what makes them floats.
template <RequantForm kForm>
struct ByteResultsOf {
  RequantFactors low, high;
  RequantBytes bytes;

  ByteResultsOf(const GemmResults& r, int64_t column, int64_t)
      : low(*r.columns, r.first_column + column),
        high(*r.columns, r.first_column + column + 4),
        bytes(*r.columns) {}

  using Out = uint8_t;
  inline __attribute__((always_inline)) void Store(int32x4_t first,
                                                   int32x4_t second,
                                                   uint8_t* out) const {
    vst1_u8(out, bytes.template Of<kForm>(low.template Apply<kForm>(first),
                                          high.template Apply<kForm>(second)));
  }
};

struct FloatResultsOf {
  float32x4_t factor[2], bias[2], min, max;

  // Of n columns.
  FloatResultsOf(const GemmResults& r, int64_t column, int64_t n)
      : min(vdupq_n_f32(r.min)), max(vdupq_n_f32(r.max)) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      const int64_t at = column + 4 * v, few = n - 4 * v;
      factor[v] =
          vmulq_n_f32(LoadFloats(r.column_scale + at, few), r.row_scale);
      bias[v] =
          r.bias == nullptr ? vdupq_n_f32(0) : LoadFloats(r.bias + at, few);
    }
  }

  using Out = float;
  inline __attribute__((always_inline)) float32x4_t Of(int32x4_t x,
                                                       int v) const {
    const float32x4_t y =
        vaddq_f32(vmulq_f32(vcvtq_f32_s32(x), factor[v]), bias[v]);
    // The instructions return NaN where either operand is NaN.
    return vminq_f32(max, vmaxq_f32(min, y));
  }
  inline __attribute__((always_inline)) void Store(int32x4_t first,
                                                   int32x4_t second,
                                                   float* out) const {
    vst1q_f32(out, Of(first, 0));
    vst1q_f32(out + 4, Of(second, 1));
  }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_RESULTS_NEON_H_
