#include "delegates/gpu/lowering/convolution/conv_2d_shuffle.h"

#include "delegates/gpu/kernels/convolution/conv_2d_shuffle_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

constexpr int64_t kMostPixels = 16;

}  // namespace

bool ShufflePays(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  return w.out_channels % 4 == 0 && SharesLoads(caps) &&
         // With few pixels, waiting for the loads of other lanes takes longer
         // than it saves.
         Pixels(w) >= 4;
}

GpuCall ShuffleCall(const ConvPlan& plan, const NodeView& node,
                    GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t lanes = builder.caps().subgroup_size;
  const int64_t pixels = Pixels(w);
  const int64_t depth = FilterDepth(w);
  Conv2dShuffleKernel kernel;
  kernel.weights = ConstantBlocks(
      SumWeights(plan.operands, node, builder), w.out_channels, depth,
      w.out_channels, GroupsOf(depth, lanes) * lanes - depth, builder);
  // Two vectors per lane, unless more lanes would be idle than with one.
  const int64_t vectors = w.out_channels / 4;
  const bool wide = GroupsOf(vectors, lanes) % 2 == 0 && pixels >= kMostPixels;
  const int64_t tile = pixels >= 8 ? kMostPixels : 4;
  kernel.constants.lanes = static_cast<int32_t>(lanes);
  kernel.constants.pixels = static_cast<int32_t>(tile);
  kernel.constants.wide = wide ? 2 : 1;
  kernel.constants.point = IsPoint(w);
  kernel.src = SumInput(plan.operands, node, builder);
  kernel.bias = builder.Constant(PaddedBias(node, 2, w.out_channels, builder));
  kernel.dst = BeforeClamp(plan.clamp, node, builder);
  kernel.pixels = pixels;
  kernel.out_channels4 = vectors;
  kernel.in_channels = w.in_channels;
  SetWindow(w, &kernel);
  GpuCall call = kernel.Call();
  call.spec.workgroup = {static_cast<uint32_t>(lanes), 1, 1};
  call.groups = {GroupsOf(vectors, lanes * (wide ? 2 : 1)),
                 GroupsOf(pixels, tile), 1};
  return call;
}

}  // namespace tflite::gpu
