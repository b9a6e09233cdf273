#ifndef KERNELS_GEMM_HYBRID_ROWS_H_
#define KERNELS_GEMM_HYBRID_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/packed_sum.h"
#include "kernels/math/hybrid.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// Rows of `depth` floats, and where the results go.
struct RowsToQuantize {
  const float* in;
  int64_t depth;
  bool asymmetric;
  uint8_t flip;  // bits of each value to invert: 0, or 128 for UINT8
  int8_t* values;
  float* scales;
  int32_t* zero_points;
};
// Rows [begin, end), each as by QuantizeRow of math/hybrid.h, bit for bit, in
// vector instructions.
void QuantizeRowsWith(const GemmIsa& isa, const RowsToQuantize& rows,
                      int64_t begin, int64_t end);

// A hybrid operator's float input as 8-bit rows in scratch memory, each row
// with a quantization of its own (math/hybrid.h). They may be stored as UINT8,
// values and zero points larger by 128, for kernels that take only these.
class HybridRows {
 public:
  // Memory for `count` rows of `depth` floats, 64-byte aligned; an error when
  // the size overflows.
  static StatusOr<size_t> Bytes(int64_t count, int64_t depth);

  HybridRows(int64_t count, int64_t depth, void* memory,
             bool is_unsigned = false);

  void Quantize(bool asymmetric, const float* in, ThreadPool& threads);

  // `rows_per_scale` as in PackedSumRows.
  PackedSumRows View(int64_t rows_per_scale) const {
    return {values_, scales_, zero_points_, rows_per_scale, is_unsigned_};
  }
  const int8_t* values() const { return values_; }
  const float* scales() const { return scales_; }
  const int32_t* zero_points() const { return zero_points_; }
  // Room for one value per row, for PackedSum::Job.
  int32_t* row_offsets() const { return row_offsets_; }

 private:
  const int64_t count_, depth_;
  const bool is_unsigned_;
  float* scales_;
  int32_t *zero_points_, *row_offsets_;
  int8_t* values_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_HYBRID_ROWS_H_
