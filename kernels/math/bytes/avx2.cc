#if defined(__AVX2__)
#include "kernels/math/bytes/quantize_rows.h"
#else
#include "kernels/math/bytes/byte_loops.h"
#endif

namespace tflite::kernels {

const ByteLoops* ByteLoopsAvx2() {
#if defined(__AVX2__)
  static constexpr ByteLoops kLoops = {QuantizeRow<true>, QuantizeRow<false>};
  return &kLoops;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
