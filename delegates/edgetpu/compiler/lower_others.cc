#include "delegates/edgetpu/compiler/lower_others.h"

#include "delegates/common/byte_tables.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {

StatusOr<PooledLayer> PlanPool(const Pool2d& op, const NodeView& node,
                               const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  PooledLayer layer;
  layer.batch = op.batch;
  layer.in = {op.in_height, op.in_width, op.channels};
  layer.out = {op.out_height, op.out_width, op.channels};
  layer.filter.height = op.filter_height;
  layer.filter.width = op.filter_width;
  layer.filter.stride_y = op.stride_height;
  layer.filter.stride_x = op.stride_width;
  layer.filter.pad_top = op.pad_top;
  layer.filter.pad_left = op.pad_left;
  layer.flags = (op.type == kTfLiteInt8 ? kSigned : 0) |
                (op.kind == PoolKind::kAverage ? kAverage : 0);
  layer.min = op.integer_range.min;
  layer.max = op.integer_range.max;
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.in, layer.out, layer.filter, 1, caps.target).status());
  return layer;
}

void EmitPool(const PooledLayer& plan, const NodeView& node,
              LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
}

StatusOr<AddedLayer> PlanAdd(const Binary& op, const NodeView& node,
                             const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  if (node.input(0).shape() != node.input(1).shape()) {
    return Unsupported("operands of different shapes are not supported");
  }
  const BinaryQuantization& q = op.q;
  if (q.form != BinaryForm::kSum || q.shift > 20) {
    return Unsupported("this arithmetic is not supported");
  }
  AddedLayer layer;
  layer.image = ImageOf(node.output(0));
  Add& a = layer.add;
  a.flags = op.type == kTfLiteInt8 ? kSigned : 0;
  a.shift = static_cast<uint32_t>(q.shift);
  a.x_zero_point = q.x.zero_point;
  a.x_factor = q.x_factor.multiplier;
  a.x_shift = q.x_factor.shift;
  a.y_zero_point = q.y.zero_point;
  a.y_factor = q.y_factor.multiplier;
  a.y_shift = q.y_factor.shift;
  a.zero_point = q.out.zero_point;
  a.factor = q.factor.multiplier;
  a.factor_shift = q.factor.shift;
  a.min = q.range.min;
  a.max = q.range.max;
  for (const int32_t shift : {a.x_shift, a.y_shift, a.factor_shift}) {
    if (shift > 30 || shift < -31) {
      return Unsupported("scales that differ by 2^", shift,
                         " are not supported");
    }
  }
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.image, layer.image, {}, 2, caps.target).status());
  return layer;
}

void EmitAdd(const AddedLayer& plan, const NodeView& node,
             LayerBuilder& builder) {
  builder.AddLayer(node, 2, plan);
}

StatusOr<MappedLayer> PlanActivation(const Activation& op, const NodeView& node,
                                     const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  MappedLayer layer{ImageOf(node.output(0)), ActivationTable(op)};
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.image, layer.image, {}, 1, caps.target).status());
  return layer;
}

void EmitMap(const MappedLayer& plan, const NodeView& node,
             LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
}

StatusOr<std::vector<MovedLayer>> PlanReshape(const Reshape& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  MovedLayer layer;
  layer.in = ImageOf(node.input(0));
  layer.out = ImageOf(node.output(0));
  layer.reshapes = !(layer.in == layer.out);
  return std::vector<MovedLayer>{layer};
}

StatusOr<std::vector<MovedLayer>> PlanConcatenation(const Concatenation& op,
                                                    const NodeView& node,
                                                    const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  if (op.requantize) {
    return Unsupported("inputs of different scales are not supported");
  }
  const int rank = node.output(0).rank();
  std::vector<MovedLayer> layers;
  MovedLayer layer;
  layer.out = ImageOf(node.output(0));
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.input(i).rank() != rank) {
      return Unsupported("scalars are not supported");
    }
    layer.in = ImageOf(node.input(i));
    layers.push_back(layer);
    if (op.axis == rank - 1) {
      layer.c += layer.in.channels;
    } else if (rank == 4 && op.axis == 2) {
      layer.x += layer.in.width;
    } else if (op.rows == 1) {
      layer.y += layer.in.height;
    } else {
      return Unsupported("axis ", op.axis, " of rank ", rank,
                         " is not supported");
    }
  }
  return layers;
}

void EmitMoves(const std::vector<MovedLayer>& plan, const NodeView& node,
               LayerBuilder& builder) {
  for (size_t i = 0; i < plan.size(); ++i) {
    builder.AddLayerOf(node, static_cast<int>(i), plan[i]);
  }
}

}  // namespace tflite::edgetpu
