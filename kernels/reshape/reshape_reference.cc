#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/reshape/reshape.h"

namespace tflite::kernels {

Status EvalReshapeReference(const Reshape& op, EvalContext& context) {
  const TensorView input = context.input(0);
  if (op.type == kTfLiteString) {
    const size_t count = static_cast<size_t>(input.num_elements());
    return MoveCells(op, context, {0}, [count](const Cells& cells) {
      if (count != 0)
        std::memcpy(cells.out[0], cells.in[0], count * cells.bytes);
      return OkStatus();
    });
  }
  TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                        BytesFor(op.type, input.num_elements()));
  const char* in = context.in<char>(0);
  char* out = context.out<char>(0);
  if (in == out || bytes == 0) return OkStatus();
  CopyBytes(in, static_cast<int64_t>(bytes), out, context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
