#include "kernels/reduce_window/reduce_window.h"

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

bool IsCombined(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat32:
    case kTfLiteFloat64:
    case kTfLiteInt8:
    case kTfLiteInt16:
    case kTfLiteInt32:
    case kTfLiteInt64:
    case kTfLiteUInt8:
    case kTfLiteUInt16:
    case kTfLiteUInt32:
    case kTfLiteUInt64:
    case kTfLiteBool:
      return true;
    default:
      return false;
  }
}

Status BindTensors(const NodeView& node, ReduceWindow* op) {
  TFLL_ASSIGN_OR_RETURN(const TensorView data, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView initial, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  IsCombined(data.type()) && initial.type() == data.type() &&
                      output.type() == data.type(),
                  "data are ", data.ToString(), ", initial value ",
                  initial.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C3, initial.num_elements() == 1, "the initial value is ",
                  initial.ToString());
  op->type = data.type();
  for (const int32_t extent : data.shape()) {
    op->axes.emplace_back();
    op->axes.back().input = extent;
  }
  return OkStatus();
}

Status CheckFunction(const ReduceWindow& op) {
  const bool logical =
      op.function == GraphFunction::kAnd || op.function == GraphFunction::kOr;
  TFLL_CONSTRAINT(C5,
                  op.function != GraphFunction::kSecond &&
                      (!logical || op.type == kTfLiteBool),
                  "the function does not combine ", TfLiteTypeGetName(op.type));
  return OkStatus();
}

// The output's extent along an axis.
Status Finish(ReduceWindow::Axis* axis) {
  TFLL_CONSTRAINT(C4,
                  axis->window > 0 && axis->stride > 0 &&
                      axis->base_dilation > 0 && axis->window_dilation > 0,
                  "window ", axis->window, ", stride ", axis->stride,
                  ", dilations ", axis->base_dilation, " and ",
                  axis->window_dilation);
  int64_t padded = 0, span = 0, furthest = 0;
  const bool fits =
      CheckedMul<int64_t>(axis->input - 1, axis->base_dilation, &padded) &&
      CheckedAdd<int64_t>(axis->input == 0 ? 0 : padded + 1, axis->pad_before,
                          &padded) &&
      CheckedAdd<int64_t>(padded, axis->pad_after, &padded) &&
      CheckedSub<int64_t>(padded, axis->pad_before, &furthest) &&
      CheckedMul<int64_t>(axis->window - 1, axis->window_dilation, &span) &&
      CheckedAdd<int64_t>(span, 1, &span);
  TFLL_CONSTRAINT(C4, fits, "padding, dilation or window is too large");
  axis->output = padded < span ? 0 : (padded - span) / axis->stride + 1;
  TFLL_CONSTRAINT(C4, axis->output <= INT32_MAX, "an output of ", axis->output,
                  " is too large");
  return OkStatus();
}

Status FinishAxes(ReduceWindow* op) {
  Shape shape;
  for (ReduceWindow::Axis& axis : op->axes) {
    TFLL_RETURN_IF_ERROR(Finish(&axis));
    shape.push_back(static_cast<int32_t>(axis.output));
  }
  op->outputs.push_back(OutputSpec::Known(shape));
  return OkStatus();
}

StatusOr<GraphFunction> FunctionOf(TfLiteReduceWindowFunction function) {
  switch (function) {
    case TfLiteReduceWindowFunctionAdd:
      return GraphFunction::kAdd;
    case TfLiteReduceWindowFunctionMul:
      return GraphFunction::kMultiply;
    case TfLiteReduceWindowFunctionMin:
      return GraphFunction::kMinimum;
    case TfLiteReduceWindowFunctionMax:
      return GraphFunction::kMaximum;
    case TfLiteReduceWindowFunctionAll:
      return GraphFunction::kAnd;
    case TfLiteReduceWindowFunctionAny:
      return GraphFunction::kOr;
    default:
      return Invalid("C5: function ", static_cast<int>(function),
                     " is unknown");
  }
}

}  // namespace

StatusOr<ReduceWindow> BindReduceWindow(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 5 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteReduceWindowParams>());
  ReduceWindow op;
  TFLL_RETURN_IF_ERROR(BindTensors(node, &op));
  TFLL_ASSIGN_OR_RETURN(op.function, FunctionOf(params->reduce_function));
  TFLL_RETURN_IF_ERROR(CheckFunction(op));
  int64_t ReduceWindow::Axis::*const members[] = {
      &ReduceWindow::Axis::window, &ReduceWindow::Axis::stride,
      &ReduceWindow::Axis::window_dilation};
  bool readable = true;
  for (int i = 0; i < 3; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView values, node.RequiredInput(2 + i));
    TFLL_CONSTRAINT(
        C4,
        values.type() == kTfLiteInt64 &&
            values.num_elements() == static_cast<int64_t>(op.axes.size()),
        "input ", 2 + i, " is ", values.ToString());
    readable = readable && node.readable(values);
    if (!readable) continue;
    TFLL_ASSIGN_OR_RETURN(const auto entries, ReadIntegers(values));
    for (size_t a = 0; a < op.axes.size(); ++a)
      op.axes[a].*members[i] = entries[a];
  }
  if (!readable) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_RETURN_IF_ERROR(FinishAxes(&op));
  return op;
}

StatusOr<ReduceWindow> BindStablehloReduceWindow(const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloReduceWindowParams>());
  ReduceWindow op;
  TFLL_RETURN_IF_ERROR(BindTensors(node, &op));
  const auto function =
      FunctionOfGraph(node.context(), params->body_subgraph_index);
  TFLL_CONSTRAINT(C5, function.ok(), function.status().message());
  op.function = *function;
  TFLL_RETURN_IF_ERROR(CheckFunction(op));
  TFLL_CONSTRAINT(C4,
                  op.axes.size() <=
                      TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT,
                  "data have rank ", op.axes.size());
  for (size_t a = 0; a < op.axes.size(); ++a) {
    ReduceWindow::Axis& axis = op.axes[a];
    axis.window = params->window_dimensions[a];
    axis.stride = params->window_strides[a];
    axis.base_dilation = params->base_dilations[a];
    axis.window_dilation = params->window_dilations[a];
    axis.pad_before = params->padding[2 * a];
    axis.pad_after = params->padding[2 * a + 1];
  }
  TFLL_RETURN_IF_ERROR(FinishAxes(&op));
  return op;
}

}  // namespace tflite::kernels
