#include <cstring>

#include "kernels/bitcast/bitcast.h"

namespace tflite {

Status EvalBitcastReference(const Bitcast&, EvalContext& context) {
  const TensorView in = context.input(0), out = context.output(0);
  if (in.num_elements() == 0) return OkStatus();
  // Input and output may share their memory.
  std::memmove(out.mutable_data<char>(), in.data<char>(), out.bytes());
  return OkStatus();
}

}  // namespace tflite
