#include "kernels/math/fixed_point.h"

#include <cmath>

namespace tflite {

QuantizedMultiplier QuantizeMultiplier(double real) {
  QuantizedMultiplier out;
  if (!(real > 0.0) || !std::isfinite(real)) return out;
  const double fraction = std::frexp(real, &out.shift);
  int64_t q = std::llround(fraction * static_cast<double>(int64_t{1} << 31));
  if (q == int64_t{1} << 31) {
    q /= 2;
    ++out.shift;
  }
  if (out.shift < -31) {
    out.shift = 0;
    q = 0;
  }
  if (out.shift > 30) {
    out.shift = 30;
    q = (int64_t{1} << 31) - 1;
  }
  out.multiplier = static_cast<int32_t>(q);
  return out;
}

}  // namespace tflite
