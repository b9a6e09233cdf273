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
  // The real numbers that the lowest and the highest INT16 represent.
  template <typename Real>
  struct Range {
    Real first, last;
  };

  // function(number) gives the number that the result represents. It is called,
  // and its results are rounded, in numbers of type Real.
  template <typename Real, typename Function>
  WordTable(Range<Real> in, Range<Real> out, const Function& function);

  static Range<float> RangeOf(const Affine& affine) {
    return {affine.Real(INT16_MIN), affine.Real(INT16_MAX)};
  }

  int16_t operator()(int16_t x) const {
    const int i = (kSteps / 2) + (x >> 7);
    const int32_t rise = int32_t{value_[i + 1]} - value_[i];
    return static_cast<int16_t>(value_[i] + ((rise * (x & 127) + 64) >> 7));
  }

 private:
  static constexpr int kSteps = 512;

  template <typename Real>
  static int16_t Clamped(Real x) {
    // NaN counts as the lowest number.
    if (!(x > INT16_MIN)) return INT16_MIN;
    return static_cast<int16_t>(std::min<Real>(x, INT16_MAX));
  }

  int16_t value_[kSteps + 1];
};

template <typename Real, typename Function>
WordTable::WordTable(Range<Real> in, Range<Real> out,
                     const Function& function) {
  const Real step = (in.last - in.first) / kSteps, half_step = step / 2;
  const Real unit = 65536 / (out.last - out.first);
  for (int i = 0; i < kSteps; ++i) {
    const Real x = in.first + static_cast<Real>(i) * step;
    const Real here = function(x), halfway = function(x + half_step),
               next = function(in.first + static_cast<Real>(i + 1) * step);
    // Lowered by half of the error of the straight line in the middle.
    const Real stored = std::round(here * unit);
    const Real line = std::round((next * unit + stored) / 2);
    const Real error = line - std::round(halfway * unit);
    const Real value = stored - std::round(error / 2);
    // Infinity minus infinity.
    value_[i] = Clamped(std::isnan(value) ? stored : value);
  }
  value_[kSteps] = Clamped(std::round(function(in.last) * unit));
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_WORD_TABLE_H_
