#include "kernels/dynamic_update_slice/dynamic_update_slice.h"

#include <algorithm>
#include <functional>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"

namespace tflite::kernels {

StatusOr<DynamicUpdateSlice> BindDynamicUpdateSlice(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView update, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView start, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  DynamicUpdateSlice op;
  op.type = value.type();
  op.input = value.shape();
  op.update = update.shape();
  TFLL_CONSTRAINT(C2,
                  IsMovable(op.type) && update.type() == op.type &&
                      output.type() == op.type,
                  "value is ", value.ToString(), ", update ", update.ToString(),
                  ", output ", output.ToString());
  const bool fits = op.update.rank() == op.input.rank() &&
                    std::equal(op.update.begin(), op.update.end(),
                               op.input.begin(), std::less_equal<>());
  TFLL_CONSTRAINT(C3, fits, "update is ", update.ToString(), ", value ",
                  value.ToString());
  TFLL_CONSTRAINT(C4,
                  IsIndexType(start.type()) && start.rank() == 1 &&
                      start.dim(0) == op.input.rank(),
                  "start is ", start.ToString(), ", value ", value.ToString());
  op.outputs.push_back(OutputSpec::Known(op.input));
  return op;
}

}  // namespace tflite::kernels
