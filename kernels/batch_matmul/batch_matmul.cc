#include "kernels/batch_matmul/batch_matmul.h"

#include <cmath>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

using Kind = BatchMatMul::Kind;

StatusOr<Kind> FindKind(const TensorView& lhs, const TensorView& rhs,
                        const TensorView& output) {
  const TfLiteType l = lhs.type(), r = rhs.type(), o = output.type();
  if (l == kTfLiteFloat32 && o == kTfLiteFloat32) {
    if (r == kTfLiteFloat32) return Kind::kFloat;
    if (r == kTfLiteInt8) return Kind::kHybrid;
  }
  if (l == r && l == o && (l == kTfLiteInt8 || l == kTfLiteInt16)) {
    return Kind::kInteger;
  }
  if (l == kTfLiteInt16 && r == kTfLiteInt8 && o == kTfLiteInt16) {
    return Kind::kInteger;
  }
  TFLL_CONSTRAINT(C3, l == kTfLiteInt8 && r == kTfLiteInt8 && o == kTfLiteInt32,
                  "lhs is ", lhs.ToString(), ", rhs ", rhs.ToString(),
                  ", output ", output.ToString());
  return Kind::kRaw;
}

Shape BatchShape(const TensorView& t) {
  const Shape shape = t.shape();
  return Shape(shape.begin(), shape.end() - 2);
}

absl::InlinedVector<int64_t, 4> BroadcastStrides(const Shape& operand,
                                                 const Shape& batch) {
  absl::InlinedVector<int64_t, 4> strides(batch.rank(), 0);
  int64_t stride = 1;
  for (int i = 1; i <= operand.rank(); ++i) {
    if (operand.dim(-i) != 1) strides[batch.rank() - i] = stride;
    stride *= operand.dim(-i);
  }
  return strides;
}

Status BindShape(const TensorView& lhs, const TensorView& rhs,
                 BatchMatMul* op) {
  TFLL_CONSTRAINT(C2, lhs.rank() >= 2 && rhs.rank() >= 2, "lhs is ",
                  lhs.ToString(), ", rhs ", rhs.ToString());
  op->rows = lhs.dim(op->adj_x ? -1 : -2);
  op->depth = lhs.dim(op->adj_x ? -2 : -1);
  op->columns = rhs.dim(op->adj_y ? -2 : -1);
  TFLL_CONSTRAINT(C4, op->depth == rhs.dim(op->adj_y ? -1 : -2), "lhs is ",
                  lhs.ToString(), op->adj_x ? " transposed" : "", ", rhs ",
                  rhs.ToString(), op->adj_y ? " transposed" : "");
  const Shape lhs_batch = BatchShape(lhs);
  const Shape rhs_batch = BatchShape(rhs);
  const auto batch = BroadcastShapes(lhs_batch, rhs_batch);
  TFLL_CONSTRAINT(C5, batch.ok(), "lhs is ", lhs.ToString(), ", rhs ",
                  rhs.ToString());
  Shape out = *batch;
  out.push_back(op->rows);
  out.push_back(op->columns);
  TFLL_RETURN_IF_ERROR(out.CheckedNumElements().status());
  op->batches = batch->num_elements();
  op->lhs_strides = BroadcastStrides(lhs_batch, *batch);
  op->rhs_strides = BroadcastStrides(rhs_batch, *batch);
  op->batch_shape = *batch;
  op->outputs.push_back(OutputSpec::Known(std::move(out)));
  return OkStatus();
}

Status CheckQuantization(const TensorView& t) {
  const auto scales = t.scales();
  TFLL_CONSTRAINT(
      C6, scales.size() == 1 && scales[0] > 0 && std::isfinite(scales[0]),
      t.ToString(), " has ", scales.size(), " scales",
      scales.empty() ? "" : StrCat(", the first ", scales[0]));
  const bool fits = t.type() == kTfLiteInt8
                        ? t.zero_point() >= -128 && t.zero_point() <= 127
                        : t.zero_point() == 0;
  TFLL_CONSTRAINT(C6, fits, t.ToString(), " has zero point ", t.zero_point());
  return OkStatus();
}

