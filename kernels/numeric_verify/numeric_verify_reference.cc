#include <cmath>

#include "kernels/numeric_verify/numeric_verify.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

template <typename T>
float Real(const Affine& affine, T x) {
  if constexpr (std::is_integral_v<T>) {
    return affine.Real(x);
  } else {
    return x;
  }
}

template <typename T>
Status Eval(const NumericVerify& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  const float* reference = context.in<float>(1);
  float* out = context.out<float>(0);
  context.threads().ParallelFor(op.count, kGrain, [&](int64_t i, int64_t end) {
    for (; i < end; ++i) out[i] = Real(op.in, in[i]) - reference[i];
  });
  for (int64_t i = 0; op.fails && i < op.count; ++i) {
    TFLL_CONSTRAINT(C6, std::abs(out[i]) <= op.max_difference, "element ", i,
                    " is ", Real(op.in, in[i]), " instead of ", reference[i],
                    ", a difference above ", op.max_difference);
  }
  return OkStatus();
}

}  // namespace

Status EvalNumericVerifyReference(const NumericVerify& op,
                                  EvalContext& context) {
  switch (op.type) {
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    default:
      return Internal("numeric_verify bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
