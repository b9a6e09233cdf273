#ifndef KERNELS_GEMM_ARM_ARM_ISA_H_
#define KERNELS_GEMM_ARM_ARM_ISA_H_

#include "kernels/gemm/isa.h"

// The rows of isa.h's table for Arm, and the functions that several of them
// share. What isa.h says about includes holds here, too.

namespace tflite::kernels {

// Null if the build has no such code: "neon" is the baseline of aarch64 and
// armhf; "dotprod" and "i8mm" exist on aarch64 only.
const GemmIsa* GemmNeon();
const GemmIsa* GemmDotprod();
const GemmIsa* GemmI8mm();

// What the processor has beyond the baseline, as the kernel reports it.
struct ArmFeatures {
  bool dotprod, i8mm;
};
ArmFeatures DetectArmFeatures();

// For the baseline.
void RequantizeShiftsNeon(const GemmRequantTile& tile);
void RequantizeNeon(const GemmRequantTile& tile);
void DequantizeNeon(const GemmDequantTile& tile);
FloatRange RangeNeon(const float* in, int64_t n);
void QuantizeRowNeon(const QuantizeRowArgs& args);
void PackWordsNeon(const PackWordsArgs& args);
uint32_t SumBytesNeon(const uint8_t* in, int64_t n, uint8_t flip);
void SumRowsNeon(const GemmRowSums& args);
void AddRowTermsNeon(int32_t* sums, int64_t pitch, int64_t rows,
                     int64_t columns, const int32_t* terms);
void ByteTileNeon(const GemmIntTile& tile);
void ByteRowsNeon(const GemmIntRows& rows);
void ByteResultsNeon(const GemmIntRows& rows);
void DepthwiseFloatNeon(const DepthwiseFloatTile& tile);
void DepthwiseInt16Neon(const DepthwiseIntTile& tile);

// For that of aarch64.
void DepthwiseFloatLineNeon(const DepthwiseFloatLine& line);
void DepthwiseInt16LineNeon(const DepthwiseIntLine& line);

void DepthwiseBytesDotprod(const DepthwiseIntTile& tile);
void DepthwiseLineDotprod(const DepthwiseIntLine& line);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_ARM_ISA_H_
