#include "kernels/reduce/reduce_cpu_loops.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Independent accumulators of one row of floats, so that additions need not
// wait for each other and fill vector registers.
constexpr int64_t kLanes = 64;

// Signed sums and products wrap.
template <typename A>
using Wrapping = typename std::conditional_t<std::is_floating_point_v<A>,
                                             std::enable_if<true, A>,
                                             std::make_unsigned<A>>::type;

// StepLanes is Step for vectors, where that is the same for each lane.
struct Add {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a + b;
  }
  template <typename A>
  static constexpr A kFirst = A{0};
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return static_cast<A>(static_cast<Wrapping<A>>(a) +
                          static_cast<Wrapping<A>>(b));
  }
};
struct Multiply {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a * b;
  }
  template <typename A>
  static constexpr A kFirst = A{1};
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return static_cast<A>(static_cast<Wrapping<A>>(a) *
                          static_cast<Wrapping<A>>(b));
  }
};
// Of NaN and a number, the number.
struct Max {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a < b ? b : a;
  }
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? -std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::lowest();
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return b < a ? b : a;
  }
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::max();
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return b < a ? b : a;
  }
};

template <typename T, int kBytes>
struct VectorOf {
  typedef T Type __attribute__((vector_size(kBytes)));
};
template <typename T, int kBytes>
using Lanes = typename VectorOf<T, kBytes>::Type;

