#include <algorithm>

#include "kernels/arg_min_max/arg_min_max.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;
// Shorter rows are searched one element after the other.
constexpr int64_t kShortRow = 32;
// Columns searched at a time: values and indices stay in level 1.
constexpr int64_t kColumns = 256;

// Any number is better than NaN.
template <bool kMax, typename T>
bool Better(T a, T b) {
  return (kMax ? a > b : a < b) || (b != b && a == a);
}

// A row that is contiguous: first the best value, many at a time, then where it
// stands.
template <bool kMax, typename T>
int64_t FindInRow(const T* in, int64_t count) {
  constexpr int kLanes = 64 / sizeof(T);
  int64_t found = 0;
  if (count < kShortRow || count < 2 * kLanes) {
    for (int64_t i = 1; i < count; ++i) {
      if (Better<kMax>(in[i], in[found])) found = i;
    }
    return found;
  }
  T lane[kLanes];
  std::fill_n(lane, kLanes, in[0]);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int j = 0; j < kLanes; ++j) {
      lane[j] = Better<kMax>(in[i + j], lane[j]) ? in[i + j] : lane[j];
    }
  }
  T best = lane[0];
  for (const T v : lane) best = Better<kMax>(v, best) ? v : best;
  for (; i < count; ++i) best = Better<kMax>(in[i], best) ? in[i] : best;
  if (best != best) return 0;  // only NaN
  while (in[found] != best) ++found;
  return found;
}

// `columns` adjacent columns of a matrix whose rows are `stride` apart.
template <bool kMax, typename T, typename Index>
void FindInColumns(const T* in, int64_t rows, int64_t stride, int64_t columns,
                   Index* out) {
  T best[kColumns];
  int32_t index[kColumns];
  std::copy_n(in, columns, best);
  std::fill_n(index, columns, 0);
  for (int64_t r = 1; r < rows; ++r) {
    const T* row = in + r * stride;
    const int32_t here = static_cast<int32_t>(r);
    for (int64_t c = 0; c < columns; ++c) {
      const bool better = Better<kMax>(row[c], best[c]);
      best[c] = better ? row[c] : best[c];
      index[c] = better ? here : index[c];
    }
  }
  for (int64_t c = 0; c < columns; ++c) out[c] = index[c];
}

template <bool kMax, typename T, typename Index>
void Run(const ArgMinMax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  Index* out = context.out<Index>(0);
  const int64_t slice = op.extent * op.inner;
  if (op.outer * op.inner == 0) return;
  context.threads().ParallelFor(
      op.outer, std::max<int64_t>(1, kGrain / slice),
      [&](int64_t begin, int64_t end) {
        for (int64_t o = begin; o < end; ++o) {
          if (op.inner == 1) {
            out[o] = static_cast<Index>(
                FindInRow<kMax>(in + o * op.extent, op.extent));
            continue;
          }
          for (int64_t i = 0; i < op.inner; i += kColumns) {
            FindInColumns<kMax>(in + o * slice + i, op.extent, op.inner,
                                std::min(kColumns, op.inner - i),
                                out + o * op.inner + i);
          }
        }
      });
}

template <typename T>
Status Eval(const ArgMinMax& op, EvalContext& context) {
  const bool narrow = op.output_type == kTfLiteInt32;
  if (op.max) {
    narrow ? Run<true, T, int32_t>(op, context)
           : Run<true, T, int64_t>(op, context);
  } else {
    narrow ? Run<false, T, int32_t>(op, context)
           : Run<false, T, int64_t>(op, context);
  }
  return OkStatus();
}

}  // namespace

Status EvalArgMinMaxCpu(const ArgMinMax& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    default:
      return Internal("arg_min_max bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
