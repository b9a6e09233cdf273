#ifndef DELEGATES_GPU_LOWERING_SUM_OPERANDS_H_
#define DELEGATES_GPU_LOWERING_SUM_OPERANDS_H_

#include <optional>

#include "delegates/gpu/gpu_builder.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::gpu {

using namespace delegates;

// What kernels of FLOAT32 sums are given. Weights that are integers are numbers
// once the program is made; what the input loses by being stored as integers of
// 8 bits, a row or an image with its own scale, kernels take off it.
struct SumOperands {
  struct Hybrid {
    WeightedSum sum;
    int64_t rows = 0, depth = 0;
  };
  int input = 0, weights = 1, bias = 2;  // of the node
  bool sparse = false;                   // the weights
  bool channels_last = false;            // likewise
  bool varying = false;                  // likewise: no constants
  std::optional<Hybrid> hybrid;
};

// Operands of a sum over `rows` equal parts of the input, each with its own
// scale. Unsupported unless the sum is of FLOAT32, the bias known, and the
// weights known or dense numbers.
StatusOr<SumOperands> PlanSumOperands(SumOperands operands,
                                      const WeightedSum& sum, int64_t rows,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);

// The input as kernels of sums take it.
GpuValueId SumInput(const SumOperands& operands, const NodeView& node,
                    GpuBuilder& builder);
// The weights in the order of the tensor, all of them; those that are known.
GpuFloats SumWeights(const SumOperands& operands, const NodeView& node,
                     const GpuBuilder& builder);
GpuValueId SumWeightsValue(const SumOperands& operands, const NodeView& node,
                           GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SUM_OPERANDS_H_
