#ifndef KERNELS_GEMM_NIBBLES_NIBBLE_TILES_H_
#define KERNELS_GEMM_NIBBLES_NIBBLE_TILES_H_

#include "kernels/gemm/nibbles/nibble_isa.h"
#include "kernels/gemm/tiles/unroll.h"

// NibbleRows for vectors of any width. In an unnamed namespace, because files
// with different instructions include it.
//
// A Kernel has
//   Ints, Floats   vectors of kLanes sums
//   kLanes, kRows  the rows of a tile, of kVectors vectors each
//   Part           sums of products of up to kMostWords words
//   LoadWeights    kLanes columns of a word
//   Low, High      the halves of their bytes
//   LoadLeft       4 bytes of a row, in each lane
//   Multiply, Add  products as the first ones of a Part, or added to it
//   Total          the sums of a Part
// and operations of a vector that are named like what they do.

namespace tflite::kernels {
namespace {

constexpr int64_t kAnyWords = INT64_MAX;

// The products of `words` words, from `left` and `right` on.
template <typename K, int M>
inline __attribute__((always_inline)) void SumWords(
    int64_t words, const uint8_t* right, const int8_t* const (&left)[M],
    typename K::Ints (&sums)[M][K::kVectors]) {
  constexpr int V = K::kVectors;
  typename K::Part low[M][V], high[M][V];
  const auto add_word = [&](int64_t w, auto add) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const auto weights = K::LoadWeights(right + (w * V + v) * K::kLanes * 4);
      const auto a = K::Low(weights), b = K::High(weights);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        add(&low[i][v], a, K::LoadLeft(left[i] + 8 * w));
        add(&high[i][v], b, K::LoadLeft(left[i] + 8 * w + 4));
      }
    }
  };
  add_word(0, [](auto* part, auto weights, auto x) {
    *part = K::Multiply(weights, x);
  });
  for (int64_t w = 1; w < words; ++w) {
    add_word(w, [](auto* part, auto weights, auto x) {
      *part = K::Add(*part, weights, x);
    });
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) sums[i][v] = K::Total(low[i][v], high[i][v]);
  }
}

// The same of any number of words; `left` goes on behind them.
template <typename K, int M>
inline __attribute__((always_inline)) void SumBlock(
    int64_t words, const uint8_t* right, const int8_t* (&left)[M],
    typename K::Ints (&sums)[M][K::kVectors]) {
  constexpr int V = K::kVectors;
  int64_t some = words < K::kMostWords ? words : K::kMostWords;
  SumWords<K, M>(some, right, left, sums);
  for (;;) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) left[i] += 8 * some;
    if (K::kMostWords == kAnyWords) return;
    right += some * V * K::kLanes * 4;
    words -= some;
    if (words == 0) return;
    some = words < K::kMostWords ? words : K::kMostWords;
    typename K::Ints more[M][V];
    SumWords<K, M>(some, right, left, more);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) sums[i][v] = K::Sum(sums[i][v], more[i][v]);
    }
  }
}

// M rows from `row` on.
template <typename K, int M>
__attribute__((noinline)) void RunNibbleTile(const NibbleRows& r, int64_t row) {
  constexpr int V = K::kVectors, kColumns = V * K::kLanes;
  typename K::Ints sums[M][V];
  typename K::Floats partial[M][V];
  const int8_t* left[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    left[i] = r.left + (row + i) * r.left_stride;
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) partial[i][v] = K::ZeroFloats();
  }
  const uint8_t* right = r.right;
  for (int64_t b = 0; b < r.blocks; ++b) {
    SumBlock<K, M>(r.words, right, left, sums);
    right += r.words * kColumns * 4;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const auto start = K::Broadcast(r.starts[(row + i) * r.blocks + b]);
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        const int64_t at = b * kColumns + v * K::kLanes;
        sums[i][v] = K::Sum(sums[i][v], start);
        if (r.row_offsets != nullptr) {
          sums[i][v] =
              K::Less(sums[i][v], r.row_offsets[row + i], r.column_sums + at);
        }
        const auto sum = K::ToFloats(sums[i][v]);
        partial[i][v] =
            r.scales == nullptr
                ? sum
                : K::Sum(partial[i][v],
                         K::Product(sum, K::LoadFloats(r.scales + at)));
      }
    }
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    float* out = r.out + (row + i) * r.out_stride;
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      auto scale = K::BroadcastFloat(r.row_scales[row + i]);
      if (r.scales == nullptr) {
        scale =
            K::Product(scale, K::LoadFloats(r.column_scales + v * K::kLanes));
      }
      const auto y = K::Sum(K::Product(partial[i][v], scale),
                            K::LoadFloats(r.bias + v * K::kLanes));
      K::Store(K::Clamp(y, r.min, r.max), r.n - v * K::kLanes,
               out + v * K::kLanes);
    }
  }
}

// The next M rows or, if there are fewer, these.
template <typename K, int M>
void RunLastNibbleRows(const NibbleRows& r, int64_t row) {
  if constexpr (M > 0) {
    r.rows - row == M ? RunNibbleTile<K, M>(r, row)
                      : RunLastNibbleRows<K, M - 1>(r, row);
  }
}

template <typename K>
void RunNibbleRows(const NibbleRows& r) {
  int64_t row = 0;
  for (; row + K::kRows <= r.rows; row += K::kRows) {
    RunNibbleTile<K, K::kRows>(r, row);
  }
  RunLastNibbleRows<K, K::kRows - 1>(r, row);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_NIBBLES_NIBBLE_TILES_H_
