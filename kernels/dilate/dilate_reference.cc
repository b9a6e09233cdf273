#include "kernels/dilate/dilate.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {

Status EvalDilateReference(const Dilate& op, EvalContext& context) {
  const Shape& out_shape = op.outputs[0].shape;
  const auto in_strides = DenseStrides(op.shape);
  const auto out_strides = DenseStrides(out_shape);
  StridedCopy copy;
  for (int d = 0; d < op.shape.rank(); ++d) {
    // The dilation of one element has no effect, and any size.
    const int64_t step =
        op.shape[d] > 1 ? out_strides[d] * op.dilations[d] : out_strides[d];
    copy.Add(op.shape[d], in_strides[d], step);
  }
  return MoveCells(op, context, {0, 2}, [&](const Cells& cells) {
    FillCells(cells.in[1], cells.bytes, out_shape.num_elements(), cells.out[0]);
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

}  // namespace tflite::kernels
