#include "kernels/complex/complex.h"

namespace tflite::kernels {
namespace {

StatusOr<Complex> Bind(const NodeView& node, ComplexKind kind) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  Complex op;
  op.kind = kind;
  op.wide = in.type() == kTfLiteComplex128;
  op.count = in.num_elements();
  TFLL_CONSTRAINT(C2, op.wide || in.type() == kTfLiteComplex64, "input is ",
                  in.ToString());
  TFLL_CONSTRAINT(C3, out.type() == (op.wide ? kTfLiteFloat64 : kTfLiteFloat32),
                  "input is ", in.ToString(), ", output ", out.ToString());
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace

StatusOr<Complex> BindReal(const NodeView& node) {
  return Bind(node, ComplexKind::kReal);
}
StatusOr<Complex> BindImag(const NodeView& node) {
  return Bind(node, ComplexKind::kImag);
}
StatusOr<Complex> BindComplexAbs(const NodeView& node) {
  return Bind(node, ComplexKind::kAbs);
}

}  // namespace tflite::kernels
