#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_H_

#include <optional>

#include "delegates/gpu/lowering/convolution/byte_sums.h"
#include "delegates/gpu/lowering/convolution/sum_operands.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/shape/box.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"

namespace tflite::gpu {

using namespace delegates;

// Which kernel computes a convolution, conv_2d_….
enum class ConvFamily {
  kFloat,    // one element per invocation, any extents
  kF4,       // four channels of several pixels in registers
  kTile,     // tiles of both operands in shared memory
  kSplitK,   // workgroups split the depth, for few pixels
  kShuffle,  // lanes of a subgroup share loads, for drivers on a processor
  kV16,      // explicit vectors of 16, for drivers on a processor
};

struct ConvPlan {
  ConvFamily family;
  ConvWindow window;
  int32_t groups;
  SumOperands operands;
  // For weights that are not constant: from the tensor's layout to that of kF4
  // and kTile.
  std::optional<BoxPlan> transposed;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // if set, replaces all else
};

// Supports FLOAT32, also with integer weights, and 8 bits. The bias must be
// constant; FLOAT32 weights need not be.
StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const GpuPlanCaps& caps);
StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
void EmitConv(const ConvPlan& plan, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_H_
