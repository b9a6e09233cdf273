#include <cstdint>
#include <cstring>

#include "kernels/bitcast/bitcast.h"

namespace tflite::kernels {

Status EvalBitcastReference(const Bitcast&, EvalContext& context) {
  const TensorView in = context.input(0), out = context.output(0);
  if (in.num_elements() == 0) return OkStatus();
  // Input and output may share their memory.
  std::memmove(out.mutable_data<char>(), in.data<char>(), out.bytes());
  if (out.type() == kTfLiteBool) {
    // A bool is 0 or 1; any other byte counts as true.
    auto* bytes = out.mutable_data<uint8_t>();
    for (size_t i = 0; i < out.bytes(); ++i) bytes[i] = bytes[i] != 0 ? 1 : 0;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
