#ifndef KERNELS_ZEROS_LIKE_ZEROS_LIKE_H_
#define KERNELS_ZEROS_LIKE_ZEROS_LIKE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// ZEROS_LIKE: zeros in the shape and type of the input, whose values are
// ignored. The bits are zero, whatever the output's quantization.
//
// Constraints:
//   C1 one input, one output
//   C2 input and output have one type, of fixed size
struct ZerosLike : BoundOp {};

StatusOr<ZerosLike> BindZerosLike(const NodeView& node);

Status EvalZerosLikeReference(const ZerosLike& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ZEROS_LIKE_ZEROS_LIKE_H_
