#include "kernels/one_hot/one_hot.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<OneHot> BindOneHot(const NodeView& node) {
  const Status counts = node.CheckCounts(4, 4, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView depth, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView on, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView off, node.RequiredInput(3));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteOneHotParams>());
  OneHot op;
  op.type = on.type();
  TFLL_CONSTRAINT(C2,
                  IsMovable(op.type) && off.type() == op.type &&
                      output.type() == op.type && on.num_elements() == 1 &&
                      off.num_elements() == 1,
                  "on is ", on.ToString(), ", off ", off.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(indices.type()) && IsIndexType(depth.type()) &&
                      depth.num_elements() == 1,
                  "indices are ", indices.ToString(), ", depth ",
                  depth.ToString());
  const int rank = indices.rank();
  op.axis = params->axis == -1 ? rank : params->axis;
  TFLL_CONSTRAINT(C4, op.axis >= 0 && op.axis <= rank, "axis ", params->axis,
                  ", indices ", indices.ToString());
  Shape shape = indices.shape();
  op.outer = shape.Product(0, op.axis);
  op.inner = shape.Product(op.axis, rank);
  if (!node.readable(depth)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(op.depth, ReadInteger(depth));
  TFLL_CONSTRAINT(C5, op.depth >= 0 && op.depth <= INT32_MAX, "depth is ",
                  op.depth);
  shape.insert(op.axis, static_cast<int32_t>(op.depth));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
