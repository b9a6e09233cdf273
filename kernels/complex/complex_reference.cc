#include <cmath>

#include "kernels/complex/complex.h"

namespace tflite::kernels {
namespace {

template <typename T>
void Eval(const Complex& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.count; ++i) {
    const T real = in[2 * i], imag = in[2 * i + 1];
    out[i] = op.kind == ComplexKind::kReal   ? real
             : op.kind == ComplexKind::kImag ? imag
                                             : std::hypot(real, imag);
  }
}

}  // namespace

Status EvalComplexReference(const Complex& op, EvalContext& context) {
  if (op.wide) {
    Eval<double>(op, context);
  } else {
    Eval<float>(op, context);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
