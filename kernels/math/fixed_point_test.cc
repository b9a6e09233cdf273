#include "kernels/math/fixed_point.h"

#include <cmath>
#include <cstdint>

#include "gtest/gtest.h"
#include "kernels/math/fixed_transcendental.h"
#include "kernels/math/whole_multiplier.h"

namespace tflite::kernels {
namespace {

TEST(FixedPoint, HighMultiplicationRoundsHalvesUpAndSaturates) {
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(INT32_MIN, INT32_MIN), INT32_MAX);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(INT32_MIN, INT32_MAX),
            -INT32_MAX);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(INT32_MAX, INT32_MAX),
            INT32_MAX - 1);
  constexpr int32_t kHalf = 1 << 30;  // of 2^31
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf, 1), 1);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf - 1, 1), 0);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf, -1), 0);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf + 1, -1), -1);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf, 3), 2);
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(kHalf, -3), -1);
}

// Of the greatest, the least and no shift, too.
TEST(FixedPoint, ShiftsTakeHalvesAwayFromZeroOrUp) {
  const struct {
    int32_t x;
    int exponent;
    int32_t away, up;
  } cases[] = {{7, 0, 7, 7},
               {-7, 0, -7, -7},
               {5, 1, 3, 3},
               {-5, 1, -3, -2},
               {6, 2, 2, 2},
               {-6, 2, -2, -1},
               {-7, 2, -2, -2},
               {-5, 2, -1, -1},
               {1 << 30, 31, 1, 1},
               {(1 << 30) - 1, 31, 0, 0},
               {INT32_MIN, 31, -1, -1},
               {-(1 << 30), 31, -1, 0}};
  for (const auto& c : cases) {
    EXPECT_EQ(RoundingDivideByPOT(c.x, c.exponent), c.away)
        << c.x << " by " << c.exponent;
    EXPECT_EQ(RoundingUpDivideByPOT(c.x, c.exponent), c.up)
        << c.x << " by " << c.exponent;
  }
}

TEST(FixedPoint, MultipliesByFactorsAboveAndBelowOne) {
  EXPECT_EQ(MultiplyByQuantizedMultiplier(12, QuantizeMultiplier(0.75)), 9);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(-12, QuantizeMultiplier(0.0625)), -1);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(-12, QuantizeMultiplier(6)), -72);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(12, QuantizeMultiplier(0)), 0);
  // 2^32 is 0.
  EXPECT_EQ(MultiplyByQuantizedMultiplier(1 << 30, QuantizeMultiplier(4)), 0);
}

TEST(FixedPoint, SaturatesWhatShiftsBeyond32Bits) {
  const QuantizedMultiplier half = QuantizeMultiplier(0.5),
                            four = QuantizeMultiplier(4),
                            most = QuantizeMultiplier(1e12);
  const struct {
    int64_t x;
    QuantizedMultiplier factor;
    int32_t result;
  } cases[] = {
      {100, half, 50},
      {-100, four, -400},
      // The number itself.
      {int64_t{1} << 40, half, 1 << 30},
      {-(int64_t{1} << 40), half, -(1 << 30)},
      {int64_t{INT32_MAX} + 1, half, 1 << 30},
      // 2^32, of which 4 is 8 times one half.
      {int64_t{1} << 30, four, 1 << 30},
      {-(int64_t{1} << 30), four, -(1 << 30)},
      {3, most, INT32_MAX - 1},
      {-3, most, -INT32_MAX},
      {0, most, 0},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(SaturatingMultiplyByQuantizedMultiplier(c.x, c.factor), c.result)
        << c.x << " by " << c.factor.multiplier << " 2^" << c.factor.shift;
  }
}

// One rounding, by a factor of 15 bits.
TEST(FixedPoint, MultipliesLongSums) {
  const auto multiply = [](int64_t x, QuantizedMultiplier factor) {
    return MultiplyByQuantizedMultiplier(x, factor);
  };
  const QuantizedMultiplier half = QuantizeMultiplier(0.5);
  EXPECT_EQ(multiply(5, half), 3);
  EXPECT_EQ(multiply(-5, half), -2);
  EXPECT_EQ(multiply(-6, half), -3);
  EXPECT_EQ(multiply(int64_t{3} << 31, QuantizeMultiplier(0x1p-4)), 3 << 27);
  EXPECT_EQ(multiply(-(int64_t{3} << 31), QuantizeMultiplier(0x1p-4)),
            -(3 << 27));
  // The greatest multiplier is 32767 / 32768, and not 1.
  EXPECT_EQ(multiply(32768, {INT32_MAX, 0}), 32767);
  EXPECT_EQ(multiply(32768, {0x7FFE7FFF, 0}), 32766);
  // From 2^15 on, nothing is shifted to the right.
  EXPECT_EQ(multiply(3, QuantizeMultiplier(0x1p13)), 3 << 13);
  EXPECT_EQ(multiply(3, QuantizeMultiplier(0x1p14)), 3 << 14);
  EXPECT_EQ(multiply(-3, QuantizeMultiplier(0x1p15)), -(3 << 15));
  EXPECT_EQ(multiply(-3, QuantizeMultiplier(0x1p20)), -(3 << 20));
}

TEST(WholeMultiplier, RoundsOnce) {
  // 3 * 2^31 + 12345 by 1610612737 / 2^51.
  EXPECT_EQ(MultiplyByWholeMultiplier(6442463289, {1610612737, -20}), 4608);
  EXPECT_EQ(MultiplyByWholeMultiplier(-6442463289, {1610612737, -20}), -4608);
  EXPECT_EQ(MultiplyByWholeMultiplier((int64_t{1} << 46) + 1, {INT32_MAX, -15}),
            INT32_MAX);
  EXPECT_EQ(MultiplyByWholeMultiplier(100, {1 << 30, 1}), 100);
  EXPECT_EQ(MultiplyByWholeMultiplier(7, {1 << 30, 20}), 3670016);
}

TEST(WholeMultiplier, RoundsHalvesUp) {
  EXPECT_EQ(MultiplyByWholeMultiplier(3, {1 << 30, 0}), 2);
  EXPECT_EQ(MultiplyByWholeMultiplier(-3, {1 << 30, 0}), -1);
}

// Factors beyond what shifts express are 0 or the greatest one.
TEST(QuantizeMultiplier, EndsAtTheLimitsOfShifts) {
  const auto is = [](double real, int32_t multiplier, int32_t shift) {
    const QuantizedMultiplier factor = QuantizeMultiplier(real);
    EXPECT_EQ(factor.multiplier, multiplier) << real;
    EXPECT_EQ(factor.shift, shift) << real;
  };
  is(0x1p-32, 1 << 30, -31);  // the least
  is(0x1p-33, 0, 0);
  is(0x1.8p-40, 0, 0);
  is(1e-300, 0, 0);
  is(0x1p29, 1 << 30, 30);
  is(0x1.8p29, 3 << 29, 30);
  is(0x1p30, INT32_MAX, 30);
  is(1e300, INT32_MAX, 30);
}

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
