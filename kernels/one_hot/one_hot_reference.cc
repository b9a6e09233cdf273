#include <algorithm>
#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/one_hot/one_hot.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;

// Planes [begin, end) of depth by inner elements.
template <typename Index>
void SetPlanes(const OneHot& op, const Index* indices, const Cells& cells,
               int64_t begin, int64_t end) {
  const int64_t plane = op.depth * op.inner;
  FillCells(cells.in[1], cells.bytes, (end - begin) * plane,
            cells.out[0] + begin * plane * cells.bytes);
  indices += begin * op.inner;
  for (int64_t o = begin; o < end; ++o) {
    for (int64_t i = 0; i < op.inner; ++i) {
      const int64_t index = *indices++;
      if (index < 0 || index >= op.depth) continue;
      const int64_t at = o * plane + index * op.inner + i;
      std::memcpy(cells.out[0] + at * cells.bytes, cells.in[0],
                  static_cast<size_t>(cells.bytes));
    }
  }
}

template <typename Index>
Status Set(const OneHot& op, const Index* indices, const Cells& cells,
           ThreadPool& threads) {
  threads.ParallelFor(op.outer,
                      kGrain / std::max<int64_t>(1, op.depth * op.inner) + 1,
                      [&](int64_t begin, int64_t end) {
                        SetPlanes(op, indices, cells, begin, end);
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
