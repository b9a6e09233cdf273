#ifndef KERNELS_SELECT_SELECT_H_
#define KERNELS_SELECT_SELECT_H_

#include "kernels/math/broadcast.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SELECT, SELECT_V2: condition ? x : y, element by element.
//   SELECT     x and y of one shape; the condition of that shape, a scalar, or
//              a vector that chooses among the slices of the outermost
//              dimension
//   SELECT_V2  all three broadcast to a common shape (as in numpy, any
//              rank)
// Elements move as they are: x, y and the output share one quantization. Where
// all of them have one element, the output keeps the rank that the model gave
// it.
//
// Input 0 condition, BOOL
// Input 1 x, input 2 y, of one type
// Output  of their type
//
// Constraints:
//   C1 three inputs, one output
//   C2 the condition is BOOL
//   C3 x, y and the output have one type, of whole bytes and fixed size
//   C4 SELECT: x and y have one shape
//   C5 SELECT: the condition has that shape, rank 0, or rank 1 and the
//      outermost extent; SELECT_V2: the shapes broadcast
// C4 and C5 of SELECT do not ask tensors of one element each for equal ranks.
struct Select : BoundOp {
  int element_bytes;
  Broadcast loop;  // condition, x, y
};

StatusOr<Select> BindSelect(const NodeView& node);
StatusOr<Select> BindSelectV2(const NodeView& node);

Status EvalSelectReference(const Select& op, EvalContext& context);
// Choices without branches along rows, threads across them.
Status EvalSelectCpu(const Select& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SELECT_SELECT_H_
