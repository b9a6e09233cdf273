#ifndef TESTING_KERNEL_TESTS_MODEL_ELEMENT_TYPES_H_
#define TESTING_KERNEL_TESTS_MODEL_ELEMENT_TYPES_H_

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "Eigen/Core"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/upstream/type_to_tflitetype.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {

// Maps C++ types to element types of tensors, for tests that are written once
// for several types.

template <>
constexpr TfLiteType typeToTfLiteType<half>() {
  return kTfLiteFloat16;
}
template <>
constexpr TfLiteType typeToTfLiteType<bfloat16>() {
  return kTfLiteBFloat16;
}
template <>
constexpr TfLiteType typeToTfLiteType<Eigen::half>() {
  return kTfLiteFloat16;
}
template <>
constexpr TfLiteType typeToTfLiteType<Eigen::bfloat16>() {
  return kTfLiteBFloat16;
}

inline std::ostream& operator<<(std::ostream& os, const half& value) {
  return os << static_cast<float>(value);
}
inline std::ostream& operator<<(std::ostream& os, const bfloat16& value) {
  return os << static_cast<float>(value);
}

// TensorTypeFor<T>::value is the file format's element type.
template <typename T>
struct TensorTypeFor;

// Both element types for a C++ type, and the type itself.
template <typename T>
struct TypeUnion;

// The element type in the file format; the enum's first value for C++ types
// that are not element types.
template <typename T>
constexpr TensorType GetTensorType() {
  return TensorType_MIN;
}

#define TFLL_TEST_ELEMENT(CPP_TYPE, TENSOR_TYPE, TFLITE_TYPE) \
  template <>                                                 \
  struct TensorTypeFor<CPP_TYPE> {                            \
    static constexpr TensorType value = TENSOR_TYPE;          \
  };                                                          \
  template <>                                                 \
  struct TypeUnion<CPP_TYPE> {                                \
    static constexpr TensorType tensor_type = TENSOR_TYPE;    \
    static constexpr TfLiteType tflite_type = TFLITE_TYPE;    \
    using ScalarType = CPP_TYPE;                              \
  };                                                          \
  template <>                                                 \
  constexpr TensorType GetTensorType<CPP_TYPE>() {            \
    return TENSOR_TYPE;                                       \
  }

TFLL_TEST_ELEMENT(float, TensorType_FLOAT32, kTfLiteFloat32)
TFLL_TEST_ELEMENT(double, TensorType_FLOAT64, kTfLiteFloat64)
TFLL_TEST_ELEMENT(half, TensorType_FLOAT16, kTfLiteFloat16)
TFLL_TEST_ELEMENT(Eigen::half, TensorType_FLOAT16, kTfLiteFloat16)
TFLL_TEST_ELEMENT(TfLiteFloat16, TensorType_FLOAT16, kTfLiteFloat16)
TFLL_TEST_ELEMENT(bfloat16, TensorType_BFLOAT16, kTfLiteBFloat16)
TFLL_TEST_ELEMENT(Eigen::bfloat16, TensorType_BFLOAT16, kTfLiteBFloat16)
TFLL_TEST_ELEMENT(TfLiteBFloat16, TensorType_BFLOAT16, kTfLiteBFloat16)
TFLL_TEST_ELEMENT(int8_t, TensorType_INT8, kTfLiteInt8)
TFLL_TEST_ELEMENT(int16_t, TensorType_INT16, kTfLiteInt16)
TFLL_TEST_ELEMENT(int32_t, TensorType_INT32, kTfLiteInt32)
TFLL_TEST_ELEMENT(int64_t, TensorType_INT64, kTfLiteInt64)
TFLL_TEST_ELEMENT(uint8_t, TensorType_UINT8, kTfLiteUInt8)
TFLL_TEST_ELEMENT(uint16_t, TensorType_UINT16, kTfLiteUInt16)
TFLL_TEST_ELEMENT(uint32_t, TensorType_UINT32, kTfLiteUInt32)
TFLL_TEST_ELEMENT(uint64_t, TensorType_UINT64, kTfLiteUInt64)
TFLL_TEST_ELEMENT(bool, TensorType_BOOL, kTfLiteBool)
TFLL_TEST_ELEMENT(std::string, TensorType_STRING, kTfLiteString)
TFLL_TEST_ELEMENT(std::complex<float>, TensorType_COMPLEX64, kTfLiteComplex64)
TFLL_TEST_ELEMENT(std::complex<double>, TensorType_COMPLEX128,
                  kTfLiteComplex128)

#undef TFLL_TEST_ELEMENT

// Limits of a number type for tests. Unlike in std::numeric_limits, min() is
// the lowest finite value; smallest_normal() is the smallest positive normal
// value. kIsOptional: kernels need not support the type, and tests are skipped
// if one does not.
template <typename T>
struct NumericLimits {
  static constexpr bool kIsOptional = false;
  static constexpr T epsilon() { return std::numeric_limits<T>::epsilon(); }
  static constexpr T infinity() { return std::numeric_limits<T>::infinity(); }
  static constexpr T min() { return std::numeric_limits<T>::lowest(); }
  static constexpr T lowest() { return std::numeric_limits<T>::lowest(); }
  static constexpr T max() { return std::numeric_limits<T>::max(); }
  static constexpr T smallest_normal() { return std::numeric_limits<T>::min(); }
};

namespace kernel_tests {

// For types that have functions with these names.
template <typename T>
struct SmallFloatLimits {
  static constexpr bool kIsOptional = true;
  static constexpr T epsilon() { return T::epsilon(); }
  static constexpr T infinity() { return T::infinity(); }
  static constexpr T min() { return T::min(); }
  static constexpr T lowest() { return T::min(); }
  static constexpr T max() { return T::max(); }
  static constexpr T smallest_normal() { return T::smallest_normal(); }
};
// Eigen's functions are not constant expressions.
template <typename T>
struct EigenLimits {
  static constexpr bool kIsOptional = true;
  static T epsilon() { return Eigen::NumTraits<T>::epsilon(); }
  static T infinity() { return Eigen::NumTraits<T>::infinity(); }
  static T min() { return Eigen::NumTraits<T>::lowest(); }
  static T lowest() { return Eigen::NumTraits<T>::lowest(); }
  static T max() { return Eigen::NumTraits<T>::highest(); }
  static T smallest_normal() { return (std::numeric_limits<T>::min)(); }
};

}  // namespace kernel_tests

template <>
struct NumericLimits<half> : kernel_tests::SmallFloatLimits<half> {};
template <>
struct NumericLimits<bfloat16> : kernel_tests::SmallFloatLimits<bfloat16> {};
template <>
struct NumericLimits<Eigen::half> : kernel_tests::EigenLimits<Eigen::half> {};
template <>
struct NumericLimits<Eigen::bfloat16>
    : kernel_tests::EigenLimits<Eigen::bfloat16> {};

// Converts the values one by one.
template <typename T>
std::vector<T> ToVector(std::initializer_list<float> values) {
  std::vector<T> out;
  out.reserve(values.size());
  for (const float value : values) out.push_back(static_cast<T>(value));
  return out;
}
template <typename T, typename U>
std::vector<T> ToVector(const std::vector<U>& values) {
  std::vector<T> out;
  out.reserve(values.size());
  for (const U& value : values) out.push_back(static_cast<T>(value));
  return out;
}

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_ELEMENT_TYPES_H_
