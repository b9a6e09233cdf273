#include "delegates/gpu/lowering/convolution/conv_2d.h"

#include "delegates/gpu/kernels/convolution/conv_2d_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_tile_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_v16_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/conv_2d_int8.h"
#include "delegates/gpu/lowering/convolution/conv_2d_shuffle.h"
#include "delegates/gpu/lowering/convolution/conv_2d_split_k.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

bool TilesPay(const ConvPlan& plan, const GpuCaps& caps) {
  const Conv2dTileKernel tile(Conv2dTileKernel::kF4);
  const ConvWindow& w = plan.window;
  // Even with half-empty tiles it is not slower than the alternative, which
  // needs four times the loads, or eight times if channels are not a multiple
  // of four.
  const int least_channels = w.out_channels % 4 == 0 ? 32 : 16;
  return !caps.software && Pixels(w) >= 32 &&
         w.out_channels >= least_channels && FilterDepth(w) >= 16 &&
         caps.max_invocations >= 128 &&
         caps.shared_memory_bytes >= tile.SharedBytes();
}

ConvFamily ChooseFamily(const ConvPlan& plan, const GpuCaps& caps) {
  if (plan.groups != 1) return ConvFamily::kFloat;
  const bool fours = plan.window.out_channels % 4 == 0;
  if (plan.operands.varying) {
    // Such weights are transposed on the device, but not padded.
    if (!fours) return ConvFamily::kFloat;
  } else {
    if (caps.backend == GpuBackend::kOpenCl && caps.software) {
      return ConvFamily::kV16;
    }
    if (ShufflePays(plan, caps)) return ConvFamily::kShuffle;
    if (SplitPays(plan, caps)) return ConvFamily::kSplitK;
  }
  if (TilesPay(plan, caps)) return ConvFamily::kTile;
  return fours ? ConvFamily::kF4 : ConvFamily::kFloat;
}

// Smaller tiles repeat loads of weights, but a large GPU, which has memory of
// its own, is idle where it has few workgroups.
int32_t TileRows(const ConvWindow& w, const GpuCaps& caps) {
  constexpr int64_t kWantedGroups = 128;
  int32_t rows = 8;
  if (caps.unified_memory) return rows;
  const int64_t across = GroupsOf(w.out_channels, Conv2dTileKernel::kTile);
  while (rows > 2 && across * GroupsOf(Pixels(w), 8 * rows) < kWantedGroups) {
    rows /= 2;
  }
  return rows;
}

// The loop steps of one invocation.
int64_t LoopSteps(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  if (plan.family == ConvFamily::kShuffle) {
    return FilterDepth(w) / caps.subgroup_size + 64;
  }
  int64_t channels = w.in_channels / plan.groups;
  if (plan.family == ConvFamily::kF4 && channels % 4 == 0) channels /= 4;
  return w.filter_height + Taps(w) * (1 + channels) + 64;
}

// Sets what all kernels have in common, after their input and weights are set.
template <typename Kernel>
void SetRest(const ConvPlan& plan, int64_t bias_channels, const NodeView& node,
             GpuBuilder& builder, Kernel* kernel) {
  const ConvWindow& w = plan.window;
  kernel->bias = builder.Constant(PaddedBias(node, 2, bias_channels, builder));
  kernel->dst = BeforeClamp(plan.clamp, node, builder);
  kernel->pixels = Pixels(w);
  kernel->in_channels = w.in_channels;
  SetWindow(w, kernel);
}

GpuCall FloatCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  constexpr int kSide = 8;
  const ConvWindow& w = plan.window;
  Conv2dFloatKernel kernel;
  kernel.src = SumInput(plan.operands, node, builder);
  kernel.weights = SumWeightsValue(plan.operands, node, builder);
  SetRest(plan, w.out_channels, node, builder, &kernel);
  kernel.out_channels = w.out_channels;
  kernel.filter_channels = w.in_channels / plan.groups;
  kernel.group_channels = w.out_channels / plan.groups;
  GpuCall call = kernel.Call();
  call.spec.workgroup = {kSide, kSide, 1};
  call.groups = {GroupsOf(w.out_channels, kSide), GroupsOf(Pixels(w), kSide),
                 1};
  return call;
}

// Filters as [depth, out_channels], with channels rounded up to a multiple of
// four.
GpuValueId F4Weights(const ConvPlan& plan, const NodeView& node,
                     GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  if (plan.transposed) {
    const TensorView weights = node.input(1);
    const GpuValueId transposed =
        builder.InnerLike(weights, weights.num_elements());
    AddBox(*plan.transposed, builder.Input(node, 1), transposed, "weights",
           builder);
    return transposed;
  }
  return ConstantBlocks(SumWeights(plan.operands, node, builder),
                        w.out_channels, FilterDepth(w),
                        RoundUp(w.out_channels, 4), 0, builder);
}

GpuCall F4Call(const ConvPlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const uint32_t lanes = w.out_channels >= 32 ? 8 : 4;
  Conv2dF4Kernel kernel;
  kernel.constants.in4 = w.in_channels % 4 == 0;
  kernel.src = kernel.src4 = SumInput(plan.operands, node, builder);
  kernel.weights = F4Weights(plan, node, builder);
  SetRest(plan, w.out_channels, node, builder, &kernel);
  kernel.out_channels4 = w.out_channels / 4;
  GpuCall call = kernel.Call();
  call.spec.workgroup = {lanes, 32 / lanes, 1};
  call.groups = {GroupsOf(w.out_channels / 4, lanes),
                 GroupsOf(Pixels(w), Conv2dF4Kernel::kPixels * 32 / lanes), 1};
  return call;
}

