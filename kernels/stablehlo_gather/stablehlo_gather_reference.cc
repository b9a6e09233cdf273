#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/stablehlo_gather/stablehlo_gather.h"

namespace tflite::kernels {
namespace {

// The least number of bytes for a thread.
constexpr int64_t kGrainBytes = 64 * 1024;

// The copy of a slice from the start of the value to the start of the output.
StridedCopy SliceCopy(const StablehloGather& op) {
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(op.outputs[0].shape);
  StridedCopy copy;
  for (int d = 0; d < op.input.rank(); ++d) {
    if (op.window_dims[d] < 0) continue;
    copy.Add(op.slice[d], in[d], out[op.window_dims[d]]);
  }
  return copy;
}

// The slices of the places [begin, end).
template <typename Index>
void Gather(const StablehloGather& op, const Index* indices, const Cells& cells,
            int64_t begin, int64_t end) {
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(op.outputs[0].shape);
  StridedCopy copy = SliceCopy(op);
  for (int64_t place = begin; place < end; ++place) {
    int64_t at = 0;
    copy.out_offset = 0;
    int64_t rest = place;
    for (int d = op.places.rank() - 1; d >= 0; --d) {
      const int64_t digit = rest % op.places[d];
      rest /= op.places[d];
      at += digit * op.index_strides[d];
      copy.out_offset += digit * out[op.place_dims[d]];
    }
    copy.in_offset = 0;
    for (size_t k = 0; k < op.start_index_map.size(); ++k) {
      const int d = op.start_index_map[k];
      const int64_t wanted =
          indices[at + static_cast<int64_t>(k) * op.vector_stride];
      const int64_t last = op.input[d] - op.slice[d];
      copy.in_offset += std::min(std::max<int64_t>(wanted, 0), last) * in[d];
    }
    RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0]);
  }
}

}  // namespace

Status EvalStablehloGatherReference(const StablehloGather& op,
                                    EvalContext& context) {
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    if (op.outputs[0].shape.num_elements() == 0) return OkStatus();
    const int64_t places = op.places.num_elements();
    const int64_t bytes =
        op.outputs[0].shape.num_elements() / places * cells.bytes;
    const auto run = [&](int64_t begin, int64_t end) {
      if (op.index_type == kTfLiteInt32) {
        Gather(op, context.in<int32_t>(1), cells, begin, end);
      } else {
        Gather(op, context.in<int64_t>(1), cells, begin, end);
      }
    };
    context.threads().ParallelFor(places, LeastItems(kGrainBytes, {bytes}),
                                  run);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
