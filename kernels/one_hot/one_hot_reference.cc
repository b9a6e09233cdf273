#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/one_hot/one_hot.h"

namespace tflite::kernels {
namespace {

template <typename Index>
Status Set(const OneHot& op, const Index* indices, const Cells& cells) {
  const int64_t plane = op.depth * op.inner;
  FillCells(cells.in[1], cells.bytes, op.outer * plane, cells.out[0]);
  for (int64_t o = 0; o < op.outer; ++o) {
    for (int64_t i = 0; i < op.inner; ++i) {
      const int64_t index = *indices++;
      if (index < 0 || index >= op.depth) continue;
      const int64_t at = o * plane + index * op.inner + i;
      std::memcpy(cells.out[0] + at * cells.bytes, cells.in[0],
                  static_cast<size_t>(cells.bytes));
    }
  }
  return OkStatus();
}

}  // namespace

Status EvalOneHotReference(const OneHot& op, EvalContext& context) {
  return MoveCells(op, context, {2, 3}, [&](const Cells& cells) {
    return context.input(0).type() == kTfLiteInt32
               ? Set(op, context.in<int32_t>(0), cells)
               : Set(op, context.in<int64_t>(0), cells);
  });
}

}  // namespace tflite::kernels
