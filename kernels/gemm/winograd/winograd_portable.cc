#include "kernels/gemm/winograd/winograd_isa.h"
#include "kernels/gemm/winograd/winograd_transforms.h"

namespace tflite::kernels {

void WinogradInputPortable(const WinogradInput& tile) {
  RunWinogradInput<4>(tile);
}

void WinogradOutputPortable(const WinogradOutput& tile) {
  RunWinogradOutput<4>(tile);
}

}  // namespace tflite::kernels
