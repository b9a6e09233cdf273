#include <cstdint>

#include "kernels/bitcast/bitcast.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {

Status EvalBitcastReference(const Bitcast&, EvalContext& context) {
  const TensorView in = context.input(0), out = context.output(0);
  if (in.num_elements() == 0) return OkStatus();
  // Input and output may share their memory.
  if (out.data<char>() != in.data<char>()) {
    CopyBytes(in.data<char>(), static_cast<int64_t>(out.bytes()),
              out.mutable_data<char>(), context.threads());
  }
  if (out.type() == kTfLiteBool) {
    // A bool is 0 or 1; any other byte counts as true.
    auto* bytes = out.mutable_data<uint8_t>();
    for (size_t i = 0; i < out.bytes(); ++i) bytes[i] = bytes[i] != 0 ? 1 : 0;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