// One factor per column of rhs.
Status BindColumns(const TensorView& lhs, const TensorView& rhs,
                   const TensorView& output, BatchMatMul* op) {
  const auto scales = rhs.scales();
  const int axis = rhs.rank() - (op->adj_y ? 2 : 1);
  TFLL_CONSTRAINT(C6,
                  rhs.type() == kTfLiteInt8 &&
                      rhs.quantized_dimension() == axis &&
                      static_cast<int64_t>(scales.size()) == op->columns,
                  rhs.ToString(), " has ", scales.size(),
                  " scales along dimension ", rhs.quantized_dimension());
  for (const int32_t zero_point : rhs.zero_points()) {
    TFLL_CONSTRAINT(C6, zero_point == 0, rhs.ToString(), " has zero point ",
                    zero_point);
  }
  for (const float scale : scales) {
    TFLL_CONSTRAINT(C6, scale > 0 && std::isfinite(scale), rhs.ToString(),
                    " has scale ", scale);
    op->column_multipliers.push_back(QuantizeMultiplier(
        double{lhs.scale()} * double{scale} / double{output.scale()}));
  }
  return OkStatus();
}

Status BindIntegers(const TensorView& lhs, const TensorView& rhs,
                    const TensorView& output, BatchMatMul* op) {
  TFLL_RETURN_IF_ERROR(CheckQuantization(lhs));
  if (rhs.is_per_channel()) {
    TFLL_RETURN_IF_ERROR(BindColumns(lhs, rhs, output, op));
  } else {
    TFLL_RETURN_IF_ERROR(CheckQuantization(rhs));
  }
  op->lhs_zero_point = lhs.zero_point();
  op->rhs_zero_point = rhs.is_per_channel() ? 0 : rhs.zero_point();
  TFLL_RETURN_IF_ERROR(CheckQuantization(output));
  op->output_zero_point = output.zero_point();
  TFLL_ASSIGN_OR_RETURN(op->range,
                        QuantizedActivationRange(kTfLiteActNone, output));
  op->multiplier = QuantizeMultiplier(double{lhs.scale() * rhs.scale()} /
                                      double{output.scale()});
  return OkStatus();
}

}  // namespace

BatchMatMul::Matrices BatchMatMul::OperandsOf(int64_t batch) const {
  Matrices m;
  for (int d = batch_shape.rank() - 1; d >= 0 && batch > 0; --d) {
    if (batch_shape[d] == 1) continue;
    // Dividing takes as long as a small product.
    const int64_t i = d == 0 ? batch : batch % batch_shape[d];
    batch /= d == 0 ? 1 : batch_shape[d];
    m.lhs += i * lhs_strides[d];
    m.rhs += i * rhs_strides[d];
  }
  return m;
}

StatusOr<BatchMatMul> BindBatchMatmul(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView lhs, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView rhs, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  const auto params = node.params_or_default<TfLiteBatchMatMulParams>();
  BatchMatMul op;
  op.type = lhs.type();
  op.adj_x = params.adj_x;
  op.adj_y = params.adj_y;
  op.asymmetric_inputs = params.asymmetric_quantize_inputs;
  op.rhs_constant = rhs.is_constant();
  TFLL_ASSIGN_OR_RETURN(op.kind, FindKind(lhs, rhs, output));
  TFLL_RETURN_IF_ERROR(BindShape(lhs, rhs, &op));
  if (op.kind == Kind::kHybrid) {
    // Weights that are not constant have their one scale read at evaluation.
    TFLL_CONSTRAINT(C6, !rhs.is_per_channel(), rhs.ToString(), " has ",
                    rhs.scales().size(), " scales");
    if (op.rhs_constant) TFLL_RETURN_IF_ERROR(CheckQuantization(rhs));
    TFLL_CONSTRAINT(C6, rhs.zero_point() == 0, rhs.ToString(),
                    " has zero point ", rhs.zero_point());
    op.rhs_scale = rhs.scale();
  } else if (op.kind == Kind::kInteger) {
    TFLL_RETURN_IF_ERROR(BindIntegers(lhs, rhs, output, &op));
  }
  return op;
}

}  // namespace tflite::kernels
