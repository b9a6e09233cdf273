#include "kernels/cumsum/cumsum.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<Cumsum> BindCumsum(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView axis, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteCumsumParams>());
  Cumsum op;
  op.type = value.type();
  op.shape = value.shape();
  op.exclusive = params->exclusive;
  op.reverse = params->reverse;
  TFLL_CONSTRAINT(C2,
                  (op.type == kTfLiteFloat32 || op.type == kTfLiteFloat64 ||
                   IsIndexType(op.type)) &&
                      output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3, IsIndexType(axis.type()) && axis.num_elements() == 1,
                  "axis is ", axis.ToString());
  op.outputs.push_back(OutputSpec::Known(op.shape));
  return op;
}

}  // namespace tflite::kernels
