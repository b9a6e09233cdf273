#ifndef KERNELS_REDUCE_REDUCE_H_
#define KERNELS_REDUCE_REDUCE_H_

#include "kernels/math/activation.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SUM, MEAN, REDUCE_PROD, REDUCE_MAX, REDUCE_MIN, REDUCE_ANY, REDUCE_ALL: the
// elements along some axes become one.
//   integers without quantization: sums and products wrap, means truncate
//   quantized: the real-valued result, rounded to the nearest stored integer; a
//     mean divides its fixed-point multiplier by the count, and rounds as
//     math/fixed_point.h does
//   of nothing: sum 0, product 1, maximum the lowest value, mean NaN (float), 0
//
// Inputs  data of any rank; axes, INT32 scalar or vector, counted from the back
//         when negative, repeated ones count once; no axes reduce nothing
// Output  the shape without the axes, or with extent 1 there (keep_dims)
//
// Constraints:
//   C1 two inputs and one output
//   C2 the axes are INT32 and within the rank
//   C3 the type is FLOAT32, INT32, INT64, INT16, INT8 or UINT8; BOOL for
//      REDUCE_ANY and REDUCE_ALL; the output's is the same
//   C4 maximum and minimum of quantized tensors keep scale and zero point
//   C5 zero points of other quantized reductions are values of the type
enum class ReduceKind { kSum, kMean, kProd, kMax, kMin, kAny, kAll };

struct Reduce : BoundOp {
  ReduceKind kind;
  TfLiteType type;
  // The data with adjacent axes merged that are all reduced or all kept:
  // extents, and whether each is reduced. The two alternate, as far as merged
  // extents fit. Empty for a scalar.
  Shape extents;
  absl::InlinedVector<bool, 6> reduced;
  int64_t count = 1;  // input elements per output element
  int64_t num_outputs = 1;
  bool quantized = false;
  double input_scale = 1, output_scale = 1;
  int32_t input_zero_point = 0, output_zero_point = 0;
  ActivationRange<int32_t> range;  // of the quantized output type
  QuantizedMultiplier mean_multiplier;

  // The stored output of a quantized sum or mean, of the sum of
  // stored - zero point over the input elements.
  int32_t StoredOutput(int64_t centred_sum) const;
};

StatusOr<Reduce> BindSum(const NodeView& node);
StatusOr<Reduce> BindMean(const NodeView& node);
StatusOr<Reduce> BindReduceProd(const NodeView& node);
StatusOr<Reduce> BindReduceMax(const NodeView& node);
StatusOr<Reduce> BindReduceMin(const NodeView& node);
StatusOr<Reduce> BindReduceAny(const NodeView& node);
StatusOr<Reduce> BindReduceAll(const NodeView& node);

Status EvalReduceReference(const Reduce& op, EvalContext& context);
// Vector instructions along the innermost extent, threads across the outputs.
// Quantized products, and sums of many or of unquantized bytes: the reference.
Status EvalReduceCpu(const Reduce& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_REDUCE_REDUCE_H_
