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
//   Part           sums of products of up to kMostWords words, first NoSums()
//   LoadWeights    kLanes columns of a word
//   Low, High      the halves of their bytes
//   LoadLeft       4 bytes of a row, in each lane
//   Add            adds products to a Part
//   Total          the sums of the Parts of low and of high halves
//   kHalves        whether there is LoadHalves, of half floats
// and operations of a vector that are named like what they do.

namespace tflite::kernels {
namespace {

constexpr int64_t kAnyWords = INT64_MAX;

// What has scales: columns, or their blocks, as floats or as half floats.
enum class NibbleScales : uint8_t { kColumns, kBlocks, kHalves };

// The products of `words` words, from `left` and `right` on.
template <typename K, int M>
inline __attribute__((always_inline)) void SumWords(
    int64_t words, const uint8_t* right, const int8_t* const (&left)[M],
    typename K::Ints (&sums)[M][K::kVectors]) {
  constexpr int V = K::kVectors;
  typename K::Part low[M][V], high[M][V];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) low[i][v] = high[i][v] = K::NoSums();
  }
  for (int64_t w = 0; w < words; ++w) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const auto weights = K::LoadWeights(right + (w * V + v) * K::kLanes * 4);
      const auto a = K::Low(weights), b = K::High(weights);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        K::Add(a, K::LoadLeft(left[i] + 8 * w), &low[i][v]);
        K::Add(b, K::LoadLeft(left[i] + 8 * w + 4), &high[i][v]);
      }
    }
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
template <typename K, int M, NibbleScales kScales, bool kOffsets>
__attribute__((noinline)) void RunNibbleTile(const NibbleRows& r, int64_t row) {
  constexpr int V = K::kVectors, kColumns = V * K::kLanes;
  constexpr bool kInBlocks = kScales != NibbleScales::kColumns;
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
  const int64_t blocks = kInBlocks ? r.blocks : 1;
  for (int64_t b = 0; b < blocks; ++b) {
    SumBlock<K, M>(r.words, right, left, sums);
    right += r.words * kColumns * 4;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const auto start = K::Broadcast(r.starts[(row + i) * blocks + b]);
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        const int64_t at = b * kColumns + v * K::kLanes;
        sums[i][v] = K::Sum(sums[i][v], start);
        if constexpr (kOffsets) {
          const auto of_column = kInBlocks ? K::LoadWords(r.block_sums + at)
                                           : K::LoadInts(r.column_sums + at);
          sums[i][v] = K::Less(sums[i][v], r.row_offsets[row + i], of_column);
        }
        const auto sum = K::ToFloats(sums[i][v]);
        if constexpr (kScales == NibbleScales::kHalves) {
          const auto scale = K::LoadHalves(r.half_scales + at);
          partial[i][v] = K::Sum(partial[i][v], K::Product(sum, scale));
        } else if constexpr (kInBlocks) {
          const auto scale = K::LoadFloats(r.scales + at);
          partial[i][v] = K::Sum(partial[i][v], K::Product(sum, scale));
        } else {
          partial[i][v] = sum;
        }
      }
    }
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    float* out = r.out + (row + i) * r.out_stride;
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      auto scale = K::BroadcastFloat(r.row_scales[row + i]);
      if constexpr (!kInBlocks) {
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
template <typename K, int M, NibbleScales kScales, bool kOffsets>
void RunLastNibbleRows(const NibbleRows& r, int64_t row) {
  if constexpr (M > 0) {
    r.rows - row == M ? RunNibbleTile<K, M, kScales, kOffsets>(r, row)
                      : RunLastNibbleRows<K, M - 1, kScales, kOffsets>(r, row);
  }
}

template <typename K, NibbleScales kScales, bool kOffsets>
void RunNibbleTiles(const NibbleRows& r) {
  int64_t row = 0;
  for (; row + K::kRows <= r.rows; row += K::kRows) {
    RunNibbleTile<K, K::kRows, kScales, kOffsets>(r, row);
  }
  RunLastNibbleRows<K, K::kRows - 1, kScales, kOffsets>(r, row);
}

template <typename K, NibbleScales kScales>
void RunNibblesBy(const NibbleRows& r) {
  r.row_offsets == nullptr ? RunNibbleTiles<K, kScales, false>(r)
                           : RunNibbleTiles<K, kScales, true>(r);
}

template <typename K>
void RunNibbleRows(const NibbleRows& r) {
  if constexpr (K::kHalves) {
    if (r.half_scales != nullptr) {
      return RunNibblesBy<K, NibbleScales::kHalves>(r);
    }
  }
  r.scales == nullptr ? RunNibblesBy<K, NibbleScales::kColumns>(r)
                      : RunNibblesBy<K, NibbleScales::kBlocks>(r);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_NIBBLES_NIBBLE_TILES_H_
