#ifndef KERNELS_GEMM_PACKED_BLOCKS_H_
#define KERNELS_GEMM_PACKED_BLOCKS_H_

#include <cstdint>
#include <vector>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/packed_sum.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::kernels {

// A hybrid WeightedSum whose weights are quantized in blocks of the depth,
// ready for the matrix engine:
//   out = activation(row scale * sum over blocks of
//                    (block's scale * integer sum of the block) + bias)
class PackedBlocks {
 public:
  static bool Supports(const WeightedSum& sum);

  // `depth` is a multiple of the blocks' size. An error when there is not
  // enough memory.
  Status Init(const WeightedSum& sum, int32_t n, int64_t depth);
  bool has_weights() const { return has_weights_; }
  // Weights as bytes; scales[column * number of blocks + block].
  void SetWeights(const GemmSource& source, const std::vector<float>& scales);
  void SetBias(const TensorView& bias);

  GemmPlan Plan(int64_t rows, int threads) const {
    return PlanGemm(matrix_, rows, nullptr, threads);
  }
  // Rows of `depth` values; row_offsets has room for one per row.
  void Run(const GemmPlan& plan, int64_t rows, const PackedSumRows& in,
           int32_t* row_offsets, float* out, void* scratch,
           ThreadPool& threads) const;

  size_t MemoryBytes() const {
    return packed_.size() +
           (scales_.size() + sums_.size() + bias_.size()) * sizeof(float);
  }

 private:
  int64_t blocks() const { return matrix_.k() / size_; }

  int64_t size_ = 1;  // depths of a block
  ActivationRange<float> range_{};
  GemmMatrix matrix_;
  GemmBuffer packed_;
  bool has_weights_ = false;
  // [blocks][padded columns]: scales, and sums of the weights.
  std::vector<float> scales_;
  std::vector<int32_t> sums_;
  std::vector<float> bias_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_PACKED_BLOCKS_H_
