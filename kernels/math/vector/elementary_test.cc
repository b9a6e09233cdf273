#include "kernels/math/vector/elementary.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "kernels/testing/worst_error.h"

namespace tflite::kernels {
namespace {

constexpr double kBound = 4e-7;

TEST(Elementary, Exp) {
  const auto exact = [](double x) { return std::exp(x); };
  EXPECT_LT(WorstError(FastExp, exact, -87, 88), kBound);
  EXPECT_LT(WorstError(FastExp, exact, -1, 1), kBound);
  EXPECT_EQ(FastExp(0), 1);
  EXPECT_EQ(FastExp(-200), 0);
  EXPECT_EQ(FastExp(89), std::numeric_limits<float>::infinity());
  EXPECT_NEAR(FastExp(-100), std::exp(-100.0f), 1.5e-45);
}

TEST(Elementary, Expm1) {
  const auto exact = [](double x) { return std::expm1(x); };
  EXPECT_LT(WorstError(FastExpm1, exact, -20, 20), kBound);
  EXPECT_LT(WorstError(FastExpm1, exact, -1e-3, 1e-3), kBound);
  EXPECT_EQ(FastExpm1(0), 0);
  EXPECT_EQ(FastExpm1(-100), -1);
}

TEST(Elementary, Tanh) {
  const auto exact = [](double x) { return std::tanh(x); };
  EXPECT_LT(WorstError(FastTanh, exact, -12, 12), kBound);
  EXPECT_LT(WorstError(FastTanh, exact, -1e-2, 1e-2), kBound);
  EXPECT_EQ(FastTanh(1e30f), 1);
  EXPECT_EQ(FastTanh(-std::numeric_limits<float>::infinity()), -1);
  EXPECT_TRUE(std::signbit(FastTanh(-0.0f)));
}

TEST(Elementary, Logistic) {
  const auto exact = [](double x) { return 1 / (1 + std::exp(-x)); };
  EXPECT_LT(WorstError(FastLogistic, exact, -80, 80), kBound);
  EXPECT_EQ(FastLogistic(-std::numeric_limits<float>::infinity()), 0);
  EXPECT_EQ(FastLogistic(std::numeric_limits<float>::infinity()), 1);
}

TEST(Elementary, PropagatesNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(FastExp(nan)));
  EXPECT_TRUE(std::isnan(FastExpm1(nan)));
  EXPECT_TRUE(std::isnan(FastTanh(nan)));
  EXPECT_TRUE(std::isnan(FastLogistic(nan)));
}

}  // namespace
}  // namespace tflite::kernels
