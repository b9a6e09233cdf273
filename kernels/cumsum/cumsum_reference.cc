#include <algorithm>

#include "kernels/cumsum/cumsum.h"
#include "kernels/math/integers.h"

namespace tflite::kernels {
namespace {

// T is unsigned for integers: sums have the same bits.

// One row of neighbours.
template <typename T>
void SumRow(const Cumsum& op, int64_t extent, int64_t step, const T* in,
            T* out) {
  T sum = 0;
  for (int64_t i = 0; i < extent; ++i, in += step, out += step) {
    const T value = *in;
    *out = op.exclusive ? sum : sum + value;
    sum += value;
  }
}

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

// Neighbours [begin, end) of `inner` next to each other, for each of `extent`.
template <typename T>
void SumColumns(const Cumsum& op, int64_t extent, int64_t step, int64_t begin,
                int64_t end, const T* in, T* out) {
  for (int64_t k = begin; k < end; ++k) out[k] = op.exclusive ? T{0} : in[k];
  for (int64_t i = 1; i < extent; ++i) {
    const int64_t at = i * step;
    const T* added = in + (op.exclusive ? at - step : at);
    for (int64_t k = begin; k < end; ++k) {
      out[at + k] = out[at - step + k] + added[k];
    }
  }
}

template <typename T>
Status Eval(const Cumsum& op, int axis, EvalContext& context) {
  const int64_t outer = op.shape.Product(0, axis);
  const int64_t extent = op.shape[axis];
  const int64_t inner = op.shape.Product(axis + 1, op.shape.rank());
  const int64_t step = op.reverse ? -inner : inner;
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  if (outer * extent * inner == 0) return OkStatus();
  // Sums are independent: threads take some of them.
  context.threads().ParallelFor(
      outer * inner, LeastItems(kGrain, {extent}),
      [&](int64_t begin, int64_t end) {
        if (inner == 1) {
          const int64_t first = op.reverse ? extent - 1 : 0;
          for (int64_t o = begin; o < end; ++o) {
            SumRow(op, extent, step, in + o * extent + first,
                   out + o * extent + first);
          }
          return;
        }
        while (begin < end) {
          const int64_t o = begin / inner, from = begin % inner;
          const int64_t to = std::min(inner, from + end - begin);
          const int64_t first =
              (o * extent + (op.reverse ? extent - 1 : 0)) * inner;
          SumColumns(op, extent, step, from, to, in + first, out + first);
          begin += to - from;
        }
      });
  return OkStatus();
}

}  // namespace

Status EvalCumsumReference(const Cumsum& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const int64_t where, ReadInteger(context.input(1)));
  const auto axis = NormalizeAxis(where, op.shape.rank());
  TFLL_CONSTRAINT(C4, axis.ok(), axis.status().message());
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, *axis, context);
    case kTfLiteFloat64:
      return Eval<double>(op, *axis, context);
    case kTfLiteInt32:
      return Eval<uint32_t>(op, *axis, context);
    default:
      return Eval<uint64_t>(op, *axis, context);
  }
}

}  // namespace tflite::kernels
