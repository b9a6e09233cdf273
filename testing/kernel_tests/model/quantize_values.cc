#include "testing/kernel_tests/model/quantize_values.h"

#include "testing/kernel_tests/model/fatal.h"

namespace tflite {
namespace kernel_tests {
int32_t QuantizeOne(float value, float scale, const StoredRange& range) {
  const double q = scale == 0.0f ? 0.0f : std::round(value / scale);
  return static_cast<int32_t>(
      std::max<double>(range.min, std::min<double>(range.max, q)));
}

std::pair<float, int32_t> ChooseQuantization(float min, float max,
                                             const StoredRange& stored) {
  if (!(min <= 0.0f && max >= 0.0f)) {
    Fatal(
        "Check failed: %s: the range [%g, %g] of a quantized tensor does "
        "not hold 0",
        min > 0 ? "f_min <= 0" : "f_max >= 0", min, max);
  }
  if (min == max) return {0.0f, 0};
  const float low = static_cast<float>(stored.min);
  const float high = static_cast<float>(stored.max);
  const float scale = (max - min) / (high - low);
  // The zero point is low - min / scale and also high - max / scale. Rounding
  // makes them differ; the one with smaller operands is more exact.
  const float from_low = low - min / scale;
  const float from_high = high - max / scale;
  const float low_error = std::abs(low) + std::abs(min / scale);
  const float high_error = std::abs(high) + std::abs(max / scale);
  const float exact = low_error < high_error ? from_low : from_high;
  const float zero_point = std::min(high, std::max(low, std::round(exact)));
  return {scale, static_cast<int32_t>(zero_point)};
}

SymmetricValues QuantizeSymmetric(const std::vector<float>& data,
                                  const StoredRange& range) {
  SymmetricValues out;
  // The scale is the largest ratio of an end of the values to the same end of
  // the stored range.
  float low = 0.0f, high = 0.0f;
  for (const float value : data) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low == 0.0f && high == 0.0f) {
    out.stored.assign(data.size(), 0);
    return out;
  }
  const float min = static_cast<float>(range.min);
  const float max = static_cast<float>(range.max);
  const bool by_high = high / max >= low / min;
  out.scale = by_high ? high / max : low / min;
  const float inverse = by_high ? max / high : min / low;
  out.stored.reserve(data.size());
  for (const float value : data) {
    out.stored.push_back(
        static_cast<int8_t>(QuantizeOne(value * inverse, 1.0f, range)));
  }
  return out;
}

ChannelScales::ChannelScales(const std::vector<int>& dims, int channel_dim,
                             std::vector<float> scales)
    : scales_(std::move(scales)) {
  if (scales_.size() == 1) return;
  if (channel_dim < 0 || channel_dim >= static_cast<int>(dims.size()) ||
      static_cast<int>(scales_.size()) != dims[channel_dim]) {
    Fatal("%zu scales do not fit dimension %d of a tensor of rank %zu",
          scales_.size(), channel_dim, dims.size());
  }
  for (size_t d = channel_dim + 1; d < dims.size(); ++d) inner_ *= dims[d];
}

std::vector<int32_t> QuantizePerChannel(const std::vector<float>& data,
                                        const ChannelScales& scales,
                                        const StoredRange& range) {
  std::vector<int32_t> stored(data.size());
  for (size_t i = 0; i < data.size(); ++i) {
    stored[i] = QuantizeOne(data[i], scales.At(i), range);
  }
  return stored;
}

std::vector<int32_t> QuantizePerBlock(const std::vector<float>& data, int block,
                                      const std::vector<float>& scales,
                                      const StoredRange& range) {
  if (block <= 0 || data.size() > scales.size() * block) {
    Fatal("%zu values do not fit %zu scales of blocks of %d", data.size(),
          scales.size(), block);
  }
  std::vector<int32_t> stored(data.size());
  for (size_t i = 0; i < data.size(); ++i) {
    stored[i] = QuantizeOne(data[i], scales[i / block], range);
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
