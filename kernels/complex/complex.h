#ifndef KERNELS_COMPLEX_COMPLEX_H_
#define KERNELS_COMPLEX_COMPLEX_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// REAL, IMAG, COMPLEX_ABS: the real part, the imaginary part and the magnitude
// of complex numbers, element by element.
//
// Input   COMPLEX64 or COMPLEX128
// Output  the same shape, FLOAT32 or FLOAT64
//
// Constraints:
//   C1 one input, one output
//   C2 the input is complex
//   C3 the output has the type of its parts
enum class ComplexKind { kReal, kImag, kAbs };

struct Complex : BoundOp {
  ComplexKind kind;
  bool wide;  // COMPLEX128
  int64_t count;
};

StatusOr<Complex> BindReal(const NodeView& node);
StatusOr<Complex> BindImag(const NodeView& node);
StatusOr<Complex> BindComplexAbs(const NodeView& node);

Status EvalComplexReference(const Complex& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_COMPLEX_COMPLEX_H_
