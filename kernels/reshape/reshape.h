#ifndef KERNELS_RESHAPE_RESHAPE_H_
#define KERNELS_RESHAPE_RESHAPE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// RESHAPE, SQUEEZE, EXPAND_DIMS: the same elements in the same order, under
// another shape.
//   RESHAPE      the shape is input 1 where that is a vector, else the
//                options'; one extent may be -1: what the number of elements
//                leaves for it
//   SQUEEZE      drops the dimensions of extent 1 that the options list
//                (negative ones count from the back), or all where the list is
//                empty
//   EXPAND_DIMS  inserts an extent of 1 before dimension `axis` of the result;
//                negative axes count from the back of the result
//
// Input 0 [any shape], any type. RESHAPE: 1 shape [rank], INT32 or INT64;
// EXPAND_DIMS: 1 axis, one element, INT32 or INT64
// Output  as many elements, same type
//
// Constraints:
//   C1 one input (RESHAPE one or two, EXPAND_DIMS two) and one output
//   C2 the output's type is the input's
//   C3 RESHAPE: at most one extent is -1, none is below
//   C4 RESHAPE: the shape has as many elements as the input
//   C5 SQUEEZE: each listed dimension exists and has extent 1
//   C6 EXPAND_DIMS: the axis lies in [-rank - 1, rank]
// A RESHAPE whose options say [0] makes a scalar; old converters wrote that.
struct Reshape : BoundOp {
  TfLiteType type;
};

StatusOr<Reshape> BindReshape(const NodeView& node);
StatusOr<Reshape> BindSqueeze(const NodeView& node);
StatusOr<Reshape> BindExpandDims(const NodeView& node);

// Copies; nothing at all where input and output share their memory.
Status EvalReshapeReference(const Reshape& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RESHAPE_RESHAPE_H_
