#ifndef KERNELS_TRANSPOSE_TILES_TILES_H_
#define KERNELS_TRANSPOSE_TILES_TILES_H_

#include <cstdint>

// Transpositions of matrices by tiles in the registers of one instruction set.
// Plain structs only: sources compiled for wider instructions include this.
namespace tflite::kernels {

struct TransposeTile {
  int bytes;  // of an element
  // The size of a tile, and the least one of a matrix.
  int64_t rows, columns;
  // out[c * out_stride + r] = in[r * in_stride + c]; strides count elements.
  // Rows and columns that are left are done in tiles with others before them.
  void (*run)(int64_t rows, int64_t columns, const void* in, int64_t in_stride,
              void* out, int64_t out_stride);
};

struct TransposeTiles {
  const TransposeTile* tiles;
  int count;
};

// Those that this machine runs: of elements of one size, higher and wider ones
// come first.
constexpr int kTransposeTileSets = 3;
const TransposeTiles* const* AllTransposeTiles(int* count);

// The first one that takes such a matrix, null if none does.
const TransposeTile* FindTransposeTile(int bytes, int64_t rows,
                                       int64_t columns);

// By instruction set; null where the build has no such code.
const TransposeTiles* TransposeTilesAvx512();
const TransposeTiles* TransposeTilesAvx2();
const TransposeTiles* TransposeTilesBaseline();

}  // namespace tflite::kernels

#endif  // KERNELS_TRANSPOSE_TILES_TILES_H_
