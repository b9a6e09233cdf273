#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_MATMUL_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_MATMUL_H_

#include <optional>
#include <vector>

#include "delegates/gpu/kernels/convolution/matmul_bytes_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/batch_matmul/batch_matmul.h"

namespace tflite::gpu {

using namespace delegates;

// Which kernel multiplies FLOAT32 matrices.
enum class MatMulFamily {
  kPlain,    // 4 x 4 elements per invocation, any extents
  kTile,     // tiles of both operands in shared memory
  kShuffle,  // lanes of a subgroup share loads, for drivers on a processor
  kV16,      // explicit vectors of 16 columns, likewise
  kDotV16,   // explicit vectors of 16 along the depth, likewise
};

// Products of FLOAT32 or INT8 matrices.
struct MatMulPlan {
  int32_t rows, depth, columns;
  bool adj_x, adj_y;
  std::vector<int32_t> at;  // pairs of matrix indices, one per operand
  MatMulFamily family = MatMulFamily::kPlain;
  // For INT8, complete except for operands and extents.
  std::optional<MatmulBytesKernel> bytes;
  std::vector<int32_t> finish;  // multiplier and shift of each column
};
StatusOr<MatMulPlan> PlanBatchMatMul(const BatchMatMul& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps);
void EmitBatchMatMul(const MatMulPlan& plan, const NodeView& node,
                     GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_MATMUL_H_
