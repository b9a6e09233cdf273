#ifndef KERNELS_SOFTMAX_SOFTMAX_FIXED_H_
#define KERNELS_SOFTMAX_SOFTMAX_FIXED_H_

#include <cstdint>

#include "kernels/math/fixed_point.h"
#include "kernels/math/word_table.h"
#include "kernels/softmax/softmax.h"

namespace tflite::kernels {

// SOFTMAX of INT16 rows, results in steps of 2^-15, in integer arithmetic: the
// exponentials and the inverse of their sum come from tables. Within 2e-3 of
// the real result; the same to the bit on every kernel.
class FixedSoftmax {
 public:
  explicit FixedSoftmax(const Softmax& op);
  // One row of op.depth elements, not 0; `x` and `y` may be the same.
  void Run(const int16_t* x, int16_t* y) const;

 private:
  // `below_top`: not positive.
  int16_t Exponential(int32_t below_top) const;

  int64_t depth_;
  bool is_reversed_;            // beta is negative
  QuantizedMultiplier factor_;  // of |beta| x, to steps of 10 / 65535
};

}  // namespace tflite::kernels

#endif  // KERNELS_SOFTMAX_SOFTMAX_FIXED_H_
