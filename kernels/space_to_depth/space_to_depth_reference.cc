#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/space_to_depth/space_to_depth.h"

namespace tflite::kernels {

Status EvalSpaceToDepthReference(const SpaceToDepth& op, EvalContext& context) {
  const auto space = DenseStrides(op.space);
  const auto depth = DenseStrides(op.depth);
  const int64_t channels = op.space[3];
  struct Loop {
    int64_t extent, space_stride, depth_stride;
  };
  const Loop batch = {op.space[0], space[0], depth[0]};
  const Loop row = {op.depth[1], op.block * space[1], depth[1]};
  const Loop row_in_block = {op.block, space[1], op.block * channels};
  const Loop column = {op.depth[2], op.block * space[2], depth[2]};
  const Loop column_in_block = {op.block, space[2], channels};
  const Loop channel = {channels, 1, 1};
  StridedCopy copy;
  // In the order in which the output is written.
  if (op.to_depth) {
    for (const Loop& l :
         {batch, row, column, row_in_block, column_in_block, channel}) {
      copy.Add(l.extent, l.space_stride, l.depth_stride);
    }
  } else {
    for (const Loop& l :
         {batch, row, row_in_block, column, column_in_block, channel}) {
      copy.Add(l.extent, l.depth_stride, l.space_stride);
    }
  }
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

}  // namespace tflite::kernels
