#include "kernels/softmax/softmax_fixed.h"

#include <algorithm>
#include <cmath>

namespace tflite::kernels {
namespace {

using Range = WordTable::Range<double>;

constexpr double kSteps = 65535;
constexpr double kReach = 10;  // e^-10 counts for nothing

int16_t Saturated(int32_t x) {
  return static_cast<int16_t>(std::clamp<int32_t>(x, INT16_MIN, INT16_MAX));
}

// e^x for x in [-10, 0]; results of both reach from -1 to 1.
const WordTable& Exponentials() {
  static const WordTable table(Range{-kReach, 0}, Range{-1, 1},
                               [](double x) { return std::exp(x); });
  return table;
}
// 1 / (1 + x) for x in [0, 1].
const WordTable& Inverses() {
  static const WordTable table(Range{0, 1}, Range{-1, 1},
                               [](double x) { return 1.0 / (1.0 + x); });
  return table;
}

}  // namespace

FixedSoftmax::FixedSoftmax(const Softmax& op)
    : depth_(op.depth),
      is_reversed_(op.beta < 0),
      factor_(QuantizeMultiplier(double{op.in.scale * std::abs(op.beta)} /
                                 (kReach / kSteps))) {}

int16_t FixedSoftmax::Exponential(int32_t below_top) const {
  const int32_t scaled =
      SaturatingMultiplyByQuantizedMultiplier(below_top, factor_);
  return Exponentials()(Saturated(scaled + INT16_MAX));
}

void FixedSoftmax::Run(const int16_t* x, int16_t* y) const {
  const int32_t top = is_reversed_ ? *std::min_element(x, x + depth_)
                                   : *std::max_element(x, x + depth_);
  int32_t sum = 0;
  for (int64_t i = 0; i < depth_; ++i) {
    y[i] = Exponential(is_reversed_ ? top - x[i] : x[i] - top);
    sum += y[i];
  }
  // The sum as (1 + s) * 2^(31 - zeros), s in [0, 1) as 16 bits.
  const int zeros = __builtin_clz(static_cast<uint32_t>(sum));
  const auto s =
      static_cast<int32_t>(((int64_t{sum} << (zeros - 1)) + (1 << 13)) >> 14);
  const int64_t inverse = Inverses()(Saturated(s - (1 << 15) - (1 << 16)));
  const int shift = 31 - zeros;
  const int64_t half = int64_t{1} << (shift - 1);
  for (int64_t i = 0; i < depth_; ++i) {
    const int64_t p = (y[i] * inverse + half) >> shift;
    y[i] = static_cast<int16_t>(std::clamp<int64_t>(p, 0, INT16_MAX));
  }
}

}  // namespace tflite::kernels
