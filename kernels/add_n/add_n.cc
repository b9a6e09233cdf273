#include "kernels/add_n/add_n.h"

#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

bool IsSupported(TfLiteType type) { return IsFloat(type) || IsIndexType(type); }

}  // namespace

StatusOr<AddN> BindAddN(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() >= 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView first, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsSupported(first.type()), "type ",
                  TfLiteTypeGetName(first.type()), " is not supported");
  TFLL_CONSTRAINT(C2, out.type() == first.type(), "input 0 is ",
                  first.ToString(), ", the output ", out.ToString());
  for (int i = 1; i < node.num_inputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(i));
    TFLL_CONSTRAINT(C2, in.type() == first.type(), "input 0 is ",
                    first.ToString(), ", input ", i, " is ", in.ToString());
    TFLL_CONSTRAINT(C3, in.shape() == first.shape(), "input 0 is ",
                    first.ToString(), ", input ", i, " is ", in.ToString());
  }
  AddN op;
  op.type = first.type();
  op.count = first.num_elements();
  op.outputs.push_back(OutputSpec::Known(first.shape()));
  return op;
}

}  // namespace tflite::kernels
