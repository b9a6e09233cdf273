// The machine's functions have the bits of the reference kernels.
#include "delegates/edgetpu/isa/curves.h"

#include <random>

#include "gtest/gtest.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::edgetpu {
namespace {

TEST(Curves, AreThoseOfTheKernelsForEveryArgument) {
  for (int bits = 0; bits <= 6; ++bits) {
    for (int32_t x = INT16_MIN; x <= INT16_MAX; ++x) {
      const auto argument = static_cast<int16_t>(x);
      ASSERT_EQ(LogisticOf(x, bits), kernels::FixedLogistic(argument, bits))
          << x << " with " << bits;
      ASSERT_EQ(TangentOf(x, bits), kernels::FixedTanh(argument, bits))
          << x << " with " << bits;
    }
  }
}

void ExpectRoot(int32_t x) {
  const FixedScale root = InverseRootOf(x);
  const kernels::QuantizedMultiplier expected = kernels::FixedInverseSqrt(x);
  ASSERT_EQ(root.factor, expected.multiplier) << x;
  ASSERT_EQ(root.shift, expected.shift) << x;
}

TEST(Curves, InverseRootsAreThoseOfTheKernels) {
  for (int32_t x = 0; x < 100000; ++x) ExpectRoot(x);
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    ExpectRoot(static_cast<int32_t>(random() >> (1 + i % 31)));
  }
  for (int bit = 1; bit < 31; ++bit) {
    ExpectRoot(1 << bit);
    ExpectRoot((1 << bit) - 1);
  }
  ExpectRoot(INT32_MAX);
  ExpectRoot(-1);
}

}  // namespace
}  // namespace tflite::edgetpu
