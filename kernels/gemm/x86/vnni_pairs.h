#ifndef KERNELS_GEMM_X86_VNNI_PAIRS_H_
#define KERNELS_GEMM_X86_VNNI_PAIRS_H_

#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_tiles.h"

// Products with panels of few columns, two groups of the depth at a time. A
// vector has 8 columns by two groups, those of a column side by side. So up to
// 8 columns take half of the instructions that a vector of 16 columns takes, 17
// to 24 columns three quarters of those of two, and a row's bytes are read, and
// inverted, half as often.
//
// A panel of V vectors of columns has W vectors of pairs, 2 * V or one less. In
// an unnamed namespace, because files with different instructions include this.

namespace tflite::kernels {
namespace {

inline uint64_t LoadPair(const uint8_t* p) {
  uint64_t words;
  __builtin_memcpy(&words, p, sizeof(words));
  return words;
}

// The words of `first` and `second`, of 8 * W columns each, side by side; zeros
// instead of the second ones without kTwo. Lane l of the vectors 2 * v and 2 *
// v + 1 has the columns 16 * v + 4 * l on, so that shuffles within lanes
// restore the order. A last vector without a second one has the pairs of the
// columns 0, 1, 4, 5, 2, 3, 6, 7.
template <bool kTwo, int W>
inline __attribute__((always_inline)) void MakePairs(const void* first,
                                                     const void* second,
                                                     __m512i (&pairs)[W]) {
  const auto* a = static_cast<const uint8_t*>(first);
  const auto* b = static_cast<const uint8_t*>(second);
  constexpr int64_t kBytes = sizeof(__m512i);
  __m512i x, y = _mm512_setzero_si512();
  TFLL_GEMM_UNROLL
  for (int v = 0; v < W / 2; ++v) {
    x = _mm512_loadu_si512(a + v * kBytes);
    if (kTwo) y = _mm512_loadu_si512(b + v * kBytes);
    pairs[2 * v] = _mm512_unpacklo_epi32(x, y);
    pairs[2 * v + 1] = _mm512_unpackhi_epi32(x, y);
  }
  if constexpr (W % 2 != 0) {
    const auto both_halves = [](const uint8_t* p) {
      return _mm512_broadcast_i64x4(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
    };
    x = both_halves(a + W / 2 * kBytes);
    if (kTwo) y = both_halves(b + W / 2 * kBytes);
    pairs[W - 1] =
        _mm512_mask_unpackhi_epi32(_mm512_unpacklo_epi32(x, y), 0xFF00, x, y);
  }
}

// The start of the sums of M rows.
template <int M, int W>
inline __attribute__((always_inline)) void StartPairs(const int32_t* from,
                                                      __m512i (&acc)[M][W]) {
  __m512i start[W];
  MakePairs<false>(from, nullptr, start);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int w = 0; w < W; ++w) acc[i][w] = start[w];
  }
}

// Adds the products of a vector of each row with the right operand.
template <int M, int W, typename LeftOf>
inline __attribute__((always_inline)) void AddPair(const __m512i (&right)[W],
                                                   const LeftOf& left_of,
                                                   __m512i (&acc)[M][W]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512i left = left_of(i);
    TFLL_GEMM_UNROLL
    for (int w = 0; w < W; ++w) {
      acc[i][w] = Bytes512::Add(acc[i][w], left, right[w]);
    }
  }
}

// Like AddGroups, of rows whose bytes are combined with `flip`.
template <int V, int M, int W>
inline __attribute__((always_inline)) const int8_t* AddPairs(
    const uint8_t* const (&a)[M], const int8_t* b, int64_t groups, __m512i flip,
    __m512i (&acc)[M][W]) {
  constexpr int64_t kStep = V * Bytes512::kGroupColumns;
  __m512i right[W];
  int64_t g = 0;
  for (; g + 2 <= groups; g += 2, b += 2 * kStep) {
    MakePairs<true>(b, b + kStep, right);
    AddPair(
        right,
        [&](int i) {
          const auto words = static_cast<int64_t>(LoadPair(a[i] + 4 * g));
          return Bytes512::Flip(_mm512_set1_epi64(words), flip);
        },
        acc);
  }
  if (g == groups) return b;
  MakePairs<false>(b, nullptr, right);
  AddPair(
      right,
      [&](int i) {
        return Bytes512::Flip(Bytes512::Broadcast(LoadGroup(a[i] + 4 * g)),
                              flip);
      },
      acc);
  return b + kStep;
}

inline __m512i SumOfPairs(__m512i low, __m512i high) {
  const __m512 x = _mm512_castsi512_ps(low), y = _mm512_castsi512_ps(high);
  return _mm512_add_epi32(_mm512_castps_si512(_mm512_shuffle_ps(x, y, 0x88)),
                          _mm512_castps_si512(_mm512_shuffle_ps(x, y, 0xDD)));
}

// The sums of a row's columns, in order. Those of columns without pairs are
// arbitrary.
template <int V, int W>
inline __attribute__((always_inline)) void JoinPairs(const __m512i (&pairs)[W],
                                                     __m512i (&sums)[V]) {
  TFLL_GEMM_UNROLL
  for (int v = 0; v < W / 2; ++v) {
    sums[v] = SumOfPairs(pairs[2 * v], pairs[2 * v + 1]);
  }
  if constexpr (W % 2 != 0) {
    const __m512i last = pairs[W - 1];
    sums[V - 1] = SumOfPairs(last, _mm512_shuffle_i64x2(last, last, 0x4E));
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_VNNI_PAIRS_H_
