#ifndef KERNELS_GEMM_PACK_ISA_H_
#define KERNELS_GEMM_PACK_ISA_H_

#include "kernels/gemm/isa.h"

// Functions that fill isa.h's table, for the files that make its rows.

namespace tflite::kernels {

void PackWordsPortable(const PackWordsArgs& args);
void WidenBytesPortable(const WidenArgs& args);
uint32_t SumBytesPortable(const uint8_t* in, int64_t n, uint8_t flip);

void SumRowsPortable(const GemmRowSums& args);
void AddRowTermsPortable(int32_t* sums, int64_t pitch, int64_t rows,
                         int64_t columns, const int32_t* terms);

void PackWordsAvx2(const PackWordsArgs& args);
void WidenBytesAvx2(const WidenArgs& args);
void FlipBytesAvx2(const FlipArgs& args);
uint32_t SumBytesAvx2(const uint8_t* in, int64_t n, uint8_t flip);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_PACK_ISA_H_
