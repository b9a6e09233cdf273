#include "kernels/fake_quant/fake_quant.h"

#include <algorithm>
#include <cmath>

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<FakeQuant> BindFakeQuant(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteFakeQuantParams>());
  TFLL_CONSTRAINT(C2,
                  in.type() == kTfLiteFloat32 && out.type() == kTfLiteFloat32,
                  "input is ", in.ToString(), ", output ", out.ToString());
  TFLL_CONSTRAINT(C3, params->num_bits >= 2 && params->num_bits <= 16,
                  "num_bits is ", params->num_bits);
  TFLL_CONSTRAINT(C4,
                  std::isfinite(params->min) && std::isfinite(params->max) &&
                      params->min < params->max,
                  "the range is [", params->min, ", ", params->max, "]");
  const float low = params->narrow_range ? 1.0f : 0.0f;
  const float high = static_cast<float>((1 << params->num_bits) - 1);
  FakeQuant op;
  op.count = in.num_elements();
  op.scale = (params->max - params->min) / (high - low);
  const float zero_point =
      std::clamp(std::round(low - params->min / op.scale), low, high);
  op.least = (low - zero_point) * op.scale;
  op.greatest = (high - zero_point) * op.scale;
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace tflite::kernels
