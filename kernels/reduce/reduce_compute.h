#ifndef KERNELS_REDUCE_REDUCE_COMPUTE_H_
#define KERNELS_REDUCE_REDUCE_COMPUTE_H_

#include <cstdint>

#include "kernels/reduce/reduce_compute_loops.h"

namespace tflite::kernels {

// Large reductions to a few results are made in parts, each of some of the
// `steps` of every result, which are then combined. The parts depend on shapes
// only, and so does the result.
constexpr int64_t kMostReduceParts = 16;
int64_t ReduceParts(int64_t results, int64_t elements, int64_t steps);

// The end of a mean of floats.
inline float MeanOf(float sum, int64_t count) {
  return sum / static_cast<float>(count);
}

// A reduction of each row of a matrix to one result, on plain memory, with the
// bits of the operator's fast kernel: what delegates/cpu runs on rows while
// they are in the cache. Immutable; any number of threads may call Run at the
// same time.
class RowReduction {
 public:
  // `op` reduces the last axis of a dense matrix of op.num_outputs rows.
  explicit RowReduction(const Reduce& op);

  // False for types other than FLOAT32, for operators that do not add or
  // compare, and for rows without elements.
  bool found() const { return loops_ != nullptr; }
  // out[r] of the row at in + r * width, width being op.count, for r < rows.
  void Run(const float* in, int64_t rows, float* out) const;

 private:
  void RunSome(const float* in, int64_t rows, float* out) const;

  const ReduceLoops* loops_ = nullptr;
  int64_t width_, parts_;
  bool mean_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_REDUCE_REDUCE_COMPUTE_H_
