#include "kernels/math/elementary.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

// The greatest relative error over [low, high], where the result is normal.
template <typename Fast, typename Exact>
double WorstError(Fast fast, Exact exact, double low, double high) {
  constexpr int kSteps = 200000;
  double worst = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const float x = static_cast<float>(low + (high - low) * i / kSteps);
    const double want = exact(static_cast<double>(x));
    if (std::abs(want) < std::numeric_limits<float>::min()) continue;
    worst = std::max(worst, std::abs((fast(x) - want) / want));
  }
  return worst;
}

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

TEST(Elementary, NormalIntegral) {
  const auto exact = [](double x) {
    return 0.5 * std::erfc(-x * std::sqrt(0.5));
  };
  EXPECT_LT(WorstError(FastNormalIntegral, exact, -2, 6), 6e-7);
  // The argument's rounding grows with its square.
  EXPECT_LT(WorstError(FastNormalIntegral, exact, -12, -2), 2e-5);
}

TEST(Elementary, SineAndCosine) {
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

TEST(Elementary, PropagatesNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(FastExp(nan)));
  EXPECT_TRUE(std::isnan(FastExpm1(nan)));
  EXPECT_TRUE(std::isnan(FastTanh(nan)));
  EXPECT_TRUE(std::isnan(FastLogistic(nan)));
  EXPECT_TRUE(std::isnan(FastNormalIntegral(nan)));
}

}  // namespace
}  // namespace tflite::kernels
