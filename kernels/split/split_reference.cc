#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/split/split.h"

namespace tflite::kernels {

Status EvalSplitReference(const Split& op, EvalContext& context) {
  return MoveCells(op, context, {op.value}, [&](const Cells& cells) {
    int64_t offset = 0;
    for (size_t i = 0; i < op.widths.size(); ++i) {
      StridedCopy copy;
      copy.Add(op.rows, op.row_elements, op.widths[i]);
      copy.Add(op.widths[i], 1, 1);
      copy.in_offset = offset;
      offset += op.widths[i];
      RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[i],
                     &context.threads());
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
