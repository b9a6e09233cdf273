// Accumulators to results, and floats to bytes, for the baseline of Arm
// targets; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/requantize_neon.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;

template <RequantForm kForm>
void RequantizeColumns(const GemmRequantTile& t, int64_t at) {
  const GemmRequantColumns& columns = *t.columns;
  const RequantFactors low(columns, t.first_column + at);
  const RequantFactors high(columns, t.first_column + at + kLanes);
  const RequantBytes bytes(columns);
  const int64_t n = t.n - at;
  for (int64_t i = 0; i < t.m; ++i) {
    const int32_t* acc = t.acc + i * t.acc_pitch + at;
    int32_t few[2 * kLanes] = {};
    if (n < 2 * kLanes) {
      for (int64_t j = 0; j < n; ++j) few[j] = acc[j];
      acc = few;
    }
    const int32x4_t a = low.Apply<kForm>(vld1q_s32(acc));
    const int32x4_t b = high.Apply<kForm>(vld1q_s32(acc + kLanes));
    StoreBytes(bytes.Of<kForm>(a, b), n, t.out[i] + at);
  }
}
// Halves away from zero, of values within int8.
inline int32x4_t Round(float32x4_t x) {
#if defined(__aarch64__)
  return vcvtaq_s32_f32(x);
#else
  // The largest float below one half, with x's sign: nothing else rounds up.
  const uint32x4_t sign =
      vandq_u32(vreinterpretq_u32_f32(x), vdupq_n_u32(0x80000000u));
  const uint32x4_t half =
      vorrq_u32(sign, vreinterpretq_u32_f32(vdupq_n_f32(0.49999997f)));
  return vcvtq_s32_f32(vaddq_f32(x, vreinterpretq_f32_u32(half)));
#endif
}

inline int32x4_t Quantized(const QuantizeRowArgs& a, int64_t i, int64_t n) {
  const float32x4_t low = vdupq_n_f32(a.low);
  const float32x4_t high = vdupq_n_f32(a.high);
  const float32x4_t x =
      vaddq_f32(vdupq_n_f32(a.offset),
                vmulq_f32(LoadFloats(a.in + i, n), vdupq_n_f32(a.inverse)));
  // Comparisons with NaN are false: low.
  const float32x4_t above = vbslq_f32(vcgtq_f32(x, low), x, low);
  return Round(vminq_f32(above, high));
}

}  // namespace

void RequantizeShiftsNeon(const GemmRequantTile& t) {
  for (int64_t at = 0; at < t.n; at += 2 * kLanes) {
    RequantizeColumns<RequantForm::kRight>(t, at);
  }
}

void RequantizeNeon(const GemmRequantTile& t) {
  const GemmRequantColumns& columns = *t.columns;
  for (int64_t at = 0; at < t.n; at += 2 * kLanes) {
    if (columns.has_left) {
      RequantizeColumns<RequantForm::kAny>(t, at);
    } else {
      RequantizeColumns<RequantForm::kNoLeft>(t, at);
    }
  }
}

void DequantizeNeon(const GemmDequantTile& t) {
  const float32x4_t min = vdupq_n_f32(t.min);
  const float32x4_t max = vdupq_n_f32(t.max);
  for (int64_t at = 0; at < t.n; at += kLanes) {
    const int64_t n = t.n - at;
    const float32x4_t scale = LoadFloats(t.column_scale + at, n);
    const float32x4_t bias =
        t.bias == nullptr ? vdupq_n_f32(0) : LoadFloats(t.bias + at, n);
    int32_t few[kLanes] = {};
    for (int64_t j = 0; j < kLanes && j < n; ++j) few[j] = t.column_sum[at + j];
    const int32x4_t sum = vld1q_s32(few);
    for (int64_t i = 0; i < t.m; ++i) {
      const int32_t* acc = t.acc + i * t.acc_pitch + at;
      for (int64_t j = 0; n < kLanes && j < n; ++j) few[j] = acc[j];
      int32x4_t x = vld1q_s32(n < kLanes ? few : acc);
      if (t.row_offset != nullptr) x = vmlsq_n_s32(x, sum, t.row_offset[i]);
      const float32x4_t factor = vmulq_n_f32(scale, t.row_scale[i]);
      const float32x4_t y =
          vaddq_f32(vmulq_f32(vcvtq_f32_s32(x), factor), bias);
      StoreFloats(vminq_f32(max, vmaxq_f32(min, y)), n, t.out[i] + at);
    }
  }
}

#if defined(__aarch64__)
FloatRange RangeNeon(const float* in, int64_t n) {
  float32x4_t min = vdupq_n_f32(0);
  float32x4_t max = min;
  for (int64_t i = 0; i < n; i += kLanes) {
    const float32x4_t x = LoadFloats(in + i, n - i);
    // Comparisons with NaN are false.
    min = vbslq_f32(vcltq_f32(x, min), x, min);
    max = vbslq_f32(vcgtq_f32(x, max), x, max);
  }
  return {vminvq_f32(min), vmaxvq_f32(max)};
}
#else
// As integers, because the instructions take denormal floats as 0 there.
FloatRange RangeNeon(const float* in, int64_t n) {
  const int32x4_t infinity = vdupq_n_s32(0x7F800000);
  int32x4_t below = vdupq_n_s32(0);  // magnitudes of negative numbers
  int32x4_t above = below;
  for (int64_t i = 0; i < n; i += kLanes) {
    const int32x4_t bits = vreinterpretq_s32_f32(LoadFloats(in + i, n - i));
    const int32x4_t magnitude = vandq_s32(bits, vdupq_n_s32(0x7FFFFFFF));
    const int32x4_t number =
        vreinterpretq_s32_u32(vcleq_s32(magnitude, infinity));
    above = vmaxq_s32(above, vandq_s32(bits, number));
    below = vmaxq_s32(
        below, vandq_s32(vandq_s32(magnitude, number), vshrq_n_s32(bits, 31)));
  }
  const int32x2_t most =
      vpmax_s32(vmax_s32(vget_low_s32(below), vget_high_s32(below)),
                vmax_s32(vget_low_s32(above), vget_high_s32(above)));
  float magnitudes[2];
  vst1_f32(magnitudes, vreinterpret_f32_s32(most));
  return {0 - magnitudes[0], magnitudes[1]};
}
#endif

void QuantizeRowNeon(const QuantizeRowArgs& a) {
#if !defined(__aarch64__)
  // The instructions take denormal floats as 0, which matters only here.
  if (!(a.inverse < 0x1p100f)) return GemmPortable()->quantize_row(a);
#endif
  for (int64_t i = 0; i < a.n; i += 2 * kLanes) {
    const int64_t n = a.n - i;
    const int16x4_t low = vmovn_s32(Quantized(a, i, n));
    const int16x4_t high = n > kLanes
                               ? vmovn_s32(Quantized(a, i + kLanes, n - kLanes))
                               : vdup_n_s16(0);
    const int8x8_t bytes = vmovn_s16(vcombine_s16(low, high));
    StoreBytes(vreinterpret_u8_s8(bytes), n,
               reinterpret_cast<uint8_t*>(a.out + i));
  }
}

}  // namespace tflite::kernels

#endif
