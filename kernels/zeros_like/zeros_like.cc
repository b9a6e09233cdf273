#include "kernels/zeros_like/zeros_like.h"

namespace tflite::kernels {

StatusOr<ZerosLike> BindZerosLike(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, in.type() == out.type() && ElementBits(in.type()) != 0,
                  "input is ", in.ToString(), ", output ", out.ToString());
  ZerosLike op;
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace tflite::kernels
