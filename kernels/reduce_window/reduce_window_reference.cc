#include <algorithm>

#include "kernels/reduce_window/reduce_window.h"

namespace tflite::kernels {
namespace {

template <typename T>
T Combine(GraphFunction function, T a, T b) {
  switch (function) {
    case GraphFunction::kAdd:
      if constexpr (std::is_same_v<T, bool>) return a || b;
      return static_cast<T>(a + b);
    case GraphFunction::kMultiply:
      if constexpr (std::is_same_v<T, bool>) return a && b;
      // 16-bit factors would be promoted to int, which can overflow.
      if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
      }
      return static_cast<T>(a * b);
    case GraphFunction::kMaximum:
      return std::max(a, b);
    case GraphFunction::kMinimum:
      return std::min(a, b);
    case GraphFunction::kAnd:
      return static_cast<T>(a && b);
    case GraphFunction::kOr:
      return static_cast<T>(a || b);
    case GraphFunction::kSecond:
      break;
  }
  return b;
}

// Combines what the window at `corner` (positions among the padded data) covers
// along axis `a` and those inside it. `base` is the index of the data element
// reached so far, negative in padding or a hole.
template <typename T>
T Reduce(const ReduceWindow& op, const T* in, T initial,
         const absl::InlinedVector<int64_t, 6>& corner, size_t a, int64_t base,
         T acc) {
  if (a == op.axes.size()) {
    return Combine(op.function, acc, base < 0 ? initial : in[base]);
  }
  const ReduceWindow::Axis& axis = op.axes[a];
  for (int64_t w = 0; w < axis.window; ++w) {
    const int64_t at = corner[a] + w * axis.window_dilation - axis.pad_before;
    const int64_t element = at / axis.base_dilation;
    const bool inside =
        at >= 0 && at % axis.base_dilation == 0 && element < axis.input;
    const int64_t next = inside && base >= 0 ? base * axis.input + element : -1;
    acc = Reduce(op, in, initial, corner, a + 1, next, acc);
  }
  return acc;
}

// Arithmetic on unsigned integers, which wraps, is that on signed ones.
template <typename T>
Status Eval(const ReduceWindow& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  const T initial = *context.in<T>(1);
  T* out = context.out<T>(0);
  const auto run = [&](int64_t i, int64_t end) {
    absl::InlinedVector<int64_t, 6> corner(op.axes.size(), 0);
    for (; i < end; ++i) {
      int64_t rest = i;
      for (size_t a = op.axes.size(); a-- > 0;) {
        corner[a] = rest % op.axes[a].output * op.axes[a].stride;
        rest /= op.axes[a].output;
      }
      out[i] = Reduce(op, in, initial, corner, 0, int64_t{0}, initial);
    }
  };
  // The least number of elements of the windows of a thread.
  constexpr int64_t kGrain = 4096;
  int64_t window = 1;
  for (const ReduceWindow::Axis& axis : op.axes) {
    window = WorkOf({window, axis.window});
  }
  context.threads().ParallelFor(context.output(0).num_elements(),
                                LeastItems(kGrain, {window}), run);
  return OkStatus();
}

bool NeedsSign(GraphFunction function) {
  return function == GraphFunction::kMaximum ||
         function == GraphFunction::kMinimum;
}

template <typename Signed, typename Unsigned>
Status EvalSigned(const ReduceWindow& op, EvalContext& context) {
  return NeedsSign(op.function) ? Eval<Signed>(op, context)
                                : Eval<Unsigned>(op, context);
}

}  // namespace

Status EvalReduceWindowReference(const ReduceWindow& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat64:
      return Eval<double>(op, context);
    case kTfLiteBool:
      return Eval<bool>(op, context);
    case kTfLiteInt8:
      return EvalSigned<int8_t, uint8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return EvalSigned<int16_t, uint16_t>(op, context);
    case kTfLiteUInt16:
      return Eval<uint16_t>(op, context);
    case kTfLiteInt32:
      return EvalSigned<int32_t, uint32_t>(op, context);
    case kTfLiteUInt32:
      return Eval<uint32_t>(op, context);
    case kTfLiteInt64:
      return EvalSigned<int64_t, uint64_t>(op, context);
    case kTfLiteUInt64:
      return Eval<uint64_t>(op, context);
    default:
      return Internal("reduce_window bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
