#if defined(__AVX2__)
#include "kernels/binary/bytes/rows.h"
#else
#include "kernels/binary/bytes/byte_pairs.h"
#endif

namespace tflite::kernels {

BytePairsRow BytePairsAvx2(const BytePairs& p) {
#if defined(__AVX2__)
  return RowFor(p);
#else
  static_cast<void>(p);
  return nullptr;
#endif
}

}  // namespace tflite::kernels
