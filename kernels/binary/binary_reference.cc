#include "kernels/binary/binary_arithmetic.h"
#include "kernels/binary/binary_reference_quantized.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;

template <typename T>
T FloatingPoint(BinaryKind kind, T x, T y) {
  switch (kind) {
    case BinaryKind::kAdd:
      return x + y;
    case BinaryKind::kSub:
      return x - y;
    case BinaryKind::kMul:
      return x * y;
    case BinaryKind::kDiv:
      return x / y;
    case BinaryKind::kMaximum:
      return x > y ? x : y;
    case BinaryKind::kMinimum:
      return x < y ? x : y;
    case BinaryKind::kSquaredDifference:
      return (x - y) * (x - y);
    case BinaryKind::kPow:
      return std::pow(x, y);
    case BinaryKind::kFloorDiv:
      // The quotient of doubles: that of floats may round up to an integer.
      return static_cast<T>(
          std::floor(static_cast<double>(x) / static_cast<double>(y)));
    case BinaryKind::kFloorMod: {
      const T r = std::fmod(x, y);
      return r != 0 && (r < 0) != (y < 0) ? r + y : r;
    }
    default:
      return std::atan2(x, y);
  }
}

// x / y without the one overflow, the lowest number divided by -1.
template <typename T>
T Quotient(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y == -1)
      return static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(x));
  }
  return static_cast<T>(x / y);
}
template <typename T>
T Remainder(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return static_cast<T>(x % y);
}

template <typename T>
T Power(T x, T y) {
  Wrapping<T> base = static_cast<Wrapping<T>>(x), result = 1;
  for (; y > 0; y = static_cast<T>(y / 2)) {
    if (y % 2 != 0) result *= base;
    base *= base;
  }
  return static_cast<T>(result);
}

template <typename T>
T Integer(BinaryKind kind, T x, T y) {
  using U = Wrapping<T>;
  constexpr T kWidth = std::numeric_limits<std::make_unsigned_t<T>>::digits;
  const U a = static_cast<U>(x), b = static_cast<U>(y);
  switch (kind) {
    case BinaryKind::kAdd:
      return static_cast<T>(a + b);
    case BinaryKind::kSub:
      return static_cast<T>(a - b);
    case BinaryKind::kMul:
      return static_cast<T>(a * b);
    case BinaryKind::kDiv:
      return Quotient(x, y);
    case BinaryKind::kMaximum:
      return std::max(x, y);
    case BinaryKind::kMinimum:
      return std::min(x, y);
    case BinaryKind::kSquaredDifference:
      return static_cast<T>((a - b) * (a - b));
    case BinaryKind::kPow:
      return Power(x, y);
    case BinaryKind::kFloorDiv: {
      const T r = Remainder(x, y);
      const T q = Quotient(x, y);
      return r != 0 && (r < 0) != (y < 0) ? static_cast<T>(q - 1) : q;
    }
    case BinaryKind::kFloorMod: {
      const T r = Remainder(x, y);
      return r != 0 && (r < 0) != (y < 0) ? static_cast<T>(r + y) : r;
    }
    case BinaryKind::kXor:
      return static_cast<T>(x ^ y);
    case BinaryKind::kAnd:
      return static_cast<T>(x & y);
    case BinaryKind::kOr:
      return static_cast<T>(x | y);
    case BinaryKind::kShiftRight:
      return static_cast<T>(x >> std::clamp<T>(y, 0, kWidth - 1));
    default:
      return y < 0 || y >= kWidth ? T{0} : static_cast<T>(a << b);
  }
}

bool Logical(BinaryKind kind, bool x, bool y) {
  switch (kind) {
    case BinaryKind::kAdd:
    case BinaryKind::kMaximum:
    case BinaryKind::kOr:
      return x || y;
    case BinaryKind::kXor:
      return x != y;
    default:
      return x && y;
  }
}

std::complex<float> Complex(BinaryKind kind, std::complex<float> x,
                            std::complex<float> y) {
  switch (kind) {
    case BinaryKind::kAdd:
      return x + y;
    case BinaryKind::kSub:
      return x - y;
    case BinaryKind::kMul:
      return x * y;
    default:
      return x / y;
  }
}

template <typename T>
T Compute(const Binary& op, T x, T y) {
  if constexpr (std::is_same_v<T, bool>) {
    return Logical(op.kind, x, y);
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return Complex(op.kind, x, y);
  } else if constexpr (std::is_integral_v<T>) {
    const T v = Integer<T>(op.kind, x, y);
    if (!op.has_activation) return v;
    const auto& range = op.integer_range;
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(range.Clamp(v));
    } else {
      return v > static_cast<uint64_t>(range.max) ? static_cast<T>(range.max)
                                                  : v;
    }
  } else {
    const Wide<T> v = FloatingPoint<Wide<T>>(op.kind, x, y);
    if (!op.has_activation) return static_cast<T>(v);
    const Wide<T> low = op.float_range.min, high = op.float_range.max;
    return static_cast<T>(v < low ? low : v > high ? high : v);
  }
}

// Division by 0 and negative powers of integers have no result.
template <typename T>
Status CheckOperands(const Binary& op, const T* y, int64_t count) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    const bool divides = op.kind == BinaryKind::kDiv ||
                         op.kind == BinaryKind::kFloorDiv ||
                         op.kind == BinaryKind::kFloorMod;
    const bool raises = op.kind == BinaryKind::kPow;
    for (int64_t i = 0; (divides || raises) && i < count; ++i) {
      TFLL_CONSTRAINT(C8, !divides || y[i] != 0, "element ", i,
                      " of the divisor is 0");
      TFLL_CONSTRAINT(C9, !raises || y[i] >= 0, "element ", i,
                      " of the exponent is ", static_cast<int64_t>(y[i]));
    }
  }
  return OkStatus();
}

template <typename T>
Status Eval(const Binary& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* y = context.in<T>(1);
  T* out = context.out<T>(0);
  TFLL_RETURN_IF_ERROR(CheckOperands(op, y, context.input(1).num_elements()));
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    for (int64_t i = 0; i < row.count; ++i) {
      out[row.out + i] =
          Compute<T>(op, x[row.in[0] + (op.loop.moves(0) ? i : 0)],
                     y[row.in[1] + (op.loop.moves(1) ? i : 0)]);
    }
  });
  return OkStatus();
}

}  // namespace

Status EvalBinaryReference(const Binary& op, EvalContext& context) {
  if (op.quantized) return EvalQuantizedBinaryReference(op, context);
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
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteUInt16:
      return Eval<uint16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteUInt32:
      return Eval<uint32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    case kTfLiteUInt64:
      return Eval<uint64_t>(op, context);
    case kTfLiteBool:
      return Eval<bool>(op, context);
    case kTfLiteComplex64:
      return Eval<std::complex<float>>(op, context);
    default:
      return Internal("binary bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
