#include "delegates/common/movement.h"

#include "delegates/common/byte_tables.h"

namespace tflite::delegates {
namespace {

Movement One(int input, StridedCopy copy) {
  Movement movement;
  movement.parts.push_back({input, 0, std::move(copy), {}});
  return movement;
}

constexpr size_t kMostResizeParts = 4096;

// Outputs to + i * to_step that read from + i * from_step, for i < count.
struct Run {
  int32_t from, from_step, to, to_step, count;
};

// Which output reads which input along one axis, in few runs.
std::vector<Run> RunsOf(const std::vector<int32_t>& sources, int32_t extent) {
  const auto size = static_cast<int32_t>(sources.size());
  std::vector<Run> runs;
  const int32_t factor = size % extent == 0 ? size / extent : 0;
  bool repeats = factor > 1 && extent > 1;
  for (int32_t i = 0; repeats && i < size; ++i) {
    repeats = sources[static_cast<size_t>(i)] == i / factor;
  }
  for (int32_t i = 0; repeats && i < factor; ++i) {
    runs.push_back({0, 1, i, factor, extent});
  }
  if (repeats) return runs;
  for (int32_t i = 0; i < size;) {
    Run run = {sources[static_cast<size_t>(i)], 0, i, 1, 1};
    for (++i; i < size; ++i, ++run.count) {
      const int32_t step =
          sources[static_cast<size_t>(i)] - sources[static_cast<size_t>(i - 1)];
      if (run.count == 1) run.from_step = step;
      if (step != run.from_step) break;
    }
    runs.push_back(run);
  }
  return runs;
}

// The sources of a bilinear axis, if every output is one input.
StatusOr<std::vector<int32_t>> UnmixedSources(
    const std::vector<ResizeTap>& taps, int32_t extent) {
  std::vector<int32_t> sources;
  for (const ResizeTap& tap : taps) {
    if (extent > 1 && (tap.weight != 0 || tap.fixed_upper != 0)) {
      return Unsupported("mixing pixels is not supported");
    }
    sources.push_back(tap.lower);
  }
  return sources;
}

}  // namespace

StatusOr<Movement> MovementOf(const Transpose& op, const NodeView&) {
  const auto in = DenseStrides(op.input);
  Shape shape;
  for (const int axis : op.permutation) shape.push_back(op.input[axis]);
  const auto out = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < shape.rank(); ++d) {
    copy.Add(shape[d], in[op.permutation[d]], out[d]);
  }
  return One(0, std::move(copy));
}

StatusOr<Movement> MovementOf(const Concatenation& op, const NodeView&) {
  Movement movement;
  int64_t at = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    StridedCopy copy;
    copy.Add(op.rows, width, op.row_elements);
    copy.Add(width, 1, 1);
    copy.out_offset = at;
    at += width;
    movement.parts.push_back({static_cast<int>(i), 0, std::move(copy), {}});
    if (op.pieces[i].requantize) {
      movement.parts.back().table = PieceTable(op, op.pieces[i]);
    }
  }
  return movement;
}

StatusOr<Movement> MovementOf(const Split& op, const NodeView&) {
  if (op.axis < 0) {
    return Unsupported("an axis that is not constant is not supported");
  }
  Movement movement;
  int64_t at = 0;
  for (size_t i = 0; i < op.widths.size(); ++i) {
    StridedCopy copy;
    copy.Add(op.rows, op.row_elements, op.widths[i]);
    copy.Add(op.widths[i], 1, 1);
    copy.in_offset = at;
    at += op.widths[i];
    movement.parts.push_back(
        {op.value, static_cast<int>(i), std::move(copy), {}});
  }
  return movement;
}

StatusOr<Movement> MovementOf(const Slice& op, const NodeView&) {
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(op.size);
  StridedCopy copy;
  for (int d = 0; d < op.size.rank(); ++d) {
    copy.in_offset += op.begin[d] * in[d];
    copy.Add(op.size[d], op.stride[d] * in[d], out[d]);
  }
  return One(0, std::move(copy));
}

StatusOr<Movement> MovementOf(const Pad& op, const NodeView& node) {
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
  Movement movement = One(0, std::move(copy));
  movement.fill = static_cast<uint8_t>(op.zero);
  if (op.element_input >= 0) {
    const TensorView element = node.input(op.element_input);
    if (!element.is_constant()) {
      return Unsupported(
          "an element to pad with that is not constant is not supported");
    }
    movement.fill = element.data<uint8_t>()[0];
  }
  return movement;
}

StatusOr<Movement> MovementOf(const Tile& op, const NodeView&) {
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
  return One(op.value, std::move(copy));
}

StatusOr<Movement> MovementOf(const SpaceToDepth& op, const NodeView&) {
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
  return One(0, std::move(copy));
}

StatusOr<Movement> MovementOf(const Resize& op, const NodeView&) {
  std::vector<int32_t> rows = op.nearest_rows, columns = op.nearest_columns;
  if (rows.empty()) {
    TFLL_ASSIGN_OR_RETURN(rows, UnmixedSources(op.rows, op.in_height));
    TFLL_ASSIGN_OR_RETURN(columns, UnmixedSources(op.columns, op.in_width));
  }
  const int64_t c = op.channels;
  const int64_t in_row = op.in_width * c, out_row = op.out_width * c;
  const std::vector<Run> row_runs = RunsOf(rows, op.in_height);
  const std::vector<Run> column_runs = RunsOf(columns, op.in_width);
  // Of large images, millions.
  const size_t parts = row_runs.size() * column_runs.size();
  if (parts > kMostResizeParts) {
    return Unsupported("it needs ", parts, " transfers");
  }
  Movement movement;
  for (const Run& y : row_runs) {
    for (const Run& x : column_runs) {
      StridedCopy copy;
      copy.Add(op.batch, op.in_height * in_row, op.out_height * out_row);
      copy.Add(y.count, y.from_step * in_row, y.to_step * out_row);
      copy.Add(x.count, x.from_step * c, x.to_step * c);
      copy.Add(c, 1, 1);
      copy.in_offset = y.from * in_row + x.from * c;
      copy.out_offset = y.to * out_row + x.to * c;
      movement.parts.push_back({0, 0, std::move(copy), {}});
    }
  }
  return movement;
}

}  // namespace tflite::delegates
