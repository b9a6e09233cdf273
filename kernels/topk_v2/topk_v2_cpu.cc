#include <algorithm>
#include <type_traits>

#include "kernels/math/vector/vector.h"
#include "kernels/topk_v2/topk_v2.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;
// Elements that are compared at a time.
constexpr int64_t kBlock = 32;
// Elements that are kept in order; more of them form a heap.
constexpr int64_t kFew = 64;

// Whether x comes before every element that is equal to `other`, wherever both
// are. NaN comes after numbers.
template <typename T>
bool IsAbove(T x, T other) {
  if constexpr (std::is_integral_v<T>) {
    return x > other;
  } else {
    return x > other || (x == x && other != other);
  }
}

// From `begin` on, the first block with an element that may be above `least`,
// or what is left at the end of less than a block.
template <typename T>
TFLL_ALWAYS_INLINE int64_t SkipBlocks(const T* row, int64_t begin, int64_t end,
                                      T least) {
  // As wide as an element, so that vectors of both have as many lanes.
  using Flag =
      std::conditional_t<sizeof(T) == 1, int8_t,
                         std::conditional_t<sizeof(T) == 4, int32_t, int64_t>>;
  for (; begin + kBlock <= end; begin += kBlock) {
    Flag above = 0;
    // NaN is not above numbers, but is not below any, either.
    for (int64_t i = 0; i < kBlock; ++i) {
      above |= row[begin + i] <= least ? Flag{0} : Flag{1};
    }
    if (above != 0) break;
  }
  return begin;
}

template <typename T>
int64_t Skip(const T* row, int64_t begin, int64_t end, T least) {
  return SkipBlocks(row, begin, end, least);
}
#define TFLL_SKIP(T)                                                \
  TFLL_VECTOR_CLONES                                                \
  int64_t Skip(const T* row, int64_t begin, int64_t end, T least) { \
    return SkipBlocks(row, begin, end, least);                      \
  }
TFLL_SKIP(float)
TFLL_SKIP(int8_t)
TFLL_SKIP(uint8_t)
TFLL_SKIP(int32_t)
#undef TFLL_SKIP

// The best elements so far, in the memory of the outputs. Of equal elements,
// the one that was found first comes first.
template <typename T, typename Index>
struct Kept {
  T* values;
  Index* indices;

  void Put(int64_t at, T x, int64_t index) const {
    values[at] = x;
    indices[at] = static_cast<Index>(index);
  }
  void Move(int64_t from, int64_t to) const {
    values[to] = values[from];
    indices[to] = indices[from];
  }
};

// In order, for a few.
template <typename T, typename Index>
struct List : Kept<T, Index> {
  using Kept<T, Index>::values;

  // Of `size` elements.
  T Last(int64_t size) const { return values[size - 1]; }
  void Add(T x, int64_t index, int64_t size) const {
    int64_t at = size;
    for (; at > 0 && IsAbove(x, values[at - 1]); --at) this->Move(at - 1, at);
    this->Put(at, x, index);
  }
  void ReplaceLast(T x, int64_t index, int64_t size) const {
    Add(x, index, size - 1);
  }
  void Finish(int64_t) const {}
};

// With the last one in front, each before those that its place has below it.
template <typename T, typename Index>
struct Heap : Kept<T, Index> {
  using Kept<T, Index>::values;
  using Kept<T, Index>::indices;

  T Last(int64_t) const { return values[0]; }
  void Add(T x, int64_t index, int64_t size) const {
    int64_t at = size;
    // It comes after those that it is not above, as it is found last.
    while (at > 0 && !IsAbove(x, values[(at - 1) / 2])) {
      this->Move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    this->Put(at, x, index);
  }
  void ReplaceLast(T x, int64_t index, int64_t size) const {
    Sink(0, x, static_cast<Index>(index), size);
  }
  void Finish(int64_t size) const {
    for (--size; size > 0; --size) {
      const T x = values[size];
      const Index index = indices[size];
      this->Move(0, size);
      Sink(0, x, index, size);
    }
  }

 private:
  // An element from place `at` on down to where it belongs.
  void Sink(int64_t at, T x, Index index, int64_t size) const {
    for (int64_t below = 2 * at + 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size &&
          ComesAfter(below + 1, values[below], indices[below]))
        ++below;
      if (!ComesAfter(below, x, index)) break;
      this->Move(below, at);
      at = below;
    }
    this->Put(at, x, index);
  }
  bool ComesAfter(int64_t at, T x, Index index) const {
    return !IsAbove(values[at], x) &&
           (IsAbove(x, values[at]) || indices[at] > index);
  }
};

template <typename Kept, typename T>
void RunRow(const Kept& kept, const T* row, int64_t columns, int64_t k) {
  for (int64_t i = 0; i < k; ++i) kept.Add(row[i], i, i);
  for (int64_t i = k; i < columns;) {
    i = Skip(row, i, columns, kept.Last(k));
    const int64_t end = std::min(columns, i + kBlock);
    for (; i < end; ++i) {
      if (IsAbove(row[i], kept.Last(k))) kept.ReplaceLast(row[i], i, k);
    }
  }
  kept.Finish(k);
}

template <typename T, typename Index>
Status Run(const TopkV2& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* values = context.out<T>(0);
  Index* indices = context.out<Index>(1);
  context.threads().ParallelFor(
      op.rows, LeastItems(kGrain, {op.columns}),
      [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const Kept<T, Index> kept = {values + r * op.k, indices + r * op.k};
          const T* row = in + r * op.columns;
          if (op.k <= kFew) {
            RunRow(List<T, Index>{kept}, row, op.columns, op.k);
          } else {
            RunRow(Heap<T, Index>{kept}, row, op.columns, op.k);
          }
        }
      });
  return OkStatus();
}

template <typename T>
Status Run(const TopkV2& op, EvalContext& context) {
  return op.index_type == kTfLiteInt32 ? Run<T, int32_t>(op, context)
                                       : Run<T, int16_t>(op, context);
}

}  // namespace

Status EvalTopkV2Cpu(const TopkV2& op, EvalContext& context) {
  if (op.k == 0) return OkStatus();
  switch (op.type) {
    case kTfLiteFloat32:
      return Run<float>(op, context);
    case kTfLiteInt8:
      return Run<int8_t>(op, context);
    case kTfLiteUInt8:
      return Run<uint8_t>(op, context);
    case kTfLiteInt32:
      return Run<int32_t>(op, context);
    case kTfLiteInt64:
      return Run<int64_t>(op, context);
    default:
      return EvalTopkV2Reference(op, context);
  }
}

}  // namespace tflite::kernels
