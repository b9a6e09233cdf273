// Compiled with AVX2; see isa.h for what may be included.
#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/winograd/winograd_isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace tflite::kernels {
namespace {

constexpr int kEdge = 2, kIn = kEdge + 2;
constexpr int kLanes = 8;
constexpr int kColumns = kWinogradByteColumns;
constexpr int64_t kRows = 6;  // of a tile of products

inline __m256i Load(const void* p) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(p));
}
inline void Store(void* p, __m256i v) {
  _mm256_storeu_si256(static_cast<__m256i*>(p), v);
}

// ---- input ----

// The four lines of a column of pixels, transformed: the points are 0, 1 and
// -1, and the coefficient of the highest power.
struct Column {
  __m256i at[kIn];
};

template <bool kUnsigned>
inline __attribute__((always_inline)) Column ReadColumn(
    const WinogradByteInput& t, int j, int64_t c) {
  const auto pixel = [&](int i) __attribute__((always_inline)) {
    const __m128i bytes = _mm_loadu_si128(
        reinterpret_cast<const __m128i*>(t.pixels[i * kIn + j] + c));
    return kUnsigned ? _mm256_cvtepu8_epi16(bytes)
                     : _mm256_cvtepi8_epi16(bytes);
  };
  const __m256i d[kIn] = {pixel(0), pixel(1), pixel(2), pixel(3)};
  return {{_mm256_sub_epi16(d[0], d[2]), _mm256_add_epi16(d[1], d[2]),
           _mm256_sub_epi16(d[2], d[1]), _mm256_sub_epi16(d[3], d[1])}};
}

template <bool kUnsigned>
void TransformInput(const WinogradByteInput& t) {
  // Differences do not depend on the zero point; one position adds four pixels.
  const __m256i zero_points =
      _mm256_set1_epi16(static_cast<int16_t>(4 * t.zero_point));
  for (int64_t c = 0; c < t.channels; c += kWinogradLanes) {
    const auto put = [&](int i, int j, __m256i v)
        __attribute__((always_inline)) {
      Store(t.out + (i * kIn + j) * t.pitch + c, v);
    };
    const Column first = ReadColumn<kUnsigned>(t, 0, c);
    const Column third = ReadColumn<kUnsigned>(t, 2, c);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kIn; ++i) {
      put(i, 0, _mm256_sub_epi16(first.at[i], third.at[i]));
    }
    const Column second = ReadColumn<kUnsigned>(t, 1, c);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kIn; ++i) {
      const __m256i sum = _mm256_add_epi16(second.at[i], third.at[i]);
      put(i, 1, i == 1 ? _mm256_sub_epi16(sum, zero_points) : sum);
      put(i, 2, _mm256_sub_epi16(third.at[i], second.at[i]));
    }
    const Column fourth = ReadColumn<kUnsigned>(t, 3, c);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kIn; ++i) {
      put(i, 3, _mm256_sub_epi16(fourth.at[i], second.at[i]));
    }
  }
}

// ---- products ----

inline int32_t LoadPair(const int16_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

// Not inlined: what saves its registers would be run for each other tile, too.
template <int M>
__attribute__((noinline)) void Tile(const WinogradByteProduct& t) {
  __m256i acc[M][2];
  const int16_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    a[i] = t.input + i * t.channels;
    acc[i][0] = acc[i][1] = _mm256_setzero_si256();
  }
  const int16_t* b = t.filters;
  TFLL_GEMM_UNROLL_DEPTH
  for (int64_t c = 0; c < t.channels; c += 2, b += 2 * kColumns) {
    const __m256i right[2] = {Load(b), Load(b + kColumns)};
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m256i left = _mm256_set1_epi32(LoadPair(a[i] + c));
      TFLL_GEMM_UNROLL
      for (int v = 0; v < 2; ++v) {
        acc[i][v] =
            _mm256_add_epi32(acc[i][v], _mm256_madd_epi16(left, right[v]));
      }
    }
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    Store(t.sums + i * kColumns, acc[i][0]);
    Store(t.sums + i * kColumns + kLanes, acc[i][1]);
  }
}

void RunTile(const WinogradByteProduct& t) {
  TFLL_GEMM_BY_6(M, t.rows, Tile<M>(t))
}

}  // namespace

void WinogradByteInputAvx2(const WinogradByteInput& tile) {
  tile.is_unsigned ? TransformInput<true>(tile) : TransformInput<false>(tile);
}

void WinogradByteProductAvx2(const WinogradByteProduct& product) {
  WinogradByteProduct tile = product;
  ForEachHeight(product.rows, kRows, [&](int64_t, int64_t rows) {
    tile.rows = rows;
    RunTile(tile);
    tile.input += rows * tile.channels;
    tile.sums += rows * kColumns;
  });
}

void WinogradByteOutputAvx2(const WinogradByteOutput& t) {
  for (int64_t at = 0; at < kColumns; at += kLanes) {
    __m256i lines[kEdge][kIn];
    TFLL_GEMM_UNROLL
    for (int j = 0; j < kIn; ++j) {
      const auto sum = [&](int i) __attribute__((always_inline)) {
        return Load(t.sums + (i * kIn + j) * t.pitch + at);
      };
      const __m256i one = sum(1), minus_one = sum(2);
      lines[0][j] = _mm256_add_epi32(sum(0), _mm256_add_epi32(one, minus_one));
      lines[1][j] = _mm256_add_epi32(_mm256_sub_epi32(one, minus_one), sum(3));
    }
    const __m256i bias = Load(t.bias + at);
    const auto put = [&](int pixel, __m256i four_times)
        __attribute__((always_inline)) {
      Store(t.out + pixel * kColumns + at,
            _mm256_add_epi32(bias, _mm256_srai_epi32(four_times, 2)));
    };
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kEdge; ++i) {
      const __m256i one = lines[i][1], minus_one = lines[i][2];
      put(i * kEdge,
          _mm256_add_epi32(lines[i][0], _mm256_add_epi32(one, minus_one)));
      put(i * kEdge + 1,
          _mm256_add_epi32(_mm256_sub_epi32(one, minus_one), lines[i][3]));
    }
  }
}

}  // namespace tflite::kernels

#endif
