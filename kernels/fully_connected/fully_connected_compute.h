#ifndef KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_COMPUTE_H_
#define KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_COMPUTE_H_

#include <cstddef>
#include <cstdint>

#include "kernels/fully_connected/fully_connected.h"
#include "kernels/gemm/packed_sum.h"

namespace tflite::kernels {

// FULLY_CONNECTED with packed weights that have one scale or one per channel,
// on plain memory: what the operator's fast kernel and delegates/cpu run. Once
// the weights are set, any number of threads may call Run at the same time.
// Constant weights that a single row of floats multiplies stay as they are
// stored (kernels/gemm/stored/float_row.h).
class FullyConnectedCompute {
 public:
  // Other operators are left to others: weights in blocks, sparse and shuffled
  // ones.
  static bool Supports(const FullyConnected& op);

  // Quick; keeps weights that were packed for the same extents. An error when
  // there is not enough memory.
  Status Init(const FullyConnected& op);
  // Whether each run reads the weights and the bias, and none are set.
  bool reads_stored() const { return reads_stored_; }
  bool has_weights() const { return sum_.has_weights(); }
  // One float or byte per weight in the operator's layout (4-bit and 2-bit ones
  // unpacked); `scale` as in PackedSum::SetWeights. Then SetBias must follow.
  // `threads` may be null. An error when there is not enough memory.
  Status SetWeights(const FullyConnected& op, const void* weights, float scale,
                    ThreadPool* threads);
  // Elements of op.sum.bias_type; null without a bias.
  void SetBias(const void* bias) { sum_.SetBias(bias); }

  // PackedSum::TakesUnsignedRows.
  bool TakesUnsignedRows() const { return sum_.TakesUnsignedRows(); }

  GemmPlan Plan(int64_t rows, int threads) const {
    return reads_stored_ ? GemmPlan() : sum_.Plan(rows, nullptr, threads);
  }
  // row_offsets: one per row.
  struct Args : PackedSumArgs<GemmPlan> {
    // If reads_stored(), and for RunStreamed; `bias` may be null.
    const void* weights = nullptr;
    const void* bias = nullptr;
  };
  void Run(const FullyConnected& op, const Args& args,
           ThreadPool& threads) const;

  // Whether a first run should be RunStreamed, for which no weights are set:
  // see kernels/gemm/stored/streamed_sum.h.
  bool StreamsFirstRun(const FullyConnected& op) const;
  // The scratch memory of RunStreamed, by `threads` at once.
  uint64_t StreamedBytes(const FullyConnected& op, int threads) const;
  void RunStreamed(const FullyConnected& op, const Args& args, int most_threads,
                   ThreadPool& threads) const;

  size_t MemoryBytes() const { return sum_.MemoryBytes(); }

 private:
  PackedSum sum_;
  bool reads_stored_ = false;
};

}  // namespace tflite::kernels

#endif  // KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_COMPUTE_H_
