#include "kernels/prelu/prelu.h"

#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {

StatusOr<Prelu> BindPrelu(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView alpha, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  const bool alpha_fits =
      alpha.type() == in.type() ||
      (in.type() == kTfLiteInt16 && alpha.type() == kTfLiteInt8);
  TFLL_CONSTRAINT(C2, alpha_fits && in.type() == out.type(), "inputs are ",
                  in.ToString(), " and ", alpha.ToString(), ", the output is ",
                  out.ToString());
  TFLL_CONSTRAINT(C3, IsFloat(in.type()) || IsByteOrInt16(in.type()), "type ",
                  TfLiteTypeGetName(in.type()), " is not supported");
  const auto shape = BroadcastShapes(in.shape(), alpha.shape());
  TFLL_CONSTRAINT(C4, shape.ok(), shape.status().message());
  TFLL_CONSTRAINT(C4, *shape == in.shape(), "alpha is ", alpha.ToString(),
                  ", the input ", in.ToString());
  Prelu op;
  op.type = in.type();
  op.alpha_type = alpha.type();
  op.loop = Broadcast(*shape, {in.shape(), alpha.shape()});
  if (IsByteOrInt16(op.type)) {
    Affine* const affines[] = {&op.in, &op.alpha, &op.out};
    const TensorView tensors[] = {in, alpha, out};
    for (int i = 0; i < 3; ++i) {
      const auto affine = ReadAffine(tensors[i]);
      TFLL_CONSTRAINT(C5, affine.ok(), affine.status().message());
      *affines[i] = *affine;
    }
    op.positive = QuantizeMultiplier(double{op.in.scale / op.out.scale});
    op.negative =
        QuantizeMultiplier(double{op.in.scale * op.alpha.scale / op.out.scale});
  }
  op.outputs.push_back(OutputSpec::Known(*shape));
  return op;
}

}  // namespace tflite::kernels
