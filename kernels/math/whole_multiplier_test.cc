#include "kernels/math/whole_multiplier.h"

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

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

}  // namespace
}  // namespace tflite::kernels
