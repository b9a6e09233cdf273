#include "kernels/arg_min_max/arg_min_max.h"

#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

Status CheckTypes(const TensorView& data, const TensorView& axis,
                  const TensorView& output) {
  switch (data.type()) {
    case kTfLiteFloat32:
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteInt16:
    case kTfLiteInt32:
    case kTfLiteInt64:
    case kTfLiteBool:
      break;
    default:
      return Invalid("C2: type ", TfLiteTypeGetName(data.type()),
                     " is not supported");
  }
  TFLL_CONSTRAINT(C3, IsIndexType(axis.type()) && axis.num_elements() == 1,
                  "axis is ", axis.ToString());
  TFLL_CONSTRAINT(C4, IsIndexType(output.type()), "output is ",
                  output.ToString());
  return OkStatus();
}

StatusOr<ArgMinMax> Bind(bool max, const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView data, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView axis_tensor, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_RETURN_IF_ERROR(CheckTypes(data, axis_tensor, output));
  ArgMinMax op;
  op.max = max;
  op.type = data.type() == kTfLiteBool ? kTfLiteUInt8 : data.type();
  op.output_type = output.type();
  if (!node.readable(axis_tensor)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(axis_tensor));
  const auto axis = NormalizeAxis(values[0], data.rank());
  TFLL_CONSTRAINT(C3, axis.ok(), axis.status().message());
  Shape shape = data.shape();
  op.outer = shape.Product(0, *axis);
  op.extent = shape[*axis];
  op.inner = shape.Product(*axis + 1, shape.rank());
  TFLL_CONSTRAINT(C5, op.extent > 0 || op.outer * op.inner == 0, "axis ", *axis,
                  " of ", data.ToString(), " is empty");
  shape.erase(*axis);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace

StatusOr<ArgMinMax> BindArgMax(const NodeView& node) {
  return Bind(true, node);
}
StatusOr<ArgMinMax> BindArgMin(const NodeView& node) {
  return Bind(false, node);
}

}  // namespace tflite::kernels
