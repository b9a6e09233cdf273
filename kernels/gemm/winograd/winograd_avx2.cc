// Compiled with AVX2; see isa.h for what may be included.
#include "kernels/gemm/winograd/winograd_isa.h"

#if defined(__AVX2__)
#include "kernels/gemm/winograd/winograd_transforms.h"

namespace tflite::kernels {

void WinogradInputAvx2(const WinogradInput& tile) { RunWinogradInput<8>(tile); }

void WinogradOutputAvx2(const WinogradOutput& tile) {
  RunWinogradOutput<8>(tile);
}

}  // namespace tflite::kernels

#endif
