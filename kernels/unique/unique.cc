#include "kernels/unique/unique.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
StatusOr<Unique> BindUnique(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 2);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView values, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredOutput(1));
  Unique op;
  op.type = input.type();
  op.index_type = indices.type();
  TFLL_CONSTRAINT(C2,
                  (IsNumberOrBool(op.type) || op.type == kTfLiteString) &&
                      values.type() == op.type,
                  "input is ", input.ToString(), ", output 0 ",
                  values.ToString());
  TFLL_CONSTRAINT(C3, IsIndexType(op.index_type), "output 1 is ",
                  indices.ToString());
  TFLL_CONSTRAINT(C4, input.rank() == 1, "input is ", input.ToString());
  op.count = input.dim(0);
  op.outputs.push_back(OutputSpec::Dynamic());
  op.outputs.push_back(OutputSpec::Known({op.count}));
  return op;
}

}  // namespace tflite::kernels
