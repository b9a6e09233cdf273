#ifndef KERNELS_GEMM_STORED_STREAMED_SUM_H_
#define KERNELS_GEMM_STORED_STREAMED_SUM_H_

#include <cstdint>

#include "kernels/gemm/gemm.h"
#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// A WeightedSum whose weights are packed a few columns at a time, in memory
// that stays in the cache, and forgotten after their results are computed. A
// run takes longer than with packed weights, but not as long as the first run
// that would pack them: pages of new memory cost more than the packing itself.
// So a node's first run is one of these, and the second one packs. The results
// have the bits of PackedSum's.

struct StreamedShape {
  int64_t channels = 0;  // all of the sum's
  int64_t depth = 0;
  int64_t rows = 0;
  const GemmWindow* window = nullptr;  // null: the left operand is a matrix
  int threads = 1;                     // the most at once
};

struct StreamedArgs {
  StreamedShape shape;
  const void* weights = nullptr;  // float or byte, column after column
  const void* bias = nullptr;     // elements of sum.bias_type, or null
  GemmLeft left;
  GemmRowLayout layout;
  void* out = nullptr;
  void* scratch = nullptr;  // StreamedScratchBytes, 64-byte aligned
};

// Whether RunStreamed takes the sum, and its weights are so large that it pays:
// constant ones of floats or bytes, with results of the same type.
bool StreamsFirstRun(const WeightedSum& sum, int64_t depth);

uint64_t StreamedScratchBytes(const WeightedSum& sum,
                              const StreamedShape& shape);

void RunStreamed(const WeightedSum& sum, const StreamedArgs& args,
                 ThreadPool& threads);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_STREAMED_SUM_H_
