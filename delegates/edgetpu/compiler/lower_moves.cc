#include "delegates/edgetpu/compiler/lower_moves.h"

#include <cstring>
#include <utility>

#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

// One operator may become that many transfers.
constexpr uint64_t kMostTransfers = 4096;

// Types are those of bytes, whatever they represent.
template <typename Op>
StatusOr<Movement> PlanMovement(const Op& op, TfLiteType type,
                                const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  TFLL_ASSIGN_OR_RETURN(Movement movement, MovementOf(op, node));
  uint64_t transfers = 0;
  for (const Movement::Part& part : movement.parts) {
    TFLL_RETURN_IF_ERROR(CheckCopy(part.copy));
    transfers += TransfersOf(part.copy);
  }
  if (transfers > kMostTransfers) {
    return Unsupported("it needs ", transfers, " transfers");
  }
  return movement;
}

// The input of a part, after its table.
ValueId SourceOf(const Movement::Part& part, const NodeView& node,
                 LayerBuilder& builder) {
  const ValueId input = builder.Input(node, part.input);
  if (part.table.empty()) return input;
  const Image image = builder.image(input);
  const ValueId mapped = builder.InnerImage(image);
  builder.AddLayerOn(node, {input, mapped}, MappedLayer{image, part.table});
  return mapped;
}

}  // namespace

Status CheckCopy(const StridedCopy& copy) {
  for (const StridedCopy::Dim& d : copy.dims) {
    if (d.in_stride < 0 || d.out_stride < 0) {
      return Unsupported("copies in reverse are not supported");
    }
  }
  const uint64_t transfers = TransfersOf(copy);
  if (transfers <= kMostTransfers) return OkStatus();
  return Unsupported("it needs ", transfers, " transfers");
}

StatusOr<Movement> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}
StatusOr<Movement> PlanSplit(const Split& op, const NodeView& node,
                             const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}
StatusOr<Movement> PlanSlice(const Slice& op, const NodeView& node,
                             const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}
StatusOr<Movement> PlanPad(const Pad& op, const NodeView& node,
                           const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}
StatusOr<Movement> PlanTile(const Tile& op, const NodeView& node,
                            const EdgeTpuCaps&) {
  return PlanMovement(op, node.input(op.value).type(), node);
}
StatusOr<Movement> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node, const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}
StatusOr<Movement> PlanResizeNearest(const Resize& op, const NodeView& node,
                                     const EdgeTpuCaps&) {
  return PlanMovement(op, op.type, node);
}

void EmitMovement(const Movement& plan, const NodeView& node,
                  LayerBuilder& builder) {
  if (plan.fill.has_value()) {
    const ValueId output = builder.Output(node, 0);
    builder.AddLayerOn(node, {output},
                       FilledLayer{builder.image(output), *plan.fill});
  }
  for (const Movement::Part& part : plan.parts) {
    const ValueId from = SourceOf(part, node, builder);
    builder.AddLayerOn(node, {from, builder.Output(node, part.output)},
                       CopiedLayer{part.copy});
  }
}

StatusOr<ConcatenationPlan> PlanConcatenation(const Concatenation& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps) {
  ConcatenationPlan plan;
  TFLL_ASSIGN_OR_RETURN(plan.movement, PlanMovement(op, op.type, node));
  for (const Movement::Part& part : plan.movement.parts) {
    if (part.table.empty()) continue;
    const Image image = ImageOf(node.input(part.input));
    TFLL_RETURN_IF_ERROR(TileBands(image, image, {}, 1, caps.target).status());
  }
  const int rank = node.output(0).rank();
  MovedLayer layer;
  layer.out = ImageOf(node.output(0));
  for (int i = 0; i < node.num_inputs(); ++i) {
    layer.in = ImageOf(node.input(i));
    if (node.input(i).rank() != rank) return plan;
    plan.moves.push_back(layer);
    if (op.axis == rank - 1) {
      layer.c += layer.in.channels;
    } else if (rank == 4 && op.axis == 2) {
      layer.x += layer.in.width;
    } else if (op.rows == 1) {
      layer.y += layer.in.height;
    } else {
      plan.moves.clear();
      return plan;
    }
  }
  return plan;
}

void EmitConcatenation(const ConcatenationPlan& plan, const NodeView& node,
                       LayerBuilder& builder) {
  if (plan.moves.size() < plan.movement.parts.size()) {
    EmitMovement(plan.movement, node, builder);
    return;
  }
  for (size_t i = 0; i < plan.moves.size(); ++i) {
    const ValueId from = SourceOf(plan.movement.parts[i], node, builder);
    builder.AddLayerOn(node, {from, builder.Output(node, 0)}, plan.moves[i]);
  }
}

StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const EdgeTpuCaps& caps) {
  auto movement = PlanMovement(op, op.type, node);
  if (movement.ok()) return ResizePlan(*std::move(movement));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  TFLL_RETURN_IF_ERROR(CheckBatch(op.batch));
  const bool is_signed = op.type == kTfLiteInt8;
  BlendedLayer layer;
  layer.batch = op.batch;
  layer.in = {op.in_height, op.in_width, op.channels};
  layer.out = {op.out_height, op.out_width, op.channels};
  // UINT8 is mixed in floating point.
  layer.flags = is_signed ? kSigned : kReal;
  const auto tap_of = [&](const ResizeTap& tap) {
    BlendedLayer::Tap t = {tap.lower, tap.upper, tap.fixed_upper};
    if (!is_signed) std::memcpy(&t.weight, &tap.weight, sizeof(t.weight));
    return t;
  };
  for (const ResizeTap& tap : op.rows) layer.rows.push_back(tap_of(tap));
  for (const ResizeTap& tap : op.columns) layer.columns.push_back(tap_of(tap));
  const auto read = [&](const Box& band) { return BoxToBlend(layer, band); };
  const uint64_t bytes = 12 * (layer.rows.size() + layer.columns.size());
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.out, read, 1, bytes, caps.target).status());
  return ResizePlan(std::move(layer));
}

void EmitResizeBilinear(const ResizePlan& plan, const NodeView& node,
                        LayerBuilder& builder) {
  if (const Movement* movement = std::get_if<Movement>(&plan)) {
    EmitMovement(*movement, node, builder);
  } else {
    builder.AddLayer(node, 1, std::get<BlendedLayer>(plan));
  }
}

}  // namespace tflite::edgetpu
