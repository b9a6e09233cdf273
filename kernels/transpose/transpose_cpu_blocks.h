#ifndef KERNELS_TRANSPOSE_TRANSPOSE_CPU_BLOCKS_H_
#define KERNELS_TRANSPOSE_TRANSPOSE_CPU_BLOCKS_H_

#include <cstdint>

namespace tflite::kernels {

// Blocks of a matrix, which are done from left to right and from top to bottom.
// Each column of one is written as one piece, while the lines of its rows stay
// in the cache.
struct TransposeBlocks {
  int64_t rows, columns;  // at most
  bool buffered = false;

  bool operator==(const TransposeBlocks& other) const {
    return rows == other.rows && columns == other.columns &&
           buffered == other.buffered;
  }
};

// Bytes of a line of the cache.
constexpr int64_t kTransposeLine = 64;
// A block that is done by way of a buffer: its lines are read as a whole.
constexpr int64_t kBufferedRows = 128, kBufferedLines = 2;

// For a matrix of elements of `bytes` bytes. Strides count elements: between
// its rows, and between its columns in the output.
TransposeBlocks ChooseTransposeBlocks(int64_t bytes, int64_t rows,
                                      int64_t columns, int64_t in_stride,
                                      int64_t out_stride);

}  // namespace tflite::kernels

#endif  // KERNELS_TRANSPOSE_TRANSPOSE_CPU_BLOCKS_H_
