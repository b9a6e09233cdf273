#include <type_traits>

#include "kernels/unary/unary_function.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

template <typename T>
T Integer(UnaryKind kind, T x) {
  // Overflow wraps in unsigned arithmetic.
  const uint64_t u = static_cast<uint64_t>(static_cast<int64_t>(x));
  switch (kind) {
    case UnaryKind::kAbs:
      return x < 0 ? static_cast<T>(-u) : x;
    case UnaryKind::kNeg:
      return static_cast<T>(-u);
    case UnaryKind::kSign:
      return static_cast<T>((x > 0) - (x < 0));
    case UnaryKind::kSquare:
      return static_cast<T>(u * u);
    default:
      return {};
  }
}

template <typename T>
Status Eval(const Unary& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  context.threads().ParallelFor(op.count, kGrain, [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      if constexpr (std::is_integral_v<T>) {
        out[i] = Integer<T>(op.kind, in[i]);
      } else if constexpr (std::is_same_v<T, double>) {
        out[i] = UnaryFunction<double>(op.kind, in[i]);
      } else {
        out[i] = static_cast<T>(UnaryFunction<float>(op.kind, in[i]));
      }
    }
  });
  return OkStatus();
}

template <typename T>
Status EvalQuantized(const Unary& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.count; ++i) {
    const float x = op.in.Real(in[i]);
    TFLL_CONSTRAINT(C5, !IsRoot(op.kind) || x >= 0, "element ", i, " is ", x);
    out[i] = UnaryStored(op, in[i]);
  }
  return OkStatus();
}

}  // namespace

Status EvalUnaryReference(const Unary& op, EvalContext& context) {
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
      return op.quantized ? EvalQuantized<int8_t>(op, context)
                          : Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return EvalQuantized<uint8_t>(op, context);
    case kTfLiteInt16:
      return op.quantized ? EvalQuantized<int16_t>(op, context)
                          : Eval<int16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    case kTfLiteBool: {
      const bool* in = context.in<bool>(0);
      bool* out = context.out<bool>(0);
      for (int64_t i = 0; i < op.count; ++i) out[i] = !in[i];
      return OkStatus();
    }
    default:
      return Internal("unary bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
