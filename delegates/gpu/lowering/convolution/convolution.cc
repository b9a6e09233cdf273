#include "delegates/gpu/lowering/convolution/convolution.h"

#include <algorithm>

#include "delegates/gpu/kernels/convolution/conv_2d_v16_kernels.h"
#include "delegates/gpu/kernels/convolution/int8_v16_kernels.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// The arguments of PackBlocks.
struct FilterBlocks {
  int64_t channels, depth, block;
};

// Copies square blocks, so that reads and writes both use whole cache lines.
void PackTo(const float* filters, const FilterBlocks& blocks, float* packed) {
  constexpr int64_t kSquare = 16;
  const auto& [channels, depth, block] = blocks;
  for (int64_t b = 0; b < channels; b += block, packed += block * depth) {
    for (int64_t o = 0; o < block; o += kSquare) {
      const int64_t size = std::min(kSquare, block - o);
      const int64_t there = std::clamp<int64_t>(channels - b - o, 0, size);
      const float* from = filters + (b + o) * depth;
      for (int64_t d = 0; d < depth; d += kSquare) {
        const int64_t rows = std::min(kSquare, depth - d);
        float square[kSquare][kSquare] = {};
        for (int64_t i = 0; i < there; ++i) {
          for (int64_t r = 0; r < rows; ++r) {
            square[r][i] = from[i * depth + d + r];
          }
        }
        for (int64_t r = 0; r < rows; ++r) {
          std::copy_n(square[r], size, packed + (d + r) * block + o);
        }
      }
    }
  }
}

}  // namespace

int64_t Pixels(const ConvWindow& w) {
  return int64_t{w.batch} * w.out_height * w.out_width;
}

int64_t Taps(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width;
}

int64_t FilterDepth(const ConvWindow& w) { return Taps(w) * w.in_channels; }

bool IsPoint(const ConvWindow& w) {
  // Neither kind of padding pads it.
  return Taps(w) == 1;
}

bool SharesLoads(const GpuCaps& caps) {
  return caps.software && caps.subgroup_shuffle && caps.subgroup_size >= 4 &&
         caps.subgroup_size <= 16;
}

bool LoadsRows(const ConvWindow& w) {
  return w.dilation_width == 1 && w.filter_width > 1 && w.filter_width <= 5 &&
         w.stride_width <= 2;
}

int64_t RoundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

V16Blocks::V16Blocks(const ConvWindow& w) {
  constexpr int kVector = Conv2dV16Kernel::kVector;
  static_assert(kVector == Conv2dInt8V16Kernel::kVector);
  wide = w.out_channels > kVector ? 2 : 1;
  pixels = Pixels(w) < 4 ? 1 : 8;
  tail = w.out_channels % kVector != 0;
  channels = kVector * wide;
  padded = RoundUp(w.out_channels, channels);
  groups = {GroupsOf(Pixels(w), pixels), GroupsOf(w.out_channels, channels), 1};
}

std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block) {
  std::vector<float> packed(RoundUp(out_channels, block) * depth);
  PackTo(filters.data(), {out_channels, depth, block}, packed.data());
  return packed;
}

GpuValueId ConstantBlocks(GpuFloats filters, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder) {
  const FilterBlocks blocks = {out_channels, depth, block};
  const int64_t packed = RoundUp(out_channels, block) * depth;
  const int64_t zeros = rows * block;
  return builder.Constant((packed + zeros) * sizeof(float), [=](void* to) {
    auto* const floats = static_cast<float*>(to);
    PackTo(filters.data(), blocks, floats);
    std::fill_n(floats + packed, zeros, 0.0f);
  });
}

std::vector<float> PaddedBias(const NodeView& node, int bias, int64_t channels,
                              const GpuBuilder& builder) {
  std::vector<float> values;
  if (node.input(bias)) values = builder.Floats(node, bias);
  values.resize(channels);
  return values;
}

}  // namespace tflite::gpu
