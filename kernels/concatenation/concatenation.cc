#include "kernels/concatenation/concatenation.h"

#include <cmath>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status CheckTensors(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() >= 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsMovable(output.type()), "type ",
                  TfLiteTypeGetName(output.type()), " has no elements");
  for (int i = 0; i < node.num_inputs(); ++i) {
    TFLL_CONSTRAINT(C1, node.input(i).present(), "input ", i, " is missing");
    TFLL_CONSTRAINT(C2, node.input(i).type() == output.type(), "input ", i,
                    " is ", node.input(i).ToString(), ", output ",
                    output.ToString());
  }
  return OkStatus();
}

bool SameQuantization(const TensorView& a, const TensorView& b) {
  return a.scale() == b.scale() && a.zero_point() == b.zero_point();
}

// Of rows that start at `axis` of `shape`.
int64_t RowElements(const Shape& shape, int axis) {
  return shape.Product(axis, shape.rank());
}

StatusOr<Concatenation> Bound(const NodeView& node, const Shape& shape,
                              int axis) {
  TFLL_RETURN_IF_ERROR(shape.CheckedNumElements().status());
  Concatenation op;
  op.type = node.output(0).type();
  op.axis = axis;
  op.rows = shape.Product(0, axis);
  op.row_elements = RowElements(shape, axis);
  op.pieces.resize(node.num_inputs());
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

Status BindRequantization(const NodeView& node, Concatenation* op) {
  const TensorView output = node.output(0);
  if (!IsByteOrInt16(op->type)) return OkStatus();
  op->out_zero_point = output.zero_point();
  for (int i = 0; i < node.num_inputs(); ++i) {
    const TensorView input = node.input(i);
    if (SameQuantization(input, output)) continue;
    TFLL_CONSTRAINT(C6, output.scale() > 0.0f, "the output's scale is ",
                    output.scale());
    Concatenation::Piece& piece = op->pieces[i];
    piece.requantize = op->requantize = true;
    piece.scale = input.scale() * (1.0f / output.scale());
    piece.bias = static_cast<float>(-int64_t{input.zero_point()}) * piece.scale;
    // Infinite or NaN if the quotient is; no integer stands for what sums with
    // it give.
    TFLL_CONSTRAINT(C6, std::isfinite(piece.bias), "input ", i, " has scale ",
                    input.scale(), " and zero point ", input.zero_point(),
                    ", the output scale ", output.scale());
  }
  return OkStatus();
}

}  // namespace

StatusOr<Concatenation> BindConcatenation(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckTensors(node));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteConcatenationParams>());
  TFLL_CONSTRAINT(C5, params->activation == kTfLiteActNone, "fused activation ",
                  static_cast<int>(params->activation));
  // Scalars make a vector.
  const auto shape_of = [&node](int i) {
    const Shape shape = node.input(i).shape();
    return shape.rank() == 0 ? Shape{1} : shape;
  };
  Shape shape = shape_of(0);
  const auto axis = NormalizeAxis(params->axis, shape.rank());
  TFLL_CONSTRAINT(C3, axis.ok(), axis.status().message());
  int64_t extent = 0;
  for (int i = 0; i < node.num_inputs(); ++i) {
    Shape other = shape_of(i);
    bool fits = other.rank() == shape.rank();
    if (fits) {
      extent += other[*axis];
      other[*axis] = shape[*axis];
      fits = other == shape;
    }
    TFLL_CONSTRAINT(C4, fits, "input ", i, " is ", node.input(i).ToString(),
                    ", input 0 ", node.input(0).ToString(), ", axis ", *axis);
  }
  TFLL_CONSTRAINT(C4, extent <= INT32_MAX, "extent ", extent, " is too large");
  shape[*axis] = static_cast<int32_t>(extent);
  TFLL_ASSIGN_OR_RETURN(Concatenation op, Bound(node, shape, *axis));
  for (int i = 0; i < node.num_inputs(); ++i) {
    op.pieces[i].width = RowElements(shape_of(i), *axis);
  }
  TFLL_RETURN_IF_ERROR(BindRequantization(node, &op));
  return op;
}

StatusOr<Concatenation> BindPack(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckTensors(node));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLitePackParams>());
  TFLL_CONSTRAINT(C1, params->values_count == node.num_inputs(), "has ",
                  node.num_inputs(), " inputs, the options say ",
                  params->values_count);
  Shape shape = node.input(0).shape();
  for (int i = 0; i < node.num_inputs(); ++i) {
    TFLL_CONSTRAINT(C4, node.input(i).shape() == shape, "input ", i, " is ",
                    node.input(i).ToString(), ", input 0 ",
                    node.input(0).ToString());
    TFLL_CONSTRAINT(C6, SameQuantization(node.input(i), node.output(0)),
                    "input ", i, " differs from the output in quantization");
  }
  const auto axis = NormalizeAxis(params->axis, shape.rank() + 1);
  TFLL_CONSTRAINT(C3, axis.ok(), axis.status().message());
  const int64_t width = RowElements(shape, *axis);
  shape.insert(*axis, node.num_inputs());
  TFLL_ASSIGN_OR_RETURN(Concatenation op, Bound(node, shape, *axis));
  for (Concatenation::Piece& piece : op.pieces) piece.width = width;
  return op;
}

}  // namespace tflite::kernels
