#ifndef KERNELS_BITCAST_BITCAST_H_
#define KERNELS_BITCAST_BITCAST_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// BITCAST: the same bytes under another type. Where the output's elements are k
// times smaller the shape gets an innermost dimension k; where they are k times
// larger the innermost dimension, k, is dropped. Any byte but 0 becomes 1 in a
// BOOL.
//
// Input [..., k] or [...], output [...] or [..., k], of types of whole bytes.
//
// Constraints:
//   C1 one input, one output
//   C2 elements take whole bytes and a fixed size, which is a power of two
//   C3 to larger elements, the innermost extent is the ratio of the sizes
struct Bitcast : BoundOp {};

StatusOr<Bitcast> BindBitcast(const NodeView& node);

Status EvalBitcastReference(const Bitcast& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BITCAST_BITCAST_H_
