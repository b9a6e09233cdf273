#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {
namespace {

constexpr int64_t kMostPixels = 16;

}  // namespace

bool IsPoint(const ConvWindow& w) {
  return w.filter_height == 1 && w.filter_width == 1 && w.pad_top == 0 &&
         w.pad_left == 0 &&
         (w.out_height - 1) * w.stride_height < w.in_height &&
         (w.out_width - 1) * w.stride_width < w.in_width;
}

bool SharesLoads(const GpuCaps& caps) {
  return caps.software && caps.subgroup_shuffle && caps.subgroup_size >= 4 &&
         caps.subgroup_size <= 16;
}

bool ShufflePays(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  return plan.groups == 1 && w.out_channels % 4 == 0 && SharesLoads(caps) &&
         // What waits for the other lanes' loads has to be worth it.
         Pixels(w) >= 4;
}

GpuCall ShuffleCall(const ConvPlan& plan, const NodeView& node,
                    GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t lanes = builder.caps().subgroup_size;
  const int64_t pixels = Pixels(w);
  const int64_t depth = FilterDepth(w);
  const GpuValueId packed = ConstantBlocks(
      SumWeights(plan.operands, node, builder), w.out_channels, depth,
      w.out_channels, GroupsOf(depth, lanes) * lanes - depth, builder);
  // Two vectors a lane where that leaves no more lanes idle than one does.
  const int64_t vectors = w.out_channels / 4;
  const bool wide = GroupsOf(vectors, lanes) % 2 == 0 && pixels >= kMostPixels;
  const int64_t tile = std::min<int64_t>(kMostPixels, pixels >= 8 ? 16 : 4);
  GpuCall call;
  call.spec = {"conv_2d_shuffle",
               {{"LANES", static_cast<int32_t>(lanes)},
                {"PIXELS", static_cast<int32_t>(tile)},
                {"WIDE", wide ? 2 : 1},
                {"POINT", IsPoint(w)}},
               {static_cast<uint32_t>(lanes), 1, 1}};
  call.operands = {
      {SumInput(plan.operands, node, builder), false},
      {packed, false},
      {builder.Constant(PaddedBias(node, 2, w.out_channels, builder)), false},
      {}};
  call.params = WindowParams(w, pixels, vectors, w.in_channels);
  call.groups = {GroupsOf(vectors, lanes * (wide ? 2 : 1)),
                 GroupsOf(pixels, tile), 1};
  call.post_operand = 3;
  call.post_unit = 4;
  return call;
}

}  // namespace tflite::gpu
