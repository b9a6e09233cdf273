#include "kernels/gather/gather.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<Gather> BindGather(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteGatherParams>());
  Gather op;
  op.type = value.type();
  op.index_type = indices.type();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  op.index_type == kTfLiteInt16 || IsIndexType(op.index_type),
                  "indices are ", indices.ToString());
  const auto normalized = NormalizeAxis(params->axis, value.rank());
  TFLL_CONSTRAINT(C4, normalized.ok(), normalized.status().message());
  const int axis = *normalized;
  const int batch_dims = params->batch_dims < 0
                             ? params->batch_dims + indices.rank()
                             : params->batch_dims;
  TFLL_CONSTRAINT(
      C5, batch_dims >= 0 && batch_dims <= axis && batch_dims <= indices.rank(),
      "batch_dims ", params->batch_dims, " and axis ", params->axis, " of ",
      value.ToString(), ", indices ", indices.ToString());
  const Shape from = value.shape();
  const Shape picked = indices.shape();
  for (int d = 0; d < batch_dims; ++d) {
    TFLL_CONSTRAINT(C6, from[d] == picked[d], "dimension ", d, " of ",
                    value.ToString(), " and ", indices.ToString());
  }
  op.batches = from.Product(0, batch_dims);
  op.outer = from.Product(batch_dims, axis);
  op.extent = from[axis];
  op.inner = from.Product(axis + 1, from.rank());
  op.picks = picked.Product(batch_dims, picked.rank());
  Shape shape(from.begin(), from.begin() + axis);
  for (int d = batch_dims; d < picked.rank(); ++d) shape.push_back(picked[d]);
  for (int d = axis + 1; d < from.rank(); ++d) shape.push_back(from[d]);
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
