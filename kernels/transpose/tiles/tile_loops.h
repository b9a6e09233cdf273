#ifndef KERNELS_TRANSPOSE_TILES_TILE_LOOPS_H_
#define KERNELS_TRANSPOSE_TILES_TILE_LOOPS_H_

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>
#include <utility>

#include "kernels/transpose/tiles/tiles.h"

// Tiles of the instruction set that the including source is compiled for.
// Everything is local to that source: code for one processor must not be linked
// in place of code for another.
namespace tflite::kernels {
namespace {

#define TFLL_TILES inline __attribute__((always_inline))

template <typename T, int kBytes>
struct RegisterOf {
  typedef T Type __attribute__((vector_size(kBytes)));
};
template <typename T, int kBytes>
using Register = typename RegisterOf<T, kBytes>::Type;

// Processors interleave the elements of each 16 bytes by themselves.
template <typename T>
constexpr int kLane = 16 / sizeof(T);

// The element of a, or after those of b, that is the k-th of a and b by turns,
// of the lower or upper halves of lanes of kLane.
constexpr int ByTurns(int k, int lane, int count, bool upper) {
  const int within = k % lane;
  return k - within + within / 2 + (upper ? lane / 2 : 0) +
         (within % 2 == 0 ? 0 : count);
}
template <int kPerLane, bool kUpper, typename V, size_t... k>
TFLL_TILES V Interleave(V a, V b, std::index_sequence<k...>) {
  return __builtin_shufflevector(a, b,
                                 ByTurns(k, kPerLane, sizeof...(k), kUpper)...);
}
template <typename T, bool kUpper, typename V>
TFLL_TILES V Interleave(V a, V b) {
  return Interleave<kLane<T>, kUpper>(
      a, b, std::make_index_sequence<sizeof(V) / sizeof(T)>());
}

template <typename V, int kCount>
struct Tile {
  V v[kCount];
};
// Rows i and i + kCount / 2 by turns, `kRounds` times: after log2(kCount) times
// tiles of kCount elements are transposed, one in each lane.
template <typename T, int kRounds, typename V, int kCount, size_t... k>
TFLL_TILES Tile<V, kCount> Transposed(const Tile<V, kCount>& a,
                                      std::index_sequence<k...> all) {
  if constexpr (kRounds == 0) {
    return a;
  } else {
    constexpr int kHalf = kCount / 2;
    return Transposed<T, kRounds - 1>(
        Tile<V, kCount>{
            {Interleave<T, k % 2 == 1>(a.v[k / 2], a.v[k / 2 + kHalf])...}},
        all);
  }
}
constexpr int Log2(int count) { return count == 1 ? 0 : 1 + Log2(count / 2); }
template <typename T, typename V, int kCount>
TFLL_TILES Tile<V, kCount> Transposed(const Tile<V, kCount>& a) {
  return Transposed<T, Log2(kCount)>(a, std::make_index_sequence<kCount>());
}

template <typename V>
TFLL_TILES V Load(const void* p) {
  V v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

// Rows whose lanes are loaded together are kLane<T> apart, as each lane becomes
// a part of a column.
template <typename T, int kBytes>
TFLL_TILES Register<T, kBytes> LoadLanes(const T* in, int64_t stride) {
  using V = Register<T, kBytes>;
  [[maybe_unused]] const int64_t next = kLane<T> * stride;
#if defined(__AVX2__)
  if constexpr (kBytes >= 32) {
    const __m256i two = _mm256_inserti128_si256(
        _mm256_castsi128_si256(Load<__m128i>(in)), Load<__m128i>(in + next), 1);
#if defined(__AVX512F__)
    if constexpr (kBytes == 64) {
      const __m512i three = _mm512_inserti32x4(_mm512_castsi256_si512(two),
                                               Load<__m128i>(in + 2 * next), 2);
      return reinterpret_cast<V>(
          _mm512_inserti32x4(three, Load<__m128i>(in + 3 * next), 3));
    } else
#endif
      return reinterpret_cast<V>(two);
  } else
#endif
    return Load<V>(in);
}

// Tiles as high as a register, and as wide as a lane.
template <typename T, int kBytes>
struct Lanes {
  static constexpr int kRows = kBytes / static_cast<int>(sizeof(T));
  static constexpr int kColumns = kLane<T>;
  using V = Register<T, kBytes>;

  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride) {
    Run(in, in_stride, out, out_stride, std::make_index_sequence<kColumns>());
  }
  template <size_t... k>
  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride, std::index_sequence<k...>) {
    const auto tile = Transposed<T>(Tile<V, kColumns>{
        {LoadLanes<T, kBytes>(in + k * in_stride, in_stride)...}});
    (std::memcpy(out + k * out_stride, &tile.v[k], sizeof(V)), ...);
  }
  // The `left` rows, at most kRows, in front of `in`.
  TFLL_TILES static void Last(int64_t left, const T* in, int64_t in_stride,
                              T* out, int64_t out_stride) {
    if constexpr (kBytes > 16) {
      using Lower = Lanes<T, kBytes / 2>;
      if (left <= Lower::kRows) {
        return Lower::Last(left, in, in_stride, out, out_stride);
      }
    }
    Run(in - kRows * in_stride, in_stride, out - kRows, out_stride);
  }
};

// Half as high and wide as a lane.
template <typename T>
struct Halves {
  static constexpr int kRows = kLane<T> / 2, kColumns = kRows;
  static constexpr int kQuarter = kRows / 2;
  using V = Register<T, 16>;

