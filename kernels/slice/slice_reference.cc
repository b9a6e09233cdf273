#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/slice/slice.h"

namespace tflite::kernels {

Status EvalSliceReference(const Slice& op, EvalContext& context) {
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(op.size);
  StridedCopy copy;
  for (int d = 0; d < op.size.rank(); ++d) {
    copy.in_offset += op.begin[d] * in[d];
    copy.Add(op.size[d], op.stride[d] * in[d], out[d]);
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

}  // namespace tflite::kernels
