#include "kernels/select/select.h"

namespace tflite::kernels {
namespace {

Status Check(const NodeView& node, TensorView inputs[3]) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 3 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  for (int i = 0; i < 3; ++i) {
    TFLL_ASSIGN_OR_RETURN(inputs[i], node.RequiredInput(i));
  }
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, inputs[0].type() == kTfLiteBool, "condition is ",
                  inputs[0].ToString());
  const TfLiteType type = inputs[1].type();
  TFLL_CONSTRAINT(C3, inputs[2].type() == type && out.type() == type,
                  "values are ", inputs[1].ToString(), " and ",
                  inputs[2].ToString(), ", the output is ", out.ToString());
  TFLL_CONSTRAINT(C3, ElementBits(type) >= 8, "type ", TfLiteTypeGetName(type),
                  " is not supported");
  return OkStatus();
}

bool IsSingle(const TensorView& tensor) { return tensor.num_elements() == 1; }

Select Bound(const Shape& shape, const Shape& condition, const TensorView& x,
             const TensorView& y, const TensorView& out) {
  Select op;
  op.element_bytes = ElementBits(x.type()) / 8;
  op.loop = Broadcast(shape, {condition, x.shape(), y.shape()});
  const bool single = condition.num_elements() == 1 && IsSingle(x) &&
                      IsSingle(y) && IsSingle(out);
  op.outputs.push_back(OutputSpec::Known(single ? out.shape() : shape));
  return op;
}

}  // namespace

StatusOr<Select> BindSelect(const NodeView& node) {
  TensorView inputs[3];
  TFLL_RETURN_IF_ERROR(Check(node, inputs));
  const auto& [condition, x, y] = inputs;
  if (IsSingle(condition) && IsSingle(x) && IsSingle(y)) {
    return Bound(x.shape(), condition.shape(), x, y, node.output(0));
  }
  TFLL_CONSTRAINT(C4, x.shape() == y.shape(), "values are ", x.ToString(),
                  " and ", y.ToString());
  Shape choice = condition.shape();
  const bool slices =
      choice.rank() == 1 && x.rank() > 1 && choice[0] == x.dim(0);
  TFLL_CONSTRAINT(C5, choice == x.shape() || choice.rank() == 0 || slices,
                  "condition is ", condition.ToString(), ", values are ",
                  x.ToString());
  // A vector belongs to the outermost dimension.
  if (slices) choice.resize(x.rank(), 1);
  return Bound(x.shape(), choice, x, y, node.output(0));
}

StatusOr<Select> BindSelectV2(const NodeView& node) {
  TensorView inputs[3];
  TFLL_RETURN_IF_ERROR(Check(node, inputs));
  const auto& [condition, x, y] = inputs;
  const auto values = BroadcastShapes(x.shape(), y.shape());
  TFLL_CONSTRAINT(C5, values.ok(), values.status().message());
  const auto shape = BroadcastShapes(*values, condition.shape());
  TFLL_CONSTRAINT(C5, shape.ok(), shape.status().message());
  return Bound(*shape, condition.shape(), x, y, node.output(0));
}

}  // namespace tflite::kernels
