// Compiled with AVX-512 F; see isa.h for what may be included.
#include "kernels/gemm/winograd/winograd_isa.h"

#if defined(__AVX512F__)
#include "kernels/gemm/winograd/winograd_transforms.h"

namespace tflite::kernels {

void WinogradInputAvx512(const WinogradInput& tile) {
  RunWinogradInput<16>(tile);
}

void WinogradOutputAvx512(const WinogradOutput& tile) {
  RunWinogradOutput<16>(tile);
}

}  // namespace tflite::kernels

#endif
