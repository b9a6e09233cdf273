#if defined(__AVX512BW__)
#include "kernels/math/bytes/quantize_rows.h"
#include "kernels/math/bytes/rows.h"
#else
#include "kernels/math/bytes/byte_loops.h"
#endif

namespace tflite::kernels {

const ByteLoops* ByteLoopsAvx512() {
#if defined(__AVX512BW__)
  static constexpr ByteLoops kLoops = {RowFor, QuantizeRow<true>,
                                       QuantizeRow<false>};
  return &kLoops;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
