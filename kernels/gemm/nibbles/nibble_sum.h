#ifndef KERNELS_GEMM_NIBBLES_NIBBLE_SUM_H_
#define KERNELS_GEMM_NIBBLES_NIBBLE_SUM_H_

#include <cstdint>
#include <vector>

#include "kernels/gemm/nibbles/nibble_isa.h"
#include "kernels/gemm/packed_sum.h"
#include "kernels/gemm/sharing/shared_buffer.h"
#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// The instruction sets of this processor with functions for 4-bit weights, best
// first; may be none.
const NibbleIsa* const* NibbleIsas(int* count);

// A hybrid WeightedSum of constant 4-bit weights, with a scale for all, for
// each channel or for each block of the depth, which stay 4 bits wide: a run of
// few rows takes the time in which their memory is read. The results are those
// of PackedSum and PackedBlocks, to the bit.
class NibbleSum {
 public:
  // Whether this processor has functions for such a sum, and does not choose
  // the portable row of kernels/gemm/isa.h.
  static bool Supports(const WeightedSum& sum, int64_t depth);

  // Only on a processor that has such functions.
  NibbleSum();
  explicit NibbleSum(const NibbleIsa& isa) : isa_(&isa) {}

  // An error when there is not enough memory. Keeps weights that an earlier
  // Init of the same extents had.
  Status Init(const WeightedSum& sum, int32_t n, int64_t depth);
  bool has_weights() const { return packed_ != nullptr; }
  // The tensor's bytes; the scales of blocks as ReadBlockScales gives them, or
  // none. `threads` may be null.
  Status SetWeights(const uint8_t* stored, const std::vector<float>& scales,
                    ThreadPool* threads);
  // An absent one is 0.
  void SetBias(const TensorView& bias);

  // An error if the size overflows.
  StatusOr<size_t> ScratchBytes(int64_t rows) const;
  // Signed rows of `depth` values.
  void Run(int64_t rows, const PackedSumRows& in, float* out, void* scratch,
           ThreadPool& threads) const;

  size_t MemoryBytes() const;

 private:
  struct Panel;

  int64_t blocks() const { return depth_ / block_; }
  int64_t num_panels() const;
  Panel PanelAt(const void* packed, int64_t p) const;
  int64_t PanelBytes() const;
  void PackColumn(const uint8_t* from, const float* scales, int64_t j,
                  const Panel& panel) const;
  void PackPanel(const uint8_t* stored, const std::vector<float>& scales,
                 int64_t p, void* packed) const;
  // The sums' starts in each block of the rows [begin, end).
  void SetStarts(const int8_t* rows, int64_t begin, int64_t end,
                 int32_t* starts) const;

  const NibbleIsa* isa_;
  int32_t n_ = 0;
  int64_t depth_ = 0;
  int64_t block_ = 1;  // of the depth; all of it without blocks
  bool in_blocks_ = false;
  bool asymmetric_ = false;  // rows have zero points
  // Scales of blocks are packed as half floats, which all of them are.
  bool halves_ = false;
  ActivationRange<float> range_{};
  std::vector<float> channel_scales_;  // without blocks: padded to whole panels
  std::vector<float> bias_;            // the same
  SharedBuffer packed_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_NIBBLES_NIBBLE_SUM_H_
