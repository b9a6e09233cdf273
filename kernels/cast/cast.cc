#include "kernels/cast/cast.h"

namespace tflite::kernels {
namespace {

bool IsConvertible(TfLiteType type) {
  return ElementBits(type) != 0 && type != kTfLiteResource;
}

}  // namespace

StatusOr<Cast> BindCast(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsConvertible(in.type()) && IsConvertible(out.type()),
                  "input is ", in.ToString(), ", output ", out.ToString());
  Cast op;
  op.from = in.type();
  op.to = out.type();
  op.count = in.num_elements();
  op.evaluate_at_prepare = in.is_constant();
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace tflite::kernels
