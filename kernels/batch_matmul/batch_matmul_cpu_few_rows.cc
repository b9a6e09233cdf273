#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/batch_matmul/batch_matmul_cpu.h"
#include "kernels/gemm/stored/float_row.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Each row reads the matrix again; of short columns, to add up the sums of one
// takes longer than its products.
constexpr int64_t kMostRows = 3, kMostRowsByColumns = 2, kShortColumn = 64;
// Columns of a product that stay together.
constexpr int64_t kBlock = 512;

// A single column is a matrix of either form.
bool IsByColumns(const BatchMatMul& op) { return op.adj_y || op.columns == 1; }

int64_t MostRows(const BatchMatMul& op) {
  if (!IsByColumns(op)) return kMostRows;
  return op.depth < kShortColumn ? 1 : kMostRowsByColumns;
}

// Columns [begin, end) of product `b`.
void Multiply(const BatchMatMulJob& job, int64_t b, int64_t begin,
              int64_t end) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const BatchMatMul& op = job.op;
  const int64_t rows = job.state.rows, depth = op.depth;
  const BatchMatMul::Matrices m = op.OperandsOf(b);
  const float* left =
      static_cast<const float*>(job.lhs) + m.lhs * op.rows * depth;
  const float* right =
      static_cast<const float*>(job.rhs) + m.rhs * depth * op.columns;
  float* out = static_cast<float*>(job.out) + b * rows * op.columns;
  for (int64_t i = 0; i < rows; ++i, left += depth, out += op.columns) {
    if (IsByColumns(op)) {
      StoredFloatRowAvx2(
          {left, right, depth, nullptr, -kInfinity, kInfinity, out}, begin,
          end);
    } else {
      FloatRowByLinesAvx2({left, right, depth, op.columns, out}, begin, end);
    }
  }
}

}  // namespace

bool HasFewRows(const BatchMatMul& op, int64_t rows) {
  // The only row of a matrix is solid, transposed or not.
  return op.kind == BatchMatMul::Kind::kFloat && !op.rhs_constant &&
         rows <= MostRows(op) && (rows == 1 || !op.adj_x) &&
         HasStoredFloatRow();
}

void MultiplyFewRows(const BatchMatMulJob& job) {
  constexpr int64_t kProducts = 100000;  // the least for a thread
  const int64_t columns = job.op.columns;
  const int64_t blocks = (columns + kBlock - 1) / kBlock;
  const int64_t grain = LeastItems(
      kProducts,
      {job.state.rows, std::min(columns, kBlock), int64_t{job.op.depth} + 16});
  ParallelRange(job.threads, job.state.batches * blocks, grain,
                [&](int64_t begin, int64_t end) {
                  int64_t b = begin / blocks, column = begin % blocks * kBlock;
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t next = std::min(columns, column + kBlock);
                    Multiply(job, b, column, next);
                    column = next == columns ? 0 : next;
                    if (column == 0) ++b;
                  }
                });
}

}  // namespace tflite::kernels
