#include "delegates/edgetpu/compiler/lower_rows.h"

#include <cstring>
#include <vector>

#include "delegates/common/byte_tables.h"
#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/lower_moves.h"
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
bool ReducesImages(const NodeView& node) {
  const TensorView in = node.input(0), axes = node.input(1);
  if (in.rank() != 4) return false;
  bool reduced[4] = {};
  for (const int32_t axis : axes.span<int32_t>()) {
    reduced[axis < 0 ? axis + 4 : axis] = true;
  }
  return !reduced[0] && reduced[1] && reduced[2] && !reduced[3];
}

// Sums over height and width; over the middle one of three dimensions; over the
// last one of two.
WeightedLayer SumOfImages(const TensorView& in) {
  WeightedLayer layer;
  layer.batch = in.dim(0);
  layer.in = {in.dim(1), in.dim(2), in.dim(3)};
  layer.out = {1, 1, in.dim(3)};
  layer.filter.height = in.dim(1);
  layer.filter.width = in.dim(2);
  layer.lanewise = true;
  return layer;
}
WeightedLayer SumOfColumns(int32_t outer, int32_t reduced, int32_t inner) {
  WeightedLayer layer;
  layer.in = {outer * reduced, 1, inner};
  layer.out = {outer, 1, inner};
  layer.filter.height = layer.filter.stride_y = reduced;
  layer.lanewise = true;
  return layer;
}
WeightedLayer SumOfRows(int32_t rows, int32_t reduced) {
  WeightedLayer layer;
  layer.in = {rows, 1, reduced};
  layer.out = {rows, 1, 1};
  return layer;
}

// Reduced dimensions after the others.
StridedCopy ReducedLast(const Reduce& op) {
  StridedCopy copy;
  const auto strides = DenseStrides(op.extents);
  int64_t out = op.count * op.num_outputs;
  for (const bool reduced : {false, true}) {
    for (int i = 0; i < op.extents.rank(); ++i) {
      if (op.reduced[i] != reduced) continue;
      out /= op.extents[i];
      copy.Add(op.extents[i], strides[i], out);
    }
  }
  return copy;
}

// The requantization of a mean.
void SetMean(const Reduce& op, WeightedLayer* layer) {
  layer->flags = op.type == kTfLiteInt8 ? kSigned : 0;
  layer->input_zero_point = op.input_zero_point;
  layer->zero_point = op.output_zero_point;
  layer->min = op.range.min;
  layer->max = op.range.max;
  const auto channels = static_cast<size_t>(layer->out.channels);
  layer->bias.assign(channels, 0);
  layer->factors.assign(channels, op.mean_multiplier.multiplier);
  layer->shifts.assign(channels, op.mean_multiplier.shift);
}

// One of the layers above, as the order of the dimensions wants; not tiled yet.
WeightedLayer SumInPlace(const Reduce& op, const NodeView& node) {
  const int rank = op.extents.rank();
  const TensorView in = node.input(0);
  if (ReducesImages(node) && CheckBatch(in.dim(0)).ok()) return SumOfImages(in);
  const int first = op.reduced[0] ? 0 : 1;  // reduced one
  const int32_t outer = first == 0 ? 1 : op.extents[0];
  if (rank == first + 1) return SumOfRows(outer, op.extents[first]);
  return SumOfColumns(outer, op.extents[first], op.extents[first + 1]);
}

StatusOr<WeightedLayer> Tiled(const Reduce& op, WeightedLayer layer,
                              const EdgeTpuCaps& caps) {
  SetMean(op, &layer);
  TFLL_RETURN_IF_ERROR(TileWeighted(layer, caps.target).status());
  return layer;
}

}  // namespace

StatusOr<NormalizedLayer> PlanSoftmax(const Softmax& op, const NodeView& node,
                                      const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.out_type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  TFLL_RETURN_IF_ERROR(CheckBeta(op.beta));
  const bool is_signed = op.type == kTfLiteInt8;
  NormalizedLayer layer;
  layer.image = ImageOf(node.output(0));
  for (int i = 0; i < 256; ++i) {
    AppendWord(BitsOf(op.in.Real(StoredByte(i, is_signed))), &layer.reals);
  }
  Normalize n;
  n.beta = BitsOf(op.beta);
  n.scale = BitsOf(op.out.scale);
  n.zero_point = op.out.zero_point;
  n.min = is_signed ? -128 : 0;
  n.max = is_signed ? 127 : 255;
  layer.operation = n;
  TFLL_RETURN_IF_ERROR(TileRows(layer.image, caps.target).status());
  return layer;
}

