#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernels/segment/segment.h"

namespace tflite::kernels {
namespace {

template <typename T>
T Identity(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kSum:
      return T{0};
    case SegmentKind::kProd:
      return T{1};
    case SegmentKind::kMax:
      return std::numeric_limits<T>::lowest();
    case SegmentKind::kMin:
      return std::numeric_limits<T>::max();
  }
  return {};
}

template <typename T>
T Combine(SegmentKind kind, T a, T b) {
  switch (kind) {
    case SegmentKind::kMax:
      return std::max(a, b);
    case SegmentKind::kMin:
      return std::min(a, b);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    // Unsigned, so that an overflow wraps.
    using U = std::make_unsigned_t<T>;
    const U x = static_cast<U>(a);
    const U y = static_cast<U>(b);
    return static_cast<T>(kind == SegmentKind::kSum ? x + y : x * y);
  } else {
    return kind == SegmentKind::kSum ? a + b : a * b;
  }
}

template <typename T, typename Id>
Status Run(const Segment& op, EvalContext& context) {
  const T* data = context.in<T>(0);
  const Id* ids = context.in<Id>(1);
  T* out = context.out<T>(0);
  for (int64_t i = 0; i < op.ids; ++i) {
    TFLL_CONSTRAINT(C6, ids[i] < op.segments, "id ", ids[i], " of ",
                    op.segments, " segments");
  }
  // Each thread has some of the output's elements, so that those of a segment
  // are combined in order.
  const auto run = [&](int64_t begin, int64_t end) {
    std::fill(out + begin, out + end, Identity<T>(op.kind));
    for (int64_t i = 0; i < op.ids; ++i) {
      if (ids[i] < 0) continue;
      const int64_t row = ids[i] * op.inner;
      const T* from = data + i * op.inner - row;
      const int64_t last = std::min(end, row + op.inner);
      for (int64_t k = std::max(begin, row); k < last; ++k) {
        out[k] = Combine(op.kind, out[k], from[k]);
      }
    }
  };
  const int64_t elements = op.segments * op.inner;
  // The least number of input elements for a thread.
  constexpr int64_t kGrain = 16384;
  const int64_t parts = std::clamp<int64_t>(op.ids * op.inner / kGrain, 1,
                                            context.threads().num_threads());
  context.threads().ParallelFor(parts, 1, [&](int64_t part, int64_t end) {
    run(elements * part / parts, elements * end / parts);
  });
  return OkStatus();
}

template <typename T>
Status RunType(const Segment& op, EvalContext& context) {
  return op.id_type == kTfLiteInt32 ? Run<T, int32_t>(op, context)
                                    : Run<T, int64_t>(op, context);
}

}  // namespace

Status EvalSegmentReference(const Segment& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return RunType<float>(op, context);
    case kTfLiteFloat64:
      return RunType<double>(op, context);
    case kTfLiteInt32:
      return RunType<int32_t>(op, context);
    default:
      return RunType<int64_t>(op, context);
  }
}

}  // namespace tflite::kernels
