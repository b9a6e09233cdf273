#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_BYTE_FUNCTIONS_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_BYTE_FUNCTIONS_H_

#include <vector>

#include "delegates/gpu/kernels/elementwise/binary_bytes_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/compare/compare.h"
#include "kernels/prelu/prelu.h"
#include "kernels/unary/unary.h"

namespace tflite::gpu {

using namespace delegates;

// Functions of 8-bit integers, with the same results as the CPU's reference
// kernels.

// Returns a table with the result of each byte.
StatusOr<std::vector<uint8_t>> PlanByteMap(const Activation& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps);
StatusOr<std::vector<uint8_t>> PlanByteMap(const Unary& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps);

// A function of two operands, which are broadcast to the result's shape.
struct BytePairs {
  GpuWalk walk;
  bool dense = false;  // no operand is broadcast
  // Complete except for operands and the walk.
  BinaryBytesKernel kernel;
  // If not empty, used instead: the result for byte x of the first operand and
  // byte y of the second is table[256 * y + x].
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

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_BYTE_FUNCTIONS_H_
