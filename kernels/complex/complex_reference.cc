#include <cmath>
#include <type_traits>

#include "kernels/complex/complex.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

// Not the C library's hypot: programs would then need a recent version of it.
// The wider type neither overflows nor loses digits where T would.
template <typename T>
T Magnitude(T real, T imag) {
  using Wide =
      std::conditional_t<std::is_same_v<T, float>, double, long double>;
  // Also where the other part is NaN.
  if (std::isinf(real) || std::isinf(imag)) return INFINITY;
  return static_cast<T>(std::sqrt(Wide{real} * real + Wide{imag} * imag));
}

template <typename T>
void Eval(const Complex& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  context.threads().ParallelFor(op.count, kGrain, [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const T real = in[2 * i], imag = in[2 * i + 1];
      out[i] = op.kind == ComplexKind::kReal   ? real
               : op.kind == ComplexKind::kImag ? imag
                                               : Magnitude(real, imag);
    }
  });
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