template <typename V, typename T>
TFLL_ALWAYS_INLINE V LoadLanes(const T* p) {
  V v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

// v with lane i + kBy in place of lane i, as far as there is one.
template <int kBy, typename V, size_t... kLane>
TFLL_ALWAYS_INLINE V MoveDown(V v, std::index_sequence<kLane...>) {
  constexpr size_t kCount = sizeof...(kLane);
  return __builtin_shufflevector(
      v, v, (kLane + kBy < kCount ? static_cast<int>(kLane) + kBy : -1)...);
}
// The lanes of one 16-byte vector, in halves.
template <typename F, typename T, int kHalf>
TFLL_ALWAYS_INLINE T Across16(Lanes<T, 16> v) {
  if constexpr (kHalf == 0) {
    return v[0];
  } else {
    const auto lanes = std::make_index_sequence<16 / sizeof(T)>();
    return Across16<F, T, kHalf / 2>(
        F::StepLanes(v, MoveDown<kHalf>(v, lanes)));
  }
}
template <typename F, typename T>
TFLL_ALWAYS_INLINE T Across(Lanes<T, 64> v) {
  Lanes<T, 16> quarter[4];
  std::memcpy(quarter, &v, sizeof(v));
  const auto low = F::StepLanes(quarter[0], quarter[2]);
  const auto high = F::StepLanes(quarter[1], quarter[3]);
  return Across16<F, T, 8 / sizeof(T)>(F::StepLanes(low, high));
}

// Elements that are taken twice do not matter to the greatest and the least.
template <typename F>
constexpr bool kOrders = std::is_same_v<F, Max> || std::is_same_v<F, Min>;
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

template <typename T, typename F>
TFLL_ALWAYS_INLINE T LongRow(const T* in, int64_t count) {
  using V = Lanes<T, 64>;
  constexpr int64_t kWide = 64 / sizeof(T);
  // Four, which need not wait for each other.
  V lanes[4];
  for (int k = 0; k < 4; ++k) lanes[k] = FirstLanes<V, F>(in + k * kWide);
  int64_t i = 4 * kWide;
  for (; i + 4 * kWide <= count; i += 4 * kWide) {
    for (int k = 0; k < 4; ++k) {
      lanes[k] = F::StepLanes(lanes[k], LoadLanes<V>(in + i + k * kWide));
    }
  }
  V all = F::StepLanes(F::StepLanes(lanes[0], lanes[1]),
                       F::StepLanes(lanes[2], lanes[3]));
  for (; i + kWide <= count; i += kWide) {
    all = F::StepLanes(all, LoadLanes<V>(in + i));
  }
  if (kOrders<F> && i < count) {
    all = F::StepLanes(all, LoadLanes<V>(in + count - kWide));
    i = count;
  }
  T result = Across<F, T>(all);
  for (; i < count; ++i) result = F::Step(result, in[i]);
  return result;
}

template <typename T, typename F>
TFLL_ALWAYS_INLINE T RowOfLanes(const T* in, int64_t count) {
  if (count >= kLongRow<T>) return LongRow<T, F>(in, count);
  T result = Across16<F, T, kNarrow<T> / 2>(ShortRow<T, F>(in, count));
  for (int64_t i = AfterLanes<T, F>(count); i < count; ++i) {
    result = F::Step(result, in[i]);
  }
  return result;
}

template <typename T, typename A, typename F>
TFLL_ALWAYS_INLINE A OneRow(const T* in, int64_t count) {
  if constexpr (kInLanes<T, A, F>) {
    if (count >= kNarrow<T>) return RowOfLanes<T, F>(in, count);
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

template <typename T, typename A, typename F>
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
    acc[r] = F::Step(acc[r], OneRow<T, A, F>(in + r * stride, count));
  }
}

// kWidth columns in registers. Bytes are summed in 16 bits as long as these
// cannot overflow.
template <typename T, typename A, typename F, int64_t kWidth>
TFLL_ALWAYS_INLINE void Block(const T* in, int64_t rows, int64_t stride,
                              A* acc) {
  constexpr bool kNarrow =
      std::is_same_v<F, Add> && sizeof(T) == 1 && std::is_same_v<A, int32_t>;
  using Near = std::conditional_t<
      kNarrow, std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>, A>;
  constexpr int64_t kMost = kNarrow ? 256 : INT64_MAX;
  while (rows > 0) {
    const int64_t some = std::min(rows, kMost);
    Near near[kWidth];
    for (int64_t k = 0; k < kWidth; ++k) near[k] = F::template kFirst<Near>;
    for (int64_t r = 0; r < some; ++r, in += stride) {
      for (int64_t k = 0; k < kWidth; ++k) {
        near[k] = static_cast<Near>(F::Step(near[k], static_cast<Near>(in[k])));
      }
    }
    for (int64_t k = 0; k < kWidth; ++k) {
      acc[k] = F::Step(acc[k], static_cast<A>(near[k]));
    }
    rows -= some;
  }
}

template <typename T, typename A, typename F>
TFLL_ALWAYS_INLINE void WideColumns(const T* in, int64_t rows, int64_t stride,
                                    int64_t width, A* acc) {
  int64_t k = 0;
  for (; k + 64 <= width; k += 64) {
    Block<T, A, F, 64>(in + k, rows, stride, acc + k);
  }
  for (; k + 16 <= width; k += 16) {
    Block<T, A, F, 16>(in + k, rows, stride, acc + k);
  }
  const int64_t rest = std::min<int64_t>(width - k, 15);
  if (rest <= 0) return;
  A few[16];
  for (int64_t c = 0; c < rest; ++c) few[c] = acc[k + c];
  in += k;
  for (int64_t r = 0; r < rows; ++r, in += stride) {
    for (int64_t c = 0; c < rest; ++c) {
      few[c] = F::Step(few[c], static_cast<A>(in[c]));
    }
  }
  for (int64_t c = 0; c < rest; ++c) acc[k + c] = few[c];
}

template <typename T, typename A, typename F>
TFLL_ALWAYS_INLINE void Columns(const void* data, int64_t rows, int64_t stride,
                                int64_t width, void* results) {
  const T* in = static_cast<const T*>(data);
  A* acc = static_cast<A*>(results);
  // Of few columns that lie densely, several rows are one.
  const int64_t together = width == stride ? kLanes / width : 1;
  if (width <= kLanes / 4 && rows >= 2 * together && together > 1) {
    A wide[kLanes];
    std::fill_n(wide, kLanes, F::template kFirst<A>);
    const int64_t passes = rows / together;
    WideColumns<T, A, F>(in, passes, together * width, together * width, wide);
    for (int64_t t = 0; t < together; ++t) {
      for (int64_t k = 0; k < width; ++k) {
        acc[k] = F::Step(acc[k], wide[t * width + k]);
      }
    }
    in += passes * together * width;
    rows -= passes * together;
  }
  WideColumns<T, A, F>(in, rows, stride, width, acc);
}

template <typename A, typename F>
void Combine(const void* part, int64_t count, void* results) {
  A* acc = static_cast<A*>(results);
  for (int64_t k = 0; k < count; ++k) {
    acc[k] = F::Step(acc[k], static_cast<const A*>(part)[k]);
  }
}

// k<name>, of elements T that function F takes into accumulators A.
#define TFLL_REDUCE(name, T, A, F, accumulator)                                \
  TFLL_VECTOR_CLONES                                                           \
  void name##Rows(const void* in, int64_t rows, int64_t stride, int64_t count, \
                  void* acc) {                                                 \
    Rows<T, A, F>(in, rows, stride, count, acc);                               \
  }                                                                            \
  TFLL_VECTOR_CLONES                                                           \
  void name##Columns(const void* in, int64_t rows, int64_t stride,             \
                     int64_t width, void* acc) {                               \
    Columns<T, A, F>(in, rows, stride, width, acc);                            \
  }                                                                            \
  constexpr A k##name##First = F::template kFirst<A>;                          \
  constexpr ReduceLoops k##name = {ReduceAccumulator::accumulator,             \
                                   sizeof(A),                                  \
                                   &k##name##First,                            \
                                   name##Rows,                                 \
                                   name##Columns,                              \
                                   Combine<A, F>};

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

