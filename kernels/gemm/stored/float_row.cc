#include "kernels/gemm/stored/float_row.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {

bool HasStoredFloatRow(const GemmIsa& isa) {
  // All rows of such a processor but the last one have its instructions.
  return base::DetectX86().avx2 && &isa != GemmPortable();
}

void MultiplyStoredFloatRow(const StoredFloatRow& args, int64_t columns,
                            ThreadPool& threads) {
  // Columns that stay with one thread, and the products of a range: fewer than
  // of ForEachGemmTask, as weights that are used once take longer to read than
  // to multiply.
  constexpr int64_t kBlock = 32, kProducts = 100000;
  const int64_t blocks = (columns + kBlock - 1) / kBlock;
  threads.ParallelFor(blocks, LeastItems(kProducts, {kBlock, args.depth + 16}),
                      [&](int64_t begin, int64_t end) {
                        StoredFloatRowAvx2(args, begin * kBlock,
                                           std::min(columns, end * kBlock));
                      });
}

}  // namespace tflite::kernels
