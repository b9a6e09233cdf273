#include "kernels/local_response_normalization/local_response_normalization.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<LocalResponseNormalization> BindLocalResponseNormalization(
    const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteLocalResponseNormParams>());
  TFLL_CONSTRAINT(C2,
                  input.rank() == 4 && input.type() == kTfLiteFloat32 &&
                      output.type() == kTfLiteFloat32,
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3, params->radius >= 0, "the radius is ", params->radius);
  LocalResponseNormalization op;
  op.rows = input.shape().Product(0, 3);
  op.depth = input.dim(3);
  op.radius = params->radius;
  op.bias = params->bias;
  op.alpha = params->alpha;
  op.beta = params->beta;
  op.outputs.push_back(OutputSpec::Known(input.shape()));
  return op;
}

}  // namespace tflite::kernels
