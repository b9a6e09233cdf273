#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/stablehlo_scatter/stablehlo_scatter.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

template <typename T>
T Combine(GraphFunction function, T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    const bool both = function == GraphFunction::kMultiply ||
                      function == GraphFunction::kMinimum ||
                      function == GraphFunction::kAnd;
    return both ? a && b : a || b;
  } else {
    // Unsigned, so that an overflow wraps; half precision computes in float.
    using U = typename std::conditional_t<std::is_integral_v<T>,
                                          std::make_unsigned<T>,
                                          std::enable_if<true, T>>::type;
    switch (function) {
      case GraphFunction::kAdd:
        return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
      case GraphFunction::kMultiply:
        // 16-bit factors would be promoted to int, which can overflow.
        if constexpr (std::is_integral_v<T>) {
          return static_cast<T>(static_cast<uint64_t>(a) *
                                static_cast<uint64_t>(b));
        } else {
          return static_cast<T>(a * b);
        }
      case GraphFunction::kMaximum:
        return a < b ? b : a;
      case GraphFunction::kMinimum:
        return b < a ? b : a;
      default:
        break;
    }
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(function == GraphFunction::kAnd ? a & b : a | b);
    }
    return b;
  }
}

// Combines a box of updates into the output, element by element.
template <typename T>
void CombineBox(GraphFunction function, const StridedCopy& box, size_t d,
                const T* in, T* out) {
  if (d == box.dims.size()) {
    *out = Combine(function, *out, *in);
    return;
  }
  const StridedCopy::Dim& dim = box.dims[d];
  for (int64_t i = 0; i < dim.extent; ++i) {
    CombineBox(function, box, d + 1, in + i * dim.in_stride,
               out + i * dim.out_stride);
  }
}

using BoxFunction = void (*)(const StablehloScatter&, const StridedCopy&,
                             const Cells&);

template <typename T>
void ApplyBox(const StablehloScatter& op, const StridedCopy& box,
              const Cells& cells) {
  CombineBox(op.function, box, 0,
             reinterpret_cast<const T*>(cells.in[1]) + box.in_offset,
             reinterpret_cast<T*>(cells.out[0]) + box.out_offset);
}

void ReplaceBox(const StablehloScatter&, const StridedCopy& box,
                const Cells& cells) {
  RunStridedCopy(box, cells.bytes, cells.in[1], cells.out[0]);
}

BoxFunction FunctionFor(const StablehloScatter& op) {
  if (op.function == GraphFunction::kSecond) return ReplaceBox;
  switch (op.type) {
    case kTfLiteBool:
      return ApplyBox<bool>;
    case kTfLiteInt8:
      return ApplyBox<int8_t>;
    case kTfLiteUInt8:
      return ApplyBox<uint8_t>;
    case kTfLiteInt16:
      return ApplyBox<int16_t>;
    case kTfLiteUInt16:
      return ApplyBox<uint16_t>;
    case kTfLiteInt32:
      return ApplyBox<int32_t>;
    case kTfLiteUInt32:
      return ApplyBox<uint32_t>;
    case kTfLiteInt64:
      return ApplyBox<int64_t>;
    case kTfLiteUInt64:
      return ApplyBox<uint64_t>;
    case kTfLiteFloat16:
      return ApplyBox<half>;
    case kTfLiteBFloat16:
      return ApplyBox<bfloat16>;
    case kTfLiteFloat32:
      return ApplyBox<float>;
    default:
      return ApplyBox<double>;
  }
}

// The part of a window at `start` that lies inside the value. False when there
// is none.
bool ClipWindow(const StablehloScatter& op, absl::Span<const int64_t> start,
                StridedCopy* box) {
  const auto in = DenseStrides(op.updates);
  const auto out = DenseStrides(op.input);
  for (int d = 0; d < op.input.rank(); ++d) {
    // Starts are compared before they are added to: they are any 64 bits.
    if (start[d] >= op.input[d] || start[d] <= -int64_t{op.window[d]})
      return false;
    const int64_t first = std::max<int64_t>(0, -start[d]);
    const int64_t end = std::min<int64_t>(op.window[d], op.input[d] - start[d]);
    const int64_t stride = op.window_dims[d] < 0 ? 0 : in[op.window_dims[d]];
    box->in_offset += first * stride;
    box->out_offset += (start[d] + first) * out[d];
    box->Add(end - first, stride, out[d]);
  }
  return true;
}

template <typename Index>
void Scatter(const StablehloScatter& op, const Index* indices,
             const Cells& cells) {
  const auto strides = DenseStrides(op.updates);
  const BoxFunction apply = FunctionFor(op);
  const int64_t places = op.places.num_elements();
  absl::InlinedVector<int64_t, 8> start(op.input.rank());
  for (int64_t place = 0; place < places; ++place) {
    StridedCopy box;
    int64_t at = 0;
    int64_t rest = place;
    for (int d = op.places.rank() - 1; d >= 0; --d) {
      const int64_t digit = rest % op.places[d];
      rest /= op.places[d];
      at += digit * op.index_strides[d];
      box.in_offset += digit * strides[op.place_dims[d]];
    }
    std::fill(start.begin(), start.end(), 0);
    for (size_t k = 0; k < op.start_dims.size(); ++k) {
      start[op.start_dims[k]] =
          indices[at + static_cast<int64_t>(k) * op.vector_stride];
    }
    if (ClipWindow(op, start, &box)) apply(op, box, cells);
  }
}

}  // namespace

Status EvalStablehloScatterReference(const StablehloScatter& op,
                                     EvalContext& context) {
  return MoveCells(op, context, {0, 2}, [&](const Cells& cells) {
    const int64_t count = op.input.num_elements();
    if (count == 0) return OkStatus();
    if (cells.out[0] != cells.in[0]) {
      std::memcpy(cells.out[0], cells.in[0],
                  static_cast<size_t>(count * cells.bytes));
    }
    if (op.updates.num_elements() == 0) return OkStatus();
    if (op.index_type == kTfLiteInt32) {
      Scatter(op, context.in<int32_t>(1), cells);
    } else {
      Scatter(op, context.in<int64_t>(1), cells);
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
