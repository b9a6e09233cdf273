#ifndef TESTING_KERNEL_TESTS_MODEL_QUANTIZE_VALUES_H_
#define TESTING_KERNEL_TESTS_MODEL_QUANTIZE_VALUES_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
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

// All values of T, or for element types narrower than T those that tests use of
// theirs: INT4 [-7, 7], INT2 [-2, 1].
template <typename T>
StoredRange StoredRangeOf(TfLiteType type = kTfLiteNoType) {
  if (type == kTfLiteInt4) return {-7, 7};
  if (type == kTfLiteInt2) return {-2, 1};
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
    if constexpr (std::is_integral_v<T>) {
      real.push_back(scale * (value - zero_point));
    } else {
      real.push_back(scale * (static_cast<float>(value) - zero_point));
    }
  }
  return real;
}

namespace kernel_tests {

// The smallest scale with which all values fit the stored ones, whose zero
// point is 0. All zeros have scale 1.
struct SymmetricValues {
  std::vector<int8_t> stored;
  float scale = 1.0f;
};
SymmetricValues QuantizeSymmetric(const std::vector<float>& data,
                                  const StoredRange& range = {-127, 127});

// Which of a tensor's scales its elements have: one for all, or one for each
// index of a dimension.
class ChannelScales {
 public:
  // Scales that do not fit the dimension end the program.
  ChannelScales(const std::vector<int>& dims, int channel_dim,
                std::vector<float> scales);
  // Of the element at a place in the dense tensor.
  float At(size_t place) const {
    return scales_[place / inner_ % scales_.size()];
  }

 private:
  size_t inner_ = 1;
  std::vector<float> scales_;
};

// Values by such scales, with a zero point of 0, clamped.
std::vector<int32_t> QuantizePerChannel(const std::vector<float>& data,
                                        const ChannelScales& scales,
                                        const StoredRange& range);

// Blocks of `block` neighbouring values, each with its scale.
std::vector<int32_t> QuantizePerBlock(const std::vector<float>& data, int block,
                                      const std::vector<float>& scales,
                                      const StoredRange& range);

// round(value / scale), clamped; 0 where the scale is.
int32_t QuantizeOne(float value, float scale, const StoredRange& range);

// Values of 4 or 2 bits, several a byte, the first in the lowest bits.
std::vector<uint8_t> PackBits(const int8_t* values, size_t count, int bits);
std::vector<int8_t> UnpackBits(const uint8_t* packed, size_t count, int bits,
                               bool is_signed);
// Bits of an element that shares its byte with others; 0 for other types.
int PackedBits(TfLiteType type);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_QUANTIZE_VALUES_H_
