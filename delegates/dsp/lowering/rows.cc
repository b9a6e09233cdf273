#include "delegates/dsp/lowering/rows.h"

#include <climits>
#include <cmath>

#include "delegates/common/operand_checks.h"
#include "delegates/dsp/lowering/checks.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::dsp {

StatusOr<Softmax> PlanSoftmax(const Softmax& op, const NodeView& node,
                              const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  if (op.out_type != op.type) return UnsupportedType(op.out_type);
  TFLL_RETURN_IF_ERROR(CheckBeta(op.beta));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return op;
}

void EmitSoftmax(const Softmax& op, const NodeView& node, DspBuilder& builder) {
  const int32_t least = op.type == kTfLiteInt8 ? -128 : 0;
  // The difference of two real numbers is rounded, so it depends on both.
  std::vector<float> exps(256 * 256);
  for (int max = 0; max < 256; ++max) {
    for (int x = 0; x <= max; ++x) {
      const float difference = op.in.Real(x + least) - op.in.Real(max + least);
      exps[256 * max + x] = std::exp(difference * op.beta);
    }
  }
  SoftmaxParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.exps = builder.Constant(exps);
  p.rows = static_cast<int32_t>(op.rows);
  p.depth = static_cast<int32_t>(op.depth);
  p.is_signed = IsSigned(op.type);
  p.zero_point = op.out.zero_point;
  p.scale = op.out.scale;
  builder.Add(node, p);
}

StatusOr<L2Normalization> PlanL2Normalization(const L2Normalization& op,
                                              const NodeView& node,
                                              const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  // Rows of which the reference computes the sum of squares in 32 bits.
  constexpr int kMost = INT_MAX / (255 * 255) - 1;
  if (op.out.scale != 1.0f / 128 || op.depth > kMost) {
    return Unsupported("results in other steps than of 1/128, or more than ",
                       kMost, " of a row, are not supported");
  }
  return op;
}

void EmitL2Normalization(const L2Normalization& op, const NodeView& node,
                         DspBuilder& builder) {
  L2NormalizationParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.rows = static_cast<int32_t>(op.rows);
  p.depth = static_cast<int32_t>(op.depth);
  p.is_signed = IsSigned(op.type);
  p.input_zero_point = op.in_zero_point;
  p.zero_point = op.out.zero_point;
  builder.Add(node, p);
}

StatusOr<ArgMinMax> PlanArgMinMax(const ArgMinMax& op, const NodeView& node,
                                  const DspCaps& caps) {
  const TfLiteType type = node.input(0).type();
  if (!IsByte(type)) return UnsupportedType(type);
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return op;
}

void EmitArgMinMax(const ArgMinMax& op, const NodeView& node,
                   DspBuilder& builder) {
  ArgMinMaxParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.outer = static_cast<int32_t>(op.outer);
  p.extent = static_cast<int32_t>(op.extent);
  p.inner = static_cast<int32_t>(op.inner);
  p.is_signed = IsSigned(op.type);
  p.max = op.max ? 1 : 0;
  p.out_bytes = op.output_type == kTfLiteInt64 ? 8 : 4;
  builder.Add(node, p);
}

StatusOr<Reduce> PlanReduce(const Reduce& op, const NodeView& node,
                            const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.extents.rank() > kMostDims) {
    return Unsupported(op.extents.rank(), " dimensions are not supported");
  }
  // A sum has to fit 31 bits (wire/check_steps.cc).
  if (op.count > INT_MAX / 512) {
    return Unsupported("means of ", op.count, " elements are not supported");
  }
  return op;
}

void EmitReduce(const Reduce& op, const NodeView& node, DspBuilder& builder) {
  ReduceParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.form = op.kind == ReduceKind::kMean  ? ReduceForm::kMean
           : op.kind == ReduceKind::kMax ? ReduceForm::kMax
                                         : ReduceForm::kMin;
  p.is_signed = IsSigned(op.type);
  p.rank = op.extents.rank();
  for (int d = 0; d < p.rank; ++d) {
    p.extents[d] = op.extents[d];
    if (op.reduced[d]) p.reduced |= 1 << d;
  }
  if (p.rank == 0) p.extents[p.rank++] = 1;
  p.input_zero_point = op.input_zero_point;
  p.factor = ToFactor(op.mean_multiplier);
  p.zero_point = op.output_zero_point;
  p.min = op.range.min;
  p.max = op.range.max;
  builder.Add(node, p);
}

}  // namespace tflite::dsp
