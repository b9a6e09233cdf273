#include <cmath>
#include <type_traits>

#include "kernels/unary/unary.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace {

template <typename T>
T FloatingPoint(UnaryKind kind, T x) {
  switch (kind) {
    case UnaryKind::kAbs:
      return std::abs(x);
    case UnaryKind::kNeg:
      return -x;
    case UnaryKind::kSign:
      return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    case UnaryKind::kCeil:
      return std::ceil(x);
    case UnaryKind::kFloor:
      return std::floor(x);
    case UnaryKind::kRound:
      return std::nearbyint(x);
    case UnaryKind::kSquare:
      return x * x;
    case UnaryKind::kSqrt:
      return std::sqrt(x);
    case UnaryKind::kRsqrt:
      return T{1} / std::sqrt(x);
    case UnaryKind::kExp:
      return std::exp(x);
    case UnaryKind::kLog:
      return std::log(x);
    case UnaryKind::kSin:
      return std::sin(x);
    case UnaryKind::kCos:
      return std::cos(x);
    case UnaryKind::kLogicalNot:
      break;
  }
  return 0;
}

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
      return 0;
  }
}

template <typename T>
Status Eval(const Unary& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.count; ++i) {
    if constexpr (std::is_integral_v<T>) {
      out[i] = Integer<T>(op.kind, in[i]);
    } else if constexpr (std::is_same_v<T, double>) {
      out[i] = FloatingPoint<double>(op.kind, in[i]);
    } else {
      out[i] = static_cast<T>(FloatingPoint<float>(op.kind, in[i]));
    }
  }
  return OkStatus();
}

template <typename T>
Status EvalQuantized(const Unary& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const bool root = op.kind == UnaryKind::kSqrt || op.kind == UnaryKind::kRsqrt;
  for (int64_t i = 0; i < op.count; ++i) {
    const float x = op.in.Real(in[i]);
    TFLL_CONSTRAINT(C5, !root || x >= 0, "element ", i, " is ", x);
    out[i] = QuantizeTo<T>(FloatingPoint<float>(op.kind, x), op.out);
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

}  // namespace tflite
