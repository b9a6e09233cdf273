#ifndef KERNELS_BINARY_BINARY_COMPUTE_H_
#define KERNELS_BINARY_BINARY_COMPUTE_H_

#include <cstdint>

#include "kernels/binary/binary_compute_rows.h"

namespace tflite::kernels {

// The vectorised row function of a bound operator, of any type; null where
// there is none.
BinaryRowFunction FindBinaryRow(const Binary& op);

// An element-wise operator on runs of elements of equal length, on plain
// memory, with the bits of the operator's fast kernel: what delegates/cpu runs
// on results while they are in the cache. Immutable; any number of threads may
// call Run at the same time.
class BinaryPairs {
 public:
  // Of an operand that does not move, one element meets the whole run; one of
  // the two has to move.
  explicit BinaryPairs(const Binary& op, bool x_moves = true,
                       bool y_moves = true);

  // False if there is no vectorised function for the operator.
  bool found() const { return byte_row_ != nullptr || row_ != nullptr; }
  // Element i of `out` from elements i of x and y, 0 <= i < count, or from the
  // only one. `out` may be an operand that moves.
  void Run(const void* x, const void* y, int64_t count, void* out) const;

 private:
  Binary op_;  // with operands that move as they do here
  BinaryRowFunction row_ = nullptr;
  BytePairsRow byte_row_ = nullptr;
  BytePairs pairs_ = {};
};

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BINARY_COMPUTE_H_
