#include "delegates/edgetpu/compiler/lower_weighted.h"

#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

constexpr int64_t kMostElements = 1 << 24;
// Each image has instructions of its own.
constexpr int32_t kMostImages = 4096;

Status CheckSum(const WeightedSum& sum, const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(
      sum.input_type, sum.kind == WeightedSum::Kind::kInteger));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(sum.output_type, true));
  TFLL_RETURN_IF_ERROR(CheckIntegerSum(sum));
  return CheckExtents(node);
}

Filter FilterOf(const ConvWindow& w) {
  Filter f;
  f.height = w.filter_height;
  f.width = w.filter_width;
  f.stride_y = w.stride_height;
  f.stride_x = w.stride_width;
  f.dilation_y = w.dilation_height;
  f.dilation_x = w.dilation_width;
  f.pad_top = w.pad_top;
  f.pad_left = w.pad_left;
  return f;
}

// The layer with all but its filter and constants.
WeightedLayer LayerOf(const WeightedSum& sum) {
  WeightedLayer layer;
  layer.flags = (sum.input_type == kTfLiteInt8 ? kSigned : 0) |
                (sum.weights_type == kTfLiteUInt8 ? 0 : kSignedWeights);
  layer.input_zero_point = sum.input_zero_point;
  layer.weights_zero_point = sum.weights_zero_point;
  layer.zero_point = sum.output_zero_point;
  layer.min = sum.integer_range.min;
  layer.max = sum.integer_range.max;
  layer.halves = sum.halves;
  return layer;
}

int64_t InputElements(const ConvWindow& w) {
  return int64_t{w.batch} * w.in_height * w.in_width * w.in_channels;
}

StatusOr<WeightedPlan> PlanLayer(const WeightedLayer& layer,
                                 const WeightedSum& sum,
                                 const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(TileWeighted(layer, caps.target).status());
  return WeightedPlan{layer, sum};
}

StatusOr<WeightedPlan> PlanWindow(const ConvWindow& w, const WeightedSum& sum,
                                  bool lanewise, int32_t groups,
                                  const NodeView& node,
                                  const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSum(sum, node));
  TFLL_RETURN_IF_ERROR(CheckBatch(w.batch));
  WeightedLayer layer = LayerOf(sum);
  layer.batch = w.batch;
  layer.in = {w.in_height, w.in_width, w.in_channels};
  layer.out = {w.out_height, w.out_width, w.out_channels};
  layer.filter = FilterOf(w);
  layer.lanewise = lanewise;
  layer.groups = groups;
  return PlanLayer(layer, sum, caps);
}

}  // namespace

Status CheckExtent(const TensorView& tensor) {
  if (!tensor) return OkStatus();
  if (tensor.num_elements() <= 0) {
    return Unsupported("tensors without elements are not supported");
  }
  if (tensor.num_elements() > kMostElements) {
    return Unsupported("a tensor of ", tensor.num_elements(),
                       " elements is too large for the device");
  }
  return OkStatus();
}

Status CheckExtents(const NodeView& node) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckExtent(node.input(i)));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckExtent(node.output(i)));
  }
  return OkStatus();
}

Status CheckBatch(int32_t images) {
  if (images <= kMostImages) return OkStatus();
  return Unsupported("a batch of ", images, " images is not supported");
}

StatusOr<WeightedPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                                  const EdgeTpuCaps& caps) {
  return PlanWindow(op.window, op.sum, false, op.groups, node, caps);
}

