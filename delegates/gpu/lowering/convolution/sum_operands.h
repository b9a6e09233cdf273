#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_SUM_OPERANDS_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_SUM_OPERANDS_H_

#include <optional>

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::gpu {

using namespace delegates;

// Operands for kernels of FLOAT32 sums. Integer weights are converted to floats
// when the program is created. For hybrid operators, kernels round the input as
// its 8-bit quantization does, with one scale per row or image.
struct SumOperands {
  struct Hybrid {
    WeightedSum sum;
    int64_t rows = 0, depth = 0;
    // The range of a row is found in parts of `chunk` numbers.
    int64_t parts = 1, chunk = 0;
  };
  int input = 0, weights = 1, bias = 2;  // of the node
  bool sparse = false;                   // whether the weights are sparse
  bool channels_last = false;            // layout of the weights
  bool varying = false;                  // whether the weights are not constant
  std::optional<Hybrid> hybrid;
};

// Plans the operands of a sum over `rows` equal parts of the input, each with
// its own scale. Unsupported unless the sum is FLOAT32, the bias is constant,
// and the weights are constant or dense FLOAT32.
StatusOr<SumOperands> PlanSumOperands(SumOperands operands,
                                      const WeightedSum& sum, int64_t rows,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);

// The input in the form that kernels of sums read.
GpuValueId SumInput(const SumOperands& operands, const NodeView& node,
                    GpuBuilder& builder);
// All weights in the order of the tensor. SumWeights requires that they are
// constant.
GpuFloats SumWeights(const SumOperands& operands, const NodeView& node,
                     const GpuBuilder& builder);
GpuValueId SumWeightsValue(const SumOperands& operands, const NodeView& node,
                           GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_SUM_OPERANDS_H_
