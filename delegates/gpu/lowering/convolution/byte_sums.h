#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_BYTE_SUMS_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_BYTE_SUMS_H_

#include <vector>

#include "delegates/gpu/lowering/shape/box.h"
#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::gpu {

using namespace delegates;

// Weighted sums of 8-bit integers in integer arithmetic, bit-exact.
struct ByteSum {
  WeightedSum sum;
  ConvWindow window;
  int32_t groups = 1;
  bool transposed = false;               // the window is that of TRANSPOSE_CONV
  bool depthwise = false;                // filters [taps, out_channels]
  int input = 0, weights = 1, bias = 2;  // of the node
  // Kernels write channels in groups of four. If the result has another size,
  // `crop` removes the additional ones.
  bool crops = false;
  BoxPlan crop;
};

// Completes `plan` for Emit, or returns the reason why the sum is left to the
// CPU. `plan` must have all fields but `crops` and `crop`.
StatusOr<ByteSum> PlanByteSum(ByteSum plan, const NodeView& node,
                              const GpuPlanCaps& caps);

// Whether the kernels of int8_v16.kernel support the sum.
bool TakesV16(const ByteSum& plan, const GpuCaps& caps);

// The number of words that contain this many bytes.
int64_t WordsOf(int64_t bytes);

// Whether kernels process the groups separately. Otherwise each output channel
// has weights for all input channels.
bool KeepsGroups(const ByteSum& plan);

// BeforeCrop returns the value that the kernel of a sum writes, its last
// operand; AddCropped adds its call, and crops the result if necessary.
GpuValueId BeforeCrop(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder);
void AddCropped(GpuCall call, const ByteSum& plan, const NodeView& node,
                GpuBuilder& builder);

// Returns the constants with which kernels finish sums: for every `lanes`
// channels, their biases, multipliers and shifts. `channels` is a multiple of
// lanes; entries past the last channel are zeros.
std::vector<int32_t> FinishOf(const WeightedSum& sum,
                              const std::vector<int32_t>& biases,
                              int64_t channels, int64_t lanes);
// The biases as stored in the model.
std::vector<int32_t> BiasesOf(const ByteSum& plan, const NodeView& node);
// The input's zero point after kernels have converted all bytes to signed.
int32_t InputZero(const WeightedSum& sum);
// Repeats a byte in all four positions of a word.
uint32_t InAllBytes(int32_t byte);

// Sets the output range of a kernel, which clamps before it adds the zero
// point.
template <typename Kernel>
void SetRange(const WeightedSum& sum, Kernel* kernel) {
  const int32_t zero = sum.output_zero_point;
  kernel->zero_point = zero;
  kernel->low = sum.integer_range.min - zero;
  kernel->high = sum.integer_range.max - zero;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_BYTE_SUMS_H_
