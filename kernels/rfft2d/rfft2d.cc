#include "kernels/rfft2d/rfft2d.h"

namespace tflite::kernels {

StatusOr<Rfft2d> BindRfft2d(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView length, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  input.type() == kTfLiteFloat32 && input.rank() >= 2 &&
                      output.type() == kTfLiteComplex64,
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(
      C3,
      length.type() == kTfLiteInt32 && length.rank() == 1 && length.dim(0) == 2,
      "the length is ", length.ToString());
  Rfft2d op;
  if (!node.readable(length)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  Shape shape = input.shape();
  const int rank = shape.rank();
  op.signals = shape.Product(0, rank - 2);
  op.rows = shape[rank - 2];
  op.columns = shape[rank - 1];
  op.height = length.data<int32_t>()[0];
  op.width = length.data<int32_t>()[1];
  TFLL_CONSTRAINT(C3, op.height > 0 && op.width > 0, "the length is ",
                  op.height, "x", op.width);
  shape[rank - 2] = op.height;
  shape[rank - 1] = op.width / 2 + 1;
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
