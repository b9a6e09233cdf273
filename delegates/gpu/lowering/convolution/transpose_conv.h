#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_TRANSPOSE_CONV_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_TRANSPOSE_CONV_H_

#include <optional>

#include "delegates/gpu/lowering/convolution/byte_sums.h"
#include "delegates/gpu/lowering/convolution/sum_operands.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite::gpu {

using namespace delegates;

struct TransposeConvPlan {
  ConvWindow window;
  SumOperands operands;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // if set, replaces all else
};
StatusOr<TransposeConvPlan> PlanTransposeConv(const TransposeConv& op,
                                              const NodeView& node,
                                              const GpuPlanCaps& caps);
void EmitTransposeConv(const TransposeConvPlan& plan, const NodeView& node,
                       GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_TRANSPOSE_CONV_H_
