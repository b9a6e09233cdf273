#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/sparse_to_dense/sparse_to_dense.h"

namespace tflite::kernels {
namespace {

template <typename Index>
Status Place(const SparseToDense& op, const Index* index, const Cells& cells,
             ThreadPool& threads) {
  const Shape& shape = op.outputs[0].shape;
  const auto strides = DenseStrides(shape);
  FillCells(cells.in[1], cells.bytes, shape.num_elements(), cells.out[0],
            &threads);
  for (int64_t i = 0; i < op.count; ++i) {
    int64_t at = 0;
    for (int d = 0; d < shape.rank(); ++d) {
      const int64_t k = *index++;
      TFLL_CONSTRAINT(C6, k >= 0 && k < shape[d], "index ", k, " of dimension ",
                      d, ", which has ", shape[d], " elements");
      at += k * strides[d];
    }
    const char* value = cells.in[0] + (op.single_value ? 0 : i * cells.bytes);
    std::memcpy(cells.out[0] + at * cells.bytes, value,
                static_cast<size_t>(cells.bytes));
  }
  return OkStatus();
}

}  // namespace

Status EvalSparseToDenseReference(const SparseToDense& op,
                                  EvalContext& context) {
  return MoveCells(op, context, {2, 3}, [&](const Cells& cells) {
    ThreadPool& threads = context.threads();
    return context.input(0).type() == kTfLiteInt32
               ? Place(op, context.in<int32_t>(0), cells, threads)
               : Place(op, context.in<int64_t>(0), cells, threads);
  });
}

}  // namespace tflite::kernels
