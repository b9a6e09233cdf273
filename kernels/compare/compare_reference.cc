#include <complex>
#include <string_view>

#include "kernels/compare/compare.h"
#include "kernels/compare/compare_function.h"
#include "kernels/math/cells.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

// Types that have equality but no order.
template <typename T>
bool HoldsUnordered(CompareKind kind, const T& x, const T& y) {
  return (x == y) == (kind == CompareKind::kEqual);
}

// Sets out to holds(i, j) for the elements i of x and j of y that are paired.
template <typename Function>
Status ForEach(const Compare& op, EvalContext& context, Function holds) {
  bool* out = context.out<bool>(0);
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    for (int64_t i = 0; i < row.count; ++i) {
      out[row.out + i] = holds(row.in[0] + (op.loop.moves(0) ? i : 0),
                               row.in[1] + (op.loop.moves(1) ? i : 0));
    }
  });
  return OkStatus();
}

template <typename T>
Status Eval(const Compare& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* y = context.in<T>(1);
  return ForEach(op, context, [&](int64_t i, int64_t j) {
    return ComparisonHolds<T>(op.kind, x[i], y[j]);
  });
}

template <typename T>
Status EvalUnordered(const Compare& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* y = context.in<T>(1);
  return ForEach(op, context, [&](int64_t i, int64_t j) {
    return HoldsUnordered<T>(op.kind, x[i], y[j]);
  });
}

template <typename T>
Status EvalScaled(const Compare& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* y = context.in<T>(1);
  return ForEach(op, context, [&](int64_t i, int64_t j) {
    return ScaledComparisonHolds(op, x[i], y[j]);
  });
}

Status EvalStrings(const Compare& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const auto x, ReadStrings(context.input(0)));
  TFLL_ASSIGN_OR_RETURN(const auto y, ReadStrings(context.input(1)));
  return ForEach(op, context, [&](int64_t i, int64_t j) {
    return HoldsUnordered<std::string_view>(
        op.kind, std::string_view(x[i].str, x[i].len),
        std::string_view(y[j].str, y[j].len));
  });
}

template <typename T>
Status EvalStored(const Compare& op, EvalContext& context) {
  return op.scaled ? EvalScaled<T>(op, context) : Eval<T>(op, context);
}

}  // namespace

Status EvalCompareReference(const Compare& op, EvalContext& context) {
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
      return EvalStored<int8_t>(op, context);
    case kTfLiteUInt8:
      return EvalStored<uint8_t>(op, context);
    case kTfLiteInt16:
      return EvalStored<int16_t>(op, context);
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
      return EvalUnordered<bool>(op, context);
    case kTfLiteComplex64:
      return EvalUnordered<std::complex<float>>(op, context);
    case kTfLiteString:
      return EvalStrings(op, context);
    default:
      return Internal("compare bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
