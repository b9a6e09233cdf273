#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_ELEMENTWISE_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_ELEMENTWISE_H_

#include <optional>
#include <string>
#include <vector>

#include "delegates/gpu/lowering/elementwise/byte_functions.h"
#include "delegates/gpu/lowering/elementwise/integers.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/prelu/prelu.h"
#include "kernels/unary/unary.h"

namespace tflite::gpu {

using namespace delegates;

// Applies a function to each element of input 0.
struct MapPlan {
  GpuFunction function;
  int64_t channels;
  std::vector<uint8_t> bytes;  // if not empty: the result of each byte
};

StatusOr<MapPlan> PlanUnary(const Unary& op, const NodeView& node,
                            const GpuPlanCaps& caps);
StatusOr<MapPlan> PlanActivation(const Activation& op, const NodeView& node,
                                 const GpuPlanCaps& caps);
void EmitMap(const MapPlan& plan, const NodeView& node, GpuBuilder& builder);

// A function of two operands, followed by a clamp.
struct BinaryPlan {
  int code;
  // `source` is the operand that has the result's shape, `place` how the other
  // one is broadcast. kNone: both are broadcast, as in `walk`.
  GpuFunction::Place place;
  int source;
  GpuWalk walk;
  GpuFunction clamp;
  int64_t channels;
  // If one of these is set, it is used instead of the fields above.
  std::optional<BytePairs> bytes;
  std::optional<IntPairs> integers;
};

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<BinaryPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                               const GpuPlanCaps& caps);
void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                GpuBuilder& builder);

// For a call whose result becomes the output of a node after `clamp`:
// BeforeClamp returns the value that the call writes, AddWithClamp adds both. A
// clamp without a code does nothing.
GpuValueId BeforeClamp(const GpuFunction& clamp, const NodeView& node,
                       GpuBuilder& builder);
void AddWithClamp(GpuCall call, const GpuFunction& clamp, const NodeView& node,
                  GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_ELEMENTWISE_H_
