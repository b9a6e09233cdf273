#include "kernels/binary/binary_reference_quantized.h"

#include "kernels/binary/binary_arithmetic.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;

// The result before clamping, in the output's integers.
template <typename T>
int64_t Compute(const Binary& op, T x, T y) {
  const BinaryQuantization& q = op.q;
  const int64_t zero_point = q.out.zero_point;
  const int32_t a = x - q.x.zero_point;
  const int32_t b = y - q.y.zero_point;
  const bool subtract = op.kind == BinaryKind::kSub;
  switch (q.form) {
    case BinaryForm::kSum:
      return zero_point + QuantizedSum(q, a, b, subtract);
    case BinaryForm::kSquare:
      return zero_point + QuantizedSquare(q, a, b);
    case BinaryForm::kProduct:
      return zero_point +
             SaturatingMultiplyByQuantizedMultiplier(a * b, q.factor);
    case BinaryForm::kHighByte:
      return zero_point +
             RoundingDivideByPOT(FixedMultiply(static_cast<int16_t>(a),
                                               static_cast<int16_t>(b)),
                                 8);
    case BinaryForm::kQuotient:
      return zero_point + QuantizedQuotient(q, a, b);
    case BinaryForm::kShifted:
      return QuantizedShifted(q, a, b, subtract);
    case BinaryForm::kRaw:
      return op.kind == BinaryKind::kMaximum ? std::max(x, y) : std::min(x, y);
    case BinaryForm::kReal:
      break;
  }
  return QuantizeTo<T>(RealResult(op.kind, q.x.Real(x), q.y.Real(y)), q.out);
}

template <typename T>
Status CheckDivisors(const Binary& op, const T* y, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    TFLL_CONSTRAINT(C8, y[i] != op.q.y.zero_point, "element ", i,
                    " of the divisor represents 0");
  }
  return OkStatus();
}

template <typename T, typename Out = T>
Status Eval(const Binary& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* y = context.in<T>(1);
  Out* out = context.out<Out>(0);
  if (op.q.form == BinaryForm::kQuotient) {
    TFLL_RETURN_IF_ERROR(CheckDivisors(op, y, context.input(1).num_elements()));
  }
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    for (int64_t i = 0; i < row.count; ++i) {
      const int64_t v =
          Compute<T>(op, x[row.in[0] + (op.loop.moves(0) ? i : 0)],
                     y[row.in[1] + (op.loop.moves(1) ? i : 0)]);
      out[row.out + i] = static_cast<Out>(
          std::clamp<int64_t>(v, op.q.range.min, op.q.range.max));
    }
  });
  return OkStatus();
}

}  // namespace

Status EvalQuantizedBinaryReference(const Binary& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      if (op.out_type == kTfLiteInt8) return Eval<int16_t, int8_t>(op, context);
      if (op.out_type == kTfLiteUInt8) {
        return Eval<int16_t, uint8_t>(op, context);
      }
      return Eval<int16_t>(op, context);
    default:
      return Internal("quantized binary bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
