#include "kernels/conv_3d/conv_3d.h"

#include "kernels/math/not_equal.h"
#include "kernels/math/padding.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

struct Tensors {
  TensorView input, filter, bias, output;
};

// Windows over `extents`, the larger side's: `positions` of them along each
// axis.
Status PlaceWindows(TfLitePadding padding, const Conv3d& op,
                    const Conv3d::Extents& extents, Conv3d::Extents* positions,
                    Conv3d::Extents* pad) {
  for (int i = 0; i < 3; ++i) {
    const auto axis = ComputeWindow(padding, extents[i], op.filter[i],
                                    op.stride[i], op.dilation[i]);
    TFLL_CONSTRAINT(C4, axis.ok(), axis.status().message());
    (*positions)[i] = axis->output;
    (*pad)[i] = axis->pad_before;
  }
  return OkStatus();
}

// All but the output's extents and the padding. The filter's last two
// dimensions are in_channels and out_channels, in either order.
StatusOr<Conv3d> Bind(const Tensors& t, const TfLiteConv3DParams& params,
                      int in_dimension, int out_dimension) {
  TFLL_CONSTRAINT(C2, t.input.rank() == 5,
                  NotEqual("input->dims->size", "5", t.input.rank(), 5),
                  ": input is ", t.input.ToString());
  TFLL_CONSTRAINT(C2, t.filter.rank() == 5,
                  NotEqual("filter->dims->size", "5", t.filter.rank(), 5),
                  ": filter is ", t.filter.ToString());
  TFLL_CONSTRAINT(C3,
                  t.input.type() == kTfLiteFloat32 &&
                      t.filter.type() == kTfLiteFloat32 &&
                      t.output.type() == kTfLiteFloat32,
                  "input is ", t.input.ToString(), ", filter ",
                  t.filter.ToString(), ", output ", t.output.ToString());
  Conv3d op;
  op.batch = t.input.dim(0);
  op.in_channels = t.input.dim(4);
  op.out_channels = t.filter.dim(out_dimension);
  for (int i = 0; i < 3; ++i) {
    op.in[i] = t.input.dim(i + 1);
    op.filter[i] = t.filter.dim(i);
  }
  op.stride = {params.stride_depth, params.stride_height, params.stride_width};
  op.dilation = {params.dilation_depth_factor, params.dilation_height_factor,
                 params.dilation_width_factor};
  Conv3d::Extents positions, pad;
  TFLL_RETURN_IF_ERROR(
      PlaceWindows(params.padding, op, op.in, &positions, &pad));
  TFLL_CONSTRAINT(C5, t.filter.dim(in_dimension) == op.in_channels,
                  NotEqual("input->dims->data[4]",
                           StrCat("filter->dims->data[", in_dimension, "]"),
                           op.in_channels, t.filter.dim(in_dimension)),
                  ": input is ", t.input.ToString(), ", filter ",
                  t.filter.ToString());
  op.has_bias = t.bias.present();
  TFLL_CONSTRAINT(
      C6, !t.bias || t.bias.num_elements() == op.out_channels,
      NotEqual("NumElements(bias)",
               StrCat("SizeOfDimension(filter, ", out_dimension, ")"),
               t.bias.num_elements(), op.out_channels),
      ": bias is ", t.bias.ToString());
  TFLL_CONSTRAINT(C3, !t.bias || t.bias.type() == kTfLiteFloat32, "bias is ",
                  t.bias.ToString());
  const auto range = FloatActivationRange(params.activation);
  TFLL_CONSTRAINT(C8, range.ok(), range.status().message());
  op.range = *range;
  return op;
}

// The transpose's output has the extents that `shape` says, and the padding of
// the convolution from them.
Status PlaceOutput(const TensorView& shape, TfLitePadding padding, Conv3d* op) {
  const int32_t* extents = shape.data<int32_t>();
  const Shape out(extents, extents + 5);
  TFLL_CONSTRAINT(C7,
                  out.CheckedNumElements().ok() && out[0] == op->batch &&
                      out[4] == op->out_channels,
                  "the output must be ", out.ToString(), " with batch ",
                  op->batch, " and ", op->out_channels, " channels");
  op->out = {out[1], out[2], out[3]};
  Conv3d::Extents positions;
  TFLL_RETURN_IF_ERROR(
      PlaceWindows(padding, *op, op->out, &positions, &op->pad));
  TFLL_CONSTRAINT(C9, positions == op->in, "an output of ", out.ToString(),
                  " takes an input of ", positions[0], "x", positions[1], "x",
                  positions[2]);
  op->outputs.push_back(OutputSpec::Known(out));
  return OkStatus();
}

}  // namespace

StatusOr<Conv3d> BindConv3d(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  Tensors t;
  TFLL_ASSIGN_OR_RETURN(t.input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(t.filter, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(t.output, node.RequiredOutput(0));
  t.bias = node.input(2);
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteConv3DParams>());
  TFLL_ASSIGN_OR_RETURN(Conv3d op, Bind(t, *params, 3, 4));
  TFLL_RETURN_IF_ERROR(
      PlaceWindows(params->padding, op, op.in, &op.out, &op.pad));
  op.outputs.push_back(OutputSpec::Known(
      {op.batch, op.out[0], op.out[1], op.out[2], op.out_channels}));
  return op;
}

StatusOr<Conv3d> BindConv3dTranspose(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 4, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView shape, node.RequiredInput(0));
  Tensors t;
  TFLL_ASSIGN_OR_RETURN(t.filter, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(t.input, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(t.output, node.RequiredOutput(0));
  t.bias = node.input(3);
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteConv3DParams>());
  TFLL_CONSTRAINT(
      C2,
      shape.type() == kTfLiteInt32 && shape.rank() == 1 && shape.dim(0) == 5,
      "the output shape is ", shape.ToString());
  TFLL_ASSIGN_OR_RETURN(Conv3d op, Bind(t, *params, 4, 3));
  if (node.readable(shape)) {
    TFLL_RETURN_IF_ERROR(PlaceOutput(shape, params->padding, &op));
  } else {
    op.outputs.push_back(OutputSpec::Dynamic());
  }
  return op;
}

}  // namespace tflite::kernels
