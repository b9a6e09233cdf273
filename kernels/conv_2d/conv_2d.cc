#include "kernels/conv_2d/conv_2d.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<Conv2d> BindConv2d(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView filter, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteConvParams>());
  TFLL_CONSTRAINT(C2, input.rank() == 4 && filter.rank() == 4, "input is ",
                  input.ToString(), ", filter ", filter.ToString());

  Conv2d op;
  op.window = ReadConvWindow(*params, input, filter);
  ConvWindow& w = op.window;
  w.out_channels = filter.dim(0);
  op.filter_channels = filter.dim(3);
  const Status placed = PlaceConvWindow(params->padding, &w);
  TFLL_CONSTRAINT(C3, placed.ok(), placed.message());
  TFLL_CONSTRAINT(C4,
                  op.filter_channels > 0 && w.in_channels > 0 &&
                      w.in_channels % op.filter_channels == 0,
                  "input is ", input.ToString(), ", filter ",
                  filter.ToString());
  op.groups = w.in_channels / op.filter_channels;
  TFLL_CONSTRAINT(C4, w.out_channels % op.groups == 0, w.out_channels,
                  " output channels in ", op.groups, " groups");

  WeightedSumArgs args;
  args.input = input;
  args.weights = filter;
  args.bias = node.input(2);
  args.output = output;
  args.channels = w.out_channels;
  args.activation = params->activation;
  args.asymmetric_inputs = filter.is_per_channel();
  args.round_scale_product = input.type() == kTfLiteUInt8;
  TFLL_ASSIGN_OR_RETURN(op.sum, BindWeightedSum(args));
  op.outputs.push_back(
      OutputSpec::Known({w.batch, w.out_height, w.out_width, w.out_channels}));
  return op;
}

}  // namespace tflite::kernels
