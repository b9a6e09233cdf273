#include "kernels/reduce/reduce_compute_loops.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

#include "kernels/math/vector/levels.h"
#include "kernels/math/vector/vector.h"
#include "kernels/reduce/reduce_compute_lanes.h"

namespace tflite::kernels {
namespace {

// Independent accumulators of one row of floats, so that additions need not
// wait for each other and fill vector registers.
constexpr int64_t kLanes = 64;

// Rows of these are reduced lane by lane: bytes and floats.
template <typename T, typename A, typename F>
constexpr bool kInLanes = std::is_same_v<T, A> &&
                          (std::is_floating_point_v<T> ||
                           (kOrders<F> && sizeof(T) == 1));

template <typename T>
constexpr int64_t kNarrow = 16 / sizeof(T);
// The first lanes of a row. Of NaN and a number, Step keeps a first NaN.
template <typename V, typename F, typename T>
TFLL_ALWAYS_INLINE V FirstLanes(const T* p) {
  const V lanes = LoadLanes<V>(p);
  if constexpr (kOrders<F> && std::is_floating_point_v<T>) {
    return F::StepLanes(V{} + F::template kFirst<T>, lanes);
  }
  return lanes;
}
// From here on, rows are reduced in vectors of 64 bytes.
template <typename T>
constexpr int64_t kLongRow = 256 / sizeof(T);

// The lanes of a short row of at least one vector. The last elements of a sum,
// from AfterLanes on, are left out.
template <typename T, typename F>
TFLL_ALWAYS_INLINE Lanes<T, 16> ShortRow(const T* in, int64_t count) {
  using V = Lanes<T, 16>;
  V lanes = FirstLanes<V, F>(in);
  int64_t i = kNarrow<T>;
  for (; i + kNarrow<T> <= count; i += kNarrow<T>) {
    lanes = F::StepLanes(lanes, LoadLanes<V>(in + i));
  }
  if (kOrders<F> && i < count) {
    lanes = F::StepLanes(lanes, LoadLanes<V>(in + count - kNarrow<T>));
  }
  return lanes;
}
template <typename T, typename F>
TFLL_ALWAYS_INLINE int64_t AfterLanes(int64_t count) {
  return kOrders<F> ? count : count / kNarrow<T> * kNarrow<T>;
}

template <typename V, size_t... kLane>
TFLL_ALWAYS_INLINE V LowByTurns(V a, V b, std::index_sequence<kLane...>) {
  constexpr size_t kCount = sizeof...(kLane);
  return __builtin_shufflevector(
      a, b, (kLane / 2 + (kLane % 2 == 0 ? 0 : kCount))...);
}
template <typename V, size_t... kLane>
TFLL_ALWAYS_INLINE V HighByTurns(V a, V b, std::index_sequence<kLane...>) {
  constexpr size_t kCount = sizeof...(kLane);
  return __builtin_shufflevector(
      a, b, ((kLane + kCount) / 2 + (kLane % 2 == 0 ? 0 : kCount))...);
}
// Of kCount short rows, `step` rows apart: each lane is that of one row, or
// several are, by turns. Adds up in the order of Across16.
template <typename T, typename F, int64_t kCount>
TFLL_ALWAYS_INLINE Lanes<T, 16> ShortRows(const T* in, int64_t step,
                                          int64_t stride, int64_t count) {
  if constexpr (kCount == 1) {
    return ShortRow<T, F>(in, count);
  } else {
    constexpr auto kLane = std::make_index_sequence<kNarrow<T>>();
    const auto a = ShortRows<T, F, kCount / 2>(in, 2 * step, stride, count);
    const auto b = ShortRows<T, F, kCount / 2>(in + step * stride, 2 * step,
                                               stride, count);
    return F::StepLanes(LowByTurns(a, b, kLane), HighByTurns(a, b, kLane));
  }
}

// 64 bytes, in as many registers as that takes.
template <typename T, typename F, int kRegister>
struct Wide {
  using V = Lanes<T, kRegister>;
  static constexpr int kParts = 64 / kRegister;
  static constexpr int64_t kCount = kRegister / sizeof(T);
  V v[kParts];

