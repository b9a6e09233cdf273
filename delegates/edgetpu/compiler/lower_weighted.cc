#include "delegates/edgetpu/compiler/lower_weighted.h"

#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

constexpr int64_t kMostElements = 1 << 24;

Status CheckSum(const WeightedSum& sum, const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(
      sum.input_type, sum.kind == WeightedSum::Kind::kInteger));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(sum.output_type, true));
  if (sum.output_type != sum.input_type) {
    return Unsupported("an output of another type is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckIntegerSum(sum));
  for (const QuantizedMultiplier& m : sum.multipliers) {
    if (m.shift > 30 || m.shift < -31) {
      return Unsupported("scales that differ by 2^", m.shift,
                         " are not supported");
    }
  }
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
  return layer;
}

StatusOr<WeightedPlan> PlanLayer(const WeightedLayer& layer,
                                 const WeightedSum& sum,
                                 const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(TileWeighted(layer, caps.target).status());
  return WeightedPlan{layer, sum};
}

StatusOr<WeightedPlan> PlanWindow(const ConvWindow& w, const WeightedSum& sum,
                                  bool lanewise, const NodeView& node,
                                  const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSum(sum, node));
  WeightedLayer layer = LayerOf(sum);
  layer.batch = w.batch;
  layer.in = {w.in_height, w.in_width, w.in_channels};
  layer.out = {w.out_height, w.out_width, w.out_channels};
  layer.filter = FilterOf(w);
  layer.lanewise = lanewise;
  return PlanLayer(layer, sum, caps);
}

}  // namespace

Status CheckQuantizedBytes(TfLiteType type, bool quantized) {
  if ((type == kTfLiteInt8 || type == kTfLiteUInt8) && quantized) {
    return OkStatus();
  }
  return Unsupported("type ", TfLiteTypeGetName(type),
                     quantized ? "" : " without quantization",
                     " is not supported");
}

Status CheckExtents(const NodeView& node) {
  const auto check = [](const TensorView& tensor) -> Status {
    if (!tensor) return OkStatus();
    if (tensor.num_elements() <= 0) {
      return Unsupported("tensors without elements are not supported");
    }
    if (tensor.num_elements() > kMostElements) {
      return Unsupported("a tensor of ", tensor.num_elements(),
                         " elements is too large for the device");
    }
    return OkStatus();
  };
  for (int i = 0; i < node.num_inputs(); ++i) {
    TFLL_RETURN_IF_ERROR(check(node.input(i)));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(check(node.output(i)));
  }
  return OkStatus();
}

StatusOr<WeightedPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                                  const EdgeTpuCaps& caps) {
  if (op.groups != 1) return Unsupported("groups are not supported");
  return PlanWindow(op.window, op.sum, false, node, caps);
}

StatusOr<WeightedPlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                           const NodeView& node,
                                           const EdgeTpuCaps& caps) {
  if (op.multiplier != 1) {
    return Unsupported("a depth multiplier of ", op.multiplier,
                       " is not supported");
  }
  return PlanWindow(op.window, op.sum, true, node, caps);
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
  if (!(ImageOf(node.input(0)) == layer.in) ||
      !(ImageOf(node.output(0)) == layer.out)) {
    return Unsupported(
        "rows that are not the input's last dimension are not "
        "supported");
  }
  return PlanLayer(layer, op.sum, caps);
}

void EmitWeightedPlan(const WeightedPlan& plan, const NodeView& node,
                      LayerBuilder& builder) {
  WeightedLayer layer = plan.layer;
  // Stored again as bytes, from any type of weights.
  for (const int16_t value : DecodeWeights(plan.sum, node.input(1))) {
    layer.weights.push_back(
        static_cast<uint8_t>(value + layer.weights_zero_point));
  }
  for (int32_t o = 0; o < plan.sum.channels; ++o) {
    layer.bias.push_back(
        static_cast<int32_t>(IntegerBias(plan.sum, node.input(2), o)));
    layer.factors.push_back(plan.sum.multipliers[o].multiplier);
    layer.shifts.push_back(plan.sum.multipliers[o].shift);
  }
  builder.AddLayer(node, 1, std::move(layer));
}

}  // namespace tflite::edgetpu
