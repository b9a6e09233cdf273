#include "kernels/hadamard_rotation/hadamard_rotation.h"

#include "kernels/custom_options/custom_options.h"

namespace tflite::kernels {

StatusOr<HadamardRotation> BindHadamardRotation(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  input.type() == kTfLiteFloat32 && input.rank() >= 1 &&
                      output.type() == kTfLiteFloat32,
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  const auto options = CustomOptions::Parse(node.custom_options());
  TFLL_CONSTRAINT(C3, options.ok(), options.status().message());
  HadamardRotation op;
  op.size = options->Int("hadamard_size");
  TFLL_CONSTRAINT(C4, op.size > 0 && (op.size & (op.size - 1)) == 0,
                  "hadamard_size is ", op.size);
  TFLL_CONSTRAINT(C4, input.dim(-1) % op.size == 0, "hadamard_size is ",
                  op.size, ", the input ", input.ToString());
  op.runs = input.num_elements() / op.size;
  op.outputs.push_back(OutputSpec::Known(input.shape()));
  return op;
}

}  // namespace tflite::kernels
