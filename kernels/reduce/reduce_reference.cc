#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/reduce/reduce.h"

namespace tflite::kernels {
namespace {

// Calls body(input element, output element) for every input element, in order.
template <typename Body>
void ForEachElement(const Reduce& op, Body body) {
  const int rank = op.extents.rank();
  absl::InlinedVector<int64_t, 6> stride(rank, 0), at(rank, 0);
  int64_t next = 1;
  for (int i = rank - 1; i >= 0; --i) {
    if (op.reduced[i]) continue;
    stride[i] = next;
    next *= op.extents[i];
  }
  const int64_t total = op.count * op.num_outputs;
  int64_t out = 0;
  for (int64_t in = 0; in < total; ++in) {
    body(in, out);
    for (int i = rank - 1; i >= 0; --i) {
      out += stride[i];
      if (++at[i] < op.extents[i]) break;
      out -= stride[i] * op.extents[i];
      at[i] = 0;
    }
  }
}

// Wraps where signed arithmetic would overflow.
template <typename T>
T WrappingAdd(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a + b;
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T>
T WrappingMultiply(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a * b;
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

// `T` is stored; `A` accumulates.
template <typename T, typename A>
void EvalPlain(const Reduce& op, const T* in, T* out) {
  A first = 0;
  if (op.kind == ReduceKind::kProd || op.kind == ReduceKind::kAll) first = 1;
  if (op.kind == ReduceKind::kMax) first = std::numeric_limits<T>::lowest();
  if (op.kind == ReduceKind::kMin) first = std::numeric_limits<T>::max();
  // Without elements the result is the lowest or the highest finite number.
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    if (op.kind == ReduceKind::kMax && op.count > 0) first = -kInfinity;
    if (op.kind == ReduceKind::kMin && op.count > 0) first = kInfinity;
  }
  std::vector<A> acc(op.num_outputs, first);
  ForEachElement(op, [&](int64_t i, int64_t o) {
    const A v = in[i];
    switch (op.kind) {
      case ReduceKind::kSum:
      case ReduceKind::kMean:
        acc[o] = WrappingAdd<A>(acc[o], v);
        break;
      case ReduceKind::kProd:
        acc[o] = WrappingMultiply<A>(acc[o], v);
        break;
      case ReduceKind::kMax:
        acc[o] = std::max(acc[o], v);
        break;
      case ReduceKind::kMin:
        acc[o] = std::min(acc[o], v);
        break;
      case ReduceKind::kAny:
        acc[o] = acc[o] != 0 || v != 0;
        break;
      case ReduceKind::kAll:
        acc[o] = acc[o] != 0 && v != 0;
        break;
    }
  });
  for (int64_t o = 0; o < op.num_outputs; ++o) {
    A v = acc[o];
    if (op.kind == ReduceKind::kMean) {
      if constexpr (std::is_floating_point_v<T>) {
        v /= static_cast<A>(op.count);
      } else {
        v = op.count == 0 ? 0 : v / static_cast<A>(op.count);
      }
    }
    out[o] = static_cast<T>(v);
  }
}

template <typename T>
void EvalQuantizedSum(const Reduce& op, const T* in, T* out) {
  std::vector<int64_t> sums(op.num_outputs, 0);
  ForEachElement(op, [&](int64_t i, int64_t o) {
    sums[o] += in[i] - op.input_zero_point;
  });
  for (int64_t o = 0; o < op.num_outputs; ++o) {
    out[o] = static_cast<T>(op.StoredOutput(sums[o]));
  }
}

// Of one output: the input's element at which its own begin, and their products
// in order.
template <typename T>
T QuantizedProduct(const Reduce& op, const T* in, int64_t output) {
  const int rank = op.extents.rank();
  absl::InlinedVector<int64_t, 6> extent, stride;  // reduced ones, inner first
  int64_t next = 1, start = 0;
  for (int i = rank - 1; i >= 0; --i) {
    if (op.reduced[i]) {
      extent.push_back(op.extents[i]);
      stride.push_back(next);
    } else {
      start += output % op.extents[i] * next;
      output /= op.extents[i];
    }
    next *= op.extents[i];
  }
  double product = 1.0;
  for (int64_t k = 0; k < op.count; ++k) {
    int64_t at = start, rest = k;
    for (size_t d = 0; d < extent.size(); ++d) {
      at += rest % extent[d] * stride[d];
      rest /= extent[d];
    }
    product *= (in[at] - op.input_zero_point) * op.input_scale;
  }
  const double v = std::round(product / op.output_scale) + op.output_zero_point;
  return static_cast<T>(
      std::min<double>(op.range.max, std::max<double>(op.range.min, v)));
}

template <typename T, typename A>
Status Eval(const Reduce& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const bool moves = op.kind == ReduceKind::kMax || op.kind == ReduceKind::kMin;
  if constexpr (sizeof(T) < 4 && !std::is_same_v<T, bool>) {
    if (op.quantized && !moves) {
      if (op.kind == ReduceKind::kProd) {
        // The least number of elements for a thread.
        constexpr int64_t kGrain = 4096;
        context.threads().ParallelFor(
            op.num_outputs, LeastItems(kGrain, {op.count}),
            [&](int64_t o, int64_t end) {
              for (; o < end; ++o) out[o] = QuantizedProduct<T>(op, in, o);
            });
      } else {
        EvalQuantizedSum<T>(op, in, out);
      }
      return OkStatus();
    }
  }
  EvalPlain<T, A>(op, in, out);
  return OkStatus();
}

}  // namespace

Status EvalReduceReference(const Reduce& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float, double>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t, int64_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t, int64_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t, int64_t>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t, int64_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t, int64_t>(op, context);
    case kTfLiteBool:
      return Eval<bool, int>(op, context);
    default:
      return Internal("reduce bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
