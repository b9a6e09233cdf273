#include <algorithm>
#include <cmath>

#include "kernels/softmax/softmax_fixed.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// One row of op.depth numbers: real(i) is number i, store(i, y) takes result i.
// Exponents are relative to the greatest, so that none is positive.
template <typename C, typename Real, typename Store>
void Row(const Softmax& op, Real real, Store store) {
  C top = real(0);
  for (int64_t i = 1; i < op.depth; ++i) {
    top = op.beta < 0 ? std::min<C>(top, real(i)) : std::max<C>(top, real(i));
  }
  C sum = 0;
  for (int64_t i = 0; i < op.depth; ++i) {
    sum += std::exp((real(i) - top) * static_cast<C>(op.beta));
  }
  const C log_sum = std::log(sum);
  for (int64_t i = 0; i < op.depth; ++i) {
    const C x = (real(i) - top) * static_cast<C>(op.beta);
    store(i, op.logarithm ? x - log_sum : std::exp(x) / sum);
  }
}

template <typename T, typename C = float>
Status Eval(const Softmax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t r = 0; op.depth > 0 && r < op.rows; ++r) {
    const T* x = in + r * op.depth;
    T* y = out + r * op.depth;
    Row<C>(
        op, [x](int64_t i) { return static_cast<C>(x[i]); },
        [y](int64_t i, C value) { y[i] = static_cast<T>(value); });
  }
  return OkStatus();
}

template <typename T, typename Out>
Status EvalQuantized(const Softmax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  Out* out = context.out<Out>(0);
  for (int64_t r = 0; op.depth > 0 && r < op.rows; ++r) {
    const T* x = in + r * op.depth;
    Out* y = out + r * op.depth;
    Row<float>(
        op, [x, &op](int64_t i) { return op.in.Real(x[i]); },
        [y, &op](int64_t i, float value) {
          y[i] = QuantizeTo<Out>(value, op.out);
        });
  }
  return OkStatus();
}

Status EvalFixed(const Softmax& op, EvalContext& context) {
  const FixedSoftmax softmax(op);
  for (int64_t r = 0; op.depth > 0 && r < op.rows; ++r) {
    softmax.Run(context.in<int16_t>(0) + r * op.depth,
                context.out<int16_t>(0) + r * op.depth);
  }
  return OkStatus();
}

}  // namespace

Status EvalSoftmaxReference(const Softmax& op, EvalContext& context) {
  const bool widens = op.out_type != op.type;
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat64:
      return Eval<double, double>(op, context);
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    case kTfLiteBFloat16:
      return Eval<bfloat16>(op, context);
    case kTfLiteInt8:
      return widens ? EvalQuantized<int8_t, int16_t>(op, context)
                    : EvalQuantized<int8_t, int8_t>(op, context);
    case kTfLiteUInt8:
      return widens ? EvalQuantized<uint8_t, int16_t>(op, context)
                    : EvalQuantized<uint8_t, uint8_t>(op, context);
    case kTfLiteInt16:
      return op.fixed ? EvalFixed(op, context)
                      : EvalQuantized<int16_t, int16_t>(op, context);
    default:
      return Internal("softmax bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
