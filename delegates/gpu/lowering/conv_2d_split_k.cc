#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

constexpr int64_t kInvocations = 128;  // of a workgroup; every GPU has them
constexpr int64_t kMostPixels = 8;     // that share what is read of weights
constexpr uint32_t kShared = kInvocations * kMostPixels * 16;  // bytes

}  // namespace

bool SplitPays(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  // From 32 pixels on tiles are full enough, and read weights less often. A
  // depth of a few elements is not worth the exchange.
  return plan.groups == 1 && !caps.software && IsPoint(w) && Pixels(w) < 32 &&
         w.in_channels >= 32 && caps.max_invocations >= kInvocations &&
         caps.shared_memory_bytes >= kShared;
}

GpuCall SplitCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  // Narrow workgroups are many, and no lane is idle.
  const int64_t lanes = w.out_channels > 8 ? 4 : w.out_channels > 4 ? 2 : 1;
  const int64_t block = 4 * lanes;
  const int64_t blocks = GroupsOf(w.out_channels, block);
  int64_t pixels = 1;
  while (pixels < std::min(kMostPixels, Pixels(w))) pixels *= 2;
  const bool fours = w.out_channels % 4 == 0;
  const GpuValueId packed =
      ConstantBlocks(SumWeights(plan.operands, node, builder), w.out_channels,
                     w.in_channels, block, 0, builder);
  GpuCall call;
  call.spec = {StrCat("conv_2d_split_k", fours ? "_f4" : "_float"),
               {{"PIXELS", static_cast<int32_t>(pixels)},
                {"LANES", static_cast<int32_t>(lanes)},
                {"SLICES", static_cast<int32_t>(kInvocations / lanes)}},
               {static_cast<uint32_t>(lanes),
                static_cast<uint32_t>(kInvocations / lanes), 1}};
  call.operands = {
      {SumInput(plan.operands, node, builder), false},
      {packed, false},
      {builder.Constant(PaddedBias(node, 2, blocks * block, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.groups = {static_cast<uint32_t>(blocks), GroupsOf(Pixels(w), pixels), 1};
  call.post_operand = 3;
  call.post_unit = fours ? 4 : 1;
  return call;
}

}  // namespace tflite::gpu