StatusOr<NormalizedLayer> PlanL2Normalization(const L2Normalization& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  const bool is_signed = op.type == kTfLiteInt8;
  // As the reference kernel: in integers if the sum of squares fits.
  const bool fixed =
      op.out.scale == 1.0f / 128 && op.depth < INT32_MAX / (255 * 255);
  NormalizedLayer layer;
  layer.image = ImageOf(node.output(0));
  Unitize u;
  u.flags = (is_signed ? kSigned : 0) | (fixed ? 0 : kReal);
  u.shift_before = is_signed ? 0 : 7;
  u.shift_after = is_signed ? 7 : 0;
  u.scale = BitsOf(op.out.scale);
  u.input_zero_point = op.in_zero_point;
  u.zero_point = op.out.zero_point;
  u.min = is_signed ? -128 : 0;
  u.max = is_signed ? 127 : 255;
  layer.operation = u;
  TFLL_RETURN_IF_ERROR(TileRows(layer.image, caps.target).status());
  return layer;
}

void EmitRows(const NormalizedLayer& plan, const NodeView& node,
              LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
}

StatusOr<MeanPlan> PlanMean(const Reduce& op, const NodeView& node,
                            const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  for (const TensorView& tensor : {node.input(0), node.output(0)}) {
    TFLL_RETURN_IF_ERROR(CheckExtent(tensor));
  }
  // Sums of centred bytes have to fit in an accumulator.
  if (op.count > INT32_MAX / 255) {
    return Unsupported("a mean of ", op.count, " elements is not supported");
  }
  MeanPlan plan;
  const int rank = op.extents.rank();
  if (rank == 0 || (rank == 1 && !op.reduced[0])) {
    const Image image = ImageOf(node.output(0));
    TFLL_RETURN_IF_ERROR(TileBands(image, image, {}, 1, caps.target).status());
    plan.table = ByteTable(op.type == kTfLiteInt8, [&](int32_t x) {
      return op.StoredOutput(int64_t{x} - op.input_zero_point);
    });
    return plan;
  }
  if (rank < 3 || (rank == 3 && op.reduced[1])) {
    auto layer = Tiled(op, SumInPlace(op, node), caps);
    if (layer.ok()) {
      plan.layer = *std::move(layer);
      return plan;
    }
    if (op.reduced[rank - 1]) return layer.status();
  }
  plan.copy = ReducedLast(op);
  TFLL_RETURN_IF_ERROR(CheckCopy(*plan.copy));
  TFLL_ASSIGN_OR_RETURN(plan.layer,
                        Tiled(op,
                              SumOfRows(static_cast<int32_t>(op.num_outputs),
                                        static_cast<int32_t>(op.count)),
                              caps));
  return plan;
}

void EmitMean(const MeanPlan& plan, const NodeView& node,
              LayerBuilder& builder) {
  if (!plan.table.empty()) {
    const Image image = ImageOf(node.output(0));
    builder.AddLayerOn(
        node, {builder.InputAs(node, 0, image), builder.Output(node, 0)},
        MappedLayer{image, plan.table});
    return;
  }
  WeightedLayer layer = plan.layer;
  layer.weights.assign(
      static_cast<size_t>(layer.filter.taps()) *
          (layer.lanewise ? layer.out.channels : layer.in.channels),
      1);
  const Image in = {layer.in.height * layer.batch, layer.in.width,
                    layer.in.channels};
  const Image out = {layer.out.height * layer.batch, layer.out.width,
                     layer.out.channels};
  ValueId input;
  if (plan.copy.has_value()) {
    input = builder.InnerImage(in);
    builder.AddLayerOn(node, {builder.Input(node, 0), input},
                       CopiedLayer{*plan.copy});
  } else {
    input = builder.InputAs(node, 0, in);
  }
  builder.AddLayerAs(node, input, out, std::move(layer));
}

}  // namespace tflite::edgetpu
