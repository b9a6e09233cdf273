#include "kernels/matrix_diag/matrix_diag.h"

#include <algorithm>

#include "kernels/math/cells.h"

namespace tflite::kernels {
namespace {

StatusOr<MatrixDiag> Start(const NodeView& node, int inputs) {
  const Status counts = node.CheckCounts(inputs, inputs, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  MatrixDiag op;
  op.type = output.type();
  op.diagonal = inputs - 1;
  for (int i = 0; i < inputs; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(i));
    TFLL_CONSTRAINT(C2, IsMovable(op.type) && input.type() == op.type, "input ",
                    i, " is ", input.ToString(), ", output ",
                    output.ToString());
  }
  TFLL_CONSTRAINT(C3, node.input(0).rank() >= inputs, "input is ",
                  node.input(0).ToString());
  return op;
}

StatusOr<MatrixDiag> Finish(MatrixDiag op, const Shape& shape) {
  TFLL_RETURN_IF_ERROR(shape.CheckedNumElements().status());
  op.matrices = shape.Product(0, shape.rank() - 2);
  op.rows = shape.dim(-2);
  op.columns = shape.dim(-1);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace

StatusOr<MatrixDiag> BindMatrixDiag(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(MatrixDiag op, Start(node, 1));
  Shape shape = node.input(0).shape();
  shape.push_back(shape.dim(-1));
  return Finish(std::move(op), shape);
}

StatusOr<MatrixDiag> BindMatrixSetDiag(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(MatrixDiag op, Start(node, 2));
  const Shape shape = node.input(0).shape();
  Shape wanted(shape.begin(), shape.end() - 2);
  wanted.push_back(std::min(shape.dim(-2), shape.dim(-1)));
  TFLL_CONSTRAINT(C4, node.input(1).num_elements() == wanted.num_elements(),
                  "the diagonal is ", node.input(1).ToString(), ", not ",
                  wanted.ToString());
  return Finish(std::move(op), shape);
}

}  // namespace tflite::kernels