  TFLL_TILES static V LoadHalf(const T* in) {
    return reinterpret_cast<V>(
        Register<uint64_t, 16>{Load<uint64_t>(in), uint64_t{0}});
  }
  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride) {
    Run(in, in_stride, out, out_stride, std::make_index_sequence<kQuarter>());
  }
  template <size_t... k>
  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride, std::index_sequence<k...>) {
    // Each register has two columns in the end.
    const auto tile = Transposed<T>(Tile<V, kQuarter>{
        {Interleave<T, false>(LoadHalf(in + k * in_stride),
                              LoadHalf(in + (k + kQuarter) * in_stride))...}});
    (StoreHalves(tile.v[k], out + 2 * k * out_stride, out_stride), ...);
  }
  TFLL_TILES static void StoreHalves(V v, T* out, int64_t out_stride) {
    const auto halves = reinterpret_cast<Register<uint64_t, 16>>(v);
    const uint64_t low = halves[0], high = halves[1];
    std::memcpy(out, &low, sizeof(low));
    std::memcpy(out + out_stride, &high, sizeof(high));
  }
  TFLL_TILES static void Last(int64_t, const T* in, int64_t in_stride, T* out,
                              int64_t out_stride) {
    Run(in - kRows * in_stride, in_stride, out - kRows, out_stride);
  }
};

#if defined(__AVX512F__)
// As high as a register, and as wide as two lanes: half as many loads, instead
// of which whole lanes change places.
template <typename T>
struct Pairs {
  static constexpr int kRows = 64 / static_cast<int>(sizeof(T));
  static constexpr int kColumns = 2 * kLane<T>;
  using V = Register<T, 64>;
  using HalfTile = Tile<V, kLane<T>>;

  // Of rows kLane<T> apart.
  TFLL_TILES static V LoadTwo(const T* in, int64_t stride) {
    return reinterpret_cast<V>(
        _mm512_inserti64x4(_mm512_castsi256_si512(Load<__m256i>(in)),
                           Load<__m256i>(in + kLane<T> * stride), 1));
  }
  template <size_t... k>
  TFLL_TILES static HalfTile HalfOf(const T* in, int64_t stride,
                                    std::index_sequence<k...>) {
    return Transposed<T>(HalfTile{{LoadTwo(in + k * stride, stride)...}});
  }
  // The first lanes of each 32 bytes, or the second ones.
  template <int kWhich>
  TFLL_TILES static void Store(V upper, V lower, T* out) {
    const __m512i lanes = _mm512_shuffle_i32x4(reinterpret_cast<__m512i>(upper),
                                               reinterpret_cast<__m512i>(lower),
                                               kWhich == 0 ? 0x88 : 0xDD);
    std::memcpy(out, &lanes, sizeof(lanes));
  }
  template <size_t... k>
  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride,
                             std::index_sequence<k...> all) {
    const HalfTile a = HalfOf(in, in_stride, all);
    const HalfTile b = HalfOf(in + kRows / 2 * in_stride, in_stride, all);
    (Store<0>(a.v[k], b.v[k], out + k * out_stride), ...);
    out += kLane<T> * out_stride;
    (Store<1>(a.v[k], b.v[k], out + k * out_stride), ...);
  }
  TFLL_TILES static void Run(const T* in, int64_t in_stride, T* out,
                             int64_t out_stride) {
    Run(in, in_stride, out, out_stride, std::make_index_sequence<kLane<T>>());
  }
  TFLL_TILES static void Last(int64_t left, const T* in, int64_t in_stride,
                              T* out, int64_t out_stride) {
    using Lower = Lanes<T, 32>;
    if (left <= Lower::kRows) {
      Lower::Last(left, in, in_stride, out, out_stride);
      return Lower::Last(left, in + kLane<T>, in_stride,
                         out + kLane<T> * out_stride, out_stride);
    }
    Run(in - kRows * in_stride, in_stride, out - kRows, out_stride);
  }
};
#endif  // __AVX512F__

// In strips of columns, of which each is written from its first row on.
template <typename T, typename Kind>
void RunTiles(int64_t rows, int64_t columns, const void* from,
              int64_t in_stride, void* to, int64_t out_stride) {
  for (int64_t c = 0; c < columns; c += Kind::kColumns) {
    const int64_t first =
        c < columns - Kind::kColumns ? c : columns - Kind::kColumns;
    const T* in = static_cast<const T*>(from) + first;
    T* out = static_cast<T*>(to) + first * out_stride;
    int64_t left = rows;
    for (; left >= Kind::kRows; left -= Kind::kRows) {
      Kind::Run(in, in_stride, out, out_stride);
      in += Kind::kRows * in_stride;
      out += Kind::kRows;
    }
    if (left > 0) {
      Kind::Last(left, in + left * in_stride, in_stride, out + left,
                 out_stride);
    }
  }
}

template <typename T, typename Kind>
constexpr TransposeTile TileOf() {
  return {sizeof(T), Kind::kRows, Kind::kColumns, RunTiles<T, Kind>};
}

template <int kCount>
constexpr TransposeTiles AllOf(const TransposeTile (&tiles)[kCount]) {
  return {tiles, kCount};
}

#undef TFLL_TILES

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_TRANSPOSE_TILES_TILE_LOOPS_H_
