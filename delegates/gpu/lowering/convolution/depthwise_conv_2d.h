#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_DEPTHWISE_CONV_2D_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_DEPTHWISE_CONV_2D_H_

#include <optional>

#include "delegates/gpu/lowering/convolution/byte_sums.h"
#include "delegates/gpu/lowering/convolution/sum_operands.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"

namespace tflite::gpu {

using namespace delegates;

// Which kernel computes a convolution, depthwise_….
enum class DepthwiseFamily {
  kFloat,  // one element per invocation, any extents
  kF4,     // four channels of several pixels in registers
  kV16,    // explicit vectors of 16, for drivers on a processor
};

struct DepthwisePlan {
  DepthwiseFamily family;
  ConvWindow window;
  int32_t multiplier;
  SumOperands operands;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // if set, replaces all else
};

StatusOr<DepthwisePlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps);
void EmitDepthwise(const DepthwisePlan& plan, const NodeView& node,
                   GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_DEPTHWISE_CONV_2D_H_
