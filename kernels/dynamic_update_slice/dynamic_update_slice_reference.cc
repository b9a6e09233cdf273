#include <algorithm>
#include <cstring>

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
    const auto bytes =
        static_cast<size_t>(op.input.num_elements() * cells.bytes);
    if (bytes != 0 && cells.out[0] != cells.in[0]) {
      std::memcpy(cells.out[0], cells.in[0], bytes);
    }
    RunStridedCopy(copy, cells.bytes, cells.in[1], cells.out[0],
                   &context.threads());
    return OkStatus();
  });
}

}  // namespace tflite::kernels
