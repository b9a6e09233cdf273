#include <cstring>

#include "kernels/gather_nd/gather_nd.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {
namespace {

template <typename Index>
Status Eval(const GatherNd& op, EvalContext& context) {
  const auto strides = DenseStrides(op.input);
  return MoveCells(op, context, {0}, [&](const Cells& cells) -> Status {
    if (op.inner == 0) return OkStatus();
    const Index* index = context.in<Index>(1);
    char* out = cells.out[0];
    const int64_t bytes = op.inner * cells.bytes;
    for (int64_t i = 0; i < op.picks; ++i) {
      int64_t at = 0;
      for (int d = 0; d < op.depth; ++d) {
        const int64_t k = *index++;
        TFLL_CONSTRAINT(C5, k >= 0 && k < op.input[d],
                        "gather_nd index out of bounds: ", k, " of dimension ",
                        d, ", which has ", op.input[d], " elements");
        at += k * strides[d];
      }
      std::memcpy(out, cells.in[0] + at * cells.bytes,
                  static_cast<size_t>(bytes));
      out += bytes;
    }
    return OkStatus();
  });
}

}  // namespace

Status EvalGatherNdReference(const GatherNd& op, EvalContext& context) {
  switch (op.index_type) {
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    default:
      return Eval<int64_t>(op, context);
  }
}

}  // namespace tflite::kernels
