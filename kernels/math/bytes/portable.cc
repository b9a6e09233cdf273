#include "kernels/math/bytes/byte_loops.h"
#include "kernels/math/bytes/divide_row.h"

namespace tflite::kernels {
namespace {

template <typename T>
void QuantizeRow(const float* x, int64_t count, float scale, int32_t zero_point,
                 uint8_t* out) {
  DivideRow(x, count, scale, zero_point, reinterpret_cast<T*>(out));
}

}  // namespace

const ByteLoops* ByteLoopsPortable() {
  static constexpr ByteLoops kLoops = {QuantizeRow<int8_t>,
                                       QuantizeRow<uint8_t>};
  return &kLoops;
}

}  // namespace tflite::kernels
