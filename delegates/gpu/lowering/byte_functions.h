#ifndef DELEGATES_GPU_LOWERING_BYTE_FUNCTIONS_H_
#define DELEGATES_GPU_LOWERING_BYTE_FUNCTIONS_H_

#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/kernels/binary_bytes_kernels.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/compare/compare.h"
#include "kernels/prelu/prelu.h"
#include "kernels/unary/unary.h"

namespace tflite::gpu {

using namespace delegates;

// Functions of 8-bit integers, with the results of the CPU's plain kernels.

// The result of each byte.
StatusOr<std::vector<uint8_t>> PlanByteMap(const Activation& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps);
StatusOr<std::vector<uint8_t>> PlanByteMap(const Unary& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps);

// A function of two operands, which stretch to the result's shape.
struct BytePairs {
  GpuWalk walk;
  bool dense = false;  // neither stretches
  // But for operands and the walk.
  BinaryBytesKernel kernel;
  // Instead: the result of byte x of the first operand and y of the second, at
  // 256 * y + x.
  std::vector<uint8_t> table;
};
StatusOr<BytePairs> PlanBytePairs(const Binary& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<BytePairs> PlanBytePairs(const Prelu& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<BytePairs> PlanBytePairs(const Compare& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
void EmitBytePairs(const BytePairs& plan, const NodeView& node,
                   GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_BYTE_FUNCTIONS_H_
