#include "kernels/prelu/prelu_function.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// Calls out = function(x, alpha) on all elements.
template <typename T, typename A, typename Function>
Status ForEach(const Prelu& op, EvalContext& context, Function function) {
  const T* in = context.in<T>(0);
  const A* alpha = context.in<A>(1);
  T* out = context.out<T>(0);
  op.loop.ForEachRow([&](const BroadcastRow& row) {
    for (int64_t i = 0; i < row.count; ++i) {
      out[row.out + i] =
          function(in[row.in[0] + (op.loop.moves(0) ? i : 0)],
                   alpha[row.in[1] + (op.loop.moves(1) ? i : 0)]);
    }
  });
  return OkStatus();
}

template <typename T>
Status Eval(const Prelu& op, EvalContext& context) {
  return ForEach<T, T>(op, context, [](T x, T alpha) {
    return x >= 0 ? x : static_cast<T>(x * alpha);
  });
}

template <typename T, typename A = T>
Status EvalQuantized(const Prelu& op, EvalContext& context) {
  return ForEach<T, A>(op, context, [&op](T x, A alpha) {
    return PreluStored<T>(op, x, alpha);
  });
}

}  // namespace

Status EvalPreluReference(const Prelu& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat64:
      return Eval<double>(op, context);
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    case kTfLiteBFloat16:
      return Eval<bfloat16>(op, context);
    case kTfLiteInt8:
      return EvalQuantized<int8_t>(op, context);
    case kTfLiteUInt8:
      return EvalQuantized<uint8_t>(op, context);
    case kTfLiteInt16:
      return op.alpha_type == kTfLiteInt8
                 ? EvalQuantized<int16_t, int8_t>(op, context)
                 : EvalQuantized<int16_t>(op, context);
    default:
      return Internal("prelu bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
