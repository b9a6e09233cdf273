#include <algorithm>

#include "kernels/gemm/depthwise_isa.h"

namespace tflite::kernels {
namespace {

constexpr int kBlock = 8;

template <typename T>
void Int16Blocks(const DepthwiseIntTile& t) {
  const int16_t* weights = static_cast<const int16_t*>(t.weights);
  for (int64_t c = 0; c < t.channels; c += kBlock) {
    const int64_t n = std::min<int64_t>(kBlock, t.channels - c);
    int32_t acc[kBlock];
    std::copy_n(t.start + c, kBlock, acc);
    for (int64_t tap = 0; tap < t.taps; ++tap, weights += kBlock) {
      const T* in = reinterpret_cast<const T*>(t.in[tap] + c);
      for (int64_t j = 0; j < n; ++j) {
        // Unsigned: sums wrap.
        acc[j] = static_cast<int32_t>(
            static_cast<uint32_t>(acc[j]) +
            static_cast<uint32_t>((in[j] - t.zero_point) * weights[j]));
      }
    }
    std::copy_n(acc, kBlock, t.acc + c);
  }
}

}  // namespace

void DepthwiseFloatPortable(const DepthwiseFloatTile& t) {
  for (int p = 0; p < t.pixels; ++p) {
    for (int64_t c = 0; c < t.channels; c += kBlock) {
      const int64_t n = std::min<int64_t>(kBlock, t.channels - c);
      float acc[kBlock] = {};
      if (t.bias != nullptr) std::copy_n(t.bias + c, n, acc);
      for (int64_t tap = 0; tap < t.taps; ++tap) {
        const float* in = t.in + p * t.pixel_step + t.offsets[tap] + c;
        const float* weights = t.weights + t.weight_offsets[tap] + c;
        for (int64_t j = 0; j < n; ++j) acc[j] += in[j] * weights[j];
      }
      float* out = t.out + p * t.out_step + c;
      for (int64_t j = 0; j < n; ++j)
        out[j] = std::min(std::max(acc[j], t.min), t.max);
    }
  }
}

void DepthwiseInt16Portable(const DepthwiseIntTile& t) {
  if (t.is_unsigned) {
    Int16Blocks<uint8_t>(t);
  } else {
    Int16Blocks<int8_t>(t);
  }
}

}  // namespace tflite::kernels
