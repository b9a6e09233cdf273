#include "kernels/reduce/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status CheckType(ReduceKind kind, const TensorView& input,
                 const TensorView& output) {
  const TfLiteType type = input.type();
  const bool logical = kind == ReduceKind::kAny || kind == ReduceKind::kAll;
  const bool known = logical ? type == kTfLiteBool
                             : type == kTfLiteFloat32 || IsIndexType(type) ||
                                   IsByteOrInt16(type);
  TFLL_CONSTRAINT(C3, known, "type ", TfLiteTypeGetName(type),
                  " is not supported");
  TFLL_CONSTRAINT(C3, output.type() == type, "input is ", input.ToString(),
                  ", output ", output.ToString());
  return OkStatus();
}

Status BindQuantization(const TensorView& input, const TensorView& output,
                        Reduce* op) {
  op->quantized =
      IsByteOrInt16(op->type) && input.is_quantized() && output.is_quantized();
  if (!op->quantized) return OkStatus();
  op->input_scale = input.scale();
  op->output_scale = output.scale();
  op->input_zero_point = input.zero_point();
  op->output_zero_point = output.zero_point();
  TFLL_ASSIGN_OR_RETURN(op->range,
                        QuantizedActivationRange(kTfLiteActNone, output));
  if (op->kind == ReduceKind::kMax || op->kind == ReduceKind::kMin) {
    TFLL_CONSTRAINT(C4,
                    input.scale() == output.scale() &&
                        input.zero_point() == output.zero_point(),
                    "input and output differ in quantization");
    return OkStatus();
  }
  // Otherwise sums leave the 32 bits that implementations have for them.
  for (const TensorView& t : {input, output}) {
    TFLL_CONSTRAINT(
        C5, t.zero_point() >= op->range.min && t.zero_point() <= op->range.max,
        t.ToString(), " has zero point ", t.zero_point());
  }
  return OkStatus();
}

// input scale / output scale / count. The division is of the multiplier's bits,
// shifted up first as far as they have room.
QuantizedMultiplier MeanMultiplier(const Reduce& op) {
  QuantizedMultiplier m = QuantizeMultiplier(op.input_scale / op.output_scale);
  if (op.count <= 0) return m;
  int shift = 63 - __builtin_clzll(static_cast<uint64_t>(op.count));
  shift = std::max(0, std::min({shift, 32, 31 + m.shift}));
  m.multiplier =
      static_cast<int32_t>((int64_t{m.multiplier} << shift) / op.count);
  m.shift -= shift;
  return m;
}

// Merges adjacent axes that are all reduced or all kept, as far as an extent
// can hold the product; extents of 1 join either.
void Merge(const Shape& shape, const absl::InlinedVector<bool, 6>& axes,
           Reduce* op) {
  // With an extent of zero, the product of the others may overflow.
  if (shape.num_elements() == 0) op->count = 0;
  for (int i = 0; i < shape.rank(); ++i) {
    if (axes[i]) op->count *= shape[i];
    if (shape[i] == 1) continue;
    int32_t merged;
    if (!op->reduced.empty() && op->reduced.back() == axes[i] &&
        CheckedMul(op->extents[op->extents.rank() - 1], shape[i], &merged)) {
      op->extents[op->extents.rank() - 1] = merged;
    } else {
      op->extents.push_back(shape[i]);
      op->reduced.push_back(axes[i]);
    }
  }
}

StatusOr<Reduce> Bind(ReduceKind kind, const NodeView& node) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView axis, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  const auto params = node.params_or_default<TfLiteReducerParams>();
  TFLL_RETURN_IF_ERROR(CheckType(kind, input, output));
  TFLL_CONSTRAINT(C2, axis.type() == kTfLiteInt32, "axes are ",
                  axis.ToString());
  Reduce op;
  op.kind = kind;
  op.type = input.type();
  TFLL_RETURN_IF_ERROR(BindQuantization(input, output, &op));
  if (!node.readable(axis)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(axis));
  const Shape shape = input.shape();
  absl::InlinedVector<bool, 6> axes(shape.rank(), false);
  for (const int64_t value : values) {
    // A scalar may name its only element as axis 0.
    if (shape.rank() == 0 && (value == 0 || value == -1)) continue;
    const auto normalized = NormalizeAxis(value, shape.rank());
    TFLL_CONSTRAINT(C2, normalized.ok(), normalized.status().message());
    axes[*normalized] = true;
  }
  Shape out;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!axes[i]) {
      out.push_back(shape[i]);
    } else if (params.keep_dims) {
      out.push_back(1);
    }
  }
  TFLL_ASSIGN_OR_RETURN(op.num_outputs, out.CheckedNumElements());
  Merge(shape, axes, &op);
  if (op.quantized) op.mean_multiplier = MeanMultiplier(op);
  op.outputs.push_back(OutputSpec::Known(out));
  op.evaluate_at_prepare =
      kind == ReduceKind::kProd && IsSmallConstant(node, out);
  return op;
}

}  // namespace

int32_t Reduce::StoredOutput(int64_t centred_sum) const {
  const bool narrow = centred_sum >= INT32_MIN && centred_sum <= INT32_MAX;
  double scaled;
  if (kind == ReduceKind::kMean && narrow) {
    scaled = MultiplyByQuantizedMultiplier(static_cast<int32_t>(centred_sum),
                                           mean_multiplier);
  } else if (kind == ReduceKind::kSum && type == kTfLiteInt16) {
    // Rounded to float, as in the reference runtime; bytes do not show it.
    const float factor = std::min(
        static_cast<float>(input_scale) / static_cast<float>(output_scale),
        std::numeric_limits<float>::max());
    scaled = std::round(static_cast<float>(centred_sum) * factor);
  } else {
    double factor = input_scale / output_scale;
    if (kind == ReduceKind::kMean) factor /= static_cast<double>(count);
    scaled = std::round(static_cast<double>(centred_sum) * factor);
  }
  return static_cast<int32_t>(std::min<double>(
      range.max, std::max<double>(range.min, scaled + output_zero_point)));
}

StatusOr<Reduce> BindSum(const NodeView& node) {
  return Bind(ReduceKind::kSum, node);
}
StatusOr<Reduce> BindMean(const NodeView& node) {
  return Bind(ReduceKind::kMean, node);
}
StatusOr<Reduce> BindReduceProd(const NodeView& node) {
  return Bind(ReduceKind::kProd, node);
}
StatusOr<Reduce> BindReduceMax(const NodeView& node) {
  return Bind(ReduceKind::kMax, node);
}
StatusOr<Reduce> BindReduceMin(const NodeView& node) {
  return Bind(ReduceKind::kMin, node);
}
StatusOr<Reduce> BindReduceAny(const NodeView& node) {
  return Bind(ReduceKind::kAny, node);
}
StatusOr<Reduce> BindReduceAll(const NodeView& node) {
  return Bind(ReduceKind::kAll, node);
}

}  // namespace tflite::kernels
