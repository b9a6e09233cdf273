#include "kernels/broadcast_args/broadcast_args.h"

#include <algorithm>

#include "kernels/math/integers.h"

namespace tflite::kernels {

StatusOr<BroadcastArgs> BindBroadcastArgs(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView a, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView b, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  IsIndexType(a.type()) && b.type() == a.type() &&
                      output.type() == a.type(),
                  "shapes are ", a.ToString(), " and ", b.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C3, a.rank() == 1 && b.rank() == 1, "shapes are ",
                  a.ToString(), " and ", b.ToString());
  BroadcastArgs op;
  op.type = a.type();
  const Shape shape = {std::max(a.dim(0), b.dim(0))};
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
