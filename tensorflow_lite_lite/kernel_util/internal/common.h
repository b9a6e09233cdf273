#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/kernel_util/internal/compatibility.h"
#include "tensorflow_lite_lite/kernel_util/internal/cppmath.h"
#include "tensorflow_lite_lite/kernel_util/internal/types.h"

namespace tflite {

// The interval that an activation clamps to.
inline void GetActivationMinMax(FusedActivationFunctionType activation,
                                float* output_activation_min,
                                float* output_activation_max) {
  *output_activation_min = std::numeric_limits<float>::lowest();
  *output_activation_max = std::numeric_limits<float>::max();
  switch (activation) {
    case FusedActivationFunctionType::kNone:
      break;
    case FusedActivationFunctionType::kRelu:
      *output_activation_min = 0.0f;
      break;
    case FusedActivationFunctionType::kRelu1:
      *output_activation_min = -1.0f;
      *output_activation_max = 1.0f;
      break;
    case FusedActivationFunctionType::kRelu6:
      *output_activation_min = 0.0f;
      *output_activation_max = 6.0f;
      break;
  }
}

template <typename T>
T ActivationFunctionWithMinMax(T x, T output_activation_min,
                               T output_activation_max) {
  return std::min(std::max(x, output_activation_min), output_activation_max);
}

// round(x * quantized_multiplier * 2^(shift - 31)) with the rounding of
// kernels/math/fixed_point.h.
inline int32_t MultiplyByQuantizedMultiplier(int32_t x,
                                             int32_t quantized_multiplier,
                                             int shift) {
  return kernels::MultiplyByQuantizedMultiplier(
      x, kernels::QuantizedMultiplier{quantized_multiplier, shift});
}
inline int32_t MultiplyByQuantizedMultiplier(int64_t x,
                                             int32_t quantized_multiplier,
                                             int shift) {
  return kernels::MultiplyByQuantizedMultiplier(
      x, kernels::QuantizedMultiplier{quantized_multiplier, shift});
}
// For factors below 1.
inline int32_t MultiplyByQuantizedMultiplierSmallerThanOneExp(
    int32_t x, int32_t quantized_multiplier, int left_shift) {
  return MultiplyByQuantizedMultiplier(x, quantized_multiplier, left_shift);
}

// Number of entries of a lookup table over the stored values of T: one per
// value for 8-bit types, indexed by the bits of the value; for INT16 one per
// 128 steps, including the end, between which LUTLookup interpolates linearly.
template <typename T>
constexpr int LUTSize() {
  static_assert(sizeof(T) == 1 || std::is_same_v<T, int16_t>,
                "lookup tables exist for 8-bit integers and INT16");
  return sizeof(T) == 1 ? 256 : 513;
}

namespace lut_internal {

// `function` maps real numbers to real numbers.
template <typename T, typename Function>
void PopulateBytes(float input_scale, int32_t input_zero_point,
                   float output_scale, int32_t output_zero_point,
                   Function function, T* lut) {
  const float inverse_scale = 1.0f / output_scale;
  constexpr int32_t kMin = std::numeric_limits<T>::min();
  constexpr int32_t kMax = std::numeric_limits<T>::max();
  for (int32_t stored = kMin; stored <= kMax; ++stored) {
    const float real = input_scale * (stored - input_zero_point);
    const float steps = TfLiteRound(function(real) * inverse_scale);
    const float result = steps + output_zero_point;
    lut[static_cast<uint8_t>(stored)] =
        static_cast<T>(std::min<float>(kMax, std::max<float>(kMin, result)));
  }
}

// Each entry is shifted by half of the error of the linear interpolation at the
// midpoint to the next entry.
template <typename Function>
void PopulateInt16(float input_scale, int32_t input_zero_point,
                   float output_scale, int32_t output_zero_point,
                   Function function, int16_t* lut) {
  constexpr int kSteps = 512;  // 65536 stored values, one entry per 128
  constexpr int32_t kMin = std::numeric_limits<int16_t>::min();
  constexpr int32_t kMax = std::numeric_limits<int16_t>::max();
  const float low = input_scale * (kMin - input_zero_point);
  const float high = input_scale * (kMax - input_zero_point);
  const float out_low = output_scale * (kMin - output_zero_point);
  const float out_high = output_scale * (kMax - output_zero_point);
  const float step = (high - low) / kSteps;
  const float inverse_scale = (kMax - kMin + 1) / (out_high - out_low);
  const auto stored = [](float x) {
    return static_cast<int16_t>(
        std::min<float>(kMax, std::max<float>(kMin, x)));
  };
  for (int i = 0; i < kSteps; ++i) {
    const float here = function(low + i * step);
    const float middle = function(low + i * step + step / 2);
    const float next = function(low + (i + 1) * step);
    const float sample = TfLiteRound(here * inverse_scale);
    const float line = TfLiteRound((next * inverse_scale + sample) / 2);
    const float error = line - TfLiteRound(middle * inverse_scale);
    lut[i] = stored(sample - TfLiteRound(error / 2));
  }
  lut[kSteps] = stored(TfLiteRound(function(high) * inverse_scale));
}

template <typename T, typename Function>
void Populate(float input_scale, int32_t input_zero_point, float output_scale,
              int32_t output_zero_point, Function function, T* lut) {
  static_assert(LUTSize<T>() != 0);
  if constexpr (sizeof(T) == 1) {
    PopulateBytes(input_scale, input_zero_point, output_scale,
                  output_zero_point, function, lut);
  } else {
    PopulateInt16(input_scale, input_zero_point, output_scale,
                  output_zero_point, function, lut);
  }
}

}  // namespace lut_internal

// Fills a table of LUTSize<T>() entries with a function of real numbers,
// applied to values stored with these scales and zero points.
template <typename T>
void LUTPopulate(float input_scale, int32_t input_zero_point,
                 float output_scale, int32_t output_zero_point,
                 float (*transform)(float), T* lut) {
  lut_internal::Populate(input_scale, input_zero_point, output_scale,
                         output_zero_point, transform, lut);
}
// The same for a function with additional parameters.
template <typename T>
void LUTPopulate(float input_scale, int32_t input_zero_point,
                 float output_scale, int32_t output_zero_point,
                 float (*transform)(float, const void*),
                 const void* transform_params, T* lut) {
  lut_internal::Populate(
      input_scale, input_zero_point, output_scale, output_zero_point,
      [=](float x) { return transform(x, transform_params); }, lut);
}

// The stored value of the function.
inline int8_t LUTLookup(int8_t value, const int8_t* lut) {
  return lut[static_cast<uint8_t>(value)];
}
inline uint8_t LUTLookup(uint8_t value, const uint8_t* lut) {
  return lut[value];
}
inline int16_t LUTLookup(int16_t value, const int16_t* lut) {
  const int from_low = value + 32768;
  const int index = from_low >> 7;  // 128 stored values per entry
  const int offset = from_low & 127;
  const int delta = (lut[index + 1] - lut[index]) * offset;
  return static_cast<int16_t>(lut[index] + ((delta + 64) >> 7));
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_
