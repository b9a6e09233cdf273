#ifndef KERNELS_DENSIFY_DENSIFY_H_
#define KERNELS_DENSIFY_DENSIFY_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// DENSIFY: the dense tensor that a sparse constant represents (math/sparse.h).
// Depends on the model only: evaluated once, while preparing.
//
// Input 0  sparse constant
// Output   dense, of the same type and shape
//
// Constraints:
//   C1 one input and one output
//   C2 the input is a constant with a well-formed sparse layout and elements of
//      whole bytes
//   C3 the output has the input's type
struct Densify : BoundOp {};

StatusOr<Densify> BindDensify(const NodeView& node);

Status EvalDensifyReference(const Densify& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DENSIFY_DENSIFY_H_
