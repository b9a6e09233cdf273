#include "testing/kernel_tests/quantize_values.h"

#include "testing/kernel_tests/fatal.h"

namespace tflite {
namespace kernel_tests {
namespace {

int8_t Stored(float value, float scale, int limit) {
  const float q = scale == 0.0f ? 0.0f : std::round(value / scale);
  return static_cast<int8_t>(
      std::max<float>(-limit, std::min<float>(limit, q)));
}

}  // namespace

std::pair<float, int32_t> ChooseQuantization(float min, float max,
                                             const StoredRange& stored) {
  if (!(min <= 0.0f && max >= 0.0f)) {
    Fatal("the range [%g, %g] of a quantized tensor does not hold 0", min, max);
  }
  if (min == max) return {0.0f, 0};
  const float low = static_cast<float>(stored.min);
  const float high = static_cast<float>(stored.max);
  const float scale = (max - min) / (high - low);
  // 0 lies min / scale above the low end and max / scale below the high end.
  // Both say the same but for rounding, which errs with the magnitude.
  const float from_low = low - min / scale;
  const float from_high = high - max / scale;
  const float low_error = std::abs(low) + std::abs(min / scale);
  const float high_error = std::abs(high) + std::abs(max / scale);
  const float exact = low_error < high_error ? from_low : from_high;
  const float zero_point = std::min(high, std::max(low, std::round(exact)));
  return {scale, static_cast<int32_t>(zero_point)};
}

SymmetricValues QuantizeSymmetric(const std::vector<float>& data) {
  SymmetricValues out;
  float largest = 0.0f;
  for (const float value : data) largest = std::max(largest, std::abs(value));
  if (largest == 0.0f) {
    out.stored.assign(data.size(), 0);
    return out;
  }
  out.scale = largest / 127.0f;
  const float inverse = 127.0f / largest;
  out.stored.reserve(data.size());
  for (const float value : data) {
    out.stored.push_back(Stored(value * inverse, 1.0f, 127));
  }
  return out;
}

std::vector<int8_t> QuantizePerChannel(const std::vector<float>& data,
                                       const std::vector<int>& dims,
                                       int channel_dim,
                                       const std::vector<float>& scales,
                                       int limit) {
  if (channel_dim < 0 || channel_dim >= static_cast<int>(dims.size()) ||
      static_cast<int>(scales.size()) != dims[channel_dim]) {
    Fatal("%zu scales do not fit dimension %d of a tensor of rank %zu",
          scales.size(), channel_dim, dims.size());
  }
  size_t inner = 1;
  for (size_t d = channel_dim + 1; d < dims.size(); ++d) inner *= dims[d];
  std::vector<int8_t> stored(data.size());
  for (size_t i = 0; i < data.size(); ++i) {
    const size_t channel = i / inner % scales.size();
    stored[i] = Stored(data[i], scales[channel], limit);
  }
  return stored;
}

std::vector<int8_t> QuantizePerBlock(const std::vector<float>& data, int block,
                                     const std::vector<float>& scales,
                                     int limit) {
  if (block <= 0 || data.size() > scales.size() * block) {
    Fatal("%zu values do not fit %zu scales of blocks of %d", data.size(),
          scales.size(), block);
  }
  std::vector<int8_t> stored(data.size());
  for (size_t i = 0; i < data.size(); ++i) {
    stored[i] = Stored(data[i], scales[i / block], limit);
  }
  return stored;
}

std::vector<uint8_t> PackBits(const int8_t* values, size_t count, int bits) {
  const size_t per_byte = 8 / bits;
  const uint8_t mask = (1 << bits) - 1;
  std::vector<uint8_t> packed((count + per_byte - 1) / per_byte, 0);
  for (size_t i = 0; i < count; ++i) {
    packed[i / per_byte] |= (values[i] & mask) << (i % per_byte * bits);
  }
  return packed;
}

std::vector<int8_t> UnpackBits(const uint8_t* packed, size_t count, int bits,
                               bool is_signed) {
  const size_t per_byte = 8 / bits;
  std::vector<int8_t> values(count);
  for (size_t i = 0; i < count; ++i) {
    const int raw =
        packed[i / per_byte] >> (i % per_byte * bits) & ((1 << bits) - 1);
    const bool negative = is_signed && raw >= 1 << (bits - 1);
    values[i] = static_cast<int8_t>(negative ? raw - (1 << bits) : raw);
  }
  return values;
}

int PackedBits(TfLiteType type) {
  switch (type) {
    case kTfLiteInt4:
    case kTfLiteUInt4:
      return 4;
    case kTfLiteInt2:
      return 2;
    default:
      return 0;
  }
}

}  // namespace kernel_tests
}  // namespace tflite
