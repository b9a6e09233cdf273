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

// Requantizes eight columns, or with kTail the last ones.
template <RequantForm kForm, bool kTail>
void RequantizeColumns(const GemmRequantTile& t, const RequantBytes& bytes,
                       int64_t at) {
  const RequantFactors low(*t.columns, t.first_column + at);
  const RequantFactors high(*t.columns, t.first_column + at + kLanes);
  const int64_t n = t.n - at;
  const int32_t* acc = t.acc + at;
  int32_t few[2 * kLanes] = {};
  for (int64_t i = 0; i < t.m; ++i, acc += t.acc_pitch) {
    for (int64_t j = 0; kTail && j < n; ++j) few[j] = acc[j];
    const int32_t* from = kTail ? few : acc;
    const uint8x8_t y =
        bytes.Of<kForm>(low.Apply<kForm>(vld1q_s32(from)),
                        high.Apply<kForm>(vld1q_s32(from + kLanes)));
    if (kTail) {
      StoreBytes(y, n, t.out[i] + at);
    } else {
      vst1_u8(t.out[i] + at, y);
    }
  }
}

template <RequantForm kForm>
void Requantize(const GemmRequantTile& t) {
  const RequantBytes bytes(*t.columns);
  int64_t at = 0;
  for (; at + 2 * kLanes <= t.n; at += 2 * kLanes) {
    RequantizeColumns<kForm, false>(t, bytes, at);
  }
  if (at < t.n) RequantizeColumns<kForm, true>(t, bytes, at);
}

// Rounds to the nearest integer, halves away from zero. x fits in INT8.
inline int32x4_t Round(float32x4_t x) {
#if defined(__aarch64__)
  return vcvtaq_s32_f32(x);
#else
  // Adds less than one half and truncates: with one half, the float before 0.5
  // would become 1.
  const uint32x4_t sign =
      vandq_u32(vreinterpretq_u32_f32(x), vdupq_n_u32(0x80000000u));
  const uint32x4_t half =
      vorrq_u32(sign, vreinterpretq_u32_f32(vdupq_n_f32(0.49999997f)));
  return vcvtq_s32_f32(vaddq_f32(x, vreinterpretq_f32_u32(half)));
#endif
}

struct RowQuantizer {
  float32x4_t inverse, offset, low, high;

  explicit RowQuantizer(const QuantizeRowArgs& a)
      : inverse(vdupq_n_f32(a.inverse)),
        offset(vdupq_n_f32(a.offset)),
        low(vdupq_n_f32(a.low)),
        high(vdupq_n_f32(a.high)) {}

  int16x4_t Of(float32x4_t in) const {
    const float32x4_t x = vaddq_f32(offset, vmulq_f32(in, inverse));
    // Comparisons with NaN are false, so NaN becomes `low`.
    const float32x4_t above = vbslq_f32(vcgtq_f32(x, low), x, low);
    return vmovn_s32(Round(vminq_f32(above, high)));
  }
};

// Dequantizes four columns, or with kTail the last n.
template <bool kTail, bool kOffsets>
void DequantizeColumns(const GemmDequantTile& t, int64_t at) {
  const int64_t n = t.n - at;
  const float32x4_t min = vdupq_n_f32(t.min), max = vdupq_n_f32(t.max);
  const float32x4_t scale = LoadFloats(t.column_scale + at, n);
  const float32x4_t bias =
      t.bias == nullptr ? vdupq_n_f32(0) : LoadFloats(t.bias + at, n);
  int32_t few[kLanes] = {};
  for (int64_t j = 0; kOffsets && j < kLanes && j < n; ++j) {
    few[j] = t.column_sum[at + j];
  }
  const int32x4_t sum = vld1q_s32(few);
  const int32_t* acc = t.acc + at;
  for (int64_t i = 0; i < t.m; ++i, acc += t.acc_pitch) {
    for (int64_t j = 0; kTail && j < n; ++j) few[j] = acc[j];
    int32x4_t x = vld1q_s32(kTail ? few : acc);
    if (kOffsets) x = vmlsq_n_s32(x, sum, t.row_offset[i]);
    const float32x4_t factor = vmulq_n_f32(scale, t.row_scale[i]);
    const float32x4_t y = vaddq_f32(vmulq_f32(vcvtq_f32_s32(x), factor), bias);
    StoreFloats(vminq_f32(max, vmaxq_f32(min, y)), kTail ? n : kLanes,
                t.out[i] + at);
  }
}

template <bool kOffsets>
void Dequantize(const GemmDequantTile& t) {
  int64_t at = 0;
  for (; at + kLanes <= t.n; at += kLanes) {
    DequantizeColumns<false, kOffsets>(t, at);
  }
  if (at < t.n) DequantizeColumns<true, kOffsets>(t, at);
}

}  // namespace

void RequantizeShiftsNeon(const GemmRequantTile& t) {
  Requantize<RequantForm::kRight>(t);
}

void RequantizeNeon(const GemmRequantTile& t) {
  if (t.columns->has_left) return Requantize<RequantForm::kAny>(t);
  Requantize<RequantForm::kNoLeft>(t);
}

void DequantizeNeon(const GemmDequantTile& t) {
  if (t.row_offset != nullptr) return Dequantize<true>(t);
  Dequantize<false>(t);
}

#if defined(__aarch64__)
FloatRange RangeNeon(const float* in, int64_t n) {
  // Two of each, because a comparison depends on the one before it.
  float32x4_t min[2] = {vdupq_n_f32(0), vdupq_n_f32(0)};
  float32x4_t max[2] = {min[0], min[0]};
  const auto take = [&](int v, float32x4_t x) {
    // Comparisons with NaN are false, so NaN is ignored.
    min[v] = vbslq_f32(vcltq_f32(x, min[v]), x, min[v]);
    max[v] = vbslq_f32(vcgtq_f32(x, max[v]), x, max[v]);
  };
  int64_t i = 0;
  for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
    take(0, vld1q_f32(in + i));
    take(1, vld1q_f32(in + i + kLanes));
  }
  for (; i < n; i += kLanes) take(0, LoadFloats(in + i, n - i));
  return {vminvq_f32(vminq_f32(min[0], min[1])),
          vmaxvq_f32(vmaxq_f32(max[0], max[1]))};
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
  const RowQuantizer quantizer(a);
  const auto bytes_of = [&](float32x4_t low, float32x4_t high) {
    return vreinterpret_u8_s8(
        vmovn_s16(vcombine_s16(quantizer.Of(low), quantizer.Of(high))));
  };
  uint8_t* const out = reinterpret_cast<uint8_t*>(a.out);
  int64_t i = 0;
  for (; i + 2 * kLanes <= a.n; i += 2 * kLanes) {
    vst1_u8(out + i,
            bytes_of(vld1q_f32(a.in + i), vld1q_f32(a.in + i + kLanes)));
  }
  if (i == a.n) return;
  const int64_t n = a.n - i;
  const float32x4_t high =
      n > kLanes ? LoadFloats(a.in + i + kLanes, n - kLanes) : vdupq_n_f32(0);
  StoreBytes(bytes_of(LoadFloats(a.in + i, n), high), n, out + i);
}

}  // namespace tflite::kernels

#endif
