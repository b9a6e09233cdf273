#include "kernels/math/fixed_transcendental.h"

#include <limits>

#include "kernels/math/fixed_transcendental_inline.h"

namespace tflite::kernels {
namespace {

// Of numbers qN, raw / 2^(31 - N).
int32_t WideMultiply(int32_t a, int32_t b) {
  return SaturatingRoundingDoublingHighMul(a, b);
}
int32_t WideShiftLeft(int32_t x, int shift) {
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int32_t>::min();
  const int64_t y = int64_t{x} * (int64_t{1} << shift);
  return static_cast<int32_t>(y > kMax ? kMax : y < kMin ? kMin : y);
}

}  // namespace

int16_t FixedLogistic(int16_t x, int integer_bits) {
  return static_cast<int16_t>(fixed_internal::Logistic(x, integer_bits));
}

int16_t FixedTanh(int16_t x, int integer_bits) {
  return static_cast<int16_t>(fixed_internal::Tanh(x, integer_bits));
}

QuantizedMultiplier FixedInverseSqrt(int32_t x) {
  constexpr int32_t kThreeHalves = (1 << 28) + (1 << 27);  // q3
  constexpr int32_t kRootHalf = 1518500250;                // q0
  if (x <= 1) return {std::numeric_limits<int32_t>::max(), 0};
  int shift = 11;  // of the result, to the right
  for (; x >= 1 << 29; x /= 4) ++shift;
  // In pairs of bits up to [2^27, 2^29): halved, q3 in [1/4, 1).
  for (; x < 1 << 27; x *= 4) --shift;
  // Newton's iteration for the inverse root of a, from 1.
  const int32_t half = RoundingDivideByPOT(x / 2, 1);
  int32_t y = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = WideShiftLeft(WideMultiply(WideMultiply(y, y), y), 6);
    y = WideShiftLeft(WideMultiply(kThreeHalves, y) - WideMultiply(half, cube),
                      3);
  }
  y = WideMultiply(y, kRootHalf);
  if (shift < 0) {
    y = static_cast<int32_t>(static_cast<uint32_t>(y) << -shift);
    shift = 0;
  }
  return {y, -shift};
}

}  // namespace tflite::kernels
