#ifndef KERNELS_GEMM_X86_X86_ISA_H_
#define KERNELS_GEMM_X86_X86_ISA_H_

#include "kernels/gemm/isa.h"

// Functions of this folder that fill isa.h's table, for the files that make its
// rows.

namespace tflite::kernels {

void Int16TileAvx2(const GemmIntTile& tile);
bool Int16ResultsAvx2(const GemmIntTile& tile, const GemmRequantTile& results);
void SumRowsAvx2(const GemmRowSums& args);
void AddRowTermsAvx2(int32_t* sums, int64_t pitch, int64_t rows,
                     int64_t columns, const int32_t* terms);
void RequantizeFloatsAvx2(const GemmRequantTile& tile);
void RequantizeFloatsAvx512(const GemmRequantTile& tile);
void RequantizeAvx512(const GemmRequantTile& tile);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_X86_ISA_H_
