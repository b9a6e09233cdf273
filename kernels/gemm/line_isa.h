#ifndef KERNELS_GEMM_LINE_ISA_H_
#define KERNELS_GEMM_LINE_ISA_H_

#include "kernels/gemm/isa.h"

namespace tflite {

// Of isa.h's table, in a file of its own.
void GemmFloatLineAvx512(const GemmFloatLine& line);

}  // namespace tflite

#endif  // KERNELS_GEMM_LINE_ISA_H_
