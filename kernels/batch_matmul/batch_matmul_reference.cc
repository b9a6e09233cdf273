#include <algorithm>
#include <vector>

#include "kernels/batch_matmul/batch_matmul.h"
#include "kernels/math/hybrid.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::kernels {
namespace {

// The elements of matrices [.., rows, columns], each transposed.
template <typename T>
std::vector<T> Transposed(const T* in, int64_t matrices, int32_t rows,
                          int32_t columns) {
  std::vector<T> out(matrices * rows * columns);
  for (int64_t m = 0; m < matrices; ++m) {
    const T* from = in + m * rows * columns;
    T* to = out.data() + m * rows * columns;
    for (int32_t r = 0; r < rows; ++r) {
      for (int32_t c = 0; c < columns; ++c) to[int64_t{c} * rows + r] = *from++;
    }
  }
  return out;
}

// Left matrices as [.., rows, depth], right ones as [.., columns, depth].
template <typename T>
std::vector<T> LhsRows(const BatchMatMul& op, const T* in, int64_t elements) {
  const int64_t size = int64_t{op.rows} * op.depth;
  if (!op.adj_x || size == 0) return std::vector<T>(in, in + elements);
  return Transposed(in, elements / size, op.depth, op.rows);
}
template <typename T>
std::vector<T> RhsColumns(const BatchMatMul& op, const T* in,
                          int64_t elements) {
  const int64_t size = int64_t{op.columns} * op.depth;
  if (op.adj_y || size == 0) return std::vector<T>(in, in + elements);
  return Transposed(in, elements / size, op.depth, op.columns);
}

// Calls store(element of the output, row among all of lhs, sum) for all of
// them.
template <typename Sum, typename T, typename Store>
void ForEachOutput(const BatchMatMul& op, const T* lhs, const T* rhs,
                   ThreadPool& threads, const Store& store) {
  const auto run = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const int64_t c = i % op.columns, r = i / op.columns % op.rows;
      const BatchMatMul::Matrices m = op.OperandsOf(i / op.columns / op.rows);
      const int64_t row = m.lhs * op.rows + r;
      const T* x = lhs + row * op.depth;
      const T* y = rhs + (m.rhs * op.columns + c) * op.depth;
      Sum sum = 0;
      for (int32_t d = 0; d < op.depth; ++d) {
        sum += static_cast<Sum>(x[d]) * static_cast<Sum>(y[d]);
      }
      store(i, row, sum);
    }
  };
  // The least number of products for a thread.
  constexpr int64_t kGrain = 16384;
  threads.ParallelFor(op.batches * op.rows * op.columns,
                      LeastItems(kGrain, {op.depth}), run);
}

void EvalFloat(const BatchMatMul& op, EvalContext& context) {
  const auto lhs =
      LhsRows(op, context.in<float>(0), context.input(0).num_elements());
  const auto rhs =
      RhsColumns(op, context.in<float>(1), context.input(1).num_elements());
  float* out = context.out<float>(0);
  ForEachOutput<float>(op, lhs.data(), rhs.data(), context.threads(),
                       [&](int64_t i, int64_t, float sum) { out[i] = sum; });
}

void EvalHybrid(const BatchMatMul& op, EvalContext& context) {
  const auto lhs =
      LhsRows(op, context.in<float>(0), context.input(0).num_elements());
  const int64_t rows = op.depth == 0 ? 0 : lhs.size() / op.depth;
  const QuantizedRows quantized =
      QuantizeRows(op.asymmetric_inputs, lhs.data(), rows, op.depth);
  const std::vector<int16_t> stored = DecodeIntegers(context.input(1), 0);
  const auto rhs = RhsColumns(op, stored.data(), stored.size());
  const float rhs_scale =
      op.rhs_constant ? op.rhs_scale : context.input(1).scale();
  float* out = context.out<float>(0);
  ForEachOutput<int64_t>(
      op, quantized.values.data(), rhs.data(), context.threads(),
      [&](int64_t i, int64_t row, int64_t sum) {
        out[i] = op.depth == 0 ? 0.0f
                               : static_cast<float>(sum) *
                                     (quantized.scales[row] * rhs_scale);
      });
}

int32_t Finish(const BatchMatMul& op, int64_t column, int64_t sum) {
  if (op.kind == BatchMatMul::Kind::kRaw) return static_cast<int32_t>(sum);
  const QuantizedMultiplier multiplier = op.multiplier_of(column);
  const int32_t scaled = op.type == kTfLiteInt16
                             ? MultiplyByQuantizedMultiplier(sum, multiplier)
                             : MultiplyByQuantizedMultiplier(
                                   static_cast<int32_t>(sum), multiplier);
  const int64_t out = int64_t{scaled} + op.output_zero_point;
  return static_cast<int32_t>(
      std::min<int64_t>(op.range.max, std::max<int64_t>(op.range.min, out)));
}

void EvalInteger(const BatchMatMul& op, EvalContext& context) {
  const auto lhs_stored = DecodeIntegers(context.input(0), op.lhs_zero_point);
  const auto rhs_stored = DecodeIntegers(context.input(1), op.rhs_zero_point);
  const auto lhs = LhsRows(op, lhs_stored.data(), lhs_stored.size());
  const auto rhs = RhsColumns(op, rhs_stored.data(), rhs_stored.size());
  const TensorView output = context.output(0);
  ForEachOutput<int64_t>(op, lhs.data(), rhs.data(), context.threads(),
                         [&](int64_t i, int64_t, int64_t sum) {
                           StoreInteger(output.type(),
                                        output.mutable_data<void>(), i,
                                        Finish(op, i % op.columns, sum));
                         });
}

}  // namespace

Status EvalBatchMatmulReference(const BatchMatMul& op, EvalContext& context) {
  switch (op.kind) {
    case BatchMatMul::Kind::kFloat:
      EvalFloat(op, context);
      break;
    case BatchMatMul::Kind::kHybrid:
      EvalHybrid(op, context);
      break;
    case BatchMatMul::Kind::kInteger:
    case BatchMatMul::Kind::kRaw:
      EvalInteger(op, context);
      break;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
