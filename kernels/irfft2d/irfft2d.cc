#include "kernels/irfft2d/irfft2d.h"

namespace tflite::kernels {

StatusOr<Irfft2d> BindIrfft2d(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView length, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, input.type() == kTfLiteComplex64 && input.rank() >= 2,
                  "input is ", input.ToString());
  TFLL_CONSTRAINT(C2, output.type() == kTfLiteFloat32, "output is ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  length.type() == kTfLiteInt32 && length.num_elements() == 2,
                  "length is ", length.ToString());
  Irfft2d op;
  Shape shape = input.shape();
  op.signals = shape.Product(0, shape.rank() - 2);
  op.rows = input.dim(-2);
  op.columns = input.dim(-1);
  if (!node.readable(length)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto extents, ReadIntegers(length));
  TFLL_CONSTRAINT(C3, extents[0] > 0 && extents[1] > 0, "length is ",
                  extents[0], " by ", extents[1]);
  op.height = static_cast<int32_t>(extents[0]);
  op.width = static_cast<int32_t>(extents[1]);
  shape[shape.rank() - 2] = op.height;
  shape[shape.rank() - 1] = op.width;
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
