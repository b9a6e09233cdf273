#include "kernels/bitcast/bitcast.h"

namespace tflite::kernels {

StatusOr<Bitcast> BindBitcast(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  const int from = ElementBits(in.type()), to = ElementBits(out.type());
  TFLL_CONSTRAINT(C2, from >= 8 && to >= 8, "input is ", in.ToString(),
                  ", output ", out.ToString());
  Shape shape = in.shape();
  if (from > to) {
    shape.push_back(from / to);
  } else if (from < to) {
    TFLL_CONSTRAINT(C3, shape.rank() > 0 && shape.dim(-1) == to / from,
                    "input is ", in.ToString(),
                    ", the innermost extent must be ", to / from);
    shape.erase(shape.rank() - 1);
  }
  Bitcast op;
  op.outputs.push_back(OutputSpec::Known(std::move(shape)));
  return op;
}

}  // namespace tflite::kernels
