#ifndef KERNELS_GEMM_X86_X86_ISA_H_
#define KERNELS_GEMM_X86_X86_ISA_H_

#include "kernels/gemm/isa.h"

// Functions of this folder that fill isa.h's table, for the files that make its
// rows.

namespace tflite::kernels {

void FloatRowsAvx2(const GemmFloatRows& rows);
void FloatRowsAvx512(const GemmFloatRows& rows);
void Int16TileAvx2(const GemmIntTile& tile);
// A single row may have this many whole panels.
constexpr int kInt16RowPanels = 4;
void Int16RowsAvx2(const GemmIntRows& rows);
void DequantizeAvx2(const GemmDequantTile& tile);
int32_t SumWordsAvx2(const int16_t* in, int64_t n);
void SumRowsAvx2(const GemmRowSums& args);
void AddRowTermsAvx2(int32_t* sums, int64_t pitch, int64_t rows,
                     int64_t columns, const int32_t* terms);
void RequantizeAvx2(const GemmRequantTile& tile);
void RequantizeFloatsAvx2(const GemmRequantTile& tile);
void RequantizeFloatsAvx512(const GemmRequantTile& tile);
void RemainderRangeAvx512(const GemmRemainders& args);
// GemmIsa::byte_results, if it is the best function for these; otherwise
// returns false.
bool FewColumnsAvx512Vnni(const GemmIntRows& rows);

// Requantizes columns [at, at + n) of a tile by integers; `at` is a multiple of
// 16.
static inline void RequantizeColumns(const GemmRequantTile& t, int64_t at,
                                     int64_t n) {
  GemmRequantTile columns = t;
  uint8_t* out[kGemmRequantRows];
  for (int64_t i = 0; i < t.m; ++i) out[i] = t.out[i] + at;
  columns.acc = t.acc + at;
  columns.n = n;
  columns.first_column = t.first_column + at;
  columns.out = out;
  RequantizeAvx2(columns);
}

// The rows of a block of GemmFloatRows, all or whole tiles of `height` rows.
// Static, so that each file has its own.
static inline int64_t RowsOfBlock(const GemmFloatRows& r, int64_t height) {
  if (r.rows <= r.block_rows) return r.rows;
  const int64_t tiles = r.block_rows / height;
  return tiles > 0 ? tiles * height : height;
}

// Calls body(first row, rows) for tiles of nearly equal heights up to `most`.
template <typename Body>
static inline __attribute__((always_inline)) void ForEachHeight(
    int64_t rows, int64_t most, const Body& body) {
  const int64_t tiles = (rows + most - 1) / most;
  const int64_t least = rows / tiles;
  int64_t taller = rows - least * tiles;  // that have one row more
  for (int64_t row = 0, height; row < rows; row += height, --taller) {
    height = taller > 0 ? least + 1 : least;
    body(row, height);
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_X86_ISA_H_
