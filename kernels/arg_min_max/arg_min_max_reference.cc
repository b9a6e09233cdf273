#include "kernels/arg_min_max/arg_min_max.h"

namespace tflite::kernels {
namespace {

template <typename T>
int64_t Find(bool max, const T* in, int64_t count, int64_t stride) {
  int64_t best = 0;
  for (int64_t i = 1; i < count; ++i) {
    const T a = in[i * stride], b = in[best * stride];
    const bool first_number = b != b && a == a;
    if (first_number || (max ? a > b : a < b)) best = i;
  }
  return best;
}

template <typename T>
Status Eval(const ArgMinMax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  for (int64_t o = 0; o < op.outer; ++o) {
    for (int64_t i = 0; i < op.inner; ++i) {
      const int64_t found =
          Find(op.max, in + o * op.extent * op.inner + i, op.extent, op.inner);
      const int64_t at = o * op.inner + i;
      if (op.output_type == kTfLiteInt32) {
        context.out<int32_t>(0)[at] = static_cast<int32_t>(found);
      } else {
        context.out<int64_t>(0)[at] = found;
      }
    }
  }
  return OkStatus();
}

}  // namespace

Status EvalArgMinMaxReference(const ArgMinMax& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    default:
      return Internal("arg_min_max bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
