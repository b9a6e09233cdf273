#include "delegates/xnnpack/lowering/weighted.h"

#include "delegates/xnnpack/lowering/range.h"

namespace tflite::xnnpack {
namespace {

struct SumInputs {
  int input, weights, bias;
  XnnOp op, per_channel_op;
};

Status CheckConstant(const NodeView& node, int i, const char* what,
                     const XnnCaps& caps) {
  if (caps.statics.IsKnown(node, i)) return OkStatus();
  return Unsupported(what, " are not constant");
}

// Plans integer arithmetic: checks the types and computes the scales of the
// weights and the bias.
Status PlanIntegers(const WeightedSum& sum, const SumInputs& inputs,
                    const NodeView& node, XnnType type, const XnnCaps& caps,
                    SumPlan* plan) {
  const TfLiteType weights = sum.weights_type;
  const bool fits = sum.input_type == weights &&
                    (!sum.has_bias() || sum.bias_type == kTfLiteInt32);
  if (!fits) {
    return Unsupported("XNNPACK does not multiply ",
                       TfLiteTypeGetName(sum.input_type), " by ",
                       TfLiteTypeGetName(weights), " with a bias of ",
                       TfLiteTypeGetName(sum.bias_type));
  }
  if (weights == kTfLiteInt8 && sum.weights_zero_point != 0) {
    return Unsupported("INT8 weights have zero point ", sum.weights_zero_point);
  }
  const bool per_channel = sum.weights_scales.size() > 1;
  if (per_channel && !caps.Has(inputs.per_channel_op, type)) {
    return Unsupported(
        "this release of XNNPACK lacks the operator with per-channel scales");
  }
  const float out = node.output(0).scale();
  for (const float scale : sum.weights_scales) {
    plan->bias_scales.push_back(sum.input_scale * scale);
    TFLL_RETURN_IF_ERROR(CheckRatio("the product of the scales",
                                    sum.input_scale * scale / out, 0x1.0p-32f,
                                    0x1.0p+8f));
    if (!std::isnormal(scale) || !std::isnormal(plan->bias_scales.back())) {
      return Unsupported("a scale of the weights is ", scale);
    }
  }
  plan->quantized = true;
  plan->weights_scales = sum.weights_scales;
  plan->weights_zero_point = sum.weights_zero_point;
  const RealRange range = ToRealRange(sum.integer_range, node.output(0));
  plan->min = range.min;
  plan->max = range.max;
  return OkStatus();
}

StatusOr<SumPlan> PlanSum(const WeightedSum& sum, const SumInputs& inputs,
                          const NodeView& node, const XnnCaps& caps) {
  if (sum.kind == WeightedSum::Kind::kHybrid) {
    return Unsupported("XNNPACK does not quantize inputs while running");
  }
  TFLL_ASSIGN_OR_RETURN(
      const XnnType type,
      CheckOperation(node, inputs.op, caps, inputs.input, inputs.input));
  TFLL_RETURN_IF_ERROR(CheckConstant(node, inputs.weights, "weights", caps));
  const TensorView weights = node.input(inputs.weights);
  if (weights.num_elements() <= 0) return Unsupported("there are no weights");
  SumPlan plan{sum.float_range.min, sum.float_range.max};
  plan.bias_input = sum.has_bias() ? inputs.bias : -1;
  if (sum.has_bias()) {
    TFLL_RETURN_IF_ERROR(CheckConstant(node, inputs.bias, "biases", caps));
  }
  if (sum.kind == WeightedSum::Kind::kInteger) {
    TFLL_RETURN_IF_ERROR(PlanIntegers(sum, inputs, node, type, caps, &plan));
  }
  TFLL_RETURN_IF_ERROR(CheckRange(plan.min, plan.max, node.output(0)));
  return plan;
}

uint32_t Weights(const SumPlan& plan, const NodeView& node, int i,
                 int channel_dimension, XnnBuilder& builder) {
  if (!plan.quantized) return builder.Weights(node, i);
  return builder.ScaledWeights(node, i, node.input(i).shape(),
                               plan.weights_scales, channel_dimension,
                               plan.weights_zero_point);
}

uint32_t Bias(const SumPlan& plan, const NodeView& node, XnnBuilder& builder) {
  if (plan.bias_input < 0) return XNN_INVALID_VALUE_ID;
  if (plan.quantized) {
    return builder.ScaledBias(node, plan.bias_input, plan.bias_scales);
  }
  const int64_t channels = node.input(plan.bias_input).num_elements();
  return builder.Weights(node, plan.bias_input,
                         Shape{static_cast<int32_t>(channels)});
}

}  // namespace

StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(
      SumPlan sum,
      PlanSum(op.sum, {0, 1, 2, XnnOp::kConv, XnnOp::kConvPerChannel}, node,
              caps));
  return ConvPlan{op.window, op.groups, std::move(sum)};
}

void EmitConv2d(const ConvPlan& plan, const NodeView& node,
                XnnBuilder& builder) {
  const ConvWindow& w = plan.window;
  const uint32_t in = builder.Input(node, 0);
  const uint32_t filter = Weights(plan.sum, node, 1, 0, builder);
  const uint32_t bias = Bias(plan.sum, node, builder);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      xnn_define_convolution_2d(
          builder.graph(), w.pad_top, w.pad_right, w.pad_bottom, w.pad_left,
          w.filter_height, w.filter_width, w.stride_height, w.stride_width,
          w.dilation_height, w.dilation_width, plan.groups,
          w.in_channels / plan.groups, w.out_channels / plan.groups,
          plan.sum.min, plan.sum.max, in, filter, bias, out, 0),
      "CONV_2D");
}

