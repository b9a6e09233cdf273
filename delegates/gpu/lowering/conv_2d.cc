#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite {
namespace {

constexpr int kFoursPixels = 8;  // PIXELS of conv_2d_f4
constexpr int kLane = 16;        // elements of a vector of conv_2d_v16

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

int64_t Pixels(const ConvWindow& w) {
  return int64_t{w.batch} * w.out_height * w.out_width;
}

WeightedFamily ChooseFamily(const ConvPlan& plan, const GpuCaps& caps) {
  if (plan.groups != 1) return WeightedFamily::kScalar;
  if (caps.backend == GpuBackend::kOpenCl && caps.software) {
    return WeightedFamily::kWide;
  }
  if (ShufflePays(plan, caps)) return WeightedFamily::kShuffle;
  const ConvWindow& w = plan.window;
  if (w.out_channels % 4 != 0) return WeightedFamily::kScalar;
  const bool fills_tiles = w.in_channels % 4 == 0 && w.in_channels >= 16 &&
                           w.out_channels >= 32 && Pixels(w) >= 32;
  if (!caps.software && fills_tiles && caps.max_invocations >= 256 &&
      caps.shared_memory_bytes >= 2 * 256 * 16) {
    return WeightedFamily::kTiles;
  }
  return WeightedFamily::kFours;
}

GpuCall ScalarCall(const ConvPlan& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  GpuCall call;
  call.spec = {"conv_2d_float", {}, {8, 8, 1}};
  call.operands = {
      {builder.Input(node, 0), false},
      {builder.Input(node, 1), false},
      {builder.Constant(PaddedBias(node, 2, w.out_channels, builder)), false},
      {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.params.push_back(static_cast<uint32_t>(w.in_channels / plan.groups));
  call.params.push_back(static_cast<uint32_t>(w.out_channels / plan.groups));
  call.groups = {GroupsOf(w.out_channels, 8), GroupsOf(Pixels(w), 8), 1};
  call.post_operand = 3;
  return call;
}

GpuCall FoursCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t depth =
      int64_t{w.filter_height} * w.filter_width * w.in_channels;
  const GpuValueId packed = ConstantBlocks(node, 1, w.out_channels, depth,
                                           w.out_channels, 0, builder);
  const GpuValueId src = builder.Input(node, 0);
  GpuCall call;
  const uint32_t lanes = w.out_channels >= 32 ? 8 : 4;
  call.spec = {
      "conv_2d_f4", {{"IN4", w.in_channels % 4 == 0}}, {lanes, 32 / lanes, 1}};
  call.operands = {
      {src, false},
      {src, false},
      {packed, false},
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
  GpuCall call = FoursCall(plan, node, builder);
  call.operands.erase(call.operands.begin());  // the input in fours stays
  call.spec = {"conv_2d_tile", {}, {16, 16, 1}};
  call.groups = {GroupsOf(w.out_channels, 64), GroupsOf(Pixels(w), 64), 1};
  call.post_operand = 3;
  return call;
}

GpuCall WideCall(const ConvPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t depth =
      int64_t{w.filter_height} * w.filter_width * w.in_channels;
  const int wide = w.out_channels > kLane ? 2 : 1;
  const int pixels = Pixels(w) < 4 ? 1 : 8;
  const int64_t block = kLane * wide;
  const GpuValueId packed =
      ConstantBlocks(node, 1, w.out_channels, depth, block, 0, builder);
  GpuCall call;
  call.spec = {"conv_2d_v16",
               {{"WIDE", wide},
                {"PIXELS", pixels},
                {"TAIL", w.out_channels % kLane != 0}},
               {1, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {packed, false},
                   {builder.Constant(PaddedBias(
                        node, 2, RoundUp(w.out_channels, block), builder)),
                    false},
                   {}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.groups = {GroupsOf(Pixels(w), pixels), GroupsOf(w.out_channels, block),
                 1};
  call.post_operand = 3;
  return call;
}

// The rest of a plan follows from its window and groups.
StatusOr<ConvPlan> Finish(ConvPlan plan, const WeightedSum& sum,
                          const GpuCaps& caps) {
  // Pixels stand in the second dimension of grids.
  if (Pixels(plan.window) / 8 >= caps.max_groups[1]) {
    return Unsupported(Pixels(plan.window), " pixels are not supported");
  }
  plan.clamp = ClampFunction(sum.float_range.min, sum.float_range.max);
  plan.family = ChooseFamily(plan, caps);
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

std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block) {
  std::vector<float> packed(RoundUp(out_channels, block) * depth);
  PackTo(filters.data(), {out_channels, depth, block}, packed.data());
  return packed;
}

GpuValueId ConstantBlocks(const NodeView& node, int input, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder) {
  const GpuFloats filters = builder.KnownFloats(node, input);
  const FilterBlocks blocks = {out_channels, depth, block};
  const int64_t packed = RoundUp(out_channels, block) * depth;
  const int64_t zeros = rows * block;
  return builder.Constant((packed + zeros) * sizeof(float), [=](void* to) {
    auto* const floats = static_cast<float*>(to);
    PackTo(filters.data(), blocks, floats);
    std::fill_n(floats + packed, zeros, 0.0f);
  });
}

Status CheckWeights(const WeightedSum& sum, const NodeView& node,
                    const GpuPlanCaps& caps, int input, int weights, int bias) {
  if (sum.kind == WeightedSum::Kind::kHybrid) {
    return Unsupported("FLOAT32 input with integer weights is not supported");
  }
  if (sum.kind == WeightedSum::Kind::kInteger) {
    return UnsupportedType(sum.input_type);
  }
  if (!caps.statics.IsKnown(node, weights)) {
    return Unsupported("weights that are not constant are not supported");
  }
  if (node.input(bias) && !caps.statics.IsKnown(node, bias)) {
    return Unsupported("a bias that is not constant is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(input), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  // Packing may round channels up.
  if (node.input(weights).num_elements() == 0 ||
      node.input(weights).bytes() + (node.input(weights).bytes() / 2) + 4096 >
          caps.device.max_buffer_bytes) {
    return Unsupported("weights of ", node.input(weights).bytes(),
                       " bytes are not supported");
  }
  return OkStatus();
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
  TFLL_RETURN_IF_ERROR(CheckWeights(op.sum, node, caps, 0, 1, 2));
  plan.window = op.window;
  plan.groups = op.groups;
  return Finish(std::move(plan), op.sum, caps.device);
}

StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps) {
  if (op.sparse || op.shuffled) {
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
  if (op.sum.kind == WeightedSum::Kind::kInteger) {
    TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanByteSum({op.sum, w}, node, caps));
    return plan;
  }
  TFLL_RETURN_IF_ERROR(CheckWeights(op.sum, node, caps, 0, 1, 2));
  return Finish(std::move(plan), op.sum, caps.device);
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

}  // namespace tflite
