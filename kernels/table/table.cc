#include "kernels/table/table.h"

namespace tflite::kernels {

StatusOr<Table> BindTable(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView table, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Table op;
  op.type = value.type();
  op.out_type = output.type();
  op.elements = value.num_elements();
  const bool byte = op.type == kTfLiteInt8;
  TFLL_CONSTRAINT(C2,
                  (byte || op.type == kTfLiteInt16) &&
                      (op.out_type == kTfLiteInt16 ||
                       (byte && op.out_type == kTfLiteInt8)) &&
                      table.type() == op.out_type,
                  "value is ", value.ToString(), ", table ", table.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C3, table.rank() == 1 && table.dim(0) == (byte ? 256 : 513),
                  "table is ", table.ToString(), ", value ", value.ToString());
  op.outputs.push_back(OutputSpec::Known(value.shape()));
  return op;
}

}  // namespace tflite::kernels