  TFLL_ALWAYS_INLINE void First(const T* in) {
    for (int k = 0; k < kParts; ++k) v[k] = FirstLanes<V, F>(in + k * kCount);
  }
  TFLL_ALWAYS_INLINE void Take(const T* in) {
    for (int k = 0; k < kParts; ++k) {
      v[k] = F::StepLanes(v[k], LoadLanes<V>(in + k * kCount));
    }
  }
  // Only the last `count` elements; others count as 0.
  TFLL_ALWAYS_INLINE void TakeLast(const T* in, int64_t count) {
    using Bits = Lanes<typename LastElements<T>::Bits, kRegister>;
    for (int k = 0; k < kParts; ++k) {
      const auto mask =
          LoadLanes<Bits>(kLastElements<T>.bits + count + k * kCount);
      const Bits kept = LoadLanes<Bits>(in + k * kCount) & mask;
      v[k] = F::StepLanes(v[k], reinterpret_cast<V>(kept));
    }
  }
  TFLL_ALWAYS_INLINE void Take(const Wide& other) {
    for (int k = 0; k < kParts; ++k) v[k] = F::StepLanes(v[k], other.v[k]);
  }
  // In halves.
  TFLL_ALWAYS_INLINE T Total() {
    for (int half = kParts / 2; half > 0; half /= 2) {
      for (int k = 0; k < half; ++k) v[k] = F::StepLanes(v[k], v[k + half]);
    }
    return Across<F, T, kRegister>(v[0]);
  }
};

template <typename T, typename F, int kRegister>
TFLL_ALWAYS_INLINE T LongRow(const T* in, int64_t count) {
  constexpr int64_t kWide = 64 / sizeof(T);
  // Four, which need not wait for each other.
  Wide<T, F, kRegister> lanes[4];
  for (int k = 0; k < 4; ++k) lanes[k].First(in + k * kWide);
  int64_t i = 4 * kWide;
  // The processor itself does not read ahead beyond a page.
  constexpr int64_t kAhead = 1024 / sizeof(T);
  for (; i + 4 * kWide <= count; i += 4 * kWide) {
    for (int k = 0; k < 4; ++k) __builtin_prefetch(in + i + k * kWide + kAhead);
    for (int k = 0; k < 4; ++k) lanes[k].Take(in + i + k * kWide);
  }
  lanes[0].Take(lanes[1]);
  lanes[2].Take(lanes[3]);
  lanes[0].Take(lanes[2]);
  for (; i + kWide <= count; i += kWide) lanes[0].Take(in + i);
  if constexpr (kOrders<F>) {
    if (i < count) lanes[0].Take(in + count - kWide);
  } else {
    if (i < count) lanes[0].TakeLast(in + count - kWide, count - i);
  }
  return lanes[0].Total();
}

template <typename T, int kRegister>
TFLL_ALWAYS_INLINE int32_t RowOfBytes(const T* in, int64_t count) {
  using Sums = SumsOfBytes<T, kRegister>;
  int32_t total = 0;
  while (count >= kRegister) {
    const int64_t some = std::min(count / kRegister, Sums::kMost / 2);
    Sums sums;
    for (int64_t i = 0; i < some; ++i, in += kRegister) sums.Take(in);
    total += sums.Total(some);
    count -= some * kRegister;
  }
  for (int64_t i = 0; i < count; ++i) total += in[i];
  return total;
}

template <typename T, typename F, int kRegister>
TFLL_ALWAYS_INLINE T RowOfLanes(const T* in, int64_t count) {
  if (count >= kLongRow<T>) return LongRow<T, F, kRegister>(in, count);
  T result = Across16<F, T, kNarrow<T> / 2>(ShortRow<T, F>(in, count));
  for (int64_t i = AfterLanes<T, F>(count); i < count; ++i) {
    result = F::Step(result, in[i]);
  }
  return result;
}

template <typename T, typename A, typename F, int kRegister>
TFLL_ALWAYS_INLINE A OneRow(const T* in, int64_t count) {
  if constexpr (kInLanes<T, A, F>) {
    if (count >= kNarrow<T>) return RowOfLanes<T, F, kRegister>(in, count);
  }
  if constexpr (kSumOfBytes<T, A, F>) {
    return RowOfBytes<T, kRegister>(in, count);
  }
  if constexpr (std::is_integral_v<A> || std::is_same_v<T, A>) {
    A result = F::template kFirst<A>;
    for (int64_t i = 0; i < count; ++i) {
      result = F::Step(result, static_cast<A>(in[i]));
    }
    return result;
  } else {
    A result = F::template kFirst<A>;
    int64_t i = 0;
    if (count >= kLanes) {
      A lane[kLanes];
      std::fill_n(lane, kLanes, F::template kFirst<A>);
      for (; i + kLanes <= count; i += kLanes) {
        for (int64_t k = 0; k < kLanes; ++k) {
          lane[k] = F::Step(lane[k], static_cast<A>(in[i + k]));
        }
      }
      // In halves: a chain through all lanes would take longer than the loop.
      for (int64_t half = kLanes / 2; half > 0; half /= 2) {
        for (int64_t k = 0; k < half; ++k) {
          lane[k] = F::Step(lane[k], lane[k + half]);
        }
      }
      result = lane[0];
    }
    for (; i < count; ++i) result = F::Step(result, static_cast<A>(in[i]));
    return result;
  }
}

template <typename T, typename A, typename F, int kRegister>
TFLL_ALWAYS_INLINE void Rows(const void* data, int64_t rows, int64_t stride,
                             int64_t count, void* results) {
  const T* in = static_cast<const T*>(data);
  A* acc = static_cast<A*>(results);
  int64_t r = 0;
  if constexpr (kInLanes<T, A, F>) {
    constexpr int64_t kTogether = kNarrow<T>;
    const bool is_short = count >= kTogether && count < kLongRow<T>;
    for (; is_short && r + kTogether <= rows; r += kTogether) {
      T row[kTogether];
      const auto lanes =
          ShortRows<T, F, kTogether>(in + r * stride, 1, stride, count);
      if constexpr (kOrders<F>) {
        const auto both = F::StepLanes(LoadLanes<Lanes<T, 16>>(acc + r), lanes);
        std::memcpy(acc + r, &both, sizeof(both));
        continue;
      }
      std::memcpy(row, &lanes, sizeof(row));
      for (int64_t k = 0; k < kTogether; ++k) {
        const T* from = in + (r + k) * stride;
        for (int64_t i = AfterLanes<T, F>(count); i < count; ++i) {
          row[k] = F::Step(row[k], from[i]);
        }
        acc[r + k] = F::Step(acc[r + k], row[k]);
      }
    }
  }
  for (; r < rows; ++r) {
    acc[r] =
        F::Step(acc[r], OneRow<T, A, F, kRegister>(in + r * stride, count));
  }
}

// The fewest columns that are accumulated in vectors.
constexpr int64_t kFewColumns = 16;

// Units of kUnit columns in registers: the last of them are those at the end of
// `width` columns, and may overlap the unit before.
template <int64_t kUnit, int64_t kUnits>
TFLL_ALWAYS_INLINE int64_t UnitAt(int64_t unit, int64_t width) {
  return unit + 1 < kUnits ? unit * kUnit : width - kUnit;
}

// Each block of rows by itself, and then into the accumulators.
template <typename T, typename A, typename F, int kRegister, int64_t kUnit,
          int64_t kUnits>
struct Block {
  static constexpr int kBytes = std::min<int>(kRegister, kUnit * sizeof(A));
  static constexpr int kCount = kBytes / sizeof(A);
  static constexpr int64_t kVectors = kUnit / kCount, kAll = kUnits * kVectors;
  using From = Lanes<T, kCount * sizeof(T)>;
  using To = Lanes<Lane<F, A>, kBytes>;

