#include "kernels/gemm/hybrid_rows.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {

RowQuantization QuantizeWith(const GemmIsa& isa, bool asymmetric,
                             const float* in, int64_t count, int8_t* out) {
  const FloatRange range = isa.float_range(in, count);
  const RowQuantizer q = MakeRowQuantizer(asymmetric, range.min, range.max);
  if (range.min == range.max) {
    std::fill_n(out, count, int8_t{0});
    return q.quantization;
  }
  isa.quantize_row({in, count, q.inverse,
                    static_cast<float>(q.quantization.zero_point), q.low,
                    q.high, out});
  return q.quantization;
}

StatusOr<size_t> HybridRows::Bytes(int64_t count, int64_t depth) {
  int64_t values = 0, total = 0;
  size_t bytes = 0;
  if (!CheckedMul(count, depth, &values) ||
      !CheckedMul(count, int64_t{12}, &total) ||
      !CheckedAdd(total, values, &total) || !CheckedCast(total, &bytes)) {
    return Invalid(count, " rows of ", depth, " elements are too many");
  }
  return bytes;
}

HybridRows::HybridRows(int64_t count, int64_t depth, void* memory)
    : count_(count),
      depth_(depth),
      scales_(static_cast<float*>(memory)),
      zero_points_(reinterpret_cast<int32_t*>(scales_ + count)),
      row_offsets_(zero_points_ + count),
      values_(reinterpret_cast<int8_t*>(row_offsets_ + count)) {}

void HybridRows::Quantize(bool asymmetric, const float* in,
                          ThreadPool& threads) {
  constexpr int64_t kElements = 8192;  // the least for a thread
  threads.ParallelFor(count_, LeastItems(kElements, {depth_ + 1}),
                      [&](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i) {
                          const RowQuantization q = QuantizeWith(
                              BestGemmIsa(), asymmetric, in + i * depth_,
                              depth_, values_ + i * depth_);
                          scales_[i] = q.scale;
                          zero_points_[i] = q.zero_point;
                        }
                      });
}

}  // namespace tflite::kernels
