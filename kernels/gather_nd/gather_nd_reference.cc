#include <cstring>
#include <vector>

#include "kernels/gather_nd/gather_nd.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {
namespace {

// The least number of bytes for a thread.
constexpr int64_t kGrainBytes = 64 * 1024;

template <typename Index>
Status Eval(const GatherNd& op, EvalContext& context) {
  const auto strides = DenseStrides(op.input);
  return MoveCells(op, context, {0}, [&](const Cells& cells) -> Status {
    if (op.inner == 0) return OkStatus();
    const Index* index = context.in<Index>(1);
    std::vector<int64_t> offsets(static_cast<size_t>(op.picks));
    for (int64_t& at : offsets) {
      for (int d = 0; d < op.depth; ++d) {
        const int64_t k = *index++;
        TFLL_CONSTRAINT(C5, k >= 0 && k < op.input[d],
                        "gather_nd index out of bounds: ", k, " of dimension ",
                        d, ", which has ", op.input[d], " elements");
        at += k * strides[d];
      }
    }
    const int64_t bytes = op.inner * cells.bytes;
    context.threads().ParallelFor(
        op.picks, LeastItems(kGrainBytes, {bytes}),
        [&](int64_t i, int64_t end) {
          for (; i < end; ++i) {
            std::memcpy(cells.out[0] + i * bytes,
                        cells.in[0] + offsets[i] * cells.bytes,
                        static_cast<size_t>(bytes));
          }
        });
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
