#ifndef KERNELS_MATH_WORD_TABLE_H_
#define KERNELS_MATH_WORD_TABLE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/math/affine.h"

namespace tflite::kernels {

// A function of INT16 by 513 values, and straight lines between them.
class WordTable {
 public:
  WordTable() = default;
  // function(float) gives the float that the result stands for.
  template <typename Function>
  WordTable(const Affine& in, const Affine& out, const Function& function);

  int16_t operator()(int16_t x) const {
    const int i = (kSteps / 2) + (x >> 7);
    const int32_t rise = int32_t{value_[i + 1]} - value_[i];
    return static_cast<int16_t>(value_[i] + ((rise * (x & 127) + 64) >> 7));
  }

 private:
  static constexpr int kSteps = 512;

  static int16_t Clamped(float x) {
    // NaN counts as the least number.
    if (!(x > INT16_MIN)) return INT16_MIN;
    return static_cast<int16_t>(std::min<float>(x, INT16_MAX));
  }

  int16_t value_[kSteps + 1];
};

template <typename Function>
WordTable::WordTable(const Affine& in, const Affine& out,
                     const Function& function) {
  const auto real = [](const Affine& affine, int32_t stored) {
    return affine.scale * static_cast<float>(stored - affine.zero_point);
  };
  const float first = real(in, INT16_MIN), last = real(in, INT16_MAX);
  const float step = (last - first) / kSteps, half_step = step / 2;
  const float unit = 65536.0f / (real(out, INT16_MAX) - real(out, INT16_MIN));
  for (int i = 0; i < kSteps; ++i) {
    const float x = first + static_cast<float>(i) * step;
    const float here = function(x), halfway = function(x + half_step),
                next = function(first + static_cast<float>(i + 1) * step);
    // Lowered by half of what the straight line is off in the middle.
    const float stored = std::round(here * unit);
    const float line = std::round((next * unit + std::round(here * unit)) / 2);
    const float error = line - std::round(halfway * unit);
    const float value = stored - std::round(error / 2);
    // Infinity less infinity.
    value_[i] = Clamped(std::isnan(value) ? stored : value);
  }
  value_[kSteps] = Clamped(std::round(function(last) * unit));
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_WORD_TABLE_H_
