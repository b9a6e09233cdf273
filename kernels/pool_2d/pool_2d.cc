#include "kernels/pool_2d/pool_2d.h"

#include "kernels/math/padding.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status CheckType(PoolKind kind, const TensorView& input,
                 const TensorView& output) {
  const TfLiteType type = input.type();
  const bool integer = IsByteOrInt16(type);
  TFLL_CONSTRAINT(C4,
                  type == kTfLiteFloat32 || (integer && kind != PoolKind::kL2),
                  "type ", TfLiteTypeGetName(type), " is not supported");
  TFLL_CONSTRAINT(C4, output.type() == type, "input is ", input.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C5,
                  !integer || (input.scale() == output.scale() &&
                               input.zero_point() == output.zero_point()),
                  "input and output differ in quantization");
  return OkStatus();
}

StatusOr<Pool2d> Bind(PoolKind kind, const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLitePoolParams>());
  TFLL_CONSTRAINT(C2, input.rank() == 4, "input is ", input.ToString());
  TFLL_RETURN_IF_ERROR(CheckType(kind, input, output));
  TFLL_CONSTRAINT(C3,
                  params->stride_height > 0 && params->stride_width > 0 &&
                      params->filter_height > 0 && params->filter_width > 0,
                  "filter ", params->filter_height, "x", params->filter_width,
                  ", stride ", params->stride_height, "x",
                  params->stride_width);

  TFLL_ASSIGN_OR_RETURN(
      const WindowAxis rows,
      ComputeWindow(params->padding, input.dim(1), params->filter_height,
                    params->stride_height));
  TFLL_ASSIGN_OR_RETURN(
      const WindowAxis columns,
      ComputeWindow(params->padding, input.dim(2), params->filter_width,
                    params->stride_width));
  Pool2d op;
  op.kind = kind;
  op.type = input.type();
  op.batch = input.dim(0);
  op.in_height = input.dim(1);
  op.in_width = input.dim(2);
  op.channels = input.dim(3);
  op.out_height = rows.output;
  op.out_width = columns.output;
  op.filter_height = params->filter_height;
  op.filter_width = params->filter_width;
  op.stride_height = params->stride_height;
  op.stride_width = params->stride_width;
  op.pad_top = rows.pad_before;
  op.pad_left = columns.pad_before;
  const auto float_range = FloatActivationRange(params->activation);
  TFLL_CONSTRAINT(C6, float_range.ok(), float_range.status().message());
  op.float_range = *float_range;
  if (op.type != kTfLiteFloat32) {
    const auto range = QuantizedActivationRange(params->activation, output);
    TFLL_CONSTRAINT(C6, range.ok(), range.status().message());
    op.integer_range = *range;
  }
  op.outputs.push_back(
      OutputSpec::Known({op.batch, op.out_height, op.out_width, op.channels}));
  return op;
}

}  // namespace

StatusOr<Pool2d> BindAveragePool2d(const NodeView& node) {
  return Bind(PoolKind::kAverage, node);
}
StatusOr<Pool2d> BindMaxPool2d(const NodeView& node) {
  return Bind(PoolKind::kMax, node);
}
StatusOr<Pool2d> BindL2Pool2d(const NodeView& node) {
  return Bind(PoolKind::kL2, node);
}

}  // namespace tflite::kernels
