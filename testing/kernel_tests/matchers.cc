#include "testing/kernel_tests/matchers.h"

#include <algorithm>

#include "testing/kernel_tests/test_delegate_providers.h"

namespace tflite {
namespace {

void Print(const std::vector<int>& dims, std::ostream* os) {
  *os << "{";
  for (size_t i = 0; i < dims.size(); ++i)
    *os << (i == 0 ? "" : ", ") << dims[i];
  *os << "}";
}

}  // namespace

bool AllowFp16PrecisionForFp32() {
  return KernelTestDelegateProviders::Get()->ConstParams().Get<bool>(
      KernelTestDelegateProviders::kAllowFp16PrecisionForFp32);
}

namespace kernel_tests {

bool WithinError(float value, float want, float max_abs_err,
                 float max_rel_err) {
  if (value == want) return true;
  const float error = std::abs(value - want);
  return error <= std::max(max_abs_err, max_rel_err * std::abs(want));
}

::testing::Matcher<float> FloatNearInPrecision(float value, float max_abs_err,
                                               float fp16_max_abs_err,
                                               float max_rel_err,
                                               float fp16_max_rel_err) {
  if (AllowFp16PrecisionForFp32()) {
    max_abs_err = fp16_max_abs_err == kFpErrorAuto
                      ? std::max(max_abs_err, std::sqrt(max_abs_err))
                      : fp16_max_abs_err;
    max_rel_err = fp16_max_rel_err;
  }
  return FloatAbsRelNear(value, max_abs_err, max_rel_err);
}

}  // namespace kernel_tests

std::vector<::testing::Matcher<float>> ArrayFloatNear(
    std::initializer_list<float> values, float max_abs_err,
    float fp16_max_abs_err, float max_rel_err, float fp16_max_rel_err) {
  return ArrayFloatNear(std::vector<float>(values), max_abs_err,
                        fp16_max_abs_err, max_rel_err, fp16_max_rel_err);
}

namespace {

MATCHER_P2(IsComplexNear, want, max_abs_error, "") {
  return kernel_tests::WithinError(arg.real(), want.real(), max_abs_error, 0) &&
         kernel_tests::WithinError(arg.imag(), want.imag(), max_abs_error, 0);
}

MATCHER(IsAlmostEqual, "") {
  const bool fp16 = AllowFp16PrecisionForFp32();
  return kernel_tests::WithinError(std::get<0>(arg), std::get<1>(arg),
                                   fp16 ? 1e-3f : 1e-5f, fp16 ? 1e-2f : 1e-4f);
}

}  // namespace

std::vector<::testing::Matcher<std::complex<float>>> ArrayComplex64Near(
    const std::vector<std::complex<float>>& values, float max_abs_error) {
  std::vector<::testing::Matcher<std::complex<float>>> matchers;
  matchers.reserve(values.size());
  for (const std::complex<float>& value : values) {
    matchers.push_back(IsComplexNear(value, max_abs_error));
  }
  return matchers;
}

::testing::Matcher<std::tuple<float, float>> FloatingPointEq() {
  if (AllowFp16PrecisionForFp32()) return FloatingPointAlmostEq();
  return ::testing::Eq();
}

::testing::Matcher<std::tuple<float, float>> FloatingPointAlmostEq() {
  return IsAlmostEqual();
}

bool DimsAreMatcher::MatchAndExplain(
    const TfLiteIntArray* arg, ::testing::MatchResultListener* listener) const {
  if (arg == nullptr) {
    *listener << "which is null";
    return false;
  }
  const std::vector<int> dims(arg->data, arg->data + arg->size);
  if (dims == dims_) return true;
  if (listener->stream() != nullptr) {
    *listener << "which has dimensions ";
    Print(dims, listener->stream());
  }
  return false;
}

bool DimsAreMatcher::MatchAndExplain(
    const TfLiteTensor* arg, ::testing::MatchResultListener* listener) const {
  if (arg == nullptr) {
    *listener << "which is null";
    return false;
  }
  return MatchAndExplain(arg->dims, listener);
}

void DimsAreMatcher::DescribeTo(std::ostream* os) const {
  *os << "has dimensions ";
  Print(dims_, os);
}

void DimsAreMatcher::DescribeNegationTo(std::ostream* os) const {
  *os << "does not have dimensions ";
  Print(dims_, os);
}

}  // namespace tflite
