#include "kernels/transpose_conv/transpose_conv.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

// The output's extents, and the padding of the convolution this transposes.
Status PlaceOutput(const TensorView& shape, TfLitePadding padding,
                   TransposeConv* op) {
  ConvWindow& w = op->window;
  const int32_t* extents = shape.data<int32_t>();
  const Shape out(extents, extents + 4);
  TFLL_CONSTRAINT(C5,
                  out.CheckedNumElements().ok() && out[0] == w.batch &&
                      out[3] == w.out_channels,
                  "the output must be ", out.ToString(), " with batch ",
                  w.batch, " and ", w.out_channels, " channels");
  ConvWindow forward = w;
  forward.in_height = out[1];
  forward.in_width = out[2];
  TFLL_RETURN_IF_ERROR(PlaceConvWindow(padding, &forward));
  TFLL_CONSTRAINT(
      C6, forward.out_height == w.in_height && forward.out_width == w.in_width,
      "an output of ", out.ToString(), " takes an input of ",
      forward.out_height, "x", forward.out_width, ", not ", w.in_height, "x",
      w.in_width);
  w.out_height = out[1];
  w.out_width = out[2];
  w.pad_top = forward.pad_top;
  w.pad_bottom = forward.pad_bottom;
  w.pad_left = forward.pad_left;
  w.pad_right = forward.pad_right;
  op->outputs.push_back(OutputSpec::Known(out));
  return OkStatus();
}

}  // namespace

StatusOr<TransposeConv> BindTransposeConv(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 4, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView shape, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView filter, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteTransposeConvParams>());
  TFLL_CONSTRAINT(C2,
                  shape.type() == kTfLiteInt32 && shape.rank() == 1 &&
                      shape.dim(0) == 4 && filter.rank() == 4 &&
                      input.rank() == 4,
                  "the output shape is ", shape.ToString(), ", filter ",
                  filter.ToString(), ", input ", input.ToString());
  TransposeConv op;
  ConvWindow& w = op.window;
  w.batch = input.dim(0);
  w.in_height = input.dim(1);
  w.in_width = input.dim(2);
  w.in_channels = input.dim(3);
  w.out_channels = filter.dim(0);
  w.filter_height = filter.dim(1);
  w.filter_width = filter.dim(2);
  w.stride_height = params->stride_height;
  w.stride_width = params->stride_width;
  ConvWindow any = w;
  const Status placed = PlaceConvWindow(params->padding, &any);
  TFLL_CONSTRAINT(C3, placed.ok(), placed.message());
  TFLL_CONSTRAINT(C4, filter.dim(3) == w.in_channels, "input is ",
                  input.ToString(), ", filter ", filter.ToString());

  WeightedSumArgs args;
  args.input = input;
  args.weights = filter;
  args.bias = node.input(3);
  args.output = output;
  args.channel_dimension = 0;
  args.channels = w.out_channels;
  args.activation = params->activation;
  args.asymmetric_inputs = true;
  args.round_scale_product = input.type() == kTfLiteUInt8;
  TFLL_ASSIGN_OR_RETURN(op.sum, BindWeightedSum(args));
  if (node.readable(shape)) {
    TFLL_RETURN_IF_ERROR(PlaceOutput(shape, params->padding, &op));
  } else {
    op.outputs.push_back(OutputSpec::Dynamic());
  }
  return op;
}

}  // namespace tflite::kernels
