#ifndef KERNELS_GEMM_ARM_RESULTS_NEON_H_
#define KERNELS_GEMM_ARM_RESULTS_NEON_H_

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/requantize_neon.h"

// GemmResults of sums in registers. In an unnamed namespace, because files with
// different instructions include them.

namespace tflite::kernels {
namespace {

// What makes eight columns of sums bytes, and what makes them floats.
template <typename Kind>
struct ByteResultsOf {
  RequantFactors low, high;
  RequantBytes bytes;

  ByteResultsOf(const GemmResults& r, int64_t column, int64_t)
      : low(*r.columns, r.first_column + column),
        high(*r.columns, r.first_column + column + 4),
        bytes(*r.columns) {}

  using Out = uint8_t;
  // Stores eight results; `out` moves on by `stride`.
  inline __attribute__((always_inline)) void Store(int32x4_t first,
                                                   int32x4_t second,
                                                   uint8_t** out,
                                                   int64_t stride) const {
    const uint8x8_t y = bytes.template Of<Kind::kForm, Kind::kRange>(
        low.template Apply<Kind::kForm>(first),
        high.template Apply<Kind::kForm>(second));
#if defined(__aarch64__)
    // In one instruction, which compilers do not make of two.
    __asm__ volatile("st1 {%[y].8b}, [%[out]], %[stride]"
                     : [out] "+r"(*out)
                     : [y] "w"(y), [stride] "r"(stride)
                     : "memory");
#else
    vst1_u8(*out, y);
    *out += stride;
#endif
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
                                                   float** out,
                                                   int64_t stride) const {
    vst1q_f32(*out, Of(first, 0));
    vst1q_f32(*out + 4, Of(second, 1));
    *out += stride;
  }
};

// Calls run(the type that stores these results). kUnsigned: bytes are mostly
// UINT8. kTakesUp: see WithRequantKind.
template <typename Results>
struct ResultsType {
  using Type = Results;
};
template <bool kUnsigned, bool kTakesUp, typename Run>
void WithResults(const GemmResults& results, const Run& run) {
  if (results.column_scale != nullptr) {
    return run(ResultsType<FloatResultsOf>());
  }
  constexpr RequantRange kRange =
      kUnsigned ? RequantRange::kUInt8 : RequantRange::kInt8;
  WithRequantKind<kRange, kTakesUp>(
      *results.columns, results.floats_fit,
      [&](auto kind) { run(ResultsType<ByteResultsOf<decltype(kind)>>()); });
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_RESULTS_NEON_H_
