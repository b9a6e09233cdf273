#if defined(__AVX512BW__)
#include "kernels/binary/bytes/pair_rows.h"
#else
#include "kernels/binary/bytes/byte_pairs.h"
#endif

namespace tflite::kernels {

BytePairsRows BytePairsRowsAvx512() {
#if defined(__AVX512BW__)
  return RowFor;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
