#ifndef TESTING_KERNEL_TESTS_QUANTIZE_VALUES_H_
#define TESTING_KERNEL_TESTS_QUANTIZE_VALUES_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace kernel_tests {

// Values that a tensor's elements may take.
struct StoredRange {
  int64_t min = 0;
  int64_t max = 0;
};

// All values of T, or for element types narrower than T the symmetric range of
// theirs: INT4 [-7, 7], INT2 [-1, 1].
template <typename T>
StoredRange StoredRangeOf(TfLiteType type = kTfLiteNoType) {
  if (type == kTfLiteInt4) return {-7, 7};
  if (type == kTfLiteInt2) return {-1, 1};
  return {static_cast<int64_t>(std::numeric_limits<T>::min()),
          static_cast<int64_t>(std::numeric_limits<T>::max())};
}

// Scale and zero point for real values in [min, max] over the stored ones; 0 is
// stored exactly. Both are 0 when the range is empty. The range must hold 0:
// anything else ends the program.
std::pair<float, int32_t> ChooseQuantization(float min, float max,
                                             const StoredRange& stored);

}  // namespace kernel_tests

// stored = round(zero_point + real / scale), clamped; `type` as above.
template <typename T>
std::vector<T> Quantize(const std::vector<float>& data, float scale,
                        int32_t zero_point, TfLiteType type = kTfLiteNoType) {
  const kernel_tests::StoredRange range = kernel_tests::StoredRangeOf<T>(type);
  std::vector<T> stored;
  stored.reserve(data.size());
  for (const float value : data) {
    const float q = std::round(zero_point + value / scale);
    stored.push_back(static_cast<T>(
        std::max<double>(range.min, std::min<double>(range.max, q))));
  }
  return stored;
}

// real = scale * (stored - zero_point).
template <typename T>
std::vector<float> Dequantize(const std::vector<T>& data, float scale,
                              int32_t zero_point) {
  std::vector<float> real;
  real.reserve(data.size());
  for (const T value : data) {
    real.push_back(scale * (static_cast<int32_t>(value) - zero_point));
  }
  return real;
}

namespace kernel_tests {

// One scale for all values: the largest magnitude becomes 127. All zeros have
// scale 1.
struct SymmetricValues {
  std::vector<int8_t> stored;
  float scale = 1.0f;
};
SymmetricValues QuantizeSymmetric(const std::vector<float>& data);

// Values of a tensor of shape `dims` with one scale for each index of
// `channel_dim`, clamped to [-limit, limit].
std::vector<int8_t> QuantizePerChannel(const std::vector<float>& data,
                                       const std::vector<int>& dims,
                                       int channel_dim,
                                       const std::vector<float>& scales,
                                       int limit);

// Blocks of `block` neighbouring values, each with its scale.
std::vector<int8_t> QuantizePerBlock(const std::vector<float>& data, int block,
                                     const std::vector<float>& scales,
                                     int limit);

// Values of 4 or 2 bits, several a byte, the first in the lowest bits.
std::vector<uint8_t> PackBits(const int8_t* values, size_t count, int bits);
std::vector<int8_t> UnpackBits(const uint8_t* packed, size_t count, int bits,
                               bool is_signed);
// Bits of an element that shares its byte with others; 0 for other types.
int PackedBits(TfLiteType type);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_QUANTIZE_VALUES_H_