  TFLL_ALWAYS_INLINE static int64_t ColumnOf(int64_t vector, int64_t width) {
    return UnitAt<kUnit, kUnits>(vector / kVectors, width) +
           vector % kVectors * kCount;
  }
  TFLL_ALWAYS_INLINE static void Run(const T* in, const ReduceBlocks& blocks,
                                     int64_t width, A* acc) {
    To total[kAll];
    for (int64_t k = 0; k < kAll; ++k) {
      total[k] = LoadLanes<To>(acc + ColumnOf(k, width));
    }
    for (int64_t b = 0; b < blocks.count; ++b, in += blocks.step) {
      To lanes[kAll];
      for (To& v : lanes) v = To{} + F::template kFirst<A>;
      const T* row = in;
      for (int64_t r = 0; r < blocks.rows; ++r, row += blocks.stride) {
        for (int64_t k = 0; k < kAll; ++k) {
          const auto v = LoadLanes<From>(row + ColumnOf(k, width));
          lanes[k] = F::StepLanes(lanes[k], __builtin_convertvector(v, To));
        }
      }
      for (int64_t k = 0; k < kAll; ++k) {
        total[k] = F::StepLanes(total[k], lanes[k]);
      }
    }
    // Of a column in two units, both have the same result.
    for (int64_t k = 0; k < kAll; ++k) {
      std::memcpy(acc + ColumnOf(k, width), &total[k], sizeof(To));
    }
  }
};
// The same for sums of bytes, of as many rows as 16 bits can hold.
template <typename T, int kRegister, int64_t kUnit, int64_t kUnits>
struct BlockOfBytes {
  static constexpr int kBytes = std::min<int>(kRegister, kUnit);
  static constexpr int64_t kVectors = kUnit / kBytes, kAll = kUnits * kVectors;
  using Sums = SumsOfBytes<T, kBytes>;

