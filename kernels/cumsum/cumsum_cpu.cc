#include <cstring>

#include "kernels/cumsum/cumsum.h"
#include "kernels/math/integers.h"
#include "kernels/math/vector/levels.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

// Rows, each in a lane of its own.
typedef float Four __attribute__((vector_size(16)));
typedef float Eight __attribute__((vector_size(32)));
template <typename V>
constexpr int64_t kLanes = sizeof(V) / sizeof(float);
// Four of their columns are turned into vectors at a time.
constexpr int64_t kColumns = 4;
// Rows that are summed together, in several vectors: each addition waits for
// the one before it, and those of the other vectors are done meanwhile.
constexpr int64_t kTogether = 16;

// Elements of both by turns, from the first or the second half of each four.
TFLL_ALWAYS_INLINE Four First(Four a, Four b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
TFLL_ALWAYS_INLINE Four Second(Four a, Four b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
TFLL_ALWAYS_INLINE Eight First(Eight a, Eight b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
TFLL_ALWAYS_INLINE Eight Second(Eight a, Eight b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
// Each four elements of the vectors: rows become columns, or columns rows.
template <typename V>
TFLL_ALWAYS_INLINE void TransposeFours(V (&v)[kColumns]) {
  const V a = First(v[0], v[2]), b = Second(v[0], v[2]);
  const V c = First(v[1], v[3]), d = Second(v[1], v[3]);
  v[0] = First(a, c);
  v[1] = Second(a, c);
  v[2] = First(b, d);
  v[3] = Second(b, d);
}

// Four elements of a row, and of the one four rows below.
TFLL_ALWAYS_INLINE void Load(const float* in, int64_t, Four* v) {
  std::memcpy(v, in, sizeof(*v));
}
TFLL_ALWAYS_INLINE void Load(const float* in, int64_t stride, Eight* v) {
  Four low, high;
  Load(in, stride, &low);
  Load(in + 4 * stride, stride, &high);
  *v = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
TFLL_ALWAYS_INLINE void Store(Four v, int64_t, float* out) {
  std::memcpy(out, &v, sizeof(v));
}
TFLL_ALWAYS_INLINE void Store(Eight v, int64_t stride, float* out) {
  Store(__builtin_shufflevector(v, v, 0, 1, 2, 3), stride, out);
  Store(__builtin_shufflevector(v, v, 4, 5, 6, 7), stride, out + 4 * stride);
}

// kTogether rows of neighbours.
template <typename V, bool kExclusive, bool kReverse>
TFLL_ALWAYS_INLINE void SumTogether(int64_t extent, const float* in,
                                    float* out) {
  constexpr int64_t kRows = kLanes<V>;
  V sums[kTogether / kRows] = {};
  int64_t i = 0;
  for (; i + kColumns <= extent; i += kColumns) {
    const int64_t first = kReverse ? extent - kColumns - i : i;
    for (int64_t g = 0; g < kTogether / kRows; ++g) {
      const int64_t at = g * kRows * extent + first;
      V v[kColumns];
      for (int64_t r = 0; r < kColumns; ++r) {
        Load(in + at + r * extent, extent, &v[r]);
      }
      TransposeFours(v);
      for (int64_t k = 0; k < kColumns; ++k) {
        V& value = v[kReverse ? kColumns - 1 - k : k];
        const V before = sums[g];
        sums[g] += value;
        value = kExclusive ? before : sums[g];
      }
      TransposeFours(v);
      for (int64_t r = 0; r < kColumns; ++r) {
        Store(v[r], extent, out + at + r * extent);
      }
    }
  }
  for (; i < extent; ++i) {
    const int64_t at = kReverse ? extent - 1 - i : i;
    for (int64_t r = 0; r < kTogether; ++r) {
      const float before = sums[r / kRows][r % kRows];
      const float sum = before + in[r * extent + at];
      sums[r / kRows][r % kRows] = sum;
      out[r * extent + at] = kExclusive ? before : sum;
    }
  }
}

template <typename V, bool kExclusive, bool kReverse>
TFLL_ALWAYS_INLINE void SumRows(int64_t rows, int64_t extent, const float* in,
                                float* out) {
  for (; rows >= kTogether; rows -= kTogether) {
    SumTogether<V, kExclusive, kReverse>(extent, in, out);
    in += kTogether * extent;
    out += kTogether * extent;
  }
  for (; rows > 0; --rows, in += extent, out += extent) {
    float sum = 0;
    for (int64_t i = 0; i < extent; ++i) {
      const int64_t at = kReverse ? extent - 1 - i : i;
      const float value = in[at];
      out[at] = kExclusive ? sum : sum + value;
      sum += value;
    }
  }
}
template <typename V>
TFLL_ALWAYS_INLINE void SumRows(const Cumsum& op, int64_t rows, int64_t extent,
                                const float* in, float* out) {
  if (op.exclusive && op.reverse) {
    SumRows<V, true, true>(rows, extent, in, out);
  } else if (op.exclusive) {
    SumRows<V, true, false>(rows, extent, in, out);
  } else if (op.reverse) {
    SumRows<V, false, true>(rows, extent, in, out);
  } else {
    SumRows<V, false, false>(rows, extent, in, out);
  }
}

void SumRows16(const Cumsum& op, int64_t rows, int64_t extent, const float* in,
               float* out) {
  SumRows<Four>(op, rows, extent, in, out);
}
#if defined(TFLL_VECTOR_LEVELS)
TFLL_VECTORS_OF_32 void SumRows32(const Cumsum& op, int64_t rows,
                                  int64_t extent, const float* in, float* out) {
  SumRows<Eight>(op, rows, extent, in, out);
}
#endif
void SumRows(const Cumsum& op, int64_t rows, int64_t extent, const float* in,
             float* out) {
#if defined(TFLL_VECTOR_LEVELS)
  if (VectorLevel() > 0) return SumRows32(op, rows, extent, in, out);
#endif
  SumRows16(op, rows, extent, in, out);
}

}  // namespace

Status EvalCumsumCpu(const Cumsum& op, EvalContext& context) {
  const int rank = op.shape.rank();
  if (op.type != kTfLiteFloat32) return EvalCumsumReference(op, context);
  TFLL_ASSIGN_OR_RETURN(const int64_t where, ReadInteger(context.input(1)));
  const auto axis = NormalizeAxis(where, rank);
  // The reference sums neighbours that lie next to each other in vectors.
  if (!axis.ok() || op.shape.Product(*axis + 1, rank) != 1) {
    return EvalCumsumReference(op, context);
  }
  const int64_t extent = op.shape[*axis];
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  context.threads().ParallelFor(
      op.shape.Product(0, *axis), LeastItems(kGrain, {extent}),
      [&](int64_t begin, int64_t end) {
        SumRows(op, end - begin, extent, in + begin * extent,
                out + begin * extent);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
