#include "kernels/gather_nd/gather_nd.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"

namespace tflite::kernels {

StatusOr<GatherNd> BindGatherNd(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  GatherNd op;
  op.type = value.type();
  op.index_type = indices.type();
  op.input = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  op.index_type == kTfLiteInt16 || IsIndexType(op.index_type),
                  "indices are ", indices.ToString());
  TFLL_CONSTRAINT(C4,
                  value.rank() > 0 && indices.rank() > 0 &&
                      indices.dim(-1) >= 0 && indices.dim(-1) <= value.rank(),
                  "indices are ", indices.ToString(), ", value ",
                  value.ToString());
  op.depth = indices.dim(-1);
  const Shape picked = indices.shape();
  op.picks = picked.Product(0, picked.rank() - 1);
  op.inner = op.input.Product(op.depth, op.input.rank());
  Shape shape(picked.begin(), picked.end() - 1);
  for (int d = op.depth; d < op.input.rank(); ++d) shape.push_back(op.input[d]);
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
