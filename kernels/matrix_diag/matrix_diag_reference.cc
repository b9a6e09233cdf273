#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/matrix_diag/matrix_diag.h"

namespace tflite::kernels {

Status EvalMatrixDiagReference(const MatrixDiag& op, EvalContext& context) {
  absl::InlinedVector<int, 2> inputs = {0};
  if (op.diagonal != 0) inputs.push_back(op.diagonal);
  return MoveCells(op, context, inputs, [&](const Cells& cells) {
    const int64_t matrix = op.rows * op.columns;
    const int64_t bytes = op.matrices * matrix * cells.bytes;
    ThreadPool& threads = context.threads();
    if (op.diagonal == 0) {
      const char zero = 0;
      FillCells(&zero, 1, bytes, cells.out[0], &threads);
    } else {
      CopyBytes(cells.in[0], bytes, cells.out[0], threads);
    }
    const int64_t length = std::min(op.rows, op.columns);
    StridedCopy copy;
    copy.Add(op.matrices, length, matrix);
    copy.Add(length, 1, op.columns + 1);
    RunStridedCopy(copy, cells.bytes, cells.in[op.diagonal], cells.out[0],
                   &threads);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
