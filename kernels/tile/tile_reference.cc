#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/tile/tile.h"

namespace tflite::kernels {

Status EvalTileReference(const Tile& op, EvalContext& context) {
  const Shape& shape = op.outputs[0].shape;
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < shape.rank(); ++d) {
    copy.Add(op.multiples[d], 0, op.input[d] * out[d]);
    copy.Add(op.input[d], in[d], out[d]);
  }
  return MoveCells(op, context, {op.value}, [&](const Cells& cells) {
    if (op.input.num_elements() == 1) {
      FillCells(cells.in[0], cells.bytes, shape.num_elements(), cells.out[0],
                &context.threads());
    } else {
      RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0],
                     &context.threads());
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
