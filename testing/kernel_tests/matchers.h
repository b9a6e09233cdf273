#ifndef TESTING_KERNEL_TESTS_MATCHERS_H_
#define TESTING_KERNEL_TESTS_MATCHERS_H_

#include <cmath>
#include <complex>
#include <initializer_list>
#include <ostream>
#include <tuple>
#include <vector>

#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// The value of --allow_fp16_precision_for_fp32: if true, kernels may compute
// FLOAT32 in half precision, and the matchers below allow for it.
bool AllowFp16PrecisionForFp32();

// Derives the error bound from the one for full precision.
constexpr float kFpErrorAuto = -1.0f;

namespace kernel_tests {

// Whether |value - want| is within max_abs_err or within max_rel_err * |want|.
// Equal values match, infinities included; NaN matches nothing.
bool WithinError(float value, float want, float max_abs_err, float max_rel_err);

}  // namespace kernel_tests

MATCHER_P3(FloatAbsRelNear, value, max_abs_err, max_rel_err, "") {
  return kernel_tests::WithinError(
      static_cast<float>(arg), static_cast<float>(value),
      static_cast<float>(max_abs_err), static_cast<float>(max_rel_err));
}

// For ElementsAreArray. If half precision is allowed, the fp16 bounds replace
// the other two; kFpErrorAuto means the larger of the absolute bound and its
// square root.
std::vector<::testing::Matcher<float>> ArrayFloatNear(
    std::initializer_list<float> values, float max_abs_err = 1e-5,
    float fp16_max_abs_err = kFpErrorAuto, float max_rel_err = 0,
    float fp16_max_rel_err = 0.01);

namespace kernel_tests {
::testing::Matcher<float> FloatNearInPrecision(float value, float max_abs_err,
                                               float fp16_max_abs_err,
                                               float max_rel_err,
                                               float fp16_max_rel_err);
}  // namespace kernel_tests

template <typename T>
std::vector<::testing::Matcher<float>> ArrayFloatNear(
    const std::vector<T>& values, float max_abs_err = 1e-5,
    float fp16_max_abs_err = kFpErrorAuto, float max_rel_err = 0,
    float fp16_max_rel_err = 0.01) {
  std::vector<::testing::Matcher<float>> matchers;
  matchers.reserve(values.size());
  for (const T& value : values) {
    matchers.push_back(kernel_tests::FloatNearInPrecision(
        static_cast<float>(value), max_abs_err, fp16_max_abs_err, max_rel_err,
        fp16_max_rel_err));
  }
  return matchers;
}

// Real and imaginary parts must each be within the bound.
std::vector<::testing::Matcher<std::complex<float>>> ArrayComplex64Near(
    const std::vector<std::complex<float>>& values, float max_abs_error = 1e-5);

// For Pointwise: values must be equal; if half precision is allowed, the bounds
// of FloatingPointAlmostEq apply.
::testing::Matcher<std::tuple<float, float>> FloatingPointEq();
// For Pointwise: the error must be within 1e-5 absolutely or 1e-4 relatively;
// if half precision is allowed, within 1e-3 or 1e-2.
::testing::Matcher<std::tuple<float, float>> FloatingPointAlmostEq();

// Matches a tensor or an array with these dimensions.
class DimsAreMatcher {
 public:
  using is_gtest_matcher = void;

  explicit DimsAreMatcher(const std::vector<int>& dims) : dims_(dims) {}

  bool MatchAndExplain(const TfLiteIntArray* arg,
                       ::testing::MatchResultListener* listener) const;
  bool MatchAndExplain(const TfLiteTensor* arg,
                       ::testing::MatchResultListener* listener) const;
  void DescribeTo(std::ostream* os) const;
  void DescribeNegationTo(std::ostream* os) const;

 private:
  std::vector<int> dims_;
};

inline DimsAreMatcher DimsAre(std::initializer_list<int> dims) {
  return DimsAreMatcher(std::vector<int>(dims));
}
inline DimsAreMatcher DimsAre(const std::vector<int>& dims) {
  return DimsAreMatcher(dims);
}
inline DimsAreMatcher DimsAre(absl::Span<int> dims) {
  return DimsAreMatcher(std::vector<int>(dims.begin(), dims.end()));
}

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MATCHERS_H_
