#include "kernels/where/where.h"

#include "kernels/where/nonzero.h"

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
  if (!node.readable(condition)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_CONSTRAINT(C4, condition.rank() > 0, "the condition is ",
                  condition.ToString());
  const int64_t found =
      CountNonZero(op.type, condition.data<char>(), condition.num_elements());
  TFLL_CONSTRAINT(C4, found <= INT32_MAX, found, " elements are not 0");
  op.outputs.push_back(
      OutputSpec::Known({static_cast<int32_t>(found), condition.rank()}));
  return op;
}

}  // namespace tflite::kernels
