#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/space_to_batch_nd/space_to_batch_nd.h"

namespace tflite::kernels {
namespace {

// All elements of one place in the block: `digits` of `place`.
StridedCopy CopyOf(const SpaceToBatchNd& op, int64_t place) {
  const auto space = DenseStrides(op.space);
  const auto batch = DenseStrides(op.batch);
  const int blocked = static_cast<int>(op.block.size());
  StridedCopy copy;  // from space to batch
  copy.out_offset = place * op.space[0] * batch[0];
  absl::InlinedVector<int64_t, 4> digits(blocked);
  for (int d = blocked - 1; d >= 0; --d) {
    digits[d] = place % op.block[d];
    place /= op.block[d];
  }
  copy.Add(op.space[0], space[0], batch[0]);
  for (int i = 0; i < blocked; ++i) {
    const int d = i + 1;
    // Position p lies at p * block + shift in space.
    const int64_t shift = digits[i] - op.before[i];
    const int64_t block = op.block[i];
    const int64_t first = (std::max<int64_t>(0, -shift) + block - 1) / block;
    const int64_t room = op.space[d] - 1 - shift;
    const int64_t last =
        room < 0 ? -1 : std::min<int64_t>(op.batch[d] - 1, room / block);
    copy.in_offset += (first * block + shift) * space[d];
    copy.out_offset += first * batch[d];
    copy.Add(last - first + 1, block * space[d], batch[d]);
  }
  for (int d = blocked + 1; d < op.space.rank(); ++d) {
    copy.Add(op.space[d], space[d], batch[d]);
  }
  if (op.to_batch) return copy;
  for (StridedCopy::Dim& dim : copy.dims)
    std::swap(dim.in_stride, dim.out_stride);
  std::swap(copy.in_offset, copy.out_offset);
  return copy;
}

}  // namespace

Status EvalSpaceToBatchNdReference(const SpaceToBatchNd& op,
                                   EvalContext& context) {
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    if (op.outputs[0].shape.num_elements() == 0) return OkStatus();
    if (op.padded) {
      // Little-endian: the low bytes hold the number. It is 0 in wider types.
      char zero[16] = {static_cast<char>(op.zero),
                       static_cast<char>(op.zero >> 8)};
      FillCells(zero, cells.bytes, op.outputs[0].shape.num_elements(),
                cells.out[0], &context.threads());
    }
    int64_t places = 1;
    for (const int64_t extent : op.block) places *= extent;
    // The least number of bytes for a thread.
    constexpr int64_t kGrainBytes = 64 * 1024;
    const int64_t bytes = op.batch.num_elements() / places * cells.bytes;
    context.threads().ParallelFor(
        places, LeastItems(kGrainBytes, {bytes}),
        [&](int64_t place, int64_t end) {
          for (; place < end; ++place) {
            RunStridedCopy(CopyOf(op, place), cells.bytes, cells.in[0],
                           cells.out[0], &context.threads());
          }
        });
    return OkStatus();
  });
}

}  // namespace tflite::kernels
