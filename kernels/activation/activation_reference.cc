#include "kernels/activation/activation_function.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

template <typename T, typename Computed = float>
Status Eval(const Activation& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.count; ++i) {
    out[i] = static_cast<T>(Activate<Computed>(op.kind, op.alpha, in[i]));
  }
  return OkStatus();
}

template <typename T>
Status EvalQuantized(const Activation& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.count; ++i) out[i] = ActivateStored(op, in[i]);
  return OkStatus();
}

}  // namespace

Status EvalActivationReference(const Activation& op, EvalContext& context) {
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
      return EvalQuantized<int8_t>(op, context);
    case kTfLiteUInt8:
      return EvalQuantized<uint8_t>(op, context);
    case kTfLiteInt16:
      return EvalQuantized<int16_t>(op, context);
    default:
      return Internal("activation bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
