#include "delegates/edgetpu/isa/curves.h"

#include <algorithm>
#include <cstdlib>

#include "delegates/edgetpu/isa/arithmetic.h"

namespace tflite::edgetpu {
namespace {

constexpr int32_t kMost = INT16_MAX;

int32_t Within16(int32_t x) { return std::clamp<int32_t>(x, INT16_MIN, kMost); }

// a * b / 2^15 to the nearest, halves upwards.
int32_t Times(int32_t a, int32_t b) { return (a * b + (1 << 14)) >> 15; }

int32_t Halved(int32_t x, int bits) {
  return static_cast<int32_t>(ShiftRightRounding(x, bits));
}

// exp(x / 2^(15 - integer_bits)) for x <= 0, in units of 2^-15. x is a multiple
// of 1/4 and a rest in [-1/4, 0): a polynomial for the rest, and a factor for
// each bit of the multiple.
int32_t Exponential(int32_t x, int integer_bits) {
  if (x == 0) return kMost;
  // Behind it, the factors have no bit left.
  if (x < -(1 << (20 - integer_bits))) return 0;
  const int quarter_bit = 13 - integer_bits;
  const int32_t quarter = 1 << quarter_bit;
  const int32_t rest = x % quarter == 0 ? -quarter : x % quarter;
  // exp(-1/8 + d) = exp(-1/8) * (1 + d + d^2/2 + d^3/6 + d^4/24).
  const int32_t d = rest * (1 << integer_bits) + (1 << 12);
  const int32_t square = Times(d, d), cube = Times(square, d);
  const int32_t high =
      Times(Halved(Times(square, square), 2) + cube, 10923);  // 2^15 / 3
  int32_t result =
      28918 + Times(28918, d + Halved(high + square, 1));  // exp(-1/8)
  // exp(-1/4), exp(-1/2), exp(-1), ... in units of 2^-15.
  constexpr int32_t kFactors[] = {25520, 19875, 12055, 4435, 600, 11, 0};
  const int32_t quarters = (rest - x) >> quarter_bit;
  for (int bit = 0; bit < 7; ++bit) {
    if ((quarters >> bit & 1) != 0) result = Times(result, kFactors[bit]);
  }
  return result;
}

// 2 / (1 + e / 2^15) in units of 2^-13 by Newton's iteration.
int32_t TwiceInverse(int32_t e) {
  const int32_t mean = (e + (1 << 15)) >> 1;
  int32_t y = 23130 + Times(mean, -15420);  // 48/17 - 32/17 * mean
  for (int i = 0; i < 3; ++i) {
    const int32_t error = (1 << 13) - Times(mean, y);
    y += Within16(4 * Times(y, error));
  }
  return y;
}

// a * b / 2^31, halves upwards, saturated.
int32_t WideTimes(int32_t a, int32_t b) { return ScaleBy(a, b, 0); }

int32_t WideShifted(int32_t x, int bits) {
  return static_cast<int32_t>(std::clamp<int64_t>(
      int64_t{x} * (int64_t{1} << bits), INT32_MIN, INT32_MAX));
}

}  // namespace

int32_t LogisticOf(int32_t x, int integer_bits) {
  if (x == 0) return 1 << 14;
  const int32_t e = Exponential(-std::abs(x), integer_bits);
  const int32_t y = Within16(2 * TwiceInverse(e));
  return x > 0 ? y : kMost - y;
}

int32_t TangentOf(int32_t x, int integer_bits) {
  if (x == 0) return 0;
  // exp(-2 |x|): one integer bit more.
  const int32_t e = Exponential(-std::abs(x), integer_bits + 1);
  const int32_t y = Within16(4 * (TwiceInverse(e) - (1 << 13)));
  return x > 0 ? y : -y;
}

FixedScale InverseRootOf(int32_t x) {
  if (x < 2) return {INT32_MAX, 0};
  int shift = 11;
  while (x >= 1 << 29) {
    x /= 4;
    ++shift;
  }
  while (x < 1 << 27) {
    x *= 4;
    --shift;
  }
  // Newton's iteration for y = 1 / sqrt(x), in units of 2^-28, from 1.
  const int32_t half = Halved(x / 2, 1);
  int32_t y = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = WideShifted(WideTimes(WideTimes(y, y), y), 6);
    y = WideShifted(WideTimes(3 << 27, y) - WideTimes(half, cube), 3);
  }
  y = WideTimes(y, 1518500250);  // sqrt(1/2)
  const auto shifted =
      static_cast<int32_t>(static_cast<uint32_t>(y) << std::max(-shift, 0));
  return {shifted, std::min(-shift, 0)};
}

}  // namespace tflite::edgetpu
