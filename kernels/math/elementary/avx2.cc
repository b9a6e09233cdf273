#if defined(__AVX2__)
#include "kernels/math/elementary/loops.h"
#else
#include "kernels/math/elementary/elementary_loops.h"
#endif

namespace tflite::kernels {

const ElementaryLoops* ElementaryAvx2() {
#if defined(__AVX2__)
  return &kLoops;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
