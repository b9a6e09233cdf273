#include "kernels/topk_v2/topk_v2.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
StatusOr<TopkV2> BindTopkV2(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 2);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView number, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView values, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredOutput(1));
  TopkV2 op;
  op.type = value.type();
  op.index_type = indices.type();
  TFLL_CONSTRAINT(C2, IsNumber(op.type) && values.type() == op.type,
                  "value is ", value.ToString(), ", output 0 ",
                  values.ToString());
  TFLL_CONSTRAINT(
      C3,
      (number.type() == kTfLiteInt16 || IsIndexType(number.type())) &&
          number.num_elements() == 1,
      "k is ", number.ToString());
  TFLL_CONSTRAINT(C5, value.rank() > 0, "value is ", value.ToString());
  op.columns = value.dim(-1);
  op.rows = value.shape().Product(0, value.rank() - 1);
  TFLL_CONSTRAINT(C4,
                  op.index_type == kTfLiteInt32 ||
                      (op.index_type == kTfLiteInt16 && op.columns <= 32768),
                  "output 1 is ", indices.ToString(), ", value ",
                  value.ToString());
  if (!node.readable(number)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto k, ReadAnyIntegers(number));
  TFLL_CONSTRAINT(C5, k[0] >= 0 && k[0] <= op.columns, "k is ", k[0],
                  ", value ", value.ToString());
  op.k = static_cast<int32_t>(k[0]);
  Shape shape = value.shape();
  shape[shape.rank() - 1] = op.k;
  op.outputs.push_back(OutputSpec::Known(shape));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
