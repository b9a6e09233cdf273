#ifndef KERNELS_TESTING_ELEMENTS_H_
#define KERNELS_TESTING_ELEMENTS_H_

#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {

// The element type of a tensor whose elements C++ stores as T.
template <typename T>
constexpr TfLiteType TypeOf() {
  if constexpr (std::is_same_v<T, float>) return kTfLiteFloat32;
  if constexpr (std::is_same_v<T, double>) return kTfLiteFloat64;
  if constexpr (std::is_same_v<T, half>) return kTfLiteFloat16;
  if constexpr (std::is_same_v<T, bfloat16>) return kTfLiteBFloat16;
  if constexpr (std::is_same_v<T, int8_t>) return kTfLiteInt8;
  if constexpr (std::is_same_v<T, uint8_t>) return kTfLiteUInt8;
  if constexpr (std::is_same_v<T, int16_t>) return kTfLiteInt16;
  if constexpr (std::is_same_v<T, uint16_t>) return kTfLiteUInt16;
  if constexpr (std::is_same_v<T, int32_t>) return kTfLiteInt32;
  if constexpr (std::is_same_v<T, uint32_t>) return kTfLiteUInt32;
  if constexpr (std::is_same_v<T, int64_t>) return kTfLiteInt64;
  if constexpr (std::is_same_v<T, uint64_t>) return kTfLiteUInt64;
  if constexpr (std::is_same_v<T, bool>) return kTfLiteBool;
  if constexpr (std::is_same_v<T, std::string>) return kTfLiteString;
  if constexpr (std::is_same_v<T, std::complex<float>>) return kTfLiteComplex64;
  if constexpr (std::is_same_v<T, std::complex<double>>)
    return kTfLiteComplex128;
  return kTfLiteNoType;
}

// A string tensor's buffer: count, count + 1 offsets, characters.
std::vector<uint8_t> EncodeStrings(const std::vector<std::string>& values);
std::vector<std::string> DecodeStrings(const uint8_t* buffer);

// A tensor's bytes from its elements, and back.
template <typename T>
std::vector<uint8_t> EncodeElements(const std::vector<T>& values) {
  if constexpr (std::is_same_v<T, bool>) {
    return std::vector<uint8_t>(values.begin(), values.end());
  } else if constexpr (std::is_same_v<T, std::string>) {
    return EncodeStrings(values);
  } else {
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
    return std::vector<uint8_t>(bytes, bytes + values.size() * sizeof(T));
  }
}
template <typename T>
std::vector<T> DecodeElements(const TfLiteTensor& tensor) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(tensor.data.raw);
  if (bytes == nullptr) return {};
  if constexpr (std::is_same_v<T, std::string>) {
    return DecodeStrings(bytes);
  } else {
    const T* data = reinterpret_cast<const T*>(bytes);
    return std::vector<T>(data, data + tensor.bytes / sizeof(T));
  }
}

// `n` values, uniform over [min, max]; the same for the same seed.
template <typename T>
std::vector<T> RandomElements(int64_t n, double min, double max,
                              uint32_t seed) {
  std::mt19937 engine(seed);
  std::vector<T> values(n);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_integral_v<T>) {
      values[i] = static_cast<T>(std::uniform_int_distribution<int64_t>(
          static_cast<int64_t>(min), static_cast<int64_t>(max))(engine));
    } else {
      values[i] = static_cast<T>(
          std::uniform_real_distribution<double>(min, max)(engine));
    }
  }
  return values;
}

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_ELEMENTS_H_
