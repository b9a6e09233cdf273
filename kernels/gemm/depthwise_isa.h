#ifndef KERNELS_GEMM_DEPTHWISE_ISA_H_
#define KERNELS_GEMM_DEPTHWISE_ISA_H_

#include "kernels/gemm/isa.h"

// The depthwise kernels that fill isa.h's table, for the files that make its
// rows.

namespace tflite::kernels {

void DepthwiseFloatPortable(const DepthwiseFloatTile& tile);
void DepthwiseInt16Portable(const DepthwiseIntTile& tile);

void DepthwiseFloatAvx2(const DepthwiseFloatTile& tile);
void DepthwiseFloatLineAvx2(const DepthwiseFloatLine& line);
void DepthwiseInt16Avx2(const DepthwiseIntTile& tile);
void DepthwiseInt16LineAvx2(const DepthwiseIntLine& line);

void DepthwiseFloatAvx512(const DepthwiseFloatTile& tile);
void DepthwiseFloatLineAvx512(const DepthwiseFloatLine& line);

void DepthwiseBytesAvx512Vnni(const DepthwiseIntTile& tile);
void DepthwiseLineAvx512Vnni(const DepthwiseIntLine& line);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_DEPTHWISE_ISA_H_