GpuCall TileCall(const ConvPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  using Kernel = Conv2dTileKernel;
  const ConvWindow& w = plan.window;
  Kernel kernel(w.out_channels % 4 == 0 ? Kernel::kF4 : Kernel::kFloat);
  kernel.constants.in4 = w.in_channels % 4 == 0;
  kernel.constants.rows = TileRows(w, builder.caps());
  kernel.src = kernel.src4 = SumInput(plan.operands, node, builder);
  kernel.weights = F4Weights(plan, node, builder);
  SetRest(plan, RoundUp(w.out_channels, 4), node, builder, &kernel);
  kernel.out_channels = w.out_channels;
  GpuCall call = kernel.Call();
  call.groups = {GroupsOf(w.out_channels, Kernel::kTile),
                 GroupsOf(Pixels(w), 8 * kernel.constants.rows), 1};
  return call;
}

GpuCall V16Call(const ConvPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const V16Blocks blocks(w);
  Conv2dV16Kernel kernel;
  SetBlocks(blocks, &kernel);
  kernel.weights =
      ConstantBlocks(SumWeights(plan.operands, node, builder), w.out_channels,
                     FilterDepth(w), blocks.channels, 0, builder);
  kernel.src = SumInput(plan.operands, node, builder);
  SetRest(plan, blocks.padded, node, builder, &kernel);
  kernel.out_channels = w.out_channels;
  GpuCall call = kernel.Call();
  call.groups = blocks.groups;
  return call;
}

// Computes the rest of a plan from its window and groups.
StatusOr<ConvPlan> Finish(ConvPlan plan, const WeightedSum& sum,
                          const NodeView& node, const GpuPlanCaps& caps) {
  // Pixels are the second dimension of grids.
  if (Pixels(plan.window) / 8 >= caps.device.max_groups[1]) {
    return Unsupported(Pixels(plan.window), " pixels are not supported");
  }
  plan.clamp = ClampFunction(sum.float_range.min, sum.float_range.max);
  plan.family = ChooseFamily(plan, caps.device);
  TFLL_RETURN_IF_ERROR(CheckLoops(LoopSteps(plan, caps.device), caps.device));
  // Channels are the first dimension, at least eight per workgroup.
  const int64_t workgroup = plan.family == ConvFamily::kFloat ? 8 : 16;
  if (plan.window.out_channels / workgroup >=
      int64_t{caps.device.max_groups[0]}) {
    return Unsupported(plan.window.out_channels, " channels are not supported");
  }
  if (plan.operands.varying && plan.family != ConvFamily::kFloat) {
    const int64_t depth = FilterDepth(plan.window);
    const Shape transposed = {static_cast<int32_t>(depth),
                              plan.window.out_channels};
    TFLL_ASSIGN_OR_RETURN(
        plan.transposed, PlanBox(WholeBox(node.input(1), transposed, {1, depth},
                                          caps.half ? 2 : 4),
                                 caps));
  }
  return plan;
}

}  // namespace

StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  ConvPlan plan{};
  if (op.sum.kind == WeightedSum::Kind::kInteger) {
    TFLL_ASSIGN_OR_RETURN(
        plan.bytes, PlanByteSum({op.sum, op.window, op.groups}, node, caps));
    return plan;
  }
  TFLL_ASSIGN_OR_RETURN(
      plan.operands, PlanSumOperands({}, op.sum, op.window.batch, node, caps));
  plan.window = op.window;
  plan.groups = op.groups;
  return Finish(std::move(plan), op.sum, node, caps);
}

StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps) {
  const bool integers = op.sum.kind == WeightedSum::Kind::kInteger;
  if (op.shuffled || (op.sparse && integers)) {
    return Unsupported("weights that are not dense are not supported");
  }
  ConvPlan plan{};
  // A fully connected operator is a convolution of one image with one row of
  // pixels.
  ConvWindow& w = plan.window;
  w.batch = w.in_height = w.out_height = 1;
  w.in_width = w.out_width = op.rows;
  w.in_channels = op.depth;
  w.out_channels = op.units;
  w.filter_height = w.filter_width = 1;
  plan.groups = 1;
  if (integers) {
    TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanByteSum({op.sum, w}, node, caps));
    return plan;
  }
  SumOperands operands;
  operands.sparse = op.sparse;
  TFLL_ASSIGN_OR_RETURN(
      plan.operands,
      PlanSumOperands(std::move(operands), op.sum, op.rows, node, caps));
  return Finish(std::move(plan), op.sum, node, caps);
}

void EmitConv(const ConvPlan& plan, const NodeView& node, GpuBuilder& builder) {
  if (plan.bytes) return EmitConvBytes(*plan.bytes, node, builder);
  GpuCall call;
  switch (plan.family) {
    case ConvFamily::kFloat:
      call = FloatCall(plan, node, builder);
      break;
    case ConvFamily::kF4:
      call = F4Call(plan, node, builder);
      break;
    case ConvFamily::kTile:
      call = TileCall(plan, node, builder);
      break;
    case ConvFamily::kSplitK:
      call = SplitCall(plan, node, builder);
      break;
    case ConvFamily::kShuffle:
      call = ShuffleCall(plan, node, builder);
      break;
    case ConvFamily::kV16:
      call = V16Call(plan, node, builder);
      break;
  }
  call.channels = plan.window.out_channels;
  AddWithClamp(std::move(call), plan.clamp, node, builder);
}

}  // namespace tflite::gpu
