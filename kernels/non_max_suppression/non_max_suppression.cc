#include "kernels/non_max_suppression/non_max_suppression.h"

namespace tflite::kernels {
namespace {

Status CheckInputs(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const TensorView boxes, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView scores, node.RequiredInput(1));
  TFLL_CONSTRAINT(C2,
                  boxes.type() == kTfLiteFloat32 && boxes.rank() == 2 &&
                      boxes.dim(1) == 4 && scores.type() == kTfLiteFloat32 &&
                      scores.rank() == 1 && scores.dim(0) == boxes.dim(0),
                  "boxes are ", boxes.ToString(), ", scores ",
                  scores.ToString());
  for (int i = 2; i < node.num_inputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView scalar, node.RequiredInput(i));
    TFLL_CONSTRAINT(
        C3,
        scalar.num_elements() == 1 &&
            scalar.type() == (i == 2 ? kTfLiteInt32 : kTfLiteFloat32),
        "input ", i, " is ", scalar.ToString());
  }
  return OkStatus();
}

Status CheckOutputs(const NodeView& node) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    const bool scores = node.num_outputs() == 3 && i == 1;
    TFLL_CONSTRAINT(C4,
                    output.type() == (scores ? kTfLiteFloat32 : kTfLiteInt32),
                    "output ", i, " is ", output.ToString());
  }
  return OkStatus();
}

StatusOr<NonMaxSuppression> Bind(bool soft, const NodeView& node) {
  TFLL_CONSTRAINT(C1,
                  node.num_inputs() == (soft ? 6 : 5) &&
                      node.num_outputs() == (soft ? 3 : 2),
                  "has ", node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_RETURN_IF_ERROR(CheckInputs(node));
  TFLL_RETURN_IF_ERROR(CheckOutputs(node));
  NonMaxSuppression op;
  op.soft = soft;
  op.boxes = node.input(0).dim(0);
  OutputSpec list = OutputSpec::Dynamic();
  if (node.readable(node.input(2))) {
    const int32_t most = *node.input(2).data<int32_t>();
    TFLL_CONSTRAINT(C5, most >= 0, "the most boxes are ", most);
    list = OutputSpec::Known({most});
  }
  op.outputs.push_back(list);
  if (soft) op.outputs.push_back(list);
  op.outputs.push_back(OutputSpec::Known({}));
  return op;
}

}  // namespace

StatusOr<NonMaxSuppression> BindNonMaxSuppressionV4(const NodeView& node) {
  return Bind(false, node);
}
StatusOr<NonMaxSuppression> BindNonMaxSuppressionV5(const NodeView& node) {
  return Bind(true, node);
}

}  // namespace tflite::kernels
