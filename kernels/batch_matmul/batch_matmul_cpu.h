#ifndef KERNELS_BATCH_MATMUL_BATCH_MATMUL_CPU_H_
#define KERNELS_BATCH_MATMUL_BATCH_MATMUL_CPU_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/batch_matmul/batch_matmul.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/sinks.h"

namespace tflite::kernels {

// The memory of a task: a packed right matrix and where its sums start, a
// transposed left matrix, and what the product itself needs. Offsets in bytes.
struct SlotLayout {
  int64_t start = 0, left = 0, product = 0, end = 0;
};

struct BatchMatMulState : KernelState {
  size_t MemoryBytes() const override {
    return packed.size() + starts.size() * 4 + scales.size() * 4 +
           factors.size() * sizeof(QuantizedMultiplier) +
           requantizer.MemoryBytes();
  }

  // With one right matrix for all left ones the products are one of more rows.
  int64_t rows = 0, batches = 0;
  // MultiplyFewRows computes them; of what follows, nothing is used then.
  bool few_rows = false;
  int64_t lhs_matrices = 0, rhs_matrices = 0;
  GemmMatrix matrix;  // extents of a packed right matrix
  int64_t matrix_bytes = 0;
  GemmBuffer packed;  // constant right matrices
  bool has_packed = false;
  std::vector<int32_t> starts;  // theirs
  GemmRequantizer requantizer;
  std::vector<QuantizedMultiplier> factors;  // INT16: one per column
  std::vector<float> scales;  // hybrid: the right operand's, one per column
  // Threads share the products, or each of them.
  bool batches_at_once = false;
  GemmPlan plan;
  SlotLayout layout;
  int slots = 1;
  int slot_scratch = 0, hybrid_scratch = 0, transposed_scratch = 0;
};

// One evaluation.
struct BatchMatMulJob {
  const BatchMatMul& op;
  const BatchMatMulState& state;
  const void* lhs;
  const void* rhs;
  void* out;
  ThreadPool& threads;
  const HybridRows* hybrid;  // null for other kinds
};

// Products [begin, end) one after another, with a task's memory.
void MultiplyBatches(const BatchMatMulJob& job, int64_t begin, int64_t end,
                     uint8_t* memory);

// Few rows of floats, times right matrices that may change from run to run:
// packing one would take longer than multiplying it as it lies.
bool HasFewRows(const BatchMatMul& op, int64_t rows);
void MultiplyFewRows(const BatchMatMulJob& job);

// Where the right matrix `index` of `data` lies.
GemmSource BatchMatMulSource(const BatchMatMul& op, const void* data,
                             int64_t index);
// What integer sums start from; writes matrix.padded_columns() values.
void BatchMatMulStart(const BatchMatMul& op, const GemmMatrix& matrix,
                      int32_t* start);
// Bytes of an element of the left operand.
int64_t BatchMatMulElementBytes(const BatchMatMul& op);

// `in` is [rows, columns], `out` [columns, rows].
template <typename T>
void TransposeMatrix(const T* in, int64_t rows, int64_t columns, T* out) {
  constexpr int64_t kBlock = 16;
  for (int64_t r0 = 0; r0 < rows; r0 += kBlock) {
    const int64_t r1 = std::min(rows, r0 + kBlock);
    for (int64_t c = 0; c < columns; ++c) {
      for (int64_t r = r0; r < r1; ++r) out[c * rows + r] = in[r * columns + c];
    }
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_BATCH_MATMUL_BATCH_MATMUL_CPU_H_
