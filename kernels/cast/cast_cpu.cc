#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/cast/cast.h"
#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;

using Loop = void (*)(const void* in, int64_t count, void* out);

// One element, as cast.h says.
template <typename From, typename To>
TFLL_ALWAYS_INLINE To Convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != 0;
  } else if constexpr (std::is_floating_point_v<From> &&
                       std::is_integral_v<To>) {
    // The float next to the largest wide integers is one more.
    constexpr From kMin = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From kMax = static_cast<From>(std::numeric_limits<To>::max());
    if (!(x < kMax)) return std::numeric_limits<To>::max();
    return x <= kMin ? std::numeric_limits<To>::min() : static_cast<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

template <typename From, typename To>
void Run(const void* in, int64_t count, void* out) {
  const From* x = static_cast<const From*>(in);
  To* y = static_cast<To*>(out);
  for (int64_t i = 0; i < count; ++i) y[i] = Convert<From, To>(x[i]);
}

// The loops from one type; null where there is none.
template <typename From>
Loop LoopTo(TfLiteType to) {
  switch (to) {
    case kTfLiteFloat32:
      return Run<From, float>;
    case kTfLiteFloat64:
      return Run<From, double>;
    case kTfLiteInt8:
      return Run<From, int8_t>;
    case kTfLiteUInt8:
      return Run<From, uint8_t>;
    case kTfLiteInt16:
      return Run<From, int16_t>;
    case kTfLiteInt32:
      return Run<From, int32_t>;
    case kTfLiteInt64:
      return Run<From, int64_t>;
    case kTfLiteBool:
      return Run<From, bool>;
    default:
      return nullptr;
  }
}

template <typename T>
void Widen(const void* in, int64_t count, void* out) {
  ToFloats(static_cast<const T*>(in), count, static_cast<float*>(out));
}
template <typename T>
void Narrow(const void* in, int64_t count, void* out) {
  FromFloats(static_cast<const float*>(in), count, static_cast<T*>(out));
}

Loop FindLoop(TfLiteType from, TfLiteType to) {
  if (from == kTfLiteFloat32 && to == kTfLiteFloat16) return Narrow<half>;
  if (from == kTfLiteFloat32 && to == kTfLiteBFloat16) return Narrow<bfloat16>;
  switch (from) {
    case kTfLiteFloat32:
      return LoopTo<float>(to);
    case kTfLiteInt8:
      return LoopTo<int8_t>(to);
    case kTfLiteUInt8:
      return LoopTo<uint8_t>(to);
    case kTfLiteInt32:
      return LoopTo<int32_t>(to);
    case kTfLiteInt64:
      return LoopTo<int64_t>(to);
    case kTfLiteBool:
      return LoopTo<bool>(to);
    case kTfLiteFloat16:
      return to == kTfLiteFloat32 ? Widen<half> : nullptr;
    case kTfLiteBFloat16:
      return to == kTfLiteFloat32 ? Widen<bfloat16> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Status EvalCastCpu(const Cast& op, EvalContext& context) {
  const auto* in = context.in<uint8_t>(0);
  auto* out = context.out<uint8_t>(0);
  if (op.from == op.to) {
    if (op.count > 0) std::memmove(out, in, context.output(0).bytes());
    return OkStatus();
  }
  const Loop loop = FindLoop(op.from, op.to);
  if (loop == nullptr) return EvalCastReference(op, context);
  const int64_t from_bytes = ElementBits(op.from) / 8;
  const int64_t to_bytes = ElementBits(op.to) / 8;
  ParallelRange(
      context.threads(), op.count, kGrain, [&](int64_t begin, int64_t end) {
        loop(in + begin * from_bytes, end - begin, out + begin * to_bytes);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
