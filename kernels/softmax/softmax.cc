#include "kernels/softmax/softmax.h"

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

StatusOr<Softmax> Bind(const NodeView& node, bool logarithm, float beta) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  const bool integer = IsByteOrInt16(in.type());
  TFLL_CONSTRAINT(C2, IsFloat(in.type()) || integer, "type ",
                  TfLiteTypeGetName(in.type()), " is not supported");
  TFLL_CONSTRAINT(C3,
                  out.type() == in.type() ||
                      (IsByte(in.type()) && out.type() == kTfLiteInt16),
                  "input is ", in.ToString(), ", output ", out.ToString());
  Softmax op;
  op.logarithm = logarithm;
  op.type = in.type();
  op.out_type = out.type();
  op.depth = in.rank() == 0 ? 1 : in.dim(-1);
  op.rows = in.shape().Product(0, in.rank() - 1);
  op.beta = beta;
  if (integer) {
    const auto in_affine = ReadAffine(in), out_affine = ReadAffine(out);
    TFLL_CONSTRAINT(C4, in_affine.ok(), in_affine.status().message());
    TFLL_CONSTRAINT(C4, out_affine.ok(), out_affine.status().message());
    op.in = *in_affine;
    op.out = *out_affine;
    // The sum of a row's exponentials, 2^15 each at most, fits 32 bits.
    op.fixed = op.type == kTfLiteInt16 && !logarithm &&
               op.out == Affine{1.0f / 32768, 0} && op.depth < 1 << 16;
  }
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace

StatusOr<Softmax> BindSoftmax(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteSoftmaxParams>());
  return Bind(node, false, params->beta);
}

StatusOr<Softmax> BindLogSoftmax(const NodeView& node) {
  return Bind(node, true, 1);
}

}  // namespace tflite::kernels
