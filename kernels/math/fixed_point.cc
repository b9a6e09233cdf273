#include "kernels/math/fixed_point.h"

#include <cmath>
#include <cstring>

namespace tflite::kernels {

QuantizedMultiplier QuantizeMultiplier(double real) {
  QuantizedMultiplier out;
  if (!(real > 0.0) || !std::isfinite(real)) return out;
  uint64_t bits;
  std::memcpy(&bits, &real, sizeof(bits));
  // real = 0.1m * 2^shift in binary, m being the 52 bits of the mantissa.
  constexpr int kMantissaBits = 52, kBias = 1022;
  const int exponent = static_cast<int>(bits >> kMantissaBits);
  const uint64_t one = uint64_t{1} << kMantissaBits;
  const uint64_t fraction = (bits & (one - 1)) | one;
  // The upper 31 of 53 bits, halves rounded up.
  constexpr int kDropped = kMantissaBits + 1 - 31;
  uint64_t q = (fraction + (uint64_t{1} << (kDropped - 1))) >> kDropped;
  out.shift = exponent - kBias;
  if (q == uint64_t{1} << 31) {
    q /= 2;
    ++out.shift;
  }
  if (out.shift < -31) {
    out.shift = 0;
    q = 0;
  }
  if (out.shift > 30) {
    out.shift = 30;
    q = (uint64_t{1} << 31) - 1;
  }
  out.multiplier = static_cast<int32_t>(q);
  return out;
}

}  // namespace tflite::kernels
