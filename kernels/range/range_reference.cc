#include "kernels/range/range.h"

namespace tflite::kernels {
namespace {

template <typename T>
Status Eval(const Range& op, EvalContext& context) {
  const T delta = *context.in<T>(2);
  T value = *context.in<T>(0);
  T* out = context.out<T>(0);
  const int32_t count = op.outputs[0].shape[0];
  for (int32_t i = 0; i < count; ++i) {
    if (i != 0) value += delta;
    out[i] = value;
  }
  return OkStatus();
}

}  // namespace

Status EvalRangeReference(const Range& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    default:
      return Eval<double>(op, context);
  }
}

}  // namespace tflite::kernels
