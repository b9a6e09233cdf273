#ifndef KERNELS_RECURRENT_LAYER_PRODUCT_H_
#define KERNELS_RECURRENT_LAYER_PRODUCT_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "kernels/gemm/packed_sum.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// A constant weights tensor of so many rows.
struct LayerWeights {
  TensorView tensor;
  int64_t rows = 0;
};

// out[r] = W x[r] for rows of floats, W being several tensors' rows one below
// the other: FLOAT32, or INT8 with one scale per tensor, for which x is
// quantized (math/hybrid.h). UINT8 counts as INT8. Init, Pack, then Run, which
// takes no memory.
class LayerProduct {
 public:
  // Whether sums of this depth fit what Run computes with.
  static bool Supports(bool hybrid, int64_t depth) {
    return !hybrid || FitsHybridSum(depth);
  }

  // Rows of `depth` elements, `max_rows` of them at most. Keeps what was packed
  // before.
  Status Init(absl::Span<const LayerWeights> weights, int64_t depth,
              bool asymmetric, int64_t max_rows, PrepareContext& context);
  // Packs the weights given to Init, unless they are.
  Status Pack(absl::Span<const LayerWeights> weights);
  int64_t columns() const { return columns_; }

  // `out` is [rows, columns()].
  void Run(const float* x, int64_t rows, float* out,
           EvalContext& context) const;

  size_t MemoryBytes() const { return sum_.MemoryBytes(); }

 private:
  PackedSum sum_;
  bool hybrid_ = false, asymmetric_ = false;
  int64_t depth_ = 0, columns_ = 0;
  int threads_ = 1;  // that scratch memory is for
  int product_scratch_ = 0, rows_scratch_ = 0;
};

// The same for INT8 rows with a zero point, and INT8 weights with zero point 0:
//   out[r] = bias + W (x[r] - zero_point), modulo 2^32
class IntegerLayerProduct {
 public:
  // `bias` has a value for each column, or none.
  Status Init(absl::Span<const LayerWeights> weights, int64_t depth,
              int32_t zero_point, absl::Span<const int32_t> bias,
              int64_t max_rows, PrepareContext& context);
  void Pack(absl::Span<const LayerWeights> weights);
  int64_t columns() const { return columns_; }

  void Run(const int8_t* x, int64_t rows, int32_t* out,
           EvalContext& context) const;

  size_t MemoryBytes() const { return packed_.size() + start_.size() * 4; }

 private:
  GemmMatrix matrix_;
  GemmBuffer packed_;
  bool has_weights_ = false;
  std::vector<int32_t> start_, bias_;
  int32_t zero_point_ = 0;
  int64_t depth_ = 0, columns_ = 0;
  int threads_ = 1;  // that scratch memory is for
  int scratch_ = 0;
};

}  // namespace tflite::kernels

#endif  // KERNELS_RECURRENT_LAYER_PRODUCT_H_
