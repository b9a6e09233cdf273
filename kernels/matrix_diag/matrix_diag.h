#ifndef KERNELS_MATRIX_DIAG_MATRIX_DIAG_H_
#define KERNELS_MATRIX_DIAG_MATRIX_DIAG_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// MATRIX_DIAG: square matrices of zeros with the given diagonals:
//   input [b.., n], output [b.., n, n], output[b.., i, i] = input[b.., i]
// MATRIX_SET_DIAG: matrices with their diagonals replaced:
//   input [b.., m, n], diagonal [b.., min(m, n)], output [b.., m, n]
//
// Inputs 0, MATRIX_SET_DIAG also 1 diagonal; any type, the output's too
//
// Constraints:
//   C1 one input (MATRIX_SET_DIAG two) and one output
//   C2 all have one type
//   C3 the input has rank 1 or more, MATRIX_SET_DIAG 2 or more
//   C4 MATRIX_SET_DIAG: the diagonal has as many elements as the shape above
struct MatrixDiag : BoundOp {
  TfLiteType type;
  int diagonal;  // the input that holds it; where it is 1, input 0 is copied
  int64_t matrices;
  int64_t rows, columns;
};

StatusOr<MatrixDiag> BindMatrixDiag(const NodeView& node);
StatusOr<MatrixDiag> BindMatrixSetDiag(const NodeView& node);

Status EvalMatrixDiagReference(const MatrixDiag& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_MATRIX_DIAG_MATRIX_DIAG_H_
