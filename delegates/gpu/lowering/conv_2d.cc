#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {
namespace {

constexpr int kFoursPixels = 8;  // PIXELS of conv_2d_f4
constexpr uint32_t kTilesShared = (64 * 5 + 16 * 16) * 16;  // bytes

int64_t RoundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// See PackBlocks.
struct FilterBlocks {
  int64_t channels, depth, block;
};

// In squares, so that both sides go through memory by whole lines.
void PackTo(const float* filters, const FilterBlocks& blocks, float* packed) {
  constexpr int64_t kSquare = 16;
  const auto& [channels, depth, block] = blocks;
  for (int64_t b = 0; b < channels; b += block, packed += block * depth) {
    for (int64_t o = 0; o < block; o += kSquare) {
      const int64_t size = std::min(kSquare, block - o);
      const int64_t there = std::clamp<int64_t>(channels - b - o, 0, size);
      const float* from = filters + (b + o) * depth;
      for (int64_t d = 0; d < depth; d += kSquare) {
        const int64_t rows = std::min(kSquare, depth - d);
        float square[kSquare][kSquare] = {};
        for (int64_t i = 0; i < there; ++i) {
          for (int64_t r = 0; r < rows; ++r) {
            square[r][i] = from[i * depth + d + r];
          }
        }
        for (int64_t r = 0; r < rows; ++r) {
          std::copy_n(square[r], size, packed + (d + r) * block + o);
        }
      }
    }
  }
}

bool TilesPay(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  // A tile that is half empty is no worse than what is in its place: that has
  // four times the loads, or eight where channels are not in fours.
  const int least_channels = w.out_channels % 4 == 0 ? 32 : 16;
  return !caps.software && Pixels(w) >= 32 &&
         w.out_channels >= least_channels && FilterDepth(w) >= 16 &&
         caps.max_invocations >= 128 &&
         caps.shared_memory_bytes >= kTilesShared;
}

WeightedFamily ChooseFamily(const ConvPlan& plan, const GpuCaps& caps) {
  if (plan.groups != 1) return WeightedFamily::kScalar;
  const bool fours = plan.window.out_channels % 4 == 0;
  if (plan.operands.varying) {
    // Turned on the device, not padded.
    if (!fours) return WeightedFamily::kScalar;
  } else {
    if (caps.backend == GpuBackend::kOpenCl && caps.software) {
      return WeightedFamily::kWide;
    }
    if (ShufflePays(plan, caps)) return WeightedFamily::kShuffle;
    if (SplitPays(plan, caps)) return WeightedFamily::kSplit;
  }
  if (TilesPay(plan, caps)) return WeightedFamily::kTiles;
  return fours ? WeightedFamily::kFours : WeightedFamily::kScalar;
}

// Of the loops of one invocation.
int64_t LoopSteps(const ConvPlan& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  if (plan.family == WeightedFamily::kShuffle) {
    return FilterDepth(w) / caps.subgroup_size + 64;
  }
  const int64_t taps = int64_t{w.filter_height} * w.filter_width;
  int64_t channels = w.in_channels / plan.groups;
  if (plan.family == WeightedFamily::kFours && channels % 4 == 0) channels /= 4;
  return w.filter_height + taps * (1 + channels) + 64;
}

GpuCall ScalarCall(const ConvPlan& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  GpuCall call;
  call.spec = {"conv_2d_float", {}, {8, 8, 1}};
  call.operands = {
      {SumInput(plan.operands, node, builder), false},
      {SumWeightsValue(plan.operands, node, builder), false},
      {builder.Constant(PaddedBias(node, 2, w.out_channels, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.params.push_back(static_cast<uint32_t>(w.in_channels / plan.groups));
  call.params.push_back(static_cast<uint32_t>(w.out_channels / plan.groups));
  call.groups = {GroupsOf(w.out_channels, 8), GroupsOf(Pixels(w), 8), 1};
  call.post_operand = 3;
  return call;
}

// Filters as [depth, out_channels], with channels rounded up to a four.
GpuValueId FoursWeights(const ConvPlan& plan, const NodeView& node,
                        GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  if (plan.turned) {
    const TensorView weights = node.input(1);
    const GpuValueId turned =
        builder.InnerLike(weights, weights.num_elements());
    AddBox(*plan.turned, builder.Input(node, 1), turned, "weights", builder);
    return turned;
  }
  return ConstantBlocks(SumWeights(plan.operands, node, builder),
                        w.out_channels, FilterDepth(w),
                        RoundUp(w.out_channels, 4), 0, builder);
}

GpuCall FoursCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const GpuValueId src = SumInput(plan.operands, node, builder);
  GpuCall call;
  const uint32_t lanes = w.out_channels >= 32 ? 8 : 4;
  call.spec = {
      "conv_2d_f4", {{"IN4", w.in_channels % 4 == 0}}, {lanes, 32 / lanes, 1}};
  call.operands = {
      {src, false},
      {src, false},
      {FoursWeights(plan, node, builder), false},
      {builder.Constant(PaddedBias(node, 2, w.out_channels, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels / 4, w.in_channels);
  call.groups = {GroupsOf(w.out_channels / 4, lanes),
                 GroupsOf(Pixels(w), kFoursPixels * 32 / lanes), 1};
  call.post_operand = 4;
  call.post_unit = 4;
  return call;
}

GpuCall TilesCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t channels = RoundUp(w.out_channels, 4);
  const bool fours = w.out_channels % 4 == 0;
  const GpuValueId src = SumInput(plan.operands, node, builder);
  GpuCall call;
  call.spec = {fours ? "conv_2d_tile_f4" : "conv_2d_tile_float",
               {{"IN4", w.in_channels % 4 == 0}},
               {16, 8, 1}};
  call.operands = {
      {src, false},
      {src, false},
      {FoursWeights(plan, node, builder), false},
      {builder.Constant(PaddedBias(node, 2, channels, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.groups = {GroupsOf(w.out_channels, 64), GroupsOf(Pixels(w), 64), 1};
  call.post_operand = 4;
  call.post_unit = fours ? 4 : 1;
  return call;
}

GpuCall WideCall(const ConvPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const WideBlocks blocks(w);
  const GpuValueId packed =
      ConstantBlocks(SumWeights(plan.operands, node, builder), w.out_channels,
                     FilterDepth(w), blocks.channels, 0, builder);
  GpuCall call;
  call.spec = {"conv_2d_v16", blocks.constants, {1, 1, 1}};
  call.operands = {
      {SumInput(plan.operands, node, builder), false},
      {packed, false},
      {builder.Constant(PaddedBias(node, 2, blocks.padded, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.groups = blocks.groups;
  call.post_operand = 3;
  return call;
}

// The rest of a plan follows from its window and groups.
StatusOr<ConvPlan> Finish(ConvPlan plan, const WeightedSum& sum,
                          const NodeView& node, const GpuPlanCaps& caps) {
  // Pixels stand in the second dimension of grids.
  if (Pixels(plan.window) / 8 >= caps.device.max_groups[1]) {
    return Unsupported(Pixels(plan.window), " pixels are not supported");
  }
  plan.clamp = ClampFunction(sum.float_range.min, sum.float_range.max);
  plan.family = ChooseFamily(plan, caps.device);
  TFLL_RETURN_IF_ERROR(CheckLoops(LoopSteps(plan, caps.device), caps.device));
  // Channels stand in the first, eight in a workgroup or more.
  const int64_t workgroup = plan.family == WeightedFamily::kScalar ? 8 : 16;
  if (plan.window.out_channels / workgroup >=
      int64_t{caps.device.max_groups[0]}) {
    return Unsupported(plan.window.out_channels, " channels are not supported");
  }
  if (plan.operands.varying && plan.family != WeightedFamily::kScalar) {
    const int64_t depth = FilterDepth(plan.window);
    const Shape turned = {static_cast<int32_t>(depth),
                          plan.window.out_channels};
    TFLL_ASSIGN_OR_RETURN(
        plan.turned,
        PlanBox(WholeBox(node.input(1), turned, {1, depth}, caps.half ? 2 : 4),
                caps));
  }
  return plan;
}

}  // namespace

std::vector<uint32_t> WindowParams(const ConvWindow& w, int64_t first,
                                   int64_t channels, int64_t seventh) {
  return Words({first, w.out_height, w.out_width, channels, w.in_height,
                w.in_width, seventh, w.filter_height, w.filter_width,
                w.stride_height, w.stride_width, w.dilation_height,
                w.dilation_width, w.pad_top, w.pad_left});
}

int64_t Pixels(const ConvWindow& w) {
  return int64_t{w.batch} * w.out_height * w.out_width;
}

int64_t FilterDepth(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width * w.in_channels;
}

WideBlocks::WideBlocks(const ConvWindow& w) {
  const int vectors = w.out_channels > kWideLane ? 2 : 1;
  const int pixels = Pixels(w) < 4 ? 1 : 8;
  channels = kWideLane * vectors;
  padded = RoundUp(w.out_channels, channels);
  constants = {{"WIDE", vectors},
               {"PIXELS", pixels},
               {"TAIL", w.out_channels % kWideLane != 0}};
  groups = {GroupsOf(Pixels(w), pixels), GroupsOf(w.out_channels, channels), 1};
}

std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block) {
  std::vector<float> packed(RoundUp(out_channels, block) * depth);
  PackTo(filters.data(), {out_channels, depth, block}, packed.data());
  return packed;
}

GpuValueId ConstantBlocks(GpuFloats filters, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder) {
  const FilterBlocks blocks = {out_channels, depth, block};
  const int64_t packed = RoundUp(out_channels, block) * depth;
  const int64_t zeros = rows * block;
  return builder.Constant((packed + zeros) * sizeof(float), [=](void* to) {
    auto* const floats = static_cast<float*>(to);
    PackTo(filters.data(), blocks, floats);
    std::fill_n(floats + packed, zeros, 0.0f);
  });
}

std::vector<float> PaddedBias(const NodeView& node, int bias, int64_t channels,
                              const GpuBuilder& builder) {
  std::vector<float> values;
  if (node.input(bias)) values = builder.Floats(node, bias);
  values.resize(channels);
  return values;
}

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
  // Rows are the pixels of one row of an image.
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
    case WeightedFamily::kScalar:
      call = ScalarCall(plan, node, builder);
      break;
    case WeightedFamily::kShuffle:
      call = ShuffleCall(plan, node, builder);
      break;
    case WeightedFamily::kSplit:
      call = SplitCall(plan, node, builder);
      break;
    case WeightedFamily::kWide:
      call = WideCall(plan, node, builder);
      break;
    case WeightedFamily::kTiles:
      call = TilesCall(plan, node, builder);
      break;
    default:
      call = FoursCall(plan, node, builder);
  }
  call.channels = plan.window.out_channels;
  const size_t result = call.post_operand;
  AddWithClamp(std::move(call), result, plan.clamp, node, builder);
}

}  // namespace tflite::gpu
