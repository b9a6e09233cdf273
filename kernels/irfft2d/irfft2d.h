#ifndef KERNELS_IRFFT2D_IRFFT2D_H_
#define KERNELS_IRFFT2D_IRFFT2D_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Irfft2d: the inverse of RFFT2D. The frequencies of real signals, over the two
// innermost axes, are first cut or padded with zeros to height by width / 2 +
// 1; those left out are conjugates of them:
//   out[y, x] = sum over k < height, l < width of
//       in[k, l] exp(2 pi i (k y / height + l x / width)) / (height * width)
// Imaginary parts that a real signal cannot have are ignored.
//
// Inputs  COMPLEX64 [..., rows, columns]; length INT32 [2], height and width
// Output  FLOAT32 [..., height, width]
//
// Constraints:
//   C1 two inputs and one output
//   C2 the frequencies are COMPLEX64 of rank 2 or more, the output FLOAT32
//   C3 the length is INT32 [2], both positive
struct Irfft2d : BoundOp {
  int64_t signals = 0;
  int32_t rows = 0, columns = 0;  // of the input
  int32_t height = 0, width = 0;  // of the signals
};

StatusOr<Irfft2d> BindIrfft2d(const NodeView& node);

// Fast where both lengths are powers of two.
Status EvalIrfft2dReference(const Irfft2d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_IRFFT2D_IRFFT2D_H_
