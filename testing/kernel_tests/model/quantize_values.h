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

// The range of the stored values of a tensor.
struct StoredRange {
  int64_t min = 0;
  int64_t max = 0;
};

// All values of T or, for narrower element types, the range that tests use:
// INT4 [-7, 7], INT2 [-2, 1].
template <typename T>
StoredRange StoredRangeOf(TfLiteType type = kTfLiteNoType) {
  if (type == kTfLiteInt4) return {-7, 7};
  if (type == kTfLiteInt2) return {-2, 1};
  return {static_cast<int64_t>(std::numeric_limits<T>::min()),
          static_cast<int64_t>(std::numeric_limits<T>::max())};
}

// Returns the scale and zero point that map the real range [min, max] to the
// stored range, such that 0 is exact. Both are 0 if the range is empty. Ends
// the program if the range does not contain 0.
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

// Values quantized with zero point 0 and the smallest scale with which all of
// them fit the stored range. If all values are 0, the scale is 1.
struct SymmetricValues {
  std::vector<int8_t> stored;
  float scale = 1.0f;
};
SymmetricValues QuantizeSymmetric(const std::vector<float>& data,
                                  const StoredRange& range = {-127, 127});

// The scale of each element of a tensor: one for all, or one per index of a
// dimension.
class ChannelScales {
 public:
  // Ends the program if the scales do not fit the dimension.
  ChannelScales(const std::vector<int>& dims, int channel_dim,
                std::vector<float> scales);
  // Scale of the element at this position in the dense tensor.
  float At(size_t place) const {
    return scales_[place / inner_ % scales_.size()];
  }

 private:
  size_t inner_ = 1;
  std::vector<float> scales_;
};

// Quantizes with these scales and zero point 0, clamped.
std::vector<int32_t> QuantizePerChannel(const std::vector<float>& data,
                                        const ChannelScales& scales,
                                        const StoredRange& range);

// Quantizes blocks of `block` consecutive values, each with its own scale.
std::vector<int32_t> QuantizePerBlock(const std::vector<float>& data, int block,
                                      const std::vector<float>& scales,
                                      const StoredRange& range);

// round(value / scale), clamped; 0 if the scale is 0.
int32_t QuantizeOne(float value, float scale, const StoredRange& range);

// Packs values of 4 or 2 bits, the first in the lowest bits of a byte.
std::vector<uint8_t> PackBits(const int8_t* values, size_t count, int bits);
std::vector<int8_t> UnpackBits(const uint8_t* packed, size_t count, int bits,
                               bool is_signed);
// Bits of an element of a packed type; 0 for other types.
int PackedBits(TfLiteType type);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_QUANTIZE_VALUES_H_
