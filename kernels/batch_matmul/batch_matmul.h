#ifndef KERNELS_BATCH_MATMUL_BATCH_MATMUL_H_
#define KERNELS_BATCH_MATMUL_BATCH_MATMUL_H_

#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "kernels/math/activation.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// BATCH_MATMUL: the product of the matrices in the last two dimensions, each
// transposed first if its option says so; the dimensions before them broadcast.
//   out(.., i, j) = sum over d of lhs(.., i, d) * rhs(.., d, j)
//
// Input 0  lhs [.., rows, depth], with adj_x [.., depth, rows]
// Input 1  rhs [.., depth, columns], with adj_y [.., columns, depth]
// Output   [.., rows, columns]
//
// Kinds:
//   float    all FLOAT32
//   hybrid   FLOAT32 lhs and output, symmetric INT8 rhs with one scale. Each
//            row of the left matrices has a quantization of its own
//            (math/hybrid.h), with a zero point if the option
//            asymmetric_quantize_inputs is set.
//   integer  all INT8, or all INT16 with zero points 0 and 64-bit sums, or
//            INT16 with an INT8 rhs; an INT8 rhs may have one scale per column
//   raw      INT8 operands, INT32 output: the sums of products of stored
//            integers, without scales and zero points
//
// Constraints:
//   C1 two inputs and one output
//   C2 both operands have rank 2 or more
//   C3 the types are those of one kind
//   C4 both matrices have the same depth
//   C5 the other dimensions broadcast
//   C6 integer operands have one finite positive scale, or rhs one per column
//      with zero points 0, and a zero point within the type, 0 for INT16 and
//      for hybrid's rhs; raw ones need neither
struct BatchMatMul : BoundOp {
  enum class Kind { kFloat, kHybrid, kInteger, kRaw };
  Kind kind = Kind::kFloat;
  TfLiteType type = kTfLiteNoType;  // of lhs
  bool adj_x = false;
  bool adj_y = false;
  int32_t rows = 0, depth = 0, columns = 0;
  int64_t batches = 0;  // matrices of the output
  // The output's dimensions before the last two, and by how many matrices each
  // operand advances along them.
  Shape batch_shape;
  absl::InlinedVector<int64_t, 4> lhs_strides, rhs_strides;
  bool rhs_constant = false;

  // Hybrid. The scale of a rhs that is not constant is read from the tensor
  // when the operator runs.
  bool asymmetric_inputs = false;
  float rhs_scale = 0.0f;

  // Integer.
  int32_t lhs_zero_point = 0, rhs_zero_point = 0, output_zero_point = 0;
  QuantizedMultiplier multiplier;  // lhs scale * rhs scale / output scale
  std::vector<QuantizedMultiplier> column_multipliers;  // empty: `multiplier`
  QuantizedMultiplier multiplier_of(int64_t column) const {
    return column_multipliers.empty() ? multiplier : column_multipliers[column];
  }
  ActivationRange<int32_t> range{};  // of the output type

  // The operands' matrices whose product is matrix `batch` of the output.
  struct Matrices {
    int64_t lhs = 0, rhs = 0;
  };
  Matrices OperandsOf(int64_t batch) const;
};

StatusOr<BatchMatMul> BindBatchMatmul(const NodeView& node);

Status EvalBatchMatmulReference(const BatchMatMul& op, EvalContext& context);

// Constant operands are packed before the first evaluation.
Status PrepareBatchMatmulCpu(const BatchMatMul& op, PrepareContext& context);
Status EvalBatchMatmulCpu(const BatchMatMul& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BATCH_MATMUL_BATCH_MATMUL_H_
