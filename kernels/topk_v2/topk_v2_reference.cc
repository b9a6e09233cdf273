#include <algorithm>
#include <numeric>
#include <type_traits>
#include <vector>

#include "kernels/topk_v2/topk_v2.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// Whether element a of a row comes before element b.
template <typename T>
bool Precedes(const T* row, int32_t a, int32_t b) {
  const T x = row[a];
  const T y = row[b];
  if (x > y) return true;
  if (x < y) return false;
  if constexpr (!std::is_integral_v<T>) {
    const bool x_is_number = x == x;
    const bool y_is_number = y == y;
    if (x_is_number != y_is_number) return x_is_number;
  }
  return a < b;
}

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;

// Rows [begin, end).
template <typename T, typename Index>
void RunRows(const TopkV2& op, EvalContext& context, int64_t begin,
             int64_t end) {
  const T* row = context.in<T>(0) + begin * op.columns;
  T* values = context.out<T>(0) + begin * op.k;
  Index* indices = context.out<Index>(1) + begin * op.k;
  std::vector<int32_t> order(op.columns);
  for (int64_t r = begin; r < end; ++r, row += op.columns) {
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(
        order.begin(), order.begin() + op.k, order.end(),
        [row](int32_t a, int32_t b) { return Precedes(row, a, b); });
    for (int32_t i = 0; i < op.k; ++i) {
      *values++ = row[order[i]];
      *indices++ = static_cast<Index>(order[i]);
    }
  }
}

template <typename T, typename Index>
void Run(const TopkV2& op, EvalContext& context) {
  context.threads().ParallelFor(op.rows, LeastItems(kGrain, {op.columns}),
                                [&](int64_t begin, int64_t end) {
                                  RunRows<T, Index>(op, context, begin, end);
                                });
}

template <typename T>
Status Eval(const TopkV2& op, EvalContext& context) {
  if (op.index_type == kTfLiteInt32) {
    Run<T, int32_t>(op, context);
  } else {
    Run<T, int16_t>(op, context);
  }
  return OkStatus();
}

}  // namespace

Status EvalTopkV2Reference(const TopkV2& op, EvalContext& context) {
  switch (op.type) {
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
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    case kTfLiteBFloat16:
      return Eval<bfloat16>(op, context);
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    default:
      return Eval<double>(op, context);
  }
}

}  // namespace tflite::kernels
