#ifndef KERNELS_GEMM_X86_NARROW_ISA_H_
#define KERNELS_GEMM_X86_NARROW_ISA_H_

#include "kernels/gemm/isa.h"

namespace tflite::kernels {

// Products of at most 8 columns, of isa.h's table: tiles, and lines of an
// image.
void GemmFloatNarrowAvx512(const GemmFloatTile& tile);
void GemmFloatLineAvx512(const GemmFloatLine& line);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_NARROW_ISA_H_
