#include "delegates/gpu/lowering/convolution/transpose_conv.h"

#include "delegates/gpu/kernels/convolution/transpose_conv_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/conv_2d_int8.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {

StatusOr<TransposeConvPlan> PlanTransposeConv(const TransposeConv& op,
                                              const NodeView& node,
                                              const GpuPlanCaps& caps) {
  TransposeConvPlan plan{};
  if (op.sum.kind == WeightedSum::Kind::kInteger) {
    ByteSum bytes{op.sum, op.window};
    bytes.transposed = true;
    bytes.input = 2;
    bytes.bias = 3;
    TFLL_ASSIGN_OR_RETURN(plan.bytes,
                          PlanByteSum(std::move(bytes), node, caps));
    return plan;
  }
  SumOperands operands;
  operands.input = 2;
  operands.bias = 3;
  TFLL_ASSIGN_OR_RETURN(plan.operands,
                        PlanSumOperands(std::move(operands), op.sum,
                                        op.window.batch, node, caps));
  plan.window = op.window;
  const ConvWindow& w = op.window;
  TFLL_RETURN_IF_ERROR(CheckLoops(
      w.filter_height * (1 + int64_t{w.filter_width} * (1 + w.in_channels)),
      caps.device));
  plan.clamp = ClampFunction(op.sum.float_range.min, op.sum.float_range.max);
  return plan;
}

void EmitTransposeConv(const TransposeConvPlan& plan, const NodeView& node,
                       GpuBuilder& builder) {
  if (plan.bytes) return EmitConvBytes(*plan.bytes, node, builder);
  const ConvWindow& w = plan.window;
  TransposeConvKernel kernel;
  kernel.src = SumInput(plan.operands, node, builder);
  kernel.weights = SumWeightsValue(plan.operands, node, builder);
  kernel.bias = builder.Constant(PaddedBias(node, 3, w.out_channels, builder));
  kernel.dst = BeforeClamp(plan.clamp, node, builder);
  kernel.out_height = w.out_height;
  kernel.out_width = w.out_width;
  kernel.out_channels = w.out_channels;
  kernel.in_height = w.in_height;
  kernel.in_width = w.in_width;
  kernel.in_channels = w.in_channels;
  kernel.filter_height = w.filter_height;
  kernel.filter_width = w.filter_width;
  kernel.stride_height = w.stride_height;
  kernel.stride_width = w.stride_width;
  kernel.pad_top = w.pad_top;
  kernel.pad_left = w.pad_left;
  GpuCall call =
      FlatCall(kernel, node.output(0).num_elements(), builder.caps());
  call.channels = w.out_channels;
  AddWithClamp(std::move(call), plan.clamp, node, builder);
}

}  // namespace tflite::gpu
