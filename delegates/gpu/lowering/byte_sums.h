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

// Whether the kernels of int8_v16.kernel take the sum.
bool TakesV16(const ByteSum& plan, const GpuCaps& caps);

// The words of so many bytes.
int64_t WordsOf(int64_t bytes);

// Whether kernels go by the groups as they are; else each output channel gets
// weights for all input channels.
bool KeepsGroups(const ByteSum& plan);

// What the kernel of a sum writes, its last operand, and the addition of its
// call, whose result is cropped if need be.
GpuValueId BeforeCrop(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder);
void AddCropped(GpuCall call, const ByteSum& plan, const NodeView& node,
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
// A byte in all four places of a word.
uint32_t InAllBytes(int32_t byte);

// The range of a kernel, which clamps before it adds the zero point.
template <typename Kernel>
void SetRange(const WeightedSum& sum, Kernel* kernel) {
  const int32_t zero = sum.output_zero_point;
  kernel->zero_point = zero;
  kernel->low = sum.integer_range.min - zero;
  kernel->high = sum.integer_range.max - zero;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_BYTE_SUMS_H_
