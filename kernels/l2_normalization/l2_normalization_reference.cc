#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/math/fixed_transcendental.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

constexpr float kMinNorm = 1e-6f;

// Calls body(row of the input, row of the output) for all of them.
template <typename T, typename Body>
void ForEachRow(const L2Normalization& op, EvalContext& context, const T* in,
                T* out, Body body) {
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 8192;
  context.threads().ParallelFor(
      op.rows, LeastItems(kGrain, {op.depth}), [&](int64_t row, int64_t end) {
        for (; row < end; ++row)
          body(in + row * op.depth, out + row * op.depth);
      });
}

template <typename T>
Status Eval(const L2Normalization& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  ForEachRow(op, context, in, out, [&](const T* x, T* y) {
    float sum = 0;
    for (int64_t i = 0; i < op.depth; ++i) {
      const float v = x[i];
      sum += v * v;
    }
    const float norm = std::max(std::sqrt(sum), kMinNorm);
    for (int64_t i = 0; i < op.depth; ++i) {
      y[i] = static_cast<T>(static_cast<float>(x[i]) / norm);
    }
  });
  return OkStatus();
}

// Results in steps of 2^-7, as they are wherever a converter made them: in
// integer arithmetic.
template <typename T>
void FixedRow(const L2Normalization& op, const T* in, T* out) {
  int32_t sum = 0;
  for (int64_t i = 0; i < op.depth; ++i) {
    const int32_t x = in[i] - op.in_zero_point;
    sum += x * x;
  }
  QuantizedMultiplier factor = FixedInverseSqrt(sum);
  // UINT8 shifts before it multiplies, INT8 as part of the factor.
  constexpr bool kShiftFirst = std::is_unsigned_v<T>;
  if (!kShiftFirst) factor.shift += 7;
  for (int64_t i = 0; i < op.depth; ++i) {
    const int32_t x = in[i] - op.in_zero_point;
    const int32_t y =
        MultiplyByQuantizedMultiplier(kShiftFirst ? x * 128 : x, factor);
    out[i] = static_cast<T>(std::clamp<int32_t>(y + op.out.zero_point,
                                                std::numeric_limits<T>::min(),
                                                std::numeric_limits<T>::max()));
  }
}

template <typename T>
void RealRow(const L2Normalization& op, const T* in, T* out) {
  double sum = 0;
  for (int64_t i = 0; i < op.depth; ++i) {
    const double x = in[i] - op.in_zero_point;
    sum += x * x;
  }
  const double norm = std::max(std::sqrt(sum), 1.0);
  for (int64_t i = 0; i < op.depth; ++i) {
    out[i] = QuantizeTo<T>(
        static_cast<float>((in[i] - op.in_zero_point) / norm), op.out);
  }
}

template <typename T>
Status EvalQuantized(const L2Normalization& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  // The sum of squares has to fit 32 bits.
  const bool fixed = sizeof(T) == 1 && op.out.scale == 1.0f / 128 &&
                     op.depth < INT32_MAX / (255 * 255);
  ForEachRow(op, context, in, out, [&](const T* x, T* y) {
    fixed ? FixedRow(op, x, y) : RealRow(op, x, y);
  });
  return OkStatus();
}

}  // namespace

Status EvalL2NormalizationReference(const L2Normalization& op,
                                    EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
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
      return Internal("l2_normalization bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
