#include <algorithm>
#include <cstring>

#include "kernels/gather/gather.h"
#include "kernels/math/cells.h"

namespace tflite::kernels {
namespace {

template <typename Index>
Status CheckIndices(const Gather& op, const Index* indices) {
  const int64_t count = op.batches * op.picks;
  for (int64_t i = 0; i < count; ++i) {
    TFLL_CONSTRAINT(C7, indices[i] >= 0 && indices[i] < op.extent,
                    "gather index out of bounds: ", indices[i], " of ",
                    op.extent, " elements");
  }
  return OkStatus();
}

// The least number of bytes for a thread.
constexpr int64_t kGrainBytes = 64 * 1024;

// Slices [begin, end) of the output, of kBytes bytes, or of `bytes` where
// kBytes is 0.
template <typename Index, size_t kBytes>
void Pick(const Gather& op, const Index* indices, size_t bytes, const char* in,
          char* out, int64_t begin, int64_t end) {
  const size_t size = kBytes == 0 ? bytes : kBytes;
  out += static_cast<size_t>(begin) * size;
  while (begin < end) {
    const int64_t row = begin / op.picks, first = begin % op.picks;
    const int64_t last = std::min(op.picks, first + end - begin);
    const Index* at = indices + row / op.outer * op.picks;
    const char* from = in + static_cast<size_t>(row * op.extent) * size;
    for (int64_t i = first; i < last; ++i, out += size) {
      std::memcpy(out, from + static_cast<size_t>(at[i]) * size, size);
    }
    begin += last - first;
  }
}

template <typename Index>
Status Eval(const Gather& op, EvalContext& context) {
  const Index* indices = context.in<Index>(1);
  if (op.outputs[0].shape.num_elements() != 0) {
    TFLL_RETURN_IF_ERROR(CheckIndices(op, indices));
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    if (op.outputs[0].shape.num_elements() == 0) return OkStatus();
    const size_t bytes = static_cast<size_t>(op.inner * cells.bytes);
    const auto pick = bytes == 1   ? Pick<Index, 1>
                      : bytes == 2 ? Pick<Index, 2>
                      : bytes == 4 ? Pick<Index, 4>
                      : bytes == 8 ? Pick<Index, 8>
                                   : Pick<Index, 0>;
    context.threads().ParallelFor(
        op.batches * op.outer * op.picks,
        LeastItems(kGrainBytes, {op.inner, cells.bytes}),
        [&](int64_t begin, int64_t end) {
          pick(op, indices, bytes, cells.in[0], cells.out[0], begin, end);
        });
    return OkStatus();
  });
}

}  // namespace

Status EvalGatherReference(const Gather& op, EvalContext& context) {
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
