#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/reverse/reverse.h"

namespace tflite::kernels {

Status EvalReverseV2Reference(const ReverseV2& op, EvalContext& context) {
  absl::InlinedVector<bool, 8> reversed = op.reversed;
  if (!op.axes_known) {
    TFLL_ASSIGN_OR_RETURN(reversed,
                          ReadReversedAxes(context.input(1), op.shape.rank()));
  }
  const auto strides = DenseStrides(op.shape);
  StridedCopy copy;
  for (int d = 0; d < op.shape.rank(); ++d) {
    copy.Add(op.shape[d], reversed[d] ? -strides[d] : strides[d], strides[d]);
    if (reversed[d]) copy.in_offset += (op.shape[d] - 1) * strides[d];
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

namespace {

// Elements [begin, end) along seq_dim of batch `b`, reversed or not.
void CopyPart(const ReverseSequence& op, int64_t b, int64_t begin, int64_t end,
              bool reverse, const Cells& cells, ThreadPool& threads) {
  const auto strides = DenseStrides(op.shape);
  StridedCopy copy;
  for (int d = 0; d < op.shape.rank(); ++d) {
    if (d == op.batch_dim) {
      copy.in_offset += b * strides[d];
      copy.out_offset += b * strides[d];
    } else if (d == op.seq_dim) {
      copy.Add(end - begin, reverse ? -strides[d] : strides[d], strides[d]);
      copy.in_offset += (reverse ? end - 1 : begin) * strides[d];
      copy.out_offset += begin * strides[d];
    } else {
      copy.Add(op.shape[d], strides[d], strides[d]);
    }
  }
  RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0], &threads);
}

}  // namespace

Status EvalReverseSequenceReference(const ReverseSequence& op,
                                    EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const auto lengths, ReadIntegers(context.input(1)));
  const int64_t extent = op.shape[op.seq_dim];
  for (const int64_t length : lengths) {
    TFLL_CONSTRAINT(C5, length >= 0 && length <= extent, "length ", length,
                    " of a sequence of ", extent);
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    // The least number of bytes for a thread.
    constexpr int64_t kGrainBytes = 64 * 1024;
    ThreadPool& threads = context.threads();
    const auto batches = static_cast<int64_t>(lengths.size());
    if (batches == 0) return OkStatus();
    const int64_t bytes = op.shape.num_elements() / batches * cells.bytes;
    threads.ParallelFor(
        batches, LeastItems(kGrainBytes, {bytes}), [&](int64_t b, int64_t end) {
          for (; b < end; ++b) {
            CopyPart(op, b, 0, lengths[b], true, cells, threads);
            CopyPart(op, b, lengths[b], extent, false, cells, threads);
          }
        });
    return OkStatus();
  });
}

}  // namespace tflite::kernels
