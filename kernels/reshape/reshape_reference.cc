#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/reshape/reshape.h"

namespace tflite::kernels {

Status EvalReshapeReference(const Reshape& op, EvalContext& context) {
  const TensorView input = context.input(0);
  if (op.type == kTfLiteString) {
    return MoveCells(op, context, {0}, [&](const Cells& cells) {
      CopyBytes(cells.in[0], input.num_elements() * cells.bytes, cells.out[0],
                context.threads());
      return OkStatus();
    });
  }
  TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                        BytesFor(op.type, input.num_elements()));
  const char* in = context.in<char>(0);
  char* out = context.out<char>(0);
  if (in == out) return OkStatus();
  CopyBytes(in, static_cast<int64_t>(bytes), out, context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
