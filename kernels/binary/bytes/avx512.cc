#if defined(__AVX512BW__)
#include "kernels/binary/bytes/rows.h"
#else
#include "kernels/binary/bytes/byte_pairs.h"
#endif

namespace tflite::kernels {

BytePairsRow BytePairsAvx512(const BytePairs& p) {
#if defined(__AVX512BW__)
  return RowFor(p);
#else
  static_cast<void>(p);
  return nullptr;
#endif
}

}  // namespace tflite::kernels
