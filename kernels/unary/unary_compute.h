#ifndef KERNELS_UNARY_UNARY_COMPUTE_H_
#define KERNELS_UNARY_UNARY_COMPUTE_H_

#include <cstdint>

#include "kernels/math/vector/float_map.h"
#include "kernels/unary/unary.h"

namespace tflite::kernels {

// The loop over floats of an operator, which has no parameter: what its fast
// kernel and delegates/cpu run. `type` is that of the elements, which are
// converted to floats and back. Null for LOGICAL_NOT.
struct UnaryLoop {
  FloatLoop run;
  int64_t grain;  // the least number of elements for a thread
};

UnaryLoop UnaryLoopOf(UnaryKind kind, TfLiteType type);

}  // namespace tflite::kernels

#endif  // KERNELS_UNARY_UNARY_COMPUTE_H_
