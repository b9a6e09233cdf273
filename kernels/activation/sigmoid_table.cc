#include "kernels/activation/sigmoid_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tflite::kernels {
namespace {

// 1 / (1 + e^-x) in steps of 2^-16 at every 24th of x.
using Table = std::array<uint16_t, 256>;

const Table& Values() {
  static const Table table = [] {
    Table values;
    for (int i = 0; i < 256; ++i) {
      const double y = std::round(65536.0 / (1.0 + std::exp(-i / 24.0)));
      values[i] = static_cast<uint16_t>(std::min(y, 65535.0));
    }
    return values;
  }();
  return table;
}

int64_t Scaled(SigmoidScale scale, int16_t x) {
  const int64_t half = scale.shift > 0 ? int64_t{1} << (scale.shift - 1) : 0;
  return (int64_t{x} * scale.factor + half) >> scale.shift;
}

// The table at x / 2^bits, in steps of 2^(-16 - bits); `last` from its end on.
int64_t Interpolated(int64_t x, int bits, int64_t last) {
  const int64_t i = x >> bits;
  if (i >= 255) return last;
  const Table& values = Values();
  const int64_t rest = x & ((int64_t{1} << bits) - 1);
  return (int64_t{values[i]} << bits) + rest * (values[i + 1] - values[i]);
}

}  // namespace

SigmoidScale SigmoidScaleOf(float input_scale) {
  double factor = double{input_scale} * 12288;
  int shift = 0;
  for (; factor <= 32767 / 2.0 && shift <= 30; ++shift) factor *= 2;
  return {static_cast<int32_t>(std::min<double>(factor, INT32_MAX)), shift};
}

int16_t TableLogistic(SigmoidScale scale, int16_t x) {
  const int64_t v = Scaled(scale, x);
  // A table's step is half of one here.
  const int64_t y = Interpolated(std::abs(v), 9, int64_t{0x7FFF} << 10);
  constexpr int64_t kOne = int64_t{1} << 25, kHalf = 1 << 9;
  return static_cast<int16_t>((v >= 0 ? y + kHalf : kOne - y + kHalf - 1) >>
                              10);
}

// 2 / (1 + e^(-2x)) - 1.
int16_t TableTanh(SigmoidScale scale, int16_t x) {
  const int64_t v = Scaled(scale, x);
  const int64_t y = Interpolated(std::abs(v), 8, int64_t{0xFFFF} << 8);
  constexpr int64_t kOne = int64_t{1} << 23, kHalf = 1 << 7;
  return static_cast<int16_t>(
      (v >= 0 ? y - kOne + kHalf : kOne - y + kHalf - 1) >> 8);
}

}  // namespace tflite::kernels