  TFLL_ALWAYS_INLINE static void Run(const T* in, const ReduceBlocks& blocks,
                                     int64_t width, int32_t* acc) {
    int32_t near[kUnits * kUnit] = {};
    Sums sums[kAll];
    int64_t taken = 0;
    for (int64_t b = 0; b < blocks.count; ++b, in += blocks.step) {
      const T* row = in;
      for (int64_t left = blocks.rows; left > 0;) {
        const int64_t some = std::min(left, Sums::kMost - taken);
        for (int64_t r = 0; r < some; ++r, row += blocks.stride) {
          for (int64_t k = 0; k < kAll; ++k) {
            sums[k].Take(row + UnitAt<kUnit, kUnits>(k / kVectors, width) +
                         k % kVectors * kBytes);
          }
        }
        left -= some;
        taken += some;
        if (taken == Sums::kMost) Move(sums, &taken, near);
      }
    }
    Move(sums, &taken, near);
    Finish(near, width, acc);
  }
  TFLL_ALWAYS_INLINE static void Move(Sums* sums, int64_t* taken,
                                      int32_t* near) {
    for (int64_t k = 0; k < kAll; ++k) {
      sums[k].AddTo(*taken, near + k * kBytes);
      sums[k] = Sums();
    }
    *taken = 0;
  }
  // Sums of all units.
  TFLL_ALWAYS_INLINE static void Finish(const int32_t* near, int64_t width,
                                        int32_t* acc) {
    constexpr int64_t kMost = kUnits * kUnit, kBefore = kMost - kUnit;
    int32_t columns[kMost];
    std::memcpy(columns, near, sizeof(columns));
    std::memcpy(columns + width - kUnit, near + kBefore,
                kUnit * sizeof(int32_t));
    for (int64_t k = 0; k < width; ++k) acc[k] += columns[k];
  }
};

template <typename T, typename A, typename F, int kRegister, int64_t kUnit,
          int64_t kUnits>
TFLL_ALWAYS_INLINE void RunBlock(const T* in, const ReduceBlocks& blocks,
                                 int64_t width, A* acc) {
  if constexpr (kSumOfBytes<T, A, F>) {
    BlockOfBytes<T, kRegister, kUnit, kUnits>::Run(in, blocks, width, acc);
  } else {
    Block<T, A, F, kRegister, kUnit, kUnits>::Run(in, blocks, width, acc);
  }
}

// At most kReduceTogether columns.
template <typename T, typename A, typename F, int kRegister>
TFLL_ALWAYS_INLINE void WideColumns(const T* in, const ReduceBlocks& blocks,
                                    int64_t width, A* acc) {
  static_assert(kReduceTogether == 4 * kFewColumns);
  if (width == kReduceTogether) {
    RunBlock<T, A, F, kRegister, kReduceTogether, 1>(in, blocks, width, acc);
  } else if (width > 3 * kFewColumns) {
    RunBlock<T, A, F, kRegister, kFewColumns, 4>(in, blocks, width, acc);
  } else if (width > 2 * kFewColumns) {
    RunBlock<T, A, F, kRegister, kFewColumns, 3>(in, blocks, width, acc);
  } else if (width > kFewColumns) {
    RunBlock<T, A, F, kRegister, kFewColumns, 2>(in, blocks, width, acc);
  } else if (width == kFewColumns) {
    RunBlock<T, A, F, kRegister, kFewColumns, 1>(in, blocks, width, acc);
  } else {
    A few[kFewColumns];
    for (int64_t c = 0; c < width; ++c) few[c] = acc[c];
    for (int64_t b = 0; b < blocks.count; ++b, in += blocks.step) {
      const T* row = in;
      for (int64_t r = 0; r < blocks.rows; ++r, row += blocks.stride) {
        for (int64_t c = 0; c < width; ++c) {
          few[c] = F::Step(few[c], static_cast<A>(row[c]));
        }
      }
    }
    for (int64_t c = 0; c < width; ++c) acc[c] = few[c];
  }
}

// Registers for the accumulators of so many columns, twice.
template <typename T, typename A, typename F, int kRegister>
constexpr int64_t kColumnsTogether = kRegister == 64 && sizeof(A) == 4 &&
                                             !kSumOfBytes<T, A, F>
                                         ? kMostReduceColumns
                                         : kReduceTogether;

// More than kReduceTogether columns, in at least kUnits units.
template <typename T, typename A, typename F, int kRegister, int64_t kUnits>
TFLL_ALWAYS_INLINE void MoreColumns(const T* in, const ReduceBlocks& blocks,
                                    int64_t width, A* acc) {
  if constexpr (kUnits * kFewColumns < kMostReduceColumns) {
    if (width > kUnits * kFewColumns) {
      return MoreColumns<T, A, F, kRegister, kUnits + 1>(in, blocks, width,
                                                         acc);
    }
  }
  RunBlock<T, A, F, kRegister, kFewColumns, kUnits>(in, blocks, width, acc);
}

// Few columns of `rows` dense rows, `together` rows as one.
template <typename T, typename A, typename F, int kRegister>
TFLL_ALWAYS_INLINE void DenseColumns(const T* in, int64_t rows,
                                     int64_t together, int64_t width, A* acc) {
  A wide[kReduceTogether];
  std::fill_n(wide, kReduceTogether, F::template kFirst<A>);
  const int64_t passes = rows / together, all = together * width;
  WideColumns<T, A, F, kRegister>(in, {passes, all}, all, wide);
  for (int64_t t = 0; t < together; ++t) {
    for (int64_t k = 0; k < width; ++k) {
      acc[k] = F::Step(acc[k], wide[t * width + k]);
    }
  }
  WideColumns<T, A, F, kRegister>(
      in + passes * all, {rows - passes * together, width}, width, acc);
}

template <typename T, typename A, typename F, int kRegister>
TFLL_ALWAYS_INLINE void Columns(const void* data, const ReduceBlocks& blocks,
                                int64_t width, void* results) {
  const T* in = static_cast<const T*>(data);
  A* acc = static_cast<A*>(results);
  if constexpr (kColumnsTogether < T, A, F, kRegister >> kReduceTogether) {
    if (width > kReduceTogether) {
      return MoreColumns<T, A, F, kRegister, 5>(in, blocks, width, acc);
    }
  }
  const int64_t together = width == blocks.stride ? kReduceTogether / width : 1;
  if (width > kFewColumns || together == 1 || blocks.rows < 2 * together) {
    return WideColumns<T, A, F, kRegister>(in, blocks, width, acc);
  }
  for (int64_t b = 0; b < blocks.count; ++b, in += blocks.step) {
    DenseColumns<T, A, F, kRegister>(in, blocks.rows, together, width, acc);
  }
}

template <typename A, typename F>
void Combine(const void* part, int64_t count, void* results) {
  A* acc = static_cast<A*>(results);
  for (int64_t k = 0; k < count; ++k) {
    acc[k] = F::Step(acc[k], static_cast<const A*>(part)[k]);
  }
}

// The loops for vectors of `bytes` bytes.
#define TFLL_REDUCE_FOR(name, T, A, F, bytes, target)                          \
  target void name##Rows##bytes(const void* in, int64_t rows, int64_t stride,  \
                                int64_t count, void* acc) {                    \
    Rows<T, A, F, bytes>(in, rows, stride, count, acc);                        \
  }                                                                            \
  target void name##Columns##bytes(const void* in, const ReduceBlocks& blocks, \
                                   int64_t width, void* acc) {                 \
    Columns<T, A, F, bytes>(in, blocks, width, acc);                           \
  }
