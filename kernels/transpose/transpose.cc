#include "kernels/transpose/transpose.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "kernels/math/not_equal.h"

namespace tflite::kernels {

StatusOr<Transpose> BindTranspose(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView order, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Transpose op;
  op.type = value.type();
  op.input = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  const int rank = value.rank();
  TFLL_CONSTRAINT(C3, IsIndexType(order.type()), "permutation is ",
                  order.ToString());
  TFLL_CONSTRAINT(C3, order.num_elements() == rank,
                  NotEqual("op_context->perm->dims->data[0]", "dims",
                           order.num_elements(), rank),
                  ": permutation is ", order.ToString(), ", value ",
                  value.ToString());
  if (!node.readable(order)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto entries, ReadIntegers(order));
  Shape shape;
  absl::InlinedVector<bool, 8> seen(rank, false);
  for (const int64_t entry : entries) {
    const auto axis = NormalizeAxis(entry, rank);
    TFLL_CONSTRAINT(C4, axis.ok(),
                    "Transpose op permutations array is out of bounds.: ",
                    axis.status().message());
    TFLL_CONSTRAINT(C4, !seen[*axis], "dimension ", *axis, " occurs twice");
    seen[*axis] = true;
    op.permutation.push_back(*axis);
    shape.push_back(op.input[*axis]);
  }
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
