#include "delegates/gpu/lowering/layout.h"

namespace tflite {
namespace {

using Steps = absl::InlinedVector<int64_t, 6>;

// A box of `extents` elements of `words` each.
StatusOr<GpuMove> Box(Shape extents, Steps source, Steps result, int words) {
  if (words != 1) {
    for (Steps* steps : {&source, &result}) {
      for (int64_t& step : *steps) step *= words;
      steps->push_back(1);
    }
    extents.push_back(words);
  }
  GpuMove move;
  const Steps steps[] = {std::move(source), std::move(result)};
  TFLL_ASSIGN_OR_RETURN(move.walk, Walk(extents, steps));
  return move;
}

// Rows of `width` elements, of rows that may be longer on either side.
StatusOr<GpuMove> RowsBox(int64_t rows, int64_t width, int64_t source_row,
                          int64_t result_row, int words) {
  return Box({static_cast<int32_t>(rows), static_cast<int32_t>(width)},
             {source_row, 1}, {result_row, 1}, words);
}

// Of the node's output 0, after checking all sizes.
StatusOr<int> CheckedWords(const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(node.output(0).type()));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return words;
}

MovePlan Single(GpuMove move) {
  MovePlan plan;
  plan.moves.push_back(std::move(move));
  return plan;
}

StatusOr<SelectPlan> PlanChoice(const NodeView& node, const GpuPlanCaps& caps,
                                bool slices) {
  TFLL_ASSIGN_OR_RETURN(const int words, CheckedWords(node, caps));
  if (words != 1) return UnsupportedType(node.output(0).type());
  const Shape out = node.output(0).shape();
  Shape condition = node.input(0).shape();
  if (slices) condition.resize(out.rank());
  const Steps steps[] = {StretchedSteps(condition, out),
                         StretchedSteps(node.input(1).shape(), out),
                         StretchedSteps(node.input(2).shape(), out)};
  SelectPlan plan;
  TFLL_ASSIGN_OR_RETURN(plan.walk, Walk(out, steps));
  return plan;
}

}  // namespace

StatusOr<int> WordsOf(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat32:
    case kTfLiteInt32:
    case kTfLiteUInt32:
      return 1;
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteFloat64:
    case kTfLiteComplex64:
      return 2;
    default:
      return UnsupportedType(type);
  }
}

StatusOr<MovePlan> PlanReshape(const Reshape& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(WordsOf(op.type).status());
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  MovePlan plan;
  plan.copy = true;
  return plan;
}

StatusOr<MovePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, CheckedWords(node, caps));
  const Steps dense = DenseSteps(op.input);
  const Shape out = node.output(0).shape();
  Steps source;
  for (int i = 0; i < out.rank(); ++i)
    source.push_back(dense[op.permutation[i]]);
  TFLL_ASSIGN_OR_RETURN(GpuMove move, Box(out, source, DenseSteps(out), words));
  return Single(std::move(move));
}

StatusOr<MovePlan> PlanConcatenation(const Concatenation& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  MovePlan plan;
  int64_t to = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    if (width == 0) continue;
    TFLL_ASSIGN_OR_RETURN(
        GpuMove move, RowsBox(op.rows, width, width, op.row_elements, words));
    move.input = static_cast<int>(i);
    move.to = to * words;
    plan.moves.push_back(std::move(move));
    to += width;
  }
  return plan;
}

StatusOr<MovePlan> PlanSplit(const Split& op, const NodeView& node,
                             const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(op.value), caps));
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.output(i), caps));
  }
  MovePlan plan;
  int64_t from = 0;
  for (size_t i = 0; i < op.widths.size(); ++i) {
    const int64_t width = op.widths[i];
    TFLL_ASSIGN_OR_RETURN(
        GpuMove move, RowsBox(op.rows, width, op.row_elements, width, words));
    move.input = op.value;
    move.output = static_cast<int>(i);
    move.from = from * words;
    plan.moves.push_back(std::move(move));
    from += width;
  }
  return plan;
}