#define TFLL_REDUCE_LOOPS(name, T, A, F, accumulator, bytes)    \
  {                                                             \
    ReduceAccumulator::accumulator, sizeof(A), &k##name##First, \
        kColumnsTogether<T, A, F, bytes>, name##Rows##bytes,    \
        name##Columns##bytes, Combine<A, F>                     \
  }

// k<name>, of elements T that function F takes into accumulators A: loops for
// each set of instructions, as VectorLevel() counts them.
#if defined(TFLL_VECTOR_LEVELS)
#define TFLL_REDUCE(name, T, A, F, accumulator)          \
  TFLL_REDUCE_FOR(name, T, A, F, 16, )                   \
  TFLL_REDUCE_FOR(name, T, A, F, 32, TFLL_VECTORS_OF_32) \
  TFLL_REDUCE_FOR(name, T, A, F, 64, TFLL_VECTORS_OF_64) \
  constexpr A k##name##First = F::template kFirst<A>;    \
  constexpr ReduceLoops k##name[] = {                    \
      TFLL_REDUCE_LOOPS(name, T, A, F, accumulator, 16), \
      TFLL_REDUCE_LOOPS(name, T, A, F, accumulator, 32), \
      TFLL_REDUCE_LOOPS(name, T, A, F, accumulator, 64)};
