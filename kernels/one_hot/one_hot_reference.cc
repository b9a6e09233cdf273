#include <algorithm>
#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/one_hot/one_hot.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;

// Rows [begin, end) of `inner` elements, of which each plane has op.depth.
template <typename Index>
void SetRows(const OneHot& op, const Index* indices, const Cells& cells,
             int64_t begin, int64_t end) {
  FillCells(cells.in[1], cells.bytes, (end - begin) * op.inner,
            cells.out[0] + begin * op.inner * cells.bytes);
  while (begin < end) {
    const int64_t plane = begin / op.depth, first = begin % op.depth;
    const int64_t last = std::min<int64_t>(op.depth, first + end - begin);
    const Index* at = indices + plane * op.inner;
    char* out = cells.out[0] + plane * op.depth * op.inner * cells.bytes;
    for (int64_t i = 0; i < op.inner; ++i) {
      if (at[i] < first || at[i] >= last) continue;
      std::memcpy(out + (at[i] * op.inner + i) * cells.bytes, cells.in[0],
                  static_cast<size_t>(cells.bytes));
    }
    begin += last - first;
  }
}

template <typename Index>
Status Set(const OneHot& op, const Index* indices, const Cells& cells,
           ThreadPool& threads) {
  threads.ParallelFor(op.outer * op.depth, LeastItems(kGrain, {op.inner}),
                      [&](int64_t begin, int64_t end) {
                        SetRows(op, indices, cells, begin, end);
                      });
  return OkStatus();
}

}  // namespace

Status EvalOneHotReference(const OneHot& op, EvalContext& context) {
  return MoveCells(op, context, {2, 3}, [&](const Cells& cells) {
    return context.input(0).type() == kTfLiteInt32
               ? Set(op, context.in<int32_t>(0), cells, context.threads())
               : Set(op, context.in<int64_t>(0), cells, context.threads());
  });
}

}  // namespace tflite::kernels