StatusOr<ConvPlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                       const NodeView& node,
                                       const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(
      SumPlan sum,
      PlanSum(op.sum, {0, 1, 2, XnnOp::kDepthwise, XnnOp::kDepthwisePerChannel},
              node, caps));
  return ConvPlan{op.window, op.multiplier, std::move(sum)};
}

void EmitDepthwiseConv2d(const ConvPlan& plan, const NodeView& node,
                         XnnBuilder& builder) {
  const ConvWindow& w = plan.window;
  const uint32_t in = builder.Input(node, 0);
  const uint32_t filter = Weights(plan.sum, node, 1, 3, builder);
  const uint32_t bias = Bias(plan.sum, node, builder);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      xnn_define_depthwise_convolution_2d(
          builder.graph(), w.pad_top, w.pad_right, w.pad_bottom, w.pad_left,
          w.filter_height, w.filter_width, w.stride_height, w.stride_width,
          w.dilation_height, w.dilation_width, plan.groups, w.in_channels,
          plan.sum.min, plan.sum.max, in, filter, bias, out, 0),
      "DEPTHWISE_CONV_2D");
}

StatusOr<DeconvPlan> PlanTransposeConv(const TransposeConv& op,
                                       const NodeView& node,
                                       const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(
      SumPlan sum,
      PlanSum(op.sum, {2, 1, 3, XnnOp::kDeconv, XnnOp::kDeconvPerChannel}, node,
              caps));
  const ConvWindow& w = op.window;
  // The output extent to which the input contributes, minus the padding.
  const auto reached = [](int32_t in, int32_t stride, int32_t filter,
                          int32_t padding) {
    return int64_t{stride} * (in - 1) + filter - padding;
  };
  const int64_t rows =
      w.out_height - reached(w.in_height, w.stride_height, w.filter_height,
                             w.pad_top + w.pad_bottom);
  const int64_t columns =
      w.out_width - reached(w.in_width, w.stride_width, w.filter_width,
                            w.pad_left + w.pad_right);
  if (rows < 0 || columns < 0 || rows >= w.stride_height ||
      columns >= w.stride_width) {
    return Unsupported("the output's extents ", w.out_height, " and ",
                       w.out_width, " do not follow from the input's");
  }
  // In this case the library splits the filter into one part per pixel of a
  // stride, and reads out of bounds if the output has fewer pixels than the
  // stride.
  const bool taken_apart = (w.stride_height > 1 || w.stride_width > 1) &&
                           w.stride_height <= w.filter_height &&
                           w.stride_width <= w.filter_width;
  if (taken_apart &&
      (w.out_height < w.stride_height || w.out_width < w.stride_width)) {
    return Unsupported("the output's extents ", w.out_height, " and ",
                       w.out_width, " are less than the strides ",
                       w.stride_height, " and ", w.stride_width);
  }
  return DeconvPlan{w, static_cast<int32_t>(rows),
                    static_cast<int32_t>(columns), std::move(sum)};
}

void EmitTransposeConv(const DeconvPlan& plan, const NodeView& node,
                       XnnBuilder& builder) {
  const ConvWindow& w = plan.window;
  const uint32_t in = builder.Input(node, 2);
  const uint32_t filter = Weights(plan.sum, node, 1, 0, builder);
  const uint32_t bias = Bias(plan.sum, node, builder);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      xnn_define_deconvolution_2d(
          builder.graph(), w.pad_top, w.pad_right, w.pad_bottom, w.pad_left,
          plan.extra_rows, plan.extra_columns, w.filter_height, w.filter_width,
          w.stride_height, w.stride_width, w.dilation_height, w.dilation_width,
          1, w.in_channels, w.out_channels, plan.sum.min, plan.sum.max, in,
          filter, bias, out, 0),
      "TRANSPOSE_CONV");
}

StatusOr<FullyConnectedPlan> PlanFullyConnected(const FullyConnected& op,
                                                const NodeView& node,
                                                const XnnCaps& caps) {
  if (op.sparse) return Unsupported("weights are sparse");
  if (op.shuffled) return Unsupported("weights are shuffled");
  TFLL_ASSIGN_OR_RETURN(SumPlan sum, PlanSum(op.sum,
                                             {0, 1, 2, XnnOp::kFullyConnected,
                                              XnnOp::kFullyConnectedPerChannel},
                                             node, caps));
  const TensorView input = node.input(0);
  const TensorView output = node.output(0);
  const bool same_rank =
      output.rank() == input.rank() && input.dim(-1) == op.depth;
  if (!same_rank && output.rank() != 2) {
    return Unsupported("the output ", output.ToString(), " of ",
                       input.ToString(), " has neither its rank nor rank 2");
  }
  return FullyConnectedPlan{!same_rank, std::move(sum)};
}

void EmitFullyConnected(const FullyConnectedPlan& plan, const NodeView& node,
                        XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t filter = Weights(plan.sum, node, 1, 0, builder);
  const uint32_t bias = Bias(plan.sum, node, builder);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      xnn_define_fully_connected(
          builder.graph(), plan.sum.min, plan.sum.max, in, filter, bias, out,
          plan.flattens ? XNN_FLAG_TENSORFLOW_RESHAPE_2D : 0),
      "FULLY_CONNECTED");
}

}  // namespace tflite::xnnpack
