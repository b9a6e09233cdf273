#ifndef KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_COMPUTE_H_
#define KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_COMPUTE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/gemm/depthwise.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/packed_sum.h"

namespace tflite::kernels {

// The tensors and the memory of one run.
struct DepthwiseConv2dArgs {
  // The operator's, or one with other heights and vertical padding: a strip of
  // the image. With DepthwiseConv2dCompute::by_product, the operator's.
  ConvWindow window;
  const void* in = nullptr;          // ignored for a hybrid sum
  const HybridRows* rows = nullptr;  // hybrid: the input
  const float* filter = nullptr;     // float sums
  const float* bias = nullptr;       // float and hybrid sums; null without one
  void* out = nullptr;
  // 64-byte aligned: num_slots times slot_bytes, repeat_bytes(window) and
  // row_bytes(window.batch).
  void* slots = nullptr;
  int num_slots = 1;
  void* repeated = nullptr;
  void* row_memory = nullptr;
};

// DEPTHWISE_CONV_2D on plain memory: what the operator's fast kernel and
// delegates/cpu run. An input of one channel makes the operator a product of
// its windows with the filters; otherwise every channel is convolved on its
// own, after those with several filters are repeated so that each result
// channel has its input channel in the same place. Once the filter is set, any
// number of threads may call Run at the same time.
struct DepthwiseConv2dCompute {
  // Other operators are left to the reference kernel.
  static bool Supports(const DepthwiseConv2d& op);

  // Quick. `threads` is the largest number of a run. An error when there is not
  // enough memory.
  Status Init(const DepthwiseConv2d& op, int threads);
  // One float or byte per weight in the operator's layout (4-bit and 2-bit ones
  // unpacked); `scale` as in PackedSum::SetWeights; `bias` has elements of
  // op.sum.bias_type, or is null. Floats are not kept but given to each run. An
  // error when there is not enough memory.
  Status SetFilter(const DepthwiseConv2d& op, const void* filter, float scale,
                   const void* bias);
  void Run(const DepthwiseConv2d& op, const DepthwiseConv2dArgs& args,
           ThreadPool& threads) const;

  uint64_t repeat_bytes(const DepthwiseConv2d& op, const ConvWindow& w) const;
  uint64_t row_bytes(const DepthwiseConv2d& op, int64_t batch) const;
  size_t MemoryBytes() const {
    return product.MemoryBytes() + weights.MemoryBytes() +
           requantizer.MemoryBytes() + start.size() * 4 +
           column_scales.size() * 4 + zeros.size() * 4 +
           (offsets.size() + weight_offsets.size()) * 8;
  }

  int slots = 1;  // the most that a run can use
  uint64_t slot_bytes = 0;

  // What the sources of this folder share.
  bool by_product = false;
  PackedSum product;
  GemmWindow window;
  GemmPlan plan;
  std::vector<float> zeros;
  // By tap, for windows inside the image: the element's distance from the
  // window's first one, in the input and in the filter.
  std::vector<int64_t> offsets, weight_offsets;
  DepthwiseWeights weights;
  bool by_lines = false;  // the weights are for DepthwiseWeights::RunLine
  GemmRequantizer requantizer;
  std::vector<int32_t> start;
  std::vector<float> column_scales;
  int64_t pixels = 1;  // whose sums a slot holds
  // Results side by side that count as one pixel, see
  // depthwise_conv_2d_compute_wide.cc.
  int64_t wide = 1;
};

// The input with every channel repeated op.multiplier times; `in` itself where
// that is once.
const void* RepeatChannels(const DepthwiseConv2d& op, const ConvWindow& w,
                           const void* in, int bytes, void* out,
                           ThreadPool& threads);

void RunDepthwiseFloat(const DepthwiseConv2d& op,
                       const DepthwiseConv2dCompute& state,
                       const DepthwiseConv2dArgs& args, ThreadPool& threads);
void RunDepthwiseIntegers(const DepthwiseConv2d& op,
                          const DepthwiseConv2dCompute& state,
                          const DepthwiseConv2dArgs& args, ThreadPool& threads);

// The kernel of bytes for most weights.
const DepthwiseIntKernel& DepthwiseKernelOf(const GemmIsa& isa);
// How many adjacent results it takes at a time, 1 where that
// does not pay, and the memory that a line of the input then takes at one phase
// of the stride, or all of a slot.
int64_t DepthwiseWidePixels(const DepthwiseConv2d& op, const GemmIsa& isa);
int64_t DepthwiseWidePhaseBytes(const ConvWindow& w, int64_t pixels);
uint64_t DepthwiseWideSlotBytes(const DepthwiseConv2d& op,
                                const DepthwiseConv2dCompute& state,
                                int64_t padded_taps, int64_t padded_channels);
// For state.wide > 1; `in` has channels repeated.
void RunDepthwiseWide(const DepthwiseConv2d& op,
                      const DepthwiseConv2dCompute& state, const uint8_t* in,
                      const DepthwiseConv2dArgs& args, ThreadPool& threads);

}  // namespace tflite::kernels

#endif  // KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_COMPUTE_H_
