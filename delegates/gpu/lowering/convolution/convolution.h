#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_CONVOLUTION_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_CONVOLUTION_H_

#include <array>
#include <cstdint>
#include <vector>

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/math/conv_window.h"

namespace tflite::gpu {

using namespace delegates;

// Common parts of FLOAT32 and integer convolutions.

// Sets the params of a window, which all kernels name alike.
template <typename Kernel>
void SetWindow(const ConvWindow& w, Kernel* kernel) {
  kernel->out_height = w.out_height;
  kernel->out_width = w.out_width;
  kernel->in_height = w.in_height;
  kernel->in_width = w.in_width;
  kernel->filter_height = w.filter_height;
  kernel->filter_width = w.filter_width;
  kernel->stride_height = w.stride_height;
  kernel->stride_width = w.stride_width;
  kernel->dilation_height = w.dilation_height;
  kernel->dilation_width = w.dilation_width;
  kernel->pad_top = w.pad_top;
  kernel->pad_left = w.pad_left;
}

// The pixels of the result, the taps of a filter, and the products per result
// element.
int64_t Pixels(const ConvWindow& w);
int64_t Taps(const ConvWindow& w);
int64_t FilterDepth(const ConvWindow& w);

// Whether the filter has a single tap, which is always inside the image.
bool IsPoint(const ConvWindow& w);

// Whether the kernels depthwise_row_f4 and depthwise_row_int8 support the
// window.
bool LoadsRows(const ConvWindow& w);

// Whether kernels in which lanes share loads are quicker than others.
bool SharesLoads(const GpuCaps& caps);

int64_t RoundUp(int64_t value, int64_t multiple);

// How the kernels conv_2d_v16 and conv_2d_int8_v16 divide a result.
struct V16Blocks {
  explicit V16Blocks(const ConvWindow& w);
  int64_t channels;            // per invocation, with contiguous weights
  int64_t padded;              // all channels, rounded up to whole blocks
  int32_t wide, pixels, tail;  // constants of the kernels
  std::array<uint32_t, 3> groups;
};
template <typename Kernel>
void SetBlocks(const V16Blocks& blocks, Kernel* kernel) {
  kernel->constants.wide = blocks.wide;
  kernel->constants.pixels = blocks.pixels;
  kernel->constants.tail = blocks.tail;
}

// Packs filters [out_channels, depth] as blocks of `block` channels,
// [out_channels / block, depth, block], padded with zeros.
std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block);
// The same as a constant, followed by `rows` rows of zeros.
GpuValueId ConstantBlocks(GpuFloats filters, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder);

// The bias of a node, or 0 if it has none, padded with zeros up to `channels`.
std::vector<float> PaddedBias(const NodeView& node, int bias, int64_t channels,
                              const GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_CONVOLUTION_H_