// BOOL, whose search along a row ends where the result is known.
void AnyRows(const void* data, int64_t rows, int64_t stride, int64_t count,
             void* results) {
  static constexpr char kZeros[256] = {};
  const char* in = static_cast<const char*>(data);
  uint8_t* acc = static_cast<uint8_t*>(results);
  for (int64_t r = 0; r < rows; ++r, in += stride) {
    for (int64_t i = 0; i < count && acc[r] == 0; i += sizeof(kZeros)) {
      const int64_t n = std::min<int64_t>(sizeof(kZeros), count - i);
      acc[r] = std::memcmp(in + i, kZeros, n) != 0 ? 1 : 0;
    }
  }
}
void AllRows(const void* data, int64_t rows, int64_t stride, int64_t count,
             void* results) {
  const char* in = static_cast<const char*>(data);
  uint8_t* acc = static_cast<uint8_t*>(results);
  for (int64_t r = 0; r < rows; ++r, in += stride) {
    if (std::memchr(in, 0, count) != nullptr) acc[r] = 0;
  }
}
constexpr ReduceLoops kAny = {
    ReduceAccumulator::kStored, 1, &kMaxUInt8First, AnyRows, MaxUInt8Columns,
    Combine<uint8_t, Max>};
constexpr ReduceLoops kAll = {
    ReduceAccumulator::kStored, 1, &kMinUInt8First, AllRows, MinUInt8Columns,
    Combine<uint8_t, Min>};

#undef TFLL_REDUCE_ORDER
#undef TFLL_REDUCE

struct Row {
  TfLiteType type;
  const ReduceLoops* sum;
  const ReduceLoops* prod;
  const ReduceLoops* max;
  const ReduceLoops* min;
};

constexpr Row kRows[] = {
    {kTfLiteFloat32, &kSumFloat, &kProdFloat, &kMaxFloat, &kMinFloat},
    {kTfLiteInt8, &kSumInt8, nullptr, &kMaxInt8, &kMinInt8},
    {kTfLiteUInt8, &kSumUInt8, nullptr, &kMaxUInt8, &kMinUInt8},
    {kTfLiteInt16, &kSumInt16, nullptr, &kMaxInt16, &kMinInt16},
    {kTfLiteInt32, &kSumInt32, &kProdInt32, &kMaxInt32, &kMinInt32},
    {kTfLiteInt64, &kSumInt64, &kProdInt64, &kMaxInt64, &kMinInt64},
    {kTfLiteBool, nullptr, nullptr, &kAny, &kAll},
};

}  // namespace

const ReduceLoops* FindReduceLoops(const Reduce& op) {
  const auto* row =
      std::find_if(std::begin(kRows), std::end(kRows),
                   [&](const Row& r) { return r.type == op.type; });
  if (row == std::end(kRows)) return nullptr;
  switch (op.kind) {
    case ReduceKind::kSum:
    case ReduceKind::kMean: {
      const bool narrow = row->sum != nullptr &&
                          row->sum->accumulator == ReduceAccumulator::kInt32;
      // Sums in 32 bits must not overflow; without quantization, results wrap.
      if (narrow && (!op.quantized || op.count > (int64_t{1} << 15))) {
        return nullptr;
      }
      return row->sum;
    }
    case ReduceKind::kProd:
      return row->prod;
    case ReduceKind::kMax:
    case ReduceKind::kAny:
      return row->max;
    case ReduceKind::kMin:
    case ReduceKind::kAll:
      return row->min;
  }
  return nullptr;
}

}  // namespace tflite::kernels