#else
#define TFLL_REDUCE(name, T, A, F, accumulator)       \
  TFLL_REDUCE_FOR(name, T, A, F, 16, )                \
  constexpr A k##name##First = F::template kFirst<A>; \
  constexpr ReduceLoops k##name[] = {                 \
      TFLL_REDUCE_LOOPS(name, T, A, F, accumulator, 16)};
#endif

TFLL_REDUCE(SumFloat, float, float, Add, kFloat)
TFLL_REDUCE(ProdFloat, float, double, Multiply, kDouble)
TFLL_REDUCE(SumInt8, int8_t, int32_t, Add, kInt32)
TFLL_REDUCE(SumUInt8, uint8_t, int32_t, Add, kInt32)
TFLL_REDUCE(SumInt16, int16_t, int32_t, Add, kInt32)
TFLL_REDUCE(SumInt32, int32_t, int64_t, Add, kInt64)
TFLL_REDUCE(SumInt64, int64_t, int64_t, Add, kInt64)
TFLL_REDUCE(ProdInt32, int32_t, int64_t, Multiply, kInt64)
TFLL_REDUCE(ProdInt64, int64_t, int64_t, Multiply, kInt64)

#define TFLL_REDUCE_ORDER(name, T)           \
  TFLL_REDUCE(Max##name, T, T, Max, kStored) \
  TFLL_REDUCE(Min##name, T, T, Min, kStored)

TFLL_REDUCE_ORDER(Float, float)
TFLL_REDUCE_ORDER(Int8, int8_t)
TFLL_REDUCE_ORDER(UInt8, uint8_t)
TFLL_REDUCE_ORDER(Int16, int16_t)
TFLL_REDUCE_ORDER(Int32, int32_t)
TFLL_REDUCE_ORDER(Int64, int64_t)

// BOOL, whose search along a long row ends where the result is known.
template <bool kAny, size_t kLevel>
void SearchRows(const void* data, int64_t rows, int64_t stride, int64_t count,
                void* results) {
  constexpr int64_t kPart = 512;
  constexpr ReduceLoops kBytes = kAny ? kMaxUInt8[kLevel] : kMinUInt8[kLevel];
  if (count <= kPart) return kBytes.rows(data, rows, stride, count, results);
  const char* in = static_cast<const char*>(data);
  uint8_t* acc = static_cast<uint8_t*>(results);
  for (int64_t r = 0; r < rows; ++r, in += stride) {
    for (int64_t i = 0; i < count && (acc[r] != 0) != kAny; i += kPart) {
      kBytes.rows(in + i, 1, stride, std::min(kPart, count - i), acc + r);
    }
  }
}
template <bool kAny, size_t... kLevel>
constexpr std::array<ReduceLoops, sizeof...(kLevel)> OfBool(
    const ReduceLoops* bytes, std::index_sequence<kLevel...>) {
  return {{{bytes[kLevel].accumulator, bytes[kLevel].accumulator_bytes,
            bytes[kLevel].first, bytes[kLevel].columns_together,
            SearchRows<kAny, kLevel>, bytes[kLevel].columns,
            bytes[kLevel].combine}...}};
}
constexpr auto kLevels = std::make_index_sequence<std::size(kMaxUInt8)>();
constexpr auto kAny = OfBool<true>(kMaxUInt8, kLevels);
constexpr auto kAll = OfBool<false>(kMinUInt8, kLevels);

#undef TFLL_REDUCE_ORDER
#undef TFLL_REDUCE
#undef TFLL_REDUCE_LOOPS
#undef TFLL_REDUCE_FOR

// Loops of all levels.
struct Row {
  TfLiteType type;
  const ReduceLoops* sum;
  const ReduceLoops* prod;
  const ReduceLoops* max;
  const ReduceLoops* min;
};

constexpr Row kRows[] = {
    {kTfLiteFloat32, kSumFloat, kProdFloat, kMaxFloat, kMinFloat},
    {kTfLiteInt8, kSumInt8, nullptr, kMaxInt8, kMinInt8},
    {kTfLiteUInt8, kSumUInt8, nullptr, kMaxUInt8, kMinUInt8},
    {kTfLiteInt16, kSumInt16, nullptr, kMaxInt16, kMinInt16},
    {kTfLiteInt32, kSumInt32, kProdInt32, kMaxInt32, kMinInt32},
    {kTfLiteInt64, kSumInt64, kProdInt64, kMaxInt64, kMinInt64},
    {kTfLiteBool, nullptr, nullptr, kAny.data(), kAll.data()},
};

const ReduceLoops* LoopsOf(const ReduceLoops* levels) {
  return levels == nullptr ? nullptr : levels + VectorLevel();
}

}  // namespace

const ReduceLoops* FindReduceLoops(const Reduce& op) {
  const auto* row =
      std::find_if(std::begin(kRows), std::end(kRows),
                   [&](const Row& r) { return r.type == op.type; });
  switch (op.kind) {
    case ReduceKind::kSum:
    case ReduceKind::kMean: {
      const bool narrow = row->sum->accumulator == ReduceAccumulator::kInt32;
      // Sums in 32 bits must not overflow; without quantization, results wrap.
      if (narrow && (!op.quantized || op.count > (int64_t{1} << 15))) {
        return nullptr;
      }
      return LoopsOf(row->sum);
    }
    case ReduceKind::kProd:
      return LoopsOf(row->prod);
    case ReduceKind::kMax:
    case ReduceKind::kAny:
      return LoopsOf(row->max);
    case ReduceKind::kMin:
    case ReduceKind::kAll:
      return LoopsOf(row->min);
  }
  return nullptr;
}

}  // namespace tflite::kernels
