#ifndef DELEGATES_GPU_LOWERING_CONV_2D_H_
#define DELEGATES_GPU_LOWERING_CONV_2D_H_

#include <optional>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/box.h"
#include "delegates/gpu/lowering/byte_sums.h"
#include "delegates/gpu/lowering/sum_operands.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"

namespace tflite::gpu {

using namespace delegates;

// The kernel of a convolution, conv_2d_… each.
enum class ConvFamily {
  kFloat,    // an element an invocation, any extents
  kF4,       // four channels of several pixels in registers
  kTile,     // tiles of both operands in shared memory
  kSplitK,   // workgroups split the depth, for few pixels
  kShuffle,  // lanes of a subgroup share loads, likewise for a processor
  kV16,      // explicit vectors of 16, for drivers on a processor
};

struct ConvPlan {
  ConvFamily family;
  ConvWindow window;
  int32_t groups;
  SumOperands operands;
  // Of weights that vary: from the tensor to what kF4 and kTile take.
  std::optional<BoxPlan> transposed;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // instead of all else
};

// FLOAT32, also with integer weights, or 8 bits. A constant bias; weights that
// are numbers may vary.
StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const GpuPlanCaps& caps);
StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
void EmitConv(const ConvPlan& plan, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONV_2D_H_
