#include "kernels/roll/roll.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"

namespace tflite::kernels {

StatusOr<Roll> BindRoll(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView shift, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView axis, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Roll op;
  op.type = value.type();
  op.shape = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(shift.type()) && IsIndexType(axis.type()) &&
                      shift.rank() <= 1 && axis.rank() <= 1 &&
                      shift.num_elements() == axis.num_elements(),
                  "shift is ", shift.ToString(), ", axis ", axis.ToString());
  op.outputs.push_back(OutputSpec::Known(op.shape));
  return op;
}

}  // namespace tflite::kernels
