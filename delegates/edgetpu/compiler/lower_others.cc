#include "delegates/edgetpu/compiler/lower_others.h"

#include <algorithm>
#include <string>

#include "delegates/common/byte_tables.h"
#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/tiling.h"
#include "delegates/edgetpu/isa/check.h"

namespace tflite::edgetpu {
namespace {

// Unsupported if the device has no instruction for bands of so many rows.
Status CheckBand(const PooledLayer& layer, int32_t rows, const Target& target) {
  HomePiece pixel;
  pixel.box = {0, 1, 0, 1, 0, 1};
  const Box band = BandOf(TileBoxes(layer.out, target)[0], 0, rows);
  Pool p;
  p.window = WindowOn(pixel, band, layer.filter);
  p.lanes = static_cast<uint32_t>(band.channels());
  MemoryMap memory;
  memory.tile = static_cast<uint64_t>(target.tile_memory_bytes);
  const Status status = CheckInstruction(p, target, memory);
  return status.ok() ? status : Unsupported(std::string(status.message()));
}

}  // namespace

StatusOr<PooledLayer> PlanPool(const Pool2d& op, const NodeView& node,
                               const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  TFLL_RETURN_IF_ERROR(CheckBatch(op.batch));
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
  TFLL_ASSIGN_OR_RETURN(
      const BandTiling tiling,
      TileBands(layer.in, layer.out, layer.filter, 1, caps.target));
  TFLL_RETURN_IF_ERROR(CheckBand(layer, tiling.band_rows, caps.target));
  return layer;
}

void EmitPool(const PooledLayer& plan, const NodeView& node,
              LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
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

StatusOr<MappedLayer> PlanQuantize(const Quantize& op, const NodeView& node,
                                   const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.in_type, op.requantizes));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.out_type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  const int64_t zero_point = node.output(0).zero_point();
  const bool is_signed = op.out_type == kTfLiteInt8;
  MappedLayer layer{
      ImageOf(node.output(0)),
      ByteTable(op.in_type == kTfLiteInt8, [&](int32_t x) {
        const int64_t scaled = SaturatingMultiplyByQuantizedMultiplier(
            int64_t{x} - op.in_zero_point, op.factor);
        return std::clamp<int64_t>(scaled + zero_point, is_signed ? -128 : 0,
                                   is_signed ? 127 : 255);
      })};
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.image, layer.image, {}, 1, caps.target).status());
  return layer;
}

StatusOr<MovedLayer> PlanReshape(const Reshape& op, const NodeView& node,
                                 const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  MovedLayer layer;
  layer.in = ImageOf(node.input(0));
  layer.out = ImageOf(node.output(0));
  layer.reshapes = !(layer.in == layer.out);
  return layer;
}

void EmitReshape(const MovedLayer& plan, const NodeView& node,
                 LayerBuilder& builder) {
  builder.AddLayer(node, 1, plan);
}

}  // namespace tflite::edgetpu
