#include "delegates/dsp/lowering/move.h"

#include <algorithm>

#include "delegates/common/movement.h"
#include "delegates/dsp/lowering/box.h"
#include "delegates/dsp/lowering/checks.h"
#include "delegates/dsp/lowering/elementwise.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::dsp {
namespace {

// Only the type matters: movement does not depend on the quantization.
Status CheckMoved(TfLiteType type, const NodeView& node, const DspCaps& caps) {
  if (!IsByte(type)) return UnsupportedType(type);
  return CheckSizes(node, caps);
}

StatusOr<MovePlan> PlanParts(const Movement& movement) {
  MovePlan plan;
  plan.fill = movement.fill;
  for (const Movement::Part& part : movement.parts) {
    TFLL_ASSIGN_OR_RETURN(const CopyParams params, PlanCopy(part.copy));
    plan.parts.push_back({part.input, part.output, params, part.table});
  }
  return plan;
}

template <typename Op>
StatusOr<MovePlan> PlanMovement(const Op& op, TfLiteType type,
                                const NodeView& node, const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(type, node, caps));
  TFLL_ASSIGN_OR_RETURN(const Movement movement, MovementOf(op, node));
  return PlanParts(movement);
}

}  // namespace

StatusOr<MovePlan> PlanReshape(const Reshape& op, const NodeView& node,
                               const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  Movement movement;
  movement.parts.emplace_back();
  movement.parts[0].copy.Add(node.input(0).num_elements(), 1, 1);
  return PlanParts(movement);
}

StatusOr<MovePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

StatusOr<MovePlan> PlanConcatenation(const Concatenation& op,
                                     const NodeView& node,
                                     const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

StatusOr<MovePlan> PlanSplit(const Split& op, const NodeView& node,
                             const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

StatusOr<MovePlan> PlanSlice(const Slice& op, const NodeView& node,
                             const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

StatusOr<MovePlan> PlanPad(const Pad& op, const NodeView& node,
                           const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

StatusOr<MovePlan> PlanTile(const Tile& op, const NodeView& node,
                            const DspCaps& caps) {
  return PlanMovement(op, node.input(op.value).type(), node, caps);
}

StatusOr<MovePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node, const DspCaps& caps) {
  return PlanMovement(op, op.type, node, caps);
}

void EmitMove(const MovePlan& plan, const NodeView& node, DspBuilder& builder) {
  if (plan.fill.has_value()) {
    FillParams fill = {builder.Output(node, 0), *plan.fill};
    builder.Add(node, fill);
  }
  for (const MovePlan::Part& part : plan.parts) {
    CopyParams copy = part.copy;
    copy.input = builder.Input(node, part.input);
    if (!part.table.empty()) {
      const Piece mapped = builder.Inner(copy.input.bytes);
      AddMap(node, part.table, copy.input, mapped, builder);
      copy.input = mapped;
    }
    copy.output = builder.Output(node, part.output);
    builder.Add(node, copy);
  }
}

StatusOr<TakePlan> PlanMirrorPad(const MirrorPad& op, const NodeView& node,
                                 const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  if (op.input.rank() > kMostDims) {
    return Unsupported(op.input.rank(), " dimensions are not supported");
  }
  const auto strides = DenseStrides(op.input);
  TakePlan plan{{}, 1};
  for (int d = 0; d < op.input.rank(); ++d) {
    const int64_t extent = op.input[d];
    std::vector<int32_t> offsets;
    for (int64_t i = -op.dims[d].before; i < extent + op.dims[d].after; ++i) {
      int64_t from = i;
      if (i < 0) from = -i - 1 + op.skip;
      if (i >= extent) from = 2 * extent - 1 - i - op.skip;
      offsets.push_back(static_cast<int32_t>(from * strides[d]));
    }
    plan.offsets.push_back(std::move(offsets));
  }
  return plan;
}

StatusOr<TakePlan> PlanResizeNearest(const Resize& op, const NodeView& node,
                                     const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  TakePlan plan{std::vector<std::vector<int32_t>>(3), op.channels};
  const int32_t row = op.in_width * op.channels;
  for (int32_t b = 0; b < op.batch; ++b) {
    plan.offsets[0].push_back(b * op.in_height * row);
  }
  for (const int32_t y : op.nearest_rows) plan.offsets[1].push_back(y * row);
  for (const int32_t x : op.nearest_columns) {
    plan.offsets[2].push_back(x * op.channels);
  }
  return plan;
}

void EmitTake(const TakePlan& plan, const NodeView& node, DspBuilder& builder) {
  TakeParams p = {};
  std::vector<int32_t> tables;
  for (const std::vector<int32_t>& offsets : plan.offsets) {
    p.extents[p.rank++] = static_cast<int32_t>(offsets.size());
    tables.insert(tables.end(), offsets.begin(), offsets.end());
  }
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.tables = builder.Constant(tables);
  p.inner = plan.inner;
  builder.Add(node, p);
}

StatusOr<Resize> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                    const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  return op;
}

void EmitResizeBilinear(const Resize& op, const NodeView& node,
                        DspBuilder& builder) {
  std::vector<Tap> taps;
  for (const auto* axis : {&op.rows, &op.columns}) {
    for (const ResizeTap& tap : *axis) {
      taps.push_back({tap.lower, tap.upper, tap.fixed_upper, tap.weight});
    }
  }
  ResizeBilinearParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.taps = builder.Constant(taps);
  p.batch = op.batch;
  p.in_height = op.in_height;
  p.in_width = op.in_width;
  p.channels = op.channels;
  p.out_height = op.out_height;
  p.out_width = op.out_width;
  p.is_signed = IsSigned(op.type);
  builder.Add(node, p);
}

}  // namespace tflite::dsp
