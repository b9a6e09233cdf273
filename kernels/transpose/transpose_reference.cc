#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/transpose/transpose.h"

namespace tflite::kernels {

Status EvalTransposeReference(const Transpose& op, EvalContext& context) {
  const Shape& shape = op.outputs[0].shape;
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < shape.rank(); ++d) {
    copy.Add(shape[d], in[op.permutation[d]], out[d]);
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0]);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
