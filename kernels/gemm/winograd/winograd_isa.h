#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_ISA_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_ISA_H_

#include "kernels/gemm/winograd/winograd_tiles.h"

// The transforms that fill isa.h's table, for the files that make its rows.

namespace tflite::kernels {

void WinogradInputPortable(const WinogradInput& tile);
void WinogradOutputPortable(const WinogradOutput& tile);
void WinogradInputAvx2(const WinogradInput& tile);
void WinogradOutputAvx2(const WinogradOutput& tile);
void WinogradInputAvx512(const WinogradInput& tile);
void WinogradOutputAvx512(const WinogradOutput& tile);
void WinogradByteInputAvx2(const WinogradByteInput& tile);
void WinogradByteProductAvx2(const WinogradByteProduct& product);
void WinogradByteOutputAvx2(const WinogradByteOutput& tile);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_ISA_H_
