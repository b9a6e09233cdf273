#include "kernels/math/bytes/byte_loops.h"
#include "kernels/math/bytes/divide_row.h"

namespace tflite::kernels {
namespace {

template <bool kSigned>
void QuantizeRow(const float* x, int64_t count, float scale, int32_t zero_point,
                 uint8_t* out) {
  DivideRow<kSigned>(x, count, scale, zero_point, out);
}

}  // namespace

const ByteLoops* ByteLoopsPortable() {
  static constexpr ByteLoops kLoops = {QuantizeRow<true>, QuantizeRow<false>};
  return &kLoops;
}

}  // namespace tflite::kernels
