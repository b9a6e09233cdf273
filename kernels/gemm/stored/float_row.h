#ifndef KERNELS_GEMM_STORED_FLOAT_ROW_H_
#define KERNELS_GEMM_STORED_FLOAT_ROW_H_

#include <cstdint>

#include "kernels/gemm/isa.h"
#include "kernels/gemm/stored/float_row_isa.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// Whether one row of floats is multiplied by weights as they are stored. Each
// weight is then read once per run, packed or not, so that packing would only
// cost time before the first run, and memory.
bool HasStoredFloatRow(const GemmIsa& isa = BestGemmIsa());

// All `columns` columns. Only if HasStoredFloatRow().
void MultiplyStoredFloatRow(const StoredFloatRow& args, int64_t columns,
                            ThreadPool& threads);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_FLOAT_ROW_H_
