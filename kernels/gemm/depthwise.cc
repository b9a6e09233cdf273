#include "kernels/gemm/depthwise.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

int64_t RoundUp(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

// Requantization reads sums up to a multiple of this.
constexpr int64_t kRequantBlock = 16;

// The stored weights minus their zero point, [taps][channels].
std::vector<int16_t> Values(const int8_t* weights, bool is_unsigned,
                            int32_t zero_point, int64_t n) {
  std::vector<int16_t> values(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    const int32_t stored = is_unsigned
                               ? int32_t{static_cast<uint8_t>(weights[i])}
                               : int32_t{weights[i]};
    values[i] = static_cast<int16_t>(stored - zero_point);
  }
  return values;
}

// The number of parts, each of which fits a byte, that the values are split
// into; 0 if two are not enough.
int BytesOf(const std::vector<int16_t>& values) {
  int parts = 1;
  for (int16_t v : values) {
    if (v < -128 || v > 127) parts = std::max(parts, v == 255 ? 3 : 2);
  }
  return parts == 3 ? 0 : parts;
}

// Halves of a value, each of which fits a byte.
int32_t Part(int32_t value, int part, int parts) {
  if (parts == 1) return value;
  const int32_t half = value >> 1;
  return part == 0 ? half : value - half;
}

}  // namespace

// Four channels of a group of taps.
template <typename T>
void DepthwiseWeights::PackPlaces(const std::vector<int16_t>& values,
                                  int64_t tap, int64_t channel, int part,
                                  T* out) const {
  const int group = kernel_->group;
  const int64_t taps = std::min<int64_t>(group, taps_ - tap);
  const int64_t places = std::min<int64_t>(4, channels_ - channel);
  std::fill_n(out, 4 * group, T{0});
  for (int64_t i = 0; i < taps; ++i) {
    const int16_t* from = values.data() + (tap + i) * channels_ + channel;
    for (int64_t j = 0; j < places; ++j) {
      out[j * group + i] = static_cast<T>(Part(from[j], part, parts_));
    }
  }
}

template <typename T>
void DepthwiseWeights::PackAs(const std::vector<int16_t>& values, T* out) {
  const DepthwiseIntKernel& k = *kernel_;
  for (int64_t block = 0; block < channels_; block += k.block) {
    for (int64_t tap = 0; tap < padded_taps_; tap += k.group) {
      for (int part = 0; part < parts_; ++part) {
        for (int v = 0; v < k.vectors; ++v) {
          for (int lane = 0; lane < k.lanes; ++lane, out += 4 * k.group) {
            PackPlaces(values, tap, block + (lane * k.vectors + v) * 4, part,
                       out);
          }
        }
      }
    }
  }
}

bool DepthwiseWeights::Supports(int64_t taps, int64_t channels) {
  // The largest groups and blocks, 2 bytes per weight.
  int64_t bytes = 0;
  return CheckedMul(RoundUp(taps, 4), RoundUp(channels, 64), &bytes) &&
         bytes <= int64_t{1} << 30;
}

void DepthwiseWeights::Pack(const int8_t* weights, bool is_unsigned,
                            int32_t zero_point, int64_t taps,
                            int64_t channels) {
  const std::vector<int16_t> values =
      Values(weights, is_unsigned, zero_point, taps * channels);
  parts_ = isa_->depthwise_bytes.run == nullptr ? 0 : BytesOf(values);
  kernel_ = parts_ > 0 ? &isa_->depthwise_bytes : &isa_->depthwise_int16;
  parts_ = std::max(1, parts_);
  taps_ = taps;
  channels_ = channels;
  padded_taps_ = RoundUp(taps, kernel_->group);
  padded_channels_ = RoundUp(channels, kernel_->block);
  packed_.resize(static_cast<size_t>(padded_taps_ * padded_channels_) *
                 kernel_->weight_bytes * parts_);
  padded_channels_ = RoundUp(padded_channels_, kRequantBlock);
  sums_.assign(static_cast<size_t>(channels), 0);
  for (int64_t t = 0; t < taps; ++t) {
    for (int64_t c = 0; c < channels; ++c) sums_[c] += values[t * channels + c];
  }
  if (kernel_->weight_bytes == 1) {
    PackAs(values, reinterpret_cast<int8_t*>(packed_.data()));
  } else {
    PackAs(values, reinterpret_cast<int16_t*>(packed_.data()));
  }
}

void DepthwiseWeights::Start(bool is_unsigned, int32_t zero_point,
                             const int32_t* bias, int32_t* start) const {
  // A kernel of bytes takes only one type: INT8 bytes become UINT8 by adding
  // 128, or UINT8 bytes INT8 by subtracting it.
  const int32_t stored = zero_point + (is_unsigned ? 0 : 128);
  const int32_t taken =
      bytes() ? stored - (isa_->left_bytes == GemmLeftBytes::kSigned ? 128 : 0)
      : kernel_->keeps_zero_point ? zero_point
                                  : 0;
  std::fill_n(start, padded_channels_, 0);
  for (int64_t c = 0; c < channels_; ++c) {
    start[c] = static_cast<int32_t>(
        (bias == nullptr ? 0u : static_cast<uint32_t>(bias[c])) -
        static_cast<uint32_t>(taken) * static_cast<uint32_t>(sums_[c]));
  }
}

// The bits of the stored bytes to invert for a byte kernel.
uint8_t DepthwiseWeights::Flip(bool is_unsigned) const {
  return is_unsigned == (isa_->left_bytes == GemmLeftBytes::kSigned) ? 0x80 : 0;
}

void DepthwiseWeights::Run(const uint8_t* const* in, bool is_unsigned,
                           int32_t zero_point, const int32_t* start,
                           int32_t* sums) const {
  DepthwiseIntTile tile;
  tile.channels = channels_;
  tile.taps = padded_taps_;
  tile.in = in;
  tile.weights = packed_.data();
  tile.start = start;
  tile.acc = sums;
  tile.parts = parts_;
  tile.is_unsigned = is_unsigned;
  tile.zero_point = zero_point;
  tile.flip = Flip(is_unsigned);
  kernel_->run(tile);
}

void DepthwiseWeights::RunLine(DepthwiseIntLine line, bool is_unsigned) const {
  line.channels = channels_;
  line.weights = packed_.data();
  line.parts = parts_;
  line.is_unsigned = is_unsigned;
  line.flip = Flip(is_unsigned);
  kernel_->line(line);
}

}  // namespace tflite::kernels
