#ifndef KERNELS_REDUCE_REDUCE_COMPUTE_LOOPS_H_
#define KERNELS_REDUCE_REDUCE_COMPUTE_LOOPS_H_

#include <cstdint>

#include "kernels/reduce/reduce.h"

namespace tflite::kernels {

// Results that are accumulated together.
constexpr int64_t kReduceTogether = 64;
// The most columns that any loop accumulates together.
constexpr int64_t kMostReduceColumns = 128;

// What the loops add up in.
enum class ReduceAccumulator { kFloat, kDouble, kInt32, kInt64, kStored };

// Rows of elements: `rows` of them, `stride` apart, and `count` times as many,
// `step` apart.
struct ReduceBlocks {
  int64_t rows, stride;
  int64_t count = 1, step = 0;
};

// The inner loops of one type and kind. `acc` holds at most kReduceTogether
// accumulators of rows or columns_together of columns, which the caller sets to
// `first` before and finishes after.
struct ReduceLoops {
  ReduceAccumulator accumulator;
  int accumulator_bytes;
  // One accumulator, to be copied.
  const void* first;
  // kReduceTogether, or more of them.
  int64_t columns_together;
  // acc[r] takes in[r * stride + i] for i < count, for r < rows.
  void (*rows)(const void* in, int64_t rows, int64_t stride, int64_t count,
               void* acc);
  // acc[k] takes in[b * step + r * stride + k] for b < count and r < rows, for
  // k < width.
  void (*columns)(const void* in, const ReduceBlocks& blocks, int64_t width,
                  void* acc);
  // acc[k] takes the accumulator part[k] for k < count.
  void (*combine)(const void* part, int64_t count, void* acc);
};

// Null where there are none: then the reference evaluates.
const ReduceLoops* FindReduceLoops(const Reduce& op);

}  // namespace tflite::kernels

#endif  // KERNELS_REDUCE_REDUCE_COMPUTE_LOOPS_H_
