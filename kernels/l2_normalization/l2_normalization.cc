#include "kernels/l2_normalization/l2_normalization.h"

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<L2Normalization> BindL2Normalization(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  (IsFloat(in.type()) && in.type() != kTfLiteFloat64) ||
                      IsByteOrInt16(in.type()),
                  "type ", TfLiteTypeGetName(in.type()), " is not supported");
  TFLL_CONSTRAINT(C2, in.type() == out.type(), "input is ", in.ToString(),
                  ", output ", out.ToString());
  const TfLiteFusedActivation activation =
      node.params_or_default<TfLiteL2NormParams>().activation;
  TFLL_CONSTRAINT(C3, activation == kTfLiteActNone, "fused activation ",
                  static_cast<int>(activation));
  L2Normalization op;
  op.type = in.type();
  op.depth = in.rank() == 0 ? 1 : in.dim(-1);
  op.rows = in.shape().Product(0, in.rank() - 1);
  if (IsByteOrInt16(op.type)) {
    const auto in_affine = ReadAffine(in), out_affine = ReadAffine(out);
    TFLL_CONSTRAINT(C4, in_affine.ok(), in_affine.status().message());
    TFLL_CONSTRAINT(C4, out_affine.ok(), out_affine.status().message());
    op.in_zero_point = in_affine->zero_point;
    op.out = *out_affine;
  }
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace tflite::kernels
