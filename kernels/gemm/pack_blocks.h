#ifndef KERNELS_GEMM_PACK_BLOCKS_H_
#define KERNELS_GEMM_PACK_BLOCKS_H_

#include "kernels/gemm/isa.h"

// Packing words by transposing square blocks of them. In an unnamed namespace,
// because files with different instructions include it.

namespace tflite::kernels {
namespace {

inline uint32_t WordAt(const PackWordsArgs& a, int64_t column, int64_t word) {
  uint32_t w;
  __builtin_memcpy(&w, a.in + column * a.column_stride + 4 * word, sizeof(w));
  return w ^ a.flip;
}

// kTranspose does kLanes words of kLanes columns, the first ones given; the
// rest goes word by word.
template <int kLanes, void (*kTranspose)(const PackWordsArgs&, int64_t column,
                                         int64_t word)>
void PackBlocks(const PackWordsArgs& a) {
  int64_t column = 0;
  for (; column + kLanes <= a.columns; column += kLanes) {
    int64_t word = 0;
    for (; word + kLanes <= a.words; word += kLanes)
      kTranspose(a, column, word);
    for (; word < a.words; ++word) {
      for (int64_t j = column; j < column + kLanes; ++j) {
        a.out[word * a.width + j] = WordAt(a, j, word);
      }
    }
  }
  for (; column < a.columns; ++column) {
    for (int64_t word = 0; word < a.words; ++word) {
      a.out[word * a.width + column] = WordAt(a, column, word);
    }
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_PACK_BLOCKS_H_
