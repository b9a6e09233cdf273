#include "kernels/math/fixed_transcendental.h"

#include <cmath>

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

double Real(int16_t x, int integer_bits) {
  return std::ldexp(x, integer_bits - 15);
}

TEST(FixedTranscendental, LogisticIsClose) {
  for (int bits = 0; bits <= 6; ++bits) {
    for (int32_t x = INT16_MIN; x <= INT16_MAX; x += 7) {
      const int16_t y = FixedLogistic(static_cast<int16_t>(x), bits);
      const double want = 1.0 / (1.0 + std::exp(-Real(x, bits)));
      ASSERT_NEAR(Real(y, 0), want, 2.1e-4) << x << " with " << bits << " bits";
    }
  }
}

TEST(FixedTranscendental, TanhIsCloseAndOdd) {
  for (int bits = 0; bits <= 6; ++bits) {
    for (int32_t x = 1; x <= INT16_MAX; x += 7) {
      const int16_t y = FixedTanh(static_cast<int16_t>(x), bits);
      ASSERT_NEAR(Real(y, 0), std::tanh(Real(x, bits)), 3.7e-4)
          << x << " with " << bits << " bits";
      ASSERT_EQ(FixedTanh(static_cast<int16_t>(-x), bits), -y);
    }
  }
}

TEST(FixedTranscendental, Ends) {
  EXPECT_EQ(FixedLogistic(0, 3), 1 << 14);
  EXPECT_EQ(FixedLogistic(INT16_MAX, 6), INT16_MAX);
  EXPECT_EQ(FixedLogistic(INT16_MIN, 6), 0);
  EXPECT_EQ(FixedTanh(0, 4), 0);
  EXPECT_EQ(FixedTanh(INT16_MAX, 4), INT16_MAX);
  EXPECT_EQ(FixedTanh(INT16_MIN, 4), -INT16_MAX);
}

TEST(FixedTranscendental, InverseSqrtIsClose) {
  for (int64_t x = 2; x <= INT32_MAX; x += x / 50 + 1) {
    const QuantizedMultiplier y = FixedInverseSqrt(static_cast<int32_t>(x));
    const double real = std::ldexp(y.multiplier, y.shift - 31);
    ASSERT_NEAR(real * std::sqrt(static_cast<double>(x)), 1.0, 2e-6) << x;
  }
  for (const int32_t x : {-5, 0, 1}) {
    EXPECT_EQ(FixedInverseSqrt(x).multiplier, INT32_MAX);
    EXPECT_EQ(FixedInverseSqrt(x).shift, 0);
  }
}

TEST(FixedTranscendental, MultiplyRoundsAndSaturates) {
  EXPECT_EQ(FixedMultiply(INT16_MIN, INT16_MIN), INT16_MAX);
  EXPECT_EQ(FixedMultiply(1 << 14, 1), 1);  // halves upwards
  EXPECT_EQ(FixedMultiply(1 << 14, -1), 0);
  EXPECT_EQ(FixedMultiply((1 << 14) - 1, 1), 0);
}

}  // namespace
}  // namespace tflite::kernels
