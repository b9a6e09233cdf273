#ifndef DELEGATES_GPU_LOWERING_BYTE_SUMS_H_
#define DELEGATES_GPU_LOWERING_BYTE_SUMS_H_

#include <vector>

#include "delegates/gpu/lowering/box.h"
#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"

namespace tflite {

// Weighted sums of 8-bit integers, in integers to the last bit.
struct ByteSum {
  WeightedSum sum;
  ConvWindow window;
  int32_t groups = 1;
  bool transposed = false;               // the window is that of TRANSPOSE_CONV
  int input = 0, weights = 1, bias = 2;  // of the node
  // Kernels write channels in fours: takes the result out of theirs where that
  // is not the same.
  bool crops = false;
  BoxPlan crop;
};

// `plan` with the rest that Emit needs, or why the sum is left to the CPU. All
// but `crops` and `crop` is filled in.
StatusOr<ByteSum> PlanByteSum(ByteSum plan, const NodeView& node,
                              const GpuPlanCaps& caps);

// Convolutions, transposed ones and, as pixels, rows.
void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder);
// Filters [taps, out_channels]; out_channels / in_channels see one input
// channel.
void EmitDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                        GpuBuilder& builder);

// What kernels finish sums with: for each four channels their biases,
// multipliers and shifts. Channels beyond get zeros.
std::vector<int32_t> FinishOf(const WeightedSum& sum,
                              const std::vector<int32_t>& biases);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_BYTE_SUMS_H_
