#include "delegates/edgetpu/compiler/lower_rows.h"

#include <cstring>
#include <vector>

#include "delegates/common/byte_tables.h"
#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

uint32_t BitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

void AppendWord(uint32_t word, std::vector<uint8_t>* bytes) {
  for (int i = 0; i < 4; ++i) bytes->push_back((word >> (8 * i)) & 255);
}

// Whether the node reduces dimensions 1 and 2 of four.
bool ReducesImages(const Reduce& op, const NodeView& node) {
  const TensorView in = node.input(0), axes = node.input(1);
  if (in.rank() != 4 || !axes.is_constant()) return false;
  bool reduced[4] = {};
  for (const int32_t axis : axes.span<int32_t>()) {
    reduced[axis < 0 ? axis + 4 : axis] = true;
  }
  return !reduced[0] && reduced[1] && reduced[2] && !reduced[3] &&
         op.count == int64_t{in.dim(1)} * in.dim(2);
}

}  // namespace

StatusOr<NormalizedLayer> PlanSoftmax(const Softmax& op, const NodeView& node,
                                      const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.out_type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  if (op.logarithm) return Unsupported("logarithms are not supported");
  const bool is_signed = op.type == kTfLiteInt8;
  NormalizedLayer layer;
  layer.image = ImageOf(node.output(0));
  for (int i = 0; i < 256; ++i) {
    AppendWord(BitsOf(op.in.Real(StoredByte(i, is_signed))), &layer.reals);
  }
  Normalize& n = layer.operation;
  n.beta = BitsOf(op.beta);
  n.scale = BitsOf(op.out.scale);
  n.zero_point = op.out.zero_point;
  n.min = is_signed ? -128 : 0;
  n.max = is_signed ? 127 : 255;
  TFLL_RETURN_IF_ERROR(TileRows(layer.image, caps.target).status());
  return layer;
}

void EmitSoftmax(const NormalizedLayer& plan, const NodeView& node,
                 LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
}

StatusOr<WeightedLayer> PlanMean(const Reduce& op, const NodeView& node,
                                 const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  for (const TensorView& tensor : {node.input(0), node.output(0)}) {
    TFLL_RETURN_IF_ERROR(CheckExtent(tensor));
  }
  if (!ReducesImages(op, node)) {
    return Unsupported("axes other than height and width are not supported");
  }
  const TensorView in = node.input(0);
  WeightedLayer layer;
  layer.batch = in.dim(0);
  layer.in = {in.dim(1), in.dim(2), in.dim(3)};
  layer.out = {1, 1, in.dim(3)};
  layer.filter.height = in.dim(1);
  layer.filter.width = in.dim(2);
  layer.lanewise = true;
  layer.flags = op.type == kTfLiteInt8 ? kSigned : 0;
  layer.input_zero_point = op.input_zero_point;
  layer.zero_point = op.output_zero_point;
  layer.min = op.range.min;
  layer.max = op.range.max;
  const int shift = op.mean_multiplier.shift;
  if (shift > 30 || shift < -31) {
    return Unsupported("scales that differ by 2^", shift, " are not supported");
  }
  const auto channels = static_cast<size_t>(in.dim(3));
  layer.bias.assign(channels, 0);
  layer.factors.assign(channels, op.mean_multiplier.multiplier);
  layer.shifts.assign(channels, shift);
  TFLL_RETURN_IF_ERROR(TileWeighted(layer, caps.target).status());
  return layer;
}

void EmitMean(const WeightedLayer& plan, const NodeView& node,
              LayerBuilder& builder) {
  WeightedLayer layer = plan;
  layer.weights.assign(
      static_cast<size_t>(layer.filter.taps()) * layer.out.channels, 1);
  builder.AddLayer(node, 1, std::move(layer));
}

}  // namespace tflite::edgetpu
