#if defined(__AVX512BW__)
#include "kernels/math/bytes/quantize_rows.h"
#else
#include "kernels/math/bytes/byte_loops.h"
#endif

namespace tflite::kernels {

const ByteLoops* ByteLoopsAvx512() {
#if defined(__AVX512BW__)
  static constexpr ByteLoops kLoops = {QuantizeRow<true>, QuantizeRow<false>};
  return &kLoops;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
