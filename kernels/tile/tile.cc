#include "kernels/tile/tile.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/run_constraint.h"

namespace tflite::kernels {
namespace {

StatusOr<Tile> Start(const NodeView& node, int value_input) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value,
                        node.RequiredInput(value_input));
  TFLL_ASSIGN_OR_RETURN(const TensorView sizes,
                        node.RequiredInput(1 - value_input));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Tile op;
  op.type = value.type();
  op.value = value_input;
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3, IsIndexType(sizes.type()), "multiples or shape are ",
                  sizes.ToString());
  return op;
}

Status CheckVector(const TensorView& shape) {
  TFLL_CONSTRAINT(C3, shape.rank() == 1, "the shape is ", shape.ToString());
  return OkStatus();
}

Tile Dynamic(Tile op) {
  op.outputs.push_back(OutputSpec::Dynamic());
  return op;
}

constexpr char kNotBroadcastable[] =
    "Output shape must be broadcastable from input shape: ";

// Broadcasts the value to `shape`.
StatusOr<Tile> Stretch(const NodeView& node, const TensorView& sizes, Tile op) {
  const TensorView value = node.input(op.value);
  const auto read = ReadShape(sizes);
  TFLL_CONSTRAINT(C4, read.ok(), read.status().message());
  const Shape& shape = *read;
  const int extra = shape.rank() - value.rank();
  TFLL_CONSTRAINT(C5, extra >= 0, kNotBroadcastable, value.ToString(), " to ",
                  shape.ToString());
  for (int d = 0; d < shape.rank(); ++d) {
    const int32_t extent = d < extra ? 1 : value.dim(d - extra);
    TFLL_CONSTRAINT(C5, extent == 1 || extent == shape[d], kNotBroadcastable,
                    value.ToString(), " to ", shape.ToString());
    op.input.push_back(extent);
    op.multiples.push_back(extent == 1 ? shape[d] : 1);
  }
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace

StatusOr<Tile> BindTile(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Tile op, Start(node, 0));
  const TensorView multiples = node.input(1);
  op.input = node.input(0).shape();
  TFLL_CONSTRAINT(C3, multiples.num_elements() == op.input.rank(),
                  "multiples are ", multiples.ToString(), ", value ",
                  node.input(0).ToString());
  if (!node.readable(multiples)) return Dynamic(std::move(op));
  TFLL_ASSIGN_OR_RETURN(const auto counts, ReadIntegers(multiples));
  absl::InlinedVector<int64_t, 8> extents;
  for (int d = 0; d < op.input.rank(); ++d) {
    TFLL_CONSTRAINT(C4, counts[d] >= 0, "multiple ", counts[d],
                    " of dimension ", d);
    op.multiples.push_back(counts[d]);
    int64_t extent;
    if (!CheckedMul<int64_t>(op.input[d], counts[d], &extent)) {
      return Invalid("multiple ", counts[d], " of dimension ", d,
                     " is too large");
    }
    extents.push_back(extent);
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, MakeShape(extents));
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

StatusOr<Tile> BindBroadcastTo(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Tile op, Start(node, 0));
  const TensorView shape = node.input(1);
  if (shape.is_constant()) {
    TFLL_RETURN_IF_ERROR(CheckVector(shape));
  } else {
    TFLL_RUN_CONSTRAINT(C3, node, shape.rank() == 1, "the shape is ",
                        shape.ToString());
  }
  if (!node.readable(node.input(1))) return Dynamic(std::move(op));
  return Stretch(node, node.input(1), std::move(op));
}

StatusOr<Tile> BindFill(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Tile op, Start(node, 1));
  TFLL_RETURN_IF_ERROR(CheckVector(node.input(0)));
  const TensorView value = node.input(1);
  TFLL_CONSTRAINT(C5, value.num_elements() == 1, "value is ", value.ToString());
  if (!node.readable(node.input(0))) return Dynamic(std::move(op));
  const auto shape = ReadShape(node.input(0));
  TFLL_CONSTRAINT(C4, shape.ok(),
                  "Fill dimensions must be >= 0: ", shape.status().message());
  op.input = Shape::Filled(shape->rank(), 1);
  op.multiples.assign(shape->begin(), shape->end());
  op.evaluate_at_prepare = IsSmallConstant(node, *shape);
  op.outputs.push_back(OutputSpec::Known(*shape));
  return op;
}

}  // namespace tflite::kernels
