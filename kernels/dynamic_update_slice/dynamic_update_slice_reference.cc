#include <algorithm>

#include "kernels/dynamic_update_slice/dynamic_update_slice.h"
#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"

namespace tflite::kernels {

Status EvalDynamicUpdateSliceReference(const DynamicUpdateSlice& op,
                                       EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const auto start, ReadIntegers(context.input(2)));
  const auto in = DenseStrides(op.update);
  const auto out = DenseStrides(op.input);
  StridedCopy copy;
  for (int d = 0; d < op.input.rank(); ++d) {
    const int64_t last = op.input[d] - op.update[d];
    copy.out_offset += std::min(std::max<int64_t>(start[d], 0), last) * out[d];
    copy.Add(op.update[d], in[d], out[d]);
  }
  return MoveCells(op, context, {0, 1}, [&](const Cells& cells) {
    if (cells.out[0] != cells.in[0]) {
      StridedCopy whole;
      whole.Add(op.input.num_elements(), 1, 1);
      RunStridedCopy(whole, cells.bytes, cells.in[0], cells.out[0],
                     &context.threads());
    }
    // One tensor as value and update, in the output's memory: nothing changes.
    if (cells.in[1] == cells.out[0]) return OkStatus();
    RunStridedCopy(copy, cells.bytes, cells.in[1], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

}  // namespace tflite::kernels
