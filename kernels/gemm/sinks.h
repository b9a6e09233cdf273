#ifndef KERNELS_GEMM_SINKS_H_
#define KERNELS_GEMM_SINKS_H_

#include <cstdint>
#include <vector>

#include "kernels/gemm/gemm.h"
#include "kernels/math/activation.h"
#include "kernels/math/fixed_point.h"

namespace tflite::kernels {

// How 32-bit sums become 8-bit values, with one factor per column: bit for bit
//   clamp(zero_point + MultiplyByQuantizedMultiplier(sum, factor, halves)).
// Sums are at most `most_sum` away from 0: left shifts that none of them
// overflows are as quick as others. Immutable once made. It can be moved: its
// columns point to its own memory.
class GemmRequantizer {
 public:
  static constexpr int64_t kAnySum = int64_t{1} << 31;

  GemmRequantizer() = default;
  GemmRequantizer(GemmRequantizer&&) = default;
  GemmRequantizer& operator=(GemmRequantizer&&) = default;
  GemmRequantizer(const QuantizedMultiplier* factors, int64_t columns,
                  int32_t zero_point, ActivationRange<int32_t> range,
                  const GemmIsa& isa = BestGemmIsa(),
                  Halves halves = Halves::kAwayFromZero,
                  int64_t most_sum = kAnySum);

  // Rows of sums, readable up to a multiple of 16 columns; first_column is such
  // a multiple.
  void Run(const int32_t* sums, int64_t pitch, int64_t rows,
           int64_t first_column, int64_t columns, uint8_t* const* out) const;
  // What Run passes to the instruction set's functions.
  const GemmRequantColumns& columns() const { return columns_; }
  // For kernels that keep their sums.
  GemmResults Results() const;
  size_t MemoryBytes() const;

 private:
  void SetExact(const GemmIsa& isa);
  void SetColumns();

  std::vector<int32_t> multiplier_, left_, right_;
  std::vector<float> scale_, nudge_, high_, low_, half_;
  std::vector<uint8_t> exact_;
  GemmRequantColumns columns_ = {};
  bool has_left_ = false, by_floats_ = false, halves_up_ = false;
  int32_t zero_point_ = 0;
  ActivationRange<int32_t> range_{};
  void (*run_)(const GemmRequantTile&) = nullptr;
};

// The greatest magnitude of a sum of `depth` products of bytes, less their zero
// points, and one of n biases (null: 0).
int64_t GemmMostSum(int64_t depth, const int32_t* bias, int64_t n);

// Stores 8-bit results.
class GemmRequantizeSink : public GemmSink {
 public:
  GemmRequantizeSink(const GemmRequantizer& requantizer, void* out,
                     const GemmRowLayout& layout)
      : requantizer_(requantizer),
        out_(static_cast<uint8_t*>(out)),
        layout_(layout) {}
  void Store(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override;
  bool Results(int64_t m, int64_t end, int64_t n, int32_t* start,
               GemmIntRows* rows) const override;

 private:
  // Where the results of rows [m, m + rows) go, from column n on.
  void Rows(int64_t m, int64_t rows, int64_t n, uint8_t** out) const;

  const GemmRequantizer& requantizer_;
  uint8_t* out_;
  GemmRowLayout layout_;
};

// Stores the sums themselves.
class GemmRawSink : public GemmSink {
 public:
  GemmRawSink(int32_t* out, const GemmRowLayout& layout)
      : out_(out), layout_(layout) {}
  void Store(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override;

 private:
  int32_t* out_;
  GemmRowLayout layout_;
};

// Stores clamp(float(sum - offset of the row * column sum) * row scale * column
// scale + bias).
struct GemmDequantizeArgs {
  float* out = nullptr;
  GemmRowLayout layout;
  // One for every `rows_per_scale` rows; offsets from GemmRowOffset.
  const float* row_scales = nullptr;
  const int32_t* row_offsets = nullptr;
  int64_t rows_per_scale = 1;
  const int32_t* column_sums = nullptr;
  const float* column_scales = nullptr;
  const float* bias = nullptr;  // or null
  ActivationRange<float> range{};
  const GemmIsa* isa = &BestGemmIsa();
};
class GemmDequantizeSink : public GemmSink {
 public:
  explicit GemmDequantizeSink(const GemmDequantizeArgs& args) : a_(args) {}
  void Store(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override;
  bool Results(int64_t m, int64_t end, int64_t n, int32_t* start,
               GemmIntRows* rows) const override;

 private:
  const GemmDequantizeArgs a_;
};

// Stores INT16 results of 64-bit or 32-bit sums:
//   clamp(zero_point + MultiplyByQuantizedMultiplier(sum + bias, factor)),
// in the arithmetic of the sum's width, of 32-bit sums with `halves`.
struct GemmInt16Args {
  int16_t* out = nullptr;
  GemmRowLayout layout;
  const QuantizedMultiplier* factors = nullptr;  // one per column
  const int64_t* bias = nullptr;                 // 64-bit sums only; or null
  bool whole_multiplier = false;  // 64-bit sums: MultiplyByWholeMultiplier
  int32_t zero_point = 0;
  ActivationRange<int32_t> range{};
  Halves halves = Halves::kAwayFromZero;
};
class GemmWideInt16Sink : public GemmWideSink {
 public:
  explicit GemmWideInt16Sink(const GemmInt16Args& args) : a_(args) {}
  void Store(const int64_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override;

 private:
  const GemmInt16Args a_;
};
class GemmInt16Sink : public GemmSink {
 public:
  explicit GemmInt16Sink(const GemmInt16Args& args) : a_(args) {}
  void Store(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override;

 private:
  const GemmInt16Args a_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_SINKS_H_
