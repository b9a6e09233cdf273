#include "kernels/gemm/hybrid_rows.h"

#include "kernels/math/hybrid.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite {

StatusOr<size_t> HybridRows::Bytes(int64_t count, int64_t depth) {
  int64_t values = 0, total = 0;
  if (!CheckedMul(count, depth, &values) || !CheckedMul(count, int64_t{12}, &total) ||
      !CheckedAdd(total, values, &total)) {
    return Invalid(count, " rows of ", depth, " elements are too many");
  }
  return static_cast<size_t>(total);
}

HybridRows::HybridRows(int64_t count, int64_t depth, void* memory)
    : count_(count),
      depth_(depth),
      scales_(static_cast<float*>(memory)),
      zero_points_(reinterpret_cast<int32_t*>(scales_ + count)),
      row_offsets_(zero_points_ + count),
      values_(reinterpret_cast<int8_t*>(row_offsets_ + count)) {}

void HybridRows::Quantize(bool asymmetric, const float* in, ThreadPool& threads) {
  constexpr int64_t kElements = 8192;  // to a thread at least
  threads.ParallelFor(count_, kElements / (depth_ + 1) + 1,
                      [&](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i) {
                          const RowQuantization q =
                              QuantizeRow(asymmetric, in + i * depth_, depth_,
                                          values_ + i * depth_);
                          scales_[i] = q.scale;
                          zero_points_[i] = q.zero_point;
                        }
                      });
}

}  // namespace tflite
