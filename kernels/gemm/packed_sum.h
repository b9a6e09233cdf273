#ifndef KERNELS_GEMM_PACKED_SUM_H_
#define KERNELS_GEMM_PACKED_SUM_H_

#include <cstdint>
#include <vector>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/sharing/shared_buffer.h"
#include "kernels/gemm/sinks.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::kernels {

// Whether sums of as many products of 8-bit integers fit 32 bits: 255 * 255 *
// depth is below 2^31.
inline bool FitsHybridSum(int64_t depth) { return depth < 33000; }

// Float rows as 8-bit integers, for a hybrid sum.
struct PackedSumRows {
  const int8_t* values = nullptr;  // or UINT8
  const float* scales = nullptr;
  const int32_t* zero_points = nullptr;  // null: 0
  // Rows of the product to a scale: the windows of an image share one.
  int64_t rows_per_scale = 1;
  bool is_unsigned = false;
};

// The memory of one run of a kernel on packed weights (*_compute.h).
template <typename Plan>
struct PackedSumArgs {
  const Plan* plan = nullptr;
  const void* in = nullptr;  // ignored for a hybrid sum
  void* out = nullptr;
  void* scratch = nullptr;              // plan->scratch_bytes(), 64-aligned
  const PackedSumRows* rows = nullptr;  // hybrid: the input
  int32_t* row_offsets = nullptr;       // hybrid: one per scale of the rows
};

// A range of a WeightedSum's channels, ready for the matrix engine: packed
// weights, bias, factors. Init is quick, and Plan needs only Init. Memory for
// constant weights is allocated when they are set, for other weights by Init;
// Run allocates none.
class PackedSum {
 public:
  // True if Init supports the sum. INT16 weights, weights quantized in blocks,
  // and hybrid sums that may exceed 32 bits are not supported.
  static bool Supports(const WeightedSum& sum, int64_t depth);

  // Channels [first, first + n), each the sum of `depth` products, of windows
  // or, without one, of rows. Keeps the weights packed by an earlier Init of
  // the same extents, unless they have become constant or no longer are. An
  // error when there is not enough memory.
  Status Init(const WeightedSum& sum, int32_t first, int32_t n, int64_t depth,
              const GemmWindow* window = nullptr);

  // Multiplies 64-bit sums as MultiplyByWholeMultiplier does.
  void UseWholeMultiplier() { whole_multiplier_ = true; }

  // Whether Init found packed weights.
  bool has_weights() const { return has_weights_; }
  // Packs weights of one float or byte each. `scale` is their present scale,
  // for hybrid sums with a single scale, which may have changed since Init.
  // SetBias must follow. `threads` may be null. Returns an error if there is
  // not enough memory. Constant weights are shared with other objects that have
  // packed the same.
  Status SetWeights(const GemmSource& source, float scale,
                    ThreadPool* threads = nullptr);
  // `bias` is the whole sum's, elements of its bias type; null if it has none.
  void SetBias(const void* bias);
  // The same, of tensors; `bias` is absent if the sum has none.
  Status SetWeights(const GemmSource& source, const TensorView& tensor,
                    ThreadPool* threads = nullptr) {
    return SetWeights(source, tensor.scale(), threads);
  }
  void SetBias(const TensorView& bias) {
    SetBias(bias ? bias.data<void>() : nullptr);
  }

  GemmPlan Plan(int64_t rows, const GemmWindow* window, int threads) const {
    return PlanGemm(matrix_, rows, window, threads);
  }
  // Results go to `out`, elements of the output's type, at `layout`.
  // `left.data` has the input's type; for a hybrid sum it is ignored for
  // `rows`, whose values start `left_offset` elements on.
  struct Job {
    const GemmPlan* plan = nullptr;
    GemmLeft left;
    const PackedSumRows* rows = nullptr;
    int64_t left_offset = 0;
    void* out = nullptr;
    GemmRowLayout layout;
    void* scratch = nullptr;
    int32_t* row_offsets = nullptr;  // hybrid: room for one per scale
  };
  void Run(const Job& job, ThreadPool& threads) const;
  // Whether the rows of a hybrid sum should be stored as UINT8.
  bool TakesUnsignedRows() const {
    return matrix_.group() == 4 &&
           matrix_.isa().left_bytes == GemmLeftBytes::kUnsigned;
  }

  // With all bytes of shared weights.
  size_t MemoryBytes() const;

 private:
  Status Allocate();
  void PackPanels(const GemmSource& source, ThreadPool* threads);
  void SetFactors(int64_t most_sum);
  void RunHybrid(const Job& job, ThreadPool& threads) const;
  void RunInteger(const Job& job, ThreadPool& threads) const;
  GemmInt16Args Int16Args(const Job& job) const;
  GemmLeftType LeftType() const;
  int32_t RightZeroPoint() const;

  WeightedSum sum_;  // multipliers and scales of the run only
  // Hybrid: its scales are those of channels, even if the run has only one.
  bool has_channel_scales_ = false;
  int32_t first_ = 0;
  GemmMatrix matrix_;
  GemmBuffer packed_;    // of weights that are not constant
  SharedBuffer shared_;  // of constant ones
  bool has_weights_ = false;
  bool has_factors_ = false;
  int64_t most_sum_ = 0;  // that they are for
  bool whole_multiplier_ = false;
  std::vector<float> float_bias_, column_scales_;
  std::vector<int32_t> start_, column_sums_;
  std::vector<int64_t> wide_bias_;
  GemmRequantizer requantizer_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_PACKED_SUM_H_
