#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "kernels/activation/activation_cpu_normal.h"
#include "kernels/testing/worst_error.h"

namespace tflite::kernels {
namespace {

TEST(ActivationNormal, RelativeError) {
  const auto exact = [](double x) {
    return 0.5 * std::erfc(-x * std::sqrt(0.5));
  };
  EXPECT_LT(WorstError(FastNormalIntegral, exact, -2, 6), 6e-7);
  // The argument's rounding grows with its square.
  EXPECT_LT(WorstError(FastNormalIntegral, exact, -12, -2), 2e-5);
}

TEST(ActivationNormal, PropagatesNaN) {
  EXPECT_TRUE(
      std::isnan(FastNormalIntegral(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
}  // namespace tflite::kernels