StatusOr<WeightedPlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                           const NodeView& node,
                                           const EdgeTpuCaps& caps) {
  ConvWindow window = op.window;
  window.in_channels = window.out_channels;
  if (InputElements(window) > kMostElements) {
    return Unsupported(
        "multipliers that repeat the input so often are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(WeightedPlan plan,
                        PlanWindow(window, op.sum, true, 1, node, caps));
  plan.multiplier = static_cast<int32_t>(op.multiplier);
  return plan;
}

StatusOr<WeightedPlan> PlanTransposeConv(const TransposeConv& op,
                                         const NodeView& node,
                                         const EdgeTpuCaps& caps) {
  const ConvWindow& w = op.window;
  // An ordinary convolution with the filter in reverse, on the input with
  // zeros between its pixels.
  ConvWindow window = w;
  window.in_height = (w.in_height - 1) * w.stride_height + 1;
  window.in_width = (w.in_width - 1) * w.stride_width + 1;
  window.stride_height = window.stride_width = 1;
  window.pad_top = w.filter_height - 1 - w.pad_top;
  window.pad_left = w.filter_width - 1 - w.pad_left;
  if (InputElements(window) > kMostElements) {
    return Unsupported(
        "strides that spread the input so far are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(WeightedPlan plan,
                        PlanWindow(window, op.sum, false, 1, node, caps));
  plan.input = 2;
  plan.transposed = true;
  plan.spread = {w.in_height, w.in_width, w.in_channels};
  plan.distance_y = w.stride_height;
  plan.distance_x = w.stride_width;
  return plan;
}

StatusOr<WeightedPlan> PlanFullyConnected(const FullyConnected& op,
                                          const NodeView& node,
                                          const EdgeTpuCaps& caps) {
  if (op.sparse) return Unsupported("sparse weights are not supported");
  if (op.shuffled) return Unsupported("shuffled weights are not supported");
  TFLL_RETURN_IF_ERROR(CheckSum(op.sum, node));
  WeightedLayer layer = LayerOf(op.sum);
  layer.in = {op.rows, 1, op.depth};
  layer.out = {op.rows, 1, op.units};
  return PlanLayer(layer, op.sum, caps);
}

namespace {

Image Folded(const Image& image, int32_t batch) {
  return {image.height * batch, image.width, image.channels};
}

// Each channel of the input as often as the layer reads it.
ValueId Repeated(const WeightedPlan& plan, const NodeView& node,
                 LayerBuilder& builder) {
  StridedCopy copy;
  copy.Add(node.input(plan.input).num_elements(), 1, plan.multiplier);
  copy.Add(plan.multiplier, 0, 1);
  const ValueId repeated =
      builder.InnerImage(Folded(plan.layer.in, plan.layer.batch));
  builder.AddLayerOn(node, {builder.Input(node, plan.input), repeated},
                     CopiedLayer{copy});
  return repeated;
}

ValueId Spread(const WeightedPlan& plan, const NodeView& node,
               LayerBuilder& builder) {
  const Image in = plan.spread, out = plan.layer.in;
  const int64_t c = in.channels;
  StridedCopy copy;
  copy.Add(plan.layer.batch, in.height * in.width * c,
           out.height * out.width * c);
  copy.Add(in.height, in.width * c, plan.distance_y * out.width * c);
  copy.Add(in.width, c, plan.distance_x * c);
  copy.Add(c, 1, 1);
  const Image image = Folded(out, plan.layer.batch);
  const ValueId spread = builder.InnerImage(image);
  builder.AddLayerOn(
      node, {spread},
      FilledLayer{image, static_cast<uint8_t>(plan.layer.input_zero_point)});
  builder.AddLayerOn(node, {builder.Input(node, plan.input), spread},
                     CopiedLayer{copy});
  return spread;
}

ValueId InputOf(const WeightedPlan& plan, const NodeView& node,
                LayerBuilder& builder) {
  if (plan.multiplier > 1) return Repeated(plan, node, builder);
  if (plan.distance_y > 1 || plan.distance_x > 1) {
    return Spread(plan, node, builder);
  }
  return builder.InputAs(node, plan.input,
                         Folded(plan.layer.in, plan.layer.batch));
}

}  // namespace

void EmitWeightedPlan(const WeightedPlan& plan, const NodeView& node,
                      LayerBuilder& builder) {
  WeightedLayer layer = plan.layer;
  // Stored again as bytes, from any type of weights.
  for (const int16_t value : DecodeWeights(plan.sum, node.input(1))) {
    layer.weights.push_back(
        static_cast<uint8_t>(value + layer.weights_zero_point));
  }
  if (plan.transposed) {
    ReverseTaps(layer.filter.taps(), layer.in.channels, &layer.weights);
    layer.reversed = true;
  }
  const int bias = plan.transposed ? 3 : 2;
  layer.weights_input = 1;
  layer.bias_input = bias;
  for (int32_t o = 0; o < plan.sum.channels; ++o) {
    layer.bias.push_back(
        plan.sum.has_bias()
            ? static_cast<int32_t>(IntegerBias(plan.sum, node.input(bias), o))
            : 0);
    layer.factors.push_back(plan.sum.multipliers[o].multiplier);
    layer.shifts.push_back(plan.sum.multipliers[o].shift);
  }
  const ValueId input = InputOf(plan, node, builder);
  const Image image = Folded(layer.out, layer.batch);
  builder.AddLayerAs(node, input, image, std::move(layer));
}

}  // namespace tflite::edgetpu
