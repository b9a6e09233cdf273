#ifndef KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_CPU_H_
#define KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_CPU_H_

#include <vector>

#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/gemm/depthwise.h"
#include "kernels/gemm/packed_sum.h"

namespace tflite::kernels {

// What the fast kernel keeps for one node. An input of one channel makes the
// operator a product of its windows with the filters; otherwise every channel
// is convolved on its own, after those with several filters are repeated so
// that each result channel has its input channel in the same place.
struct DepthwiseConv2dState : KernelState {
  size_t MemoryBytes() const override {
    return product.MemoryBytes() + weights.MemoryBytes() +
           requantizer.MemoryBytes() + start.size() * 4 +
           column_scales.size() * 4 + zeros.size() * 4 +
           (offsets.size() + weight_offsets.size()) * 8 + unpacked.size();
  }

  bool by_product = false;
  PackedSum product;
  GemmWindow window;
  GemmPlan plan;
  std::vector<float> zeros;

  // By tap, for windows inside the image: the element's distance from the
  // window's first one, in the input and in the filter.
  std::vector<int64_t> offsets, weight_offsets;
  DepthwiseWeights weights;
  GemmRequantizer requantizer;
  std::vector<int32_t> start;
  std::vector<int32_t> bias;  // integer
  std::vector<float> column_scales;
  std::vector<int8_t>
      unpacked;  // room for filters that come in packed integers
  int slots = 1;
  size_t slot_bytes = 0;
  int64_t pixels = 1;  // whose sums a slot holds
  // Results side by side that count as one pixel, see
  // depthwise_conv_2d_cpu_wide.cc.
  int64_t wide = 1;
  int slot_scratch = 0, hybrid_scratch = 0, repeat_scratch = 0, row_scratch = 0;
};

// The input with every channel repeated op.multiplier times; `in` itself where
// that is once.
const void* RepeatChannels(const DepthwiseConv2d& op, const void* in, int bytes,
                           void* out, ThreadPool& threads);

void RunDepthwiseFloat(const DepthwiseConv2d& op,
                       const DepthwiseConv2dState& state, EvalContext& context);
void RunDepthwiseIntegers(const DepthwiseConv2d& op,
                          const DepthwiseConv2dState& state,
                          EvalContext& context);

// How many adjacent results the kernel of bytes takes at a time, 1 where that
// does not pay, and the memory that a line of the input then takes at one phase
// of the stride, or all of a slot.
int64_t DepthwiseWidePixels(const DepthwiseConv2d& op, const GemmIsa& isa);
int64_t DepthwiseWidePhaseBytes(const ConvWindow& w, int64_t pixels);
size_t DepthwiseWideSlotBytes(const DepthwiseConv2d& op,
                              const DepthwiseConv2dState& state,
                              int64_t padded_taps, int64_t padded_channels);
// For state.wide > 1; `in` has channels repeated.
void RunDepthwiseWide(const DepthwiseConv2d& op,
                      const DepthwiseConv2dState& state, const uint8_t* in,
                      EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_CPU_H_
