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
template <typename Kind, bool kTail>
void RequantizeColumns(const GemmRequantTile& t, const RequantBytes& bytes,
                       int64_t at) {
  constexpr RequantForm kForm = Kind::kForm;
  const RequantFactors low(*t.columns, t.first_column + at);
  const RequantFactors high(*t.columns, t.first_column + at + kLanes);
  const int64_t n = t.n - at;
  const int32_t* acc = t.acc + at;
  int32_t few[2 * kLanes] = {};
  for (int64_t i = 0; i < t.m; ++i, acc += t.acc_pitch) {
    for (int64_t j = 0; kTail && j < n; ++j) few[j] = acc[j];
    const int32_t* from = kTail ? few : acc;
    const uint8x8_t y = bytes.Of<kForm, Kind::kRange>(
        low.Apply<kForm>(vld1q_s32(from)),
        high.Apply<kForm>(vld1q_s32(from + kLanes)));
    if (kTail) {
      StoreBytes(y, n, t.out[i] + at);
    } else {
      vst1_u8(t.out[i] + at, y);
    }
  }
}

template <typename Kind>
void Requantize(const GemmRequantTile& t) {
  const RequantBytes bytes(*t.columns);
  int64_t at = 0;
  for (; at + 2 * kLanes <= t.n; at += 2 * kLanes) {
    RequantizeColumns<Kind, false>(t, bytes, at);
  }
  if (at < t.n) RequantizeColumns<Kind, true>(t, bytes, at);
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

  int32x4_t Of(float32x4_t in) const {
    const float32x4_t x = vaddq_f32(offset, vmulq_f32(in, inverse));
    // NaN becomes `low`.
#if defined(__aarch64__)
    // The greater one, or the number, since a sum is no signaling NaN.
    const float32x4_t above = vmaxnmq_f32(x, low);
#else
    // Comparisons with NaN are false.
    const float32x4_t above = vbslq_f32(vcgtq_f32(x, low), x, low);
#endif
    return Round(vminq_f32(above, high));
  }

  // Eight values as 16-bit integers.
  int16x8_t Of8(float32x4_t first, float32x4_t second) const {
    return Narrow(Of(first), Of(second));
  }
  static int16x8_t Narrow(int32x4_t first, int32x4_t second) {
    const int16x8_t a = vreinterpretq_s16_s32(first);
    const int16x8_t b = vreinterpretq_s16_s32(second);
#if defined(__aarch64__)
    return vuzp1q_s16(a, b);
#else
    return vuzpq_s16(a, b).val[0];
#endif
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
  const auto run = [&](auto kind) { Requantize<decltype(kind)>(t); };
  if (t.columns->min < 0) {
    return WithRequantKind<RequantRange::kInt8, true>(*t.columns, true, run);
  }
  WithRequantKind<RequantRange::kUInt8, true>(*t.columns, true, run);
}

void RequantizeNeon(const GemmRequantTile& t) {
  if (t.columns->has_left) {
    return Requantize<RequantKind<RequantForm::kAny, RequantRange::kPart>>(t);
  }
  Requantize<RequantKind<RequantForm::kNoLeft, RequantRange::kPart>>(t);
}

void DequantizeNeon(const GemmDequantTile& t) {
  if (t.row_offset != nullptr) return Dequantize<true>(t);
  Dequantize<false>(t);
}

#if defined(__aarch64__)
FloatRange RangeNeon(const float* in, int64_t n) {
  // Several of each, because a comparison depends on the one before it.
  constexpr int kVectors = 4;
  float32x4_t min[kVectors], max[kVectors];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) min[v] = max[v] = vdupq_n_f32(0);
  const auto take = [&](int v, float32x4_t x) {
    // Comparisons with NaN are false, so NaN is ignored.
    min[v] = vbslq_f32(vcltq_f32(x, min[v]), x, min[v]);
    max[v] = vbslq_f32(vcgtq_f32(x, max[v]), x, max[v]);
  };
  int64_t i = 0;
  for (; i + kVectors * kLanes <= n; i += kVectors * kLanes) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < kVectors; ++v) take(v, vld1q_f32(in + i + v * kLanes));
  }
  for (; i < n; i += kLanes) take(0, LoadFloats(in + i, n - i));
  return {vminvq_f32(
              vminq_f32(vminq_f32(min[0], min[1]), vminq_f32(min[2], min[3]))),
          vmaxvq_f32(
              vmaxq_f32(vmaxq_f32(max[0], max[1]), vmaxq_f32(max[2], max[3])))};
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
  uint8_t* const out = reinterpret_cast<uint8_t*>(a.out);
  int64_t i = 0;
#if defined(__aarch64__)
  for (; i + 4 * kLanes <= a.n; i += 4 * kLanes) {
    const float* in = a.in + i;
    const int16x8_t low = quantizer.Of8(vld1q_f32(in), vld1q_f32(in + 4));
    const int16x8_t high = quantizer.Of8(vld1q_f32(in + 8), vld1q_f32(in + 12));
    const int8x16_t y =
        vuzp1q_s8(vreinterpretq_s8_s16(low), vreinterpretq_s8_s16(high));
    vst1q_s8(a.out + i, veorq_s8(y, vreinterpretq_s8_u8(vdupq_n_u8(a.flip))));
  }
#endif
  for (; i < a.n; i += 2 * kLanes) {
    const int64_t n = a.n - i;
    const float32x4_t second =
        n > kLanes ? LoadFloats(a.in + i + kLanes, n - kLanes) : vdupq_n_f32(0);
    const int16x8_t y = quantizer.Of8(LoadFloats(a.in + i, n), second);
    StoreBytes(veor_u8(vreinterpret_u8_s8(vmovn_s16(y)), vdup_n_u8(a.flip)), n,
               out + i);
  }
}

}  // namespace tflite::kernels

#endif
