#include <cmath>

#include "kernels/numeric_verify/numeric_verify.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

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
  for (int64_t i = 0; i < op.count; ++i) {
    out[i] = Real(op.in, in[i]) - reference[i];
    TFLL_CONSTRAINT(C6, !op.fails || std::abs(out[i]) <= op.max_difference,
                    "element ", i, " is ", Real(op.in, in[i]), " instead of ",
                    reference[i], ", a difference above ", op.max_difference);
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