StatusOr<MovePlan> PlanSlice(const Slice& op, const NodeView& node,
                             const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  const Steps dense = DenseSteps(op.input);
  Steps source;
  int64_t from = 0;
  for (int i = 0; i < op.input.rank(); ++i) {
    source.push_back(dense[i] * op.stride[i]);
    from += dense[i] * op.begin[i];
  }
  TFLL_ASSIGN_OR_RETURN(GpuMove move,
                        Box(op.size, source, DenseSteps(op.size), words));
  move.from = from * words;
  return Single(std::move(move));
}

StatusOr<MovePlan> PlanPad(const Pad& op, const NodeView& node,
                           const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  if (words != 1) return UnsupportedType(op.type);
  const Steps dense = DenseSteps(node.output(0).shape());
  int64_t to = 0;
  for (int i = 0; i < op.input.rank(); ++i) {
    if (op.dims[i].before < 0 || op.dims[i].interior != 0 ||
        op.dims[i].before + op.input[i] > node.output(0).dim(i)) {
      return Unsupported("cropping and interior padding are not supported");
    }
    to += dense[i] * op.dims[i].before;
  }
  TFLL_ASSIGN_OR_RETURN(GpuMove move,
                        Box(op.input, DenseSteps(op.input), dense, words));
  move.to = to;
  MovePlan plan = Single(std::move(move));
  plan.fill = true;
  plan.fill_input = op.element_input;
  return plan;
}

StatusOr<MovePlan> PlanTile(const Tile& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(op.value), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  const Steps dense = DenseSteps(op.input);
  const Steps out = DenseSteps(node.output(0).shape());
  Shape extents;
  Steps source, result;
  for (int i = 0; i < op.input.rank(); ++i) {
    extents.push_back(static_cast<int32_t>(op.multiples[i]));
    source.push_back(0);
    result.push_back(out[i] * op.input[i]);
    extents.push_back(op.input[i]);
    source.push_back(dense[i]);
    result.push_back(out[i]);
  }
  TFLL_ASSIGN_OR_RETURN(GpuMove move, Box(extents, source, result, words));
  move.input = op.value;
  return Single(std::move(move));
}

StatusOr<MovePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node,
                                    const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, CheckedWords(node, caps));
  const Steps space = DenseSteps(op.space), depth = DenseSteps(op.depth);
  const int32_t block = static_cast<int32_t>(op.block);
  const int64_t channels = op.space[3];
  const Shape extents = {op.depth[0], op.depth[1], block,
                         op.depth[2], block,       op.space[3]};
  const Steps in_space = {space[0],         space[1] * block, space[1],
                          space[2] * block, space[2],         1};
  const Steps in_depth = {depth[0], depth[1], block * channels,
                          depth[2], channels, 1};
  TFLL_ASSIGN_OR_RETURN(GpuMove move,
                        op.to_depth ? Box(extents, in_space, in_depth, words)
                                    : Box(extents, in_depth, in_space, words));
  return Single(std::move(move));
}

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (!node.input(1).is_constant() || op.index_type == kTfLiteInt16) {
    return Unsupported("indices that are not constant are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const auto indices, ReadIntegers(node.input(1)));
  GatherPlan plan{};
  for (const int64_t index : indices) {
    if (index < 0 || index >= op.extent) {
      return Unsupported("index ", index, " is out of range");
    }
    plan.indices.push_back(static_cast<int32_t>(index));
  }
  plan.outer = static_cast<int32_t>(op.outer);
  plan.extent = static_cast<int32_t>(op.extent);
  plan.inner = static_cast<int32_t>(op.inner * words);
  plan.picks = static_cast<int32_t>(op.picks);
  return plan;
}

StatusOr<SelectPlan> PlanSelect(const Select& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  // A vector of SELECT chooses among slices of the outermost dimension.
  return PlanChoice(node, caps, node.input(0).rank() == 1);
}

StatusOr<SelectPlan> PlanSelectV2(const Select& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  return PlanChoice(node, caps, false);
}

StatusOr<DequantizePlan> PlanDequantize(const Dequantize&, const NodeView& node,
                                        const GpuPlanCaps& caps) {
  if (caps.statics != nullptr &&
      caps.statics->Contains(node.raw()->outputs->data[0])) {
    return DequantizePlan{};
  }
  return UnsupportedType(node.input(0).type());
}

}  // namespace tflite
