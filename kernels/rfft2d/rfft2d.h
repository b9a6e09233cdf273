#ifndef KERNELS_RFFT2D_RFFT2D_H_
#define KERNELS_RFFT2D_RFFT2D_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// RFFT2D: the two-dimensional discrete Fourier transform of real signals over
// the two innermost axes, which are first cut or padded with zeros to `length`:
//   out[k, l] = sum in[y, x] exp(-2 pi i (k y / height + l x / width))
// Of the last axis the first width / 2 + 1 frequencies are given; the others
// are conjugates of them.
//
// Inputs  FLOAT32 [..., rows, columns]; length INT32 [2], height and width
// Output  COMPLEX64 [..., height, width / 2 + 1]
//
// Constraints:
//   C1 two inputs and one output
//   C2 the signal is FLOAT32 of rank 2 or more, the output COMPLEX64
//   C3 the length is INT32 [2], both positive
struct Rfft2d : BoundOp {
  int64_t signals = 0;
  int32_t rows = 0, columns = 0;  // of the input
  int32_t height = 0, width = 0;  // of the transform
};

StatusOr<Rfft2d> BindRfft2d(const NodeView& node);
// Radix 2 where a length is a power of two; the definition elsewhere.
Status EvalRfft2dReference(const Rfft2d& op, EvalContext& context);
// Rows of a power of two as one row of half as many complex numbers, shared by
// the threads; the reference elsewhere.
Status PrepareRfft2dCpu(const Rfft2d& op, PrepareContext& context);
Status EvalRfft2dCpu(const Rfft2d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RFFT2D_RFFT2D_H_
