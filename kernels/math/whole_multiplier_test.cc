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

}  // namespace
}  // namespace tflite::kernels
