// Divides, instead of refining an estimate of the reciprocal.
#define TFLL_QUICK_DIVISION

#if defined(__AVX512F__)
#include "kernels/math/elementary/loops.h"
#else
#include "kernels/math/elementary/elementary_loops.h"
#endif

namespace tflite::kernels {

const ElementaryLoops* ElementaryAvx512Division() {
#if defined(__AVX512F__)
  return &kLoops;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
