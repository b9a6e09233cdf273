#include <algorithm>
#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/matrix_diag/matrix_diag.h"

namespace tflite::kernels {

Status EvalMatrixDiagReference(const MatrixDiag& op, EvalContext& context) {
  absl::InlinedVector<int, 2> inputs = {0};
  if (op.diagonal != 0) inputs.push_back(op.diagonal);
  return MoveCells(op, context, inputs, [&op](const Cells& cells) {
    const int64_t matrix = op.rows * op.columns;
    const size_t bytes =
        static_cast<size_t>(op.matrices * matrix * cells.bytes);
    if (bytes == 0) return OkStatus();
    if (op.diagonal == 0) {
      std::memset(cells.out[0], 0, bytes);
    } else {
      std::memcpy(cells.out[0], cells.in[0], bytes);
    }
    const int64_t length = std::min(op.rows, op.columns);
    StridedCopy copy;
    copy.Add(op.matrices, length, matrix);
    copy.Add(length, 1, op.columns + 1);
    RunStridedCopy(copy, cells.bytes, cells.in[op.diagonal], cells.out[0]);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
