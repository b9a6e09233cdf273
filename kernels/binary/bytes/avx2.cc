#if defined(__AVX2__)
#include "kernels/binary/bytes/pair_rows.h"
#else
#include "kernels/binary/bytes/byte_pairs.h"
#endif

namespace tflite::kernels {

BytePairsRows BytePairsRowsAvx2() {
#if defined(__AVX2__)
  return RowFor;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
