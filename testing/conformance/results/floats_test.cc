#include "testing/conformance/results/floats.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "gtest/gtest.h"

namespace tflite {
namespace conformance {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(FloatsOf, ReadsFloatingPointTypesOnly) {
  const float pair[] = {1.5f, -2.0f};
  std::string bytes(sizeof(pair), '\0');
  std::memcpy(&bytes[0], pair, sizeof(pair));
  const std::vector<double> both = {1.5, -2};
  EXPECT_EQ(FloatsOf({"", kTfLiteFloat32, {2}, bytes}), both);
  EXPECT_EQ(FloatsOf({"", kTfLiteComplex64, {1}, bytes}), both);
  EXPECT_TRUE(FloatsOf({"", kTfLiteInt32, {2}, bytes}).empty());
  EXPECT_TRUE(FloatsOf({"", kTfLiteString, {2}, bytes}).empty());
}

TEST(AreNear, ComparesWithTheLargest) {
  EXPECT_TRUE(AreNear({1000, 1}, {1000, 1.009}));
  EXPECT_FALSE(AreNear({1000, 1}, {1000, 1.011}));
  EXPECT_FALSE(AreNear({1000, 1}, {1000}));
  EXPECT_TRUE(AreNear({NAN, kInf, 1}, {NAN, kInf, 1}));
  EXPECT_FALSE(AreNear({kInf, 1}, {-kInf, 1}));
  EXPECT_FALSE(AreNear({NAN, 1}, {1, 1}));
  EXPECT_FALSE(AreNear({1, 1}, {1, NAN}));
}

TEST(ProjectionOf, ShowsEachNumberAndItsPlace) {
  const std::vector<double> numbers = {1, 2, 3, 4};
  const Projection all = ProjectionOf(numbers);
  EXPECT_GE(all.magnitude, 5);
  EXPECT_LE(all.magnitude, 10);
  for (size_t i = 0; i < numbers.size(); ++i) {
    std::vector<double> other = numbers;
    other[i] += 1;
    EXPECT_GE(std::fabs(ProjectionOf(other).sum - all.sum), 0.5);
  }
  EXPECT_NE(ProjectionOf({2, 1, 3, 4}).sum, all.sum);
  EXPECT_TRUE(std::isfinite(ProjectionOf({NAN, 1, kInf}).sum));
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
