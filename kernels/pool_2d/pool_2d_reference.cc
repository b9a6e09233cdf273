#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/math/least.h"
#include "kernels/pool_2d/pool_2d.h"

namespace tflite::kernels {
namespace {

// The covered part of one window along one axis.
struct Span {
  int32_t begin, end;
};
Span Covered(int32_t position, int32_t stride, int32_t pad, int32_t filter,
             int32_t extent) {
  const int64_t start = int64_t{position} * stride - pad;
  return {static_cast<int32_t>(std::max<int64_t>(0, start)),
          static_cast<int32_t>(std::min<int64_t>(extent, start + filter))};
}

float Average(float sum, int64_t count) {
  return sum / static_cast<float>(count);
}
int64_t Average(int64_t sum, int64_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

float Clamp(const Pool2d& op, float x) { return op.float_range.Clamp(x); }
int32_t Clamp(const Pool2d& op, int64_t x) {
  return op.integer_range.Clamp(static_cast<int32_t>(x));
}

// `in` points to channel c of the first element of the batch's image.
template <typename T>
T ReduceWindow(const Pool2d& op, const T* in, Span rows, Span columns) {
  using A = std::conditional_t<std::is_same_v<T, float>, float, int64_t>;
  const int64_t count =
      int64_t{rows.end - rows.begin} * (columns.end - columns.begin);
  A sum = 0;
  A max = kLeast<A>;
  for (int32_t y = rows.begin; y < rows.end; ++y) {
    for (int32_t x = columns.begin; x < columns.end; ++x) {
      const A v = in[(int64_t{y} * op.in_width + x) * op.channels];
      sum += op.kind == PoolKind::kL2 ? v * v : v;
      max = std::max(max, v);
    }
  }
  A result = op.kind == PoolKind::kMax ? max : Average(sum, count);
  if (op.kind == PoolKind::kL2) result = static_cast<A>(std::sqrt(result));
  return static_cast<T>(Clamp(op, result));
}

template <typename T>
Status Eval(const Pool2d& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t image = int64_t{op.in_height} * op.in_width * op.channels;
  for (int32_t b = 0; b < op.batch; ++b) {
    for (int32_t y = 0; y < op.out_height; ++y) {
      const Span rows = Covered(y, op.stride_height, op.pad_top,
                                op.filter_height, op.in_height);
      for (int32_t x = 0; x < op.out_width; ++x) {
        const Span columns = Covered(x, op.stride_width, op.pad_left,
                                     op.filter_width, op.in_width);
        for (int32_t c = 0; c < op.channels; ++c) {
          *out++ = ReduceWindow(op, in + b * image + c, rows, columns);
        }
      }
    }
  }
  return OkStatus();
}

}  // namespace

Status EvalPool2dReference(const Pool2d& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    default:
      return Internal("pool_2d bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
