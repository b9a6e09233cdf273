#include <cstring>

#include "kernels/cumsum/cumsum.h"
#include "kernels/math/integers.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;

// Eight rows, each in a lane of its own.
typedef float Lanes __attribute__((vector_size(32)));
constexpr int64_t kLanes = 8;
// Four of their columns are turned into vectors at a time.
constexpr int64_t kColumns = 4;
// Each addition waits for the one before it; those of the other vector are done
// meanwhile.
constexpr int64_t kVectors = 2;
constexpr int64_t kTogether = kVectors * kLanes;

// Both halves of the four vectors: rows of four numbers become columns, or
// columns rows.
TFLL_ALWAYS_INLINE void TransposeHalves(Lanes (&v)[kColumns]) {
  const Lanes a = __builtin_shufflevector(v[0], v[2], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes b =
      __builtin_shufflevector(v[0], v[2], 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes c = __builtin_shufflevector(v[1], v[3], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes d =
      __builtin_shufflevector(v[1], v[3], 2, 10, 3, 11, 6, 14, 7, 15);
  v[0] = __builtin_shufflevector(a, c, 0, 8, 1, 9, 4, 12, 5, 13);
  v[1] = __builtin_shufflevector(a, c, 2, 10, 3, 11, 6, 14, 7, 15);
  v[2] = __builtin_shufflevector(b, d, 0, 8, 1, 9, 4, 12, 5, 13);
  v[3] = __builtin_shufflevector(b, d, 2, 10, 3, 11, 6, 14, 7, 15);
}

// Four columns of eight rows; the first half of each vector is of the first
// four rows.
TFLL_ALWAYS_INLINE void LoadColumns(const float* in, int64_t stride,
                                    Lanes (&v)[kColumns]) {
  typedef float Half __attribute__((vector_size(16)));
  for (int64_t r = 0; r < kColumns; ++r) {
    Half low, high;
    std::memcpy(&low, in + r * stride, sizeof(low));
    std::memcpy(&high, in + (r + kColumns) * stride, sizeof(high));
    v[r] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  TransposeHalves(v);
}
TFLL_ALWAYS_INLINE void StoreColumns(Lanes (&v)[kColumns], int64_t stride,
                                     float* out) {
  TransposeHalves(v);
  for (int64_t r = 0; r < kColumns; ++r) {
    float row[kLanes];
    std::memcpy(row, &v[r], sizeof(row));
    std::memcpy(out + r * stride, row, sizeof(row) / 2);
    std::memcpy(out + (r + kColumns) * stride, row + kColumns, sizeof(row) / 2);
  }
}

// kTogether rows of neighbours.
template <bool kExclusive, bool kReverse>
TFLL_ALWAYS_INLINE void SumTogether(int64_t extent, const float* in,
                                    float* out) {
  Lanes sums[kVectors] = {};
  int64_t i = 0;
  for (; i + kColumns <= extent; i += kColumns) {
    const int64_t first = kReverse ? extent - kColumns - i : i;
    for (int64_t g = 0; g < kVectors; ++g) {
      const int64_t at = g * kLanes * extent + first;
      Lanes v[kColumns];
      LoadColumns(in + at, extent, v);
      for (int64_t k = 0; k < kColumns; ++k) {
        Lanes& value = v[kReverse ? kColumns - 1 - k : k];
        const Lanes before = sums[g];
        sums[g] += value;
        value = kExclusive ? before : sums[g];
      }
      StoreColumns(v, extent, out + at);
    }
  }
  for (; i < extent; ++i) {
    const int64_t at = kReverse ? extent - 1 - i : i;
    for (int64_t r = 0; r < kTogether; ++r) {
      const float before = sums[r / kLanes][r % kLanes];
      const float sum = before + in[r * extent + at];
      sums[r / kLanes][r % kLanes] = sum;
      out[r * extent + at] = kExclusive ? before : sum;
    }
  }
}

template <bool kExclusive, bool kReverse>
TFLL_ALWAYS_INLINE void SumAll(int64_t rows, int64_t extent, const float* in,
                               float* out) {
  for (; rows >= kTogether; rows -= kTogether) {
    SumTogether<kExclusive, kReverse>(extent, in, out);
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

#define TFLL_CUMSUM(name, exclusive, reverse)                            \
  TFLL_VECTOR_CLONES                                                     \
  void name(int64_t rows, int64_t extent, const float* in, float* out) { \
    SumAll<exclusive, reverse>(rows, extent, in, out);                   \
  }
TFLL_CUMSUM(Sum, false, false)
TFLL_CUMSUM(SumReverse, false, true)
TFLL_CUMSUM(SumExclusive, true, false)
TFLL_CUMSUM(SumExclusiveReverse, true, true)
#undef TFLL_CUMSUM

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
  const auto sum = op.exclusive
                       ? op.reverse ? SumExclusiveReverse : SumExclusive
                   : op.reverse ? SumReverse
                                : Sum;
  const int64_t extent = op.shape[*axis];
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  context.threads().ParallelFor(
      op.shape.Product(0, *axis), LeastItems(kGrain, {extent}),
      [&](int64_t begin, int64_t end) {
        sum(end - begin, extent, in + begin * extent, out + begin * extent);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
