#include <algorithm>
#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "kernels/testing/worst_error.h"
#include "kernels/unary/unary_cpu_sine.h"

namespace tflite::kernels {
namespace {

constexpr double kBound = 4e-7;

TEST(UnarySine, RelativeError) {
  const auto sine = [](double x) { return std::sin(x); };
  const auto cosine = [](double x) { return std::cos(x); };
  for (const double bound : {1e-3, 4.0, 1000.0, double{kSineLimit}}) {
    EXPECT_LT(WorstError(FastSin, sine, -bound, bound), kBound) << bound;
    EXPECT_LT(WorstError(FastCos, cosine, -bound, bound), kBound) << bound;
  }
  // Next to multiples of pi/2, where results are small.
  double worst = 0;
  for (int i = -60000; i <= 60000; ++i) {
    const float x = static_cast<float>(i * 1.5707963267948966);
    const double want = std::sin(static_cast<double>(x));
    if (i != 0) worst = std::max(worst, std::abs((FastSin(x) - want) / want));
  }
  EXPECT_LT(worst, kBound);
  EXPECT_EQ(FastSin(0), 0);
  EXPECT_EQ(FastCos(0), 1);
}

TEST(UnarySine, PropagatesNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(FastSin(nan)));
  EXPECT_TRUE(std::isnan(FastCos(nan)));
}

}  // namespace
}  // namespace tflite::kernels
