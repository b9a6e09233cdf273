#include "delegates/edgetpu/compiler/lower_binary.h"

#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/lower_moves.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

// Where a shift to the left overflows, the device wraps and the reference
// saturates.
Status CheckShift(int32_t shift, int32_t most, int32_t difference) {
  if (shift <= most) return OkStatus();
  return Unsupported("scales that differ by 2^", difference,
                     " are not supported");
}

StatusOr<Add> SumOf(const Binary& op) {
  const BinaryQuantization& q = op.q;
  Add a;
  a.flags = (op.type == kTfLiteInt8 ? kSigned : 0) |
            (op.kind == BinaryKind::kSub ? kNegative : 0);
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
  // Each operand is shifted by 20 and halved: their sums are below 2^28.
  TFLL_RETURN_IF_ERROR(
      CheckShift(a.factor_shift, 3, a.factor_shift + q.shift - 1));
  return a;
}

StatusOr<Product> ProductOf(const Binary& op) {
  const BinaryQuantization& q = op.q;
  Product p;
  p.flags = op.type == kTfLiteInt8 ? kSigned : 0;
  p.x_zero_point = q.x.zero_point;
  p.y_zero_point = q.y.zero_point;
  p.zero_point = q.out.zero_point;
  p.factor = q.factor.multiplier;
  p.factor_shift = q.factor.shift;
  p.min = q.range.min;
  p.max = q.range.max;
  // Products have at most 17 bits: a shift up to 14 does not overflow.
  TFLL_RETURN_IF_ERROR(CheckShift(p.factor_shift, 14, p.factor_shift));
  return p;
}

StatusOr<std::variant<Add, Product, Extreme>> OperationOf(const Binary& op) {
  using Operation = std::variant<Add, Product, Extreme>;
  switch (op.q.form) {
    case BinaryForm::kSum: {
      TFLL_ASSIGN_OR_RETURN(const Add a, SumOf(op));
      return Operation(a);
    }
    case BinaryForm::kProduct: {
      TFLL_ASSIGN_OR_RETURN(const Product p, ProductOf(op));
      return Operation(p);
    }
    case BinaryForm::kRaw: {
      Extreme e;
      e.flags = (op.type == kTfLiteInt8 ? kSigned : 0) |
                (op.kind == BinaryKind::kMaximum ? kMaximum : 0);
      e.min = op.q.range.min;
      e.max = op.q.range.max;
      return Operation(e);
    }
    default:  // kReal
      return Unsupported("operands of different scales are not supported");
  }
}

}  // namespace

StridedCopy BroadcastCopy(const Shape& operand, const Shape& out) {
  const auto in_strides = DenseStrides(operand);
  const auto out_strides = DenseStrides(out);
  const int added = out.rank() - operand.rank();
  StridedCopy copy;
  for (int d = 0; d < out.rank(); ++d) {
    const bool repeats = d < added || operand[d - added] == 1;
    copy.Add(out[d], repeats ? 0 : in_strides[d - added], out_strides[d]);
  }
  return copy;
}

StatusOr<CombinedLayer> PlanBinary(const Binary& op, const NodeView& node,
                                   const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  TFLL_RETURN_IF_ERROR(CheckExtents(node));
  CombinedLayer layer;
  layer.image = ImageOf(node.output(0));
  TFLL_ASSIGN_OR_RETURN(layer.operation, OperationOf(op));
  const Shape out = node.output(0).shape();
  for (int i = 0; i < 2; ++i) {
    TFLL_RETURN_IF_ERROR(CheckCopy(BroadcastCopy(node.input(i).shape(), out)));
  }
  TFLL_RETURN_IF_ERROR(
      TileBands(layer.image, layer.image, {}, 2, caps.target).status());
  return layer;
}

void EmitBinary(const CombinedLayer& plan, const NodeView& node,
                LayerBuilder& builder) {
  const Shape out = node.output(0).shape();
  std::vector<ValueId> values;
  for (int i = 0; i < 2; ++i) {
    if (node.input(i).num_elements() == node.output(0).num_elements()) {
      values.push_back(builder.InputAs(node, i, plan.image));
      continue;
    }
    values.push_back(builder.InnerImage(plan.image));
    builder.AddLayerOn(node, {builder.Input(node, i), values.back()},
                       CopiedLayer{BroadcastCopy(node.input(i).shape(), out)});
  }
  values.push_back(builder.Output(node, 0));
  builder.AddLayerOn(node, values, plan);
}

}  // namespace tflite::edgetpu
