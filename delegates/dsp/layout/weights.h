#ifndef DELEGATES_DSP_LAYOUT_WEIGHTS_H_
#define DELEGATES_DSP_LAYOUT_WEIGHTS_H_

#include <stdint.h>

// How prepared weights lie in memory. The host packs with these functions, the
// scalar kernels read with them, and vector kernels rely on the same places.
namespace tflite::dsp {

// Channels of a vector of INT32 sums, and bytes that one multiply-and-sum
// instruction takes of each.
constexpr int32_t kLanes = 32;
constexpr int32_t kTaps = 4;

constexpr int32_t RoundUp(int32_t x, int32_t to) {
  return (x + to - 1) / to * to;
}

// Where output channel j of group g stands among padded channels: each group is
// padded to whole vectors.
constexpr int32_t PaddedChannel(int32_t g, int32_t j, int32_t group_channels) {
  return g * RoundUp(group_channels, kLanes) + j;
}

// Weights of convolutions (also transposed) and of fully connected layers,
// whose depth is taps * channels:
//   [padded channels / 32][taps][ceil(channels / 4)][32 channels][4]
// one vector of 128 bytes for 4 of the input's channels. Padding holds
// weights_zero_point.
struct DenseLayout {
  int32_t taps;      // filter_height * filter_width
  int32_t channels;  // of the input, of one group

  constexpr int32_t quads() const { return (channels + kTaps - 1) / kTaps; }
  constexpr int32_t BlockBytes() const {
    return taps * quads() * kLanes * kTaps;
  }
  constexpr int64_t Bytes(int64_t padded_channels) const {
    return padded_channels / kLanes * taps * quads() * kLanes * kTaps;
  }
  // Of a padded output channel, a tap and an input channel.
  constexpr int32_t At(int32_t padded, int32_t tap, int32_t c) const {
    return padded / kLanes * BlockBytes() +
           ((tap * quads() + c / kTaps) * kLanes + padded % kLanes) * kTaps +
           c % kTaps;
  }
};

// Weights of depthwise convolutions:
//   [padded channels / 32][filter_height][ceil(filter_width / 4)][32][4]
// one vector for 4 columns of the filter, of 32 channels. Padding holds
// weights_zero_point.
struct DepthwiseLayout {
  int32_t filter_height, filter_width;

  constexpr int32_t quads() const { return (filter_width + kTaps - 1) / kTaps; }
  constexpr int32_t BlockBytes() const {
    return filter_height * quads() * kLanes * kTaps;
  }
  constexpr int64_t Bytes(int64_t padded_channels) const {
    return padded_channels / kLanes * filter_height * quads() * kLanes * kTaps;
  }
  constexpr int32_t At(int32_t channel, int32_t fy, int32_t fx) const {
    return channel / kLanes * BlockBytes() +
           ((fy * quads() + fx / kTaps) * kLanes + channel % kLanes) * kTaps +
           fx % kTaps;
  }
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LAYOUT_WEIGHTS_H_
