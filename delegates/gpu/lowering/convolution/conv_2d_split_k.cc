#include "delegates/gpu/lowering/convolution/conv_2d_split_k.h"

#include <algorithm>

#include "delegates/gpu/kernels/convolution/conv_2d_split_k_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

constexpr int64_t kInvocations = 128;  // per workgroup; every GPU supports them
constexpr int64_t kMostPixels = 8;     // that share loaded weights

// The kernel for workgroups with `lanes` lanes.
Conv2dSplitKKernel KernelOf(bool f4, int64_t pixels, int64_t lanes) {
  Conv2dSplitKKernel kernel(f4 ? Conv2dSplitKKernel::kF4
                               : Conv2dSplitKKernel::kFloat);
  kernel.constants.pixels = static_cast<int32_t>(pixels);
  kernel.constants.lanes = static_cast<int32_t>(lanes);
  kernel.constants.slices = static_cast<int32_t>(kInvocations / lanes);
  return kernel;
}

}  // namespace

bool SplitPays(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  // With 32 pixels or more, tiles are sufficiently full and load weights less
  // often. For a small depth, the exchange between invocations costs more than
  // it saves.
  return !caps.software && IsPoint(w) && Pixels(w) < 32 &&
         w.in_channels >= 32 && caps.max_invocations >= kInvocations &&
         caps.shared_memory_bytes >=
             KernelOf(true, kMostPixels, 1).SharedBytes();
}

GpuCall SplitCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  // Narrow workgroups, so that there are many of them and no lane is idle.
  const int64_t lanes = w.out_channels > 8 ? 4 : w.out_channels > 4 ? 2 : 1;
  const int64_t block = 4 * lanes;
  const int64_t blocks = GroupsOf(w.out_channels, block);
  int64_t pixels = 1;
  while (pixels < std::min(kMostPixels, Pixels(w))) pixels *= 2;
  Conv2dSplitKKernel kernel = KernelOf(w.out_channels % 4 == 0, pixels, lanes);
  kernel.weights =
      ConstantBlocks(SumWeights(plan.operands, node, builder), w.out_channels,
                     w.in_channels, block, 0, builder);
  kernel.src = SumInput(plan.operands, node, builder);
  kernel.bias = builder.Constant(PaddedBias(node, 2, blocks * block, builder));
  kernel.dst = BeforeClamp(plan.clamp, node, builder);
  kernel.pixels = Pixels(w);
  kernel.out_channels = w.out_channels;
  kernel.in_channels = w.in_channels;
  SetWindow(w, &kernel);
  GpuCall call = kernel.Call();
  call.spec.workgroup = {static_cast<uint32_t>(lanes),
                         static_cast<uint32_t>(kInvocations / lanes), 1};
  call.groups = {static_cast<uint32_t>(blocks), GroupsOf(Pixels(w), pixels), 1};
  return call;
}

}  // namespace tflite::gpu
