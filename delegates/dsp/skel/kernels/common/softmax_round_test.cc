#include "delegates/dsp/skel/kernels/common/softmax_round.h"

#include <limits>

#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

TEST(RoundToNearest, TakesHalvesAwayFromZero) {
  EXPECT_EQ(RoundToNearest(0.0f), 0);
  EXPECT_EQ(RoundToNearest(0.49f), 0);
  EXPECT_EQ(RoundToNearest(0.5f), 1);
  EXPECT_EQ(RoundToNearest(2.5f), 3);
  EXPECT_EQ(RoundToNearest(-0.49f), 0);
  EXPECT_EQ(RoundToNearest(-0.5f), -1);
  EXPECT_EQ(RoundToNearest(-2.5f), -3);
}

// Beyond them, a conversion to an integer would be undefined.
TEST(RoundToNearest, HasLimits) {
  constexpr int32_t kMost = 1 << 30;
  EXPECT_EQ(RoundToNearest(1073741760.0f), kMost - 64);
  EXPECT_EQ(RoundToNearest(1073741824.0f), kMost);
  EXPECT_EQ(RoundToNearest(1.08e9f), kMost);
  EXPECT_EQ(RoundToNearest(-1073741760.0f), 64 - kMost);
  EXPECT_EQ(RoundToNearest(-1073741824.0f), -kMost);
  EXPECT_EQ(RoundToNearest(-1.08e9f), -kMost);
  EXPECT_EQ(RoundToNearest(std::numeric_limits<float>::infinity()), kMost);
  EXPECT_EQ(RoundToNearest(std::numeric_limits<float>::quiet_NaN()), -kMost);
}

}  // namespace
}  // namespace tflite::dsp
