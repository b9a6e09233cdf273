#include "kernels/scatter_nd/scatter_nd.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
StatusOr<ScatterNd> BindScatterNd(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView updates, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView extents, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  ScatterNd op;
  op.type = updates.type();
  op.index_type = indices.type();
  TFLL_CONSTRAINT(C2, IsNumberOrBool(op.type) && output.type() == op.type,
                  "updates are ", updates.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(op.index_type) && indices.rank() > 0 &&
                      IsIndexType(extents.type()) && extents.rank() == 1,
                  "indices are ", indices.ToString(), ", shape ",
                  extents.ToString());
  op.depth = indices.dim(-1);
  if (!node.readable(extents)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, ReadShape(extents));
  TFLL_CONSTRAINT(C4, op.depth <= shape.rank(), "indices are ",
                  indices.ToString(), ", the output ", shape.ToString());
  const Shape picked = indices.shape();
  Shape wanted(picked.begin(), picked.end() - 1);
  for (int d = op.depth; d < shape.rank(); ++d) wanted.push_back(shape[d]);
  TFLL_CONSTRAINT(C5, updates.shape() == wanted, "updates are ",
                  updates.ToString(), ", not ", wanted.ToString());
  op.picks = picked.Product(0, picked.rank() - 1);
  op.inner = shape.Product(op.depth, shape.rank());
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
