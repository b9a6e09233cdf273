#include "kernels/where/where.h"

#include "kernels/where/nonzero.h"
#include "tensorflow_lite_lite/base/run_constraint.h"

namespace tflite::kernels {

StatusOr<Where> BindWhere(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView condition, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Where op;
  op.type = condition.type();
  op.input = condition.shape();
  TFLL_CONSTRAINT(C2, CanBeZero(op.type), "the condition is ",
                  condition.ToString());
  TFLL_CONSTRAINT(C3, output.type() == kTfLiteInt64, "output is ",
                  output.ToString());
  TFLL_RUN_CONSTRAINT(C4, node, condition.rank() > 0,
                      "Where op requires condition w/ rank > 0; it is ",
                      condition.ToString());
  if (!node.readable(condition)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  const int64_t found =
      CountNonZero(op.type, condition.data<char>(), condition.num_elements());
  TFLL_CONSTRAINT(C4, found <= INT32_MAX, found, " elements are not 0");
  op.outputs.push_back(
      OutputSpec::Known({static_cast<int32_t>(found), condition.rank()}));
  return op;
}

}  // namespace tflite::kernels
