#include "kernels/sparse_to_dense/sparse_to_dense.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"

namespace tflite::kernels {

StatusOr<SparseToDense> BindSparseToDense(const NodeView& node) {
  const Status counts = node.CheckCounts(4, 4, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView extents, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView values, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView fallback, node.RequiredInput(3));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  SparseToDense op;
  op.type = values.type();
  TFLL_CONSTRAINT(C2,
                  IsMovable(op.type) && fallback.type() == op.type &&
                      output.type() == op.type && fallback.num_elements() == 1,
                  "values are ", values.ToString(), ", the default ",
                  fallback.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(indices.type()) && IsIndexType(extents.type()) &&
                      extents.rank() == 1,
                  "indices are ", indices.ToString(), ", shape ",
                  extents.ToString());
  const int32_t rank = extents.dim(0);
  TFLL_CONSTRAINT(
      C4,
      indices.rank() <= 2 && (indices.rank() == 2 ? indices.dim(1) : 1) == rank,
      "indices are ", indices.ToString(), ", the output's rank is ", rank);
  op.count = indices.rank() == 0 ? 1 : indices.dim(0);
  op.single_value = values.rank() == 0;
  TFLL_CONSTRAINT(
      C5, op.single_value || (values.rank() == 1 && values.dim(0) == op.count),
      "values are ", values.ToString(), " for ", op.count, " indices");
  if (!node.readable(extents)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, ReadShape(extents));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
