#include "kernels/gemm/depthwise.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite {
namespace {

int64_t RoundUp(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

// The last whole vectors of requantization read up to here.
constexpr int64_t kRequantBlock = 16;

}  // namespace

template <typename T>
void DepthwiseWeights::PackAs(const int8_t* weights, bool is_unsigned,
                              int32_t zero_point, T* out) {
  const DepthwiseIntKernel& k = *kernel_;
  const auto at = [&](int64_t tap, int64_t channel) {
    if (tap >= taps_ || channel >= channels_) return 0;
    const int8_t stored = weights[tap * channels_ + channel];
    return (is_unsigned ? int32_t{static_cast<uint8_t>(stored)} : int32_t{stored}) -
           zero_point;
  };
  for (int64_t block = 0; block < channels_; block += k.block) {
    for (int64_t group = 0; group < padded_taps_; group += k.group) {
      for (int v = 0; v < k.vectors; ++v) {
        for (int lane = 0; lane < k.lanes; ++lane) {
          for (int j = 0; j < 4; ++j) {
            const int64_t channel = block + (lane * k.vectors + v) * 4 + j;
            for (int i = 0; i < k.group; ++i) {
              *out++ = static_cast<T>(at(group + i, channel));
            }
          }
        }
      }
    }
  }
  for (int64_t c = 0; c < channels_; ++c) {
    for (int64_t tap = 0; tap < taps_; ++tap) sums_[c] += at(tap, c);
  }
}

bool DepthwiseWeights::Supports(int64_t taps, int64_t channels) {
  // The largest groups and blocks, 2 bytes a weight.
  int64_t bytes = 0;
  return CheckedMul(RoundUp(taps, 4), RoundUp(channels, 64), &bytes) &&
         bytes <= int64_t{1} << 30;
}

void DepthwiseWeights::Pack(const int8_t* weights, bool is_unsigned,
                            int32_t zero_point, int64_t taps, int64_t channels) {
  // UINT8 weights less their zero point need 9 bits.
  const bool fit_bytes = !is_unsigned || zero_point == 128;
  kernel_ = isa_->depthwise_bytes.run != nullptr && fit_bytes ? &isa_->depthwise_bytes
                                                              : &isa_->depthwise_int16;
  taps_ = taps;
  channels_ = channels;
  padded_taps_ = RoundUp(taps, kernel_->group);
  padded_channels_ = RoundUp(channels, kernel_->block);
  packed_.resize(static_cast<size_t>(padded_taps_ * padded_channels_) *
                 kernel_->weight_bytes);
  padded_channels_ = RoundUp(padded_channels_, kRequantBlock);
  sums_.assign(static_cast<size_t>(channels), 0);
  if (kernel_->weight_bytes == 1) {
    PackAs(weights, is_unsigned, zero_point, reinterpret_cast<int8_t*>(packed_.data()));
  } else {
    PackAs(weights, is_unsigned, zero_point,
           reinterpret_cast<int16_t*>(packed_.data()));
  }
}

void DepthwiseWeights::Start(bool is_unsigned, int32_t zero_point,
                             const int32_t* bias, int32_t* start) const {
  // Bytes reach the kernel unsigned, INT8 ones 128 larger.
  const int32_t taken = bytes() ? zero_point + (is_unsigned ? 0 : 128) : 0;
  std::fill_n(start, padded_channels_, 0);
  for (int64_t c = 0; c < channels_; ++c) {
    start[c] = static_cast<int32_t>(
        (bias == nullptr ? 0u : static_cast<uint32_t>(bias[c])) -
        static_cast<uint32_t>(taken) * static_cast<uint32_t>(sums_[c]));
  }
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
  tile.is_unsigned = is_unsigned;
  tile.zero_point = zero_point;
  tile.flip = is_unsigned ? 0 : 0x80;
  kernel_->run(tile);
}

}  // namespace tflite
