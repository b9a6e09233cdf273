#ifndef DELEGATES_GPU_LOWERING_BYTE_SUMS_H_
#define DELEGATES_GPU_LOWERING_BYTE_SUMS_H_

#include <vector>

#include "delegates/gpu/lowering/box.h"
#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::gpu {

using namespace delegates;

// Weighted sums of 8-bit integers, in integers to the last bit.
struct ByteSum {
  WeightedSum sum;
  ConvWindow window;
  int32_t groups = 1;
  bool transposed = false;               // the window is that of TRANSPOSE_CONV
  bool depthwise = false;                // filters [taps, out_channels]
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
// Depthwise ones.
void EmitDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                        GpuBuilder& builder);

// Whether the kernels of int8_v16.kernel take the sum, and their calls but for
// the result.
bool TakesWideBytes(const ByteSum& plan, const GpuCaps& caps);
GpuCall WideConvBytes(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder);
GpuCall WideDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                           GpuBuilder& builder);

// Words of a number of bytes, and taps of a window.
inline int64_t Fours(int64_t count) { return (count + 3) / 4; }
inline int64_t Taps(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width;
}

// Whether kernels go by the groups as they are; else each output channel gets
// weights for all input channels.
bool KeepsGroups(const ByteSum& plan);

// Adds the call, which lacks its result, with that in place or cropped.
void AddByteSum(GpuCall call, const ByteSum& plan, const NodeView& node,
                GpuBuilder& builder);

// What kernels finish sums with: for each `lanes` channels their biases,
// multipliers and shifts. `channels`, a multiple of lanes, may be more than
// there are: the rest are zeros.
std::vector<int32_t> FinishOf(const WeightedSum& sum,
                              const std::vector<int32_t>& biases,
                              int64_t channels, int64_t lanes);
// The biases as the model has them.
std::vector<int32_t> BiasesOf(const ByteSum& plan, const NodeView& node);
// The input's zero point as kernels count, which make all bytes signed.
int32_t InputZero(const WeightedSum& sum);
// Params zero point, low, high: kernels clamp before they add the zero point.
std::vector<uint32_t> RangeParams(const WeightedSum& sum);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_BYTE_SUMS_H_
