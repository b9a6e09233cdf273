#include "delegates/dsp/lowering/move.h"

#include <algorithm>

#include "delegates/common/byte_tables.h"
#include "delegates/dsp/lowering/box.h"
#include "delegates/dsp/lowering/checks.h"
#include "delegates/dsp/lowering/elementwise.h"

namespace tflite::dsp {
namespace {

// Only the type matters: movement does not depend on the quantization.
Status CheckMoved(TfLiteType type, const NodeView& node, const DspCaps& caps) {
  if (type != kTfLiteInt8 && type != kTfLiteUInt8) return UnsupportedType(type);
  return CheckSizes(node, caps);
}

StatusOr<MovePlan> PlanOne(int input, const StridedCopy& copy) {
  MovePlan plan;
  TFLL_ASSIGN_OR_RETURN(const CopyParams params, PlanCopy(copy, 1));
  plan.parts.push_back({input, 0, params, {}});
  return plan;
}

}  // namespace

StatusOr<MovePlan> PlanReshape(const Reshape& op, const NodeView& node,
                               const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  StridedCopy copy;
  copy.Add(node.input(0).num_elements(), 1, 1);
  return PlanOne(0, copy);
}

StatusOr<MovePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  const auto in = DenseStrides(op.input);
  Shape shape;
  for (const int axis : op.permutation) shape.push_back(op.input[axis]);
  const auto out = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < shape.rank(); ++d) {
    copy.Add(shape[d], in[op.permutation[d]], out[d]);
  }
  return PlanOne(0, copy);
}

StatusOr<MovePlan> PlanConcatenation(const Concatenation& op,
                                     const NodeView& node,
                                     const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  MovePlan plan;
  int64_t at = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    StridedCopy copy;
    copy.Add(op.rows, width, op.row_elements);
    copy.Add(width, 1, 1);
    copy.out_offset = at;
    at += width;
    TFLL_ASSIGN_OR_RETURN(const CopyParams params, PlanCopy(copy, 1));
    plan.parts.push_back({static_cast<int>(i), 0, params, {}});
    if (op.pieces[i].requantize) {
      plan.parts.back().table = PieceTable(op, op.pieces[i]);
    }
  }
  return plan;
}

StatusOr<MovePlan> PlanSplit(const Split& op, const NodeView& node,
                             const DspCaps& caps) {
  if (op.axis < 0) {
    return Unsupported("an axis that is not constant is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  MovePlan plan;
  int64_t at = 0;
  for (size_t i = 0; i < op.widths.size(); ++i) {
    StridedCopy copy;
    copy.Add(op.rows, op.row_elements, op.widths[i]);
    copy.Add(op.widths[i], 1, 1);
    copy.in_offset = at;
    at += op.widths[i];
    TFLL_ASSIGN_OR_RETURN(const CopyParams params, PlanCopy(copy, 1));
    plan.parts.push_back({op.value, static_cast<int>(i), params, {}});
  }
  return plan;
}

StatusOr<MovePlan> PlanSlice(const Slice& op, const NodeView& node,
                             const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(op.size);
  StridedCopy copy;
  for (int d = 0; d < op.size.rank(); ++d) {
    copy.in_offset += op.begin[d] * in[d];
    copy.Add(op.size[d], op.stride[d] * in[d], out[d]);
  }
  return PlanOne(0, copy);
}

StatusOr<MovePlan> PlanPad(const Pad& op, const NodeView& node,
                           const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  const Shape out = node.output(0).shape();
  const auto in_strides = DenseStrides(op.input);
  const auto out_strides = DenseStrides(out);
  StridedCopy copy;
  for (int d = 0; d < op.input.rank(); ++d) {
    const int64_t before = op.dims[d].before;
    const int64_t step = op.dims[d].interior + 1;
    if (before < 0 || before + (op.input[d] - 1) * step >= out[d]) {
      return Unsupported("paddings that crop are not supported");
    }
    copy.out_offset += before * out_strides[d];
    copy.Add(op.input[d], in_strides[d], step * out_strides[d]);
  }
  TFLL_ASSIGN_OR_RETURN(MovePlan plan, PlanOne(0, copy));
  plan.fill = op.zero & 255;
  if (op.element_input >= 0) {
    const TensorView element = node.input(op.element_input);
    if (!element.is_constant()) {
      return Unsupported(
          "an element to pad with that is not constant is not supported");
    }
    plan.fill = element.data<uint8_t>()[0];
  }
  return plan;
}

StatusOr<MovePlan> PlanTile(const Tile& op, const NodeView& node,
                            const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(node.input(op.value).type(), node, caps));
  const auto in = DenseStrides(op.input);
  Shape shape;
  for (int d = 0; d < op.input.rank(); ++d) {
    shape.push_back(static_cast<int32_t>(op.multiples[d]));
    shape.push_back(op.input[d]);
  }
  const auto out = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < op.input.rank(); ++d) {
    copy.Add(shape[2 * d], 0, out[2 * d]);
    copy.Add(shape[2 * d + 1], in[d], out[2 * d + 1]);
  }
  return PlanOne(op.value, copy);
}

StatusOr<MovePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node, const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckMoved(op.type, node, caps));
  const auto space = DenseStrides(op.space);
  const auto depth = DenseStrides(op.depth);
  const int64_t channels = op.space[3];
  struct Loop {
    int64_t extent, space_stride, depth_stride;
  };
  const Loop loops[] = {{op.space[0], space[0], depth[0]},
                        {op.depth[1], op.block * space[1], depth[1]},
                        {op.block, space[1], op.block * channels},
                        {op.depth[2], op.block * space[2], depth[2]},
                        {op.block, space[2], channels},
                        {channels, 1, 1}};
  // In the order in which the output is written.
  const int to_depth[] = {0, 1, 3, 2, 4, 5}, to_space[] = {0, 1, 2, 3, 4, 5};
  StridedCopy copy;
  for (const int i : op.to_depth ? to_depth : to_space) {
    const Loop& l = loops[i];
    copy.Add(l.extent, op.to_depth ? l.space_stride : l.depth_stride,
             op.to_depth ? l.depth_stride : l.space_stride);
  }
  return PlanOne(0, copy);
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
  if (op.input.rank() > kMostDims || op.input.rank() == 0) {
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
