#include "kernels/densify/densify.h"

#include "kernels/math/sparse.h"

namespace tflite::kernels {

StatusOr<Densify> BindDensify(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, input.is_constant(), "input ", input.ToString(),
                  " is not constant");
  const Status layout = CheckSparse(input);
  TFLL_CONSTRAINT(C2, layout.ok(), layout.message());
  TFLL_CONSTRAINT(C3, output.type() == input.type(), "input is ",
                  input.ToString(), ", output ", output.ToString());
  Densify op;
  op.evaluate_at_prepare = true;
  op.outputs.push_back(OutputSpec::Known(input.shape()));
  return op;
}

}  // namespace tflite::kernels
