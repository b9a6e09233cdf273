#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_H_

#include <optional>
#include <string>
#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/byte_functions.h"
#include "delegates/gpu/lowering/integers.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/prelu/prelu.h"
#include "kernels/unary/unary.h"

namespace tflite::gpu {

using namespace delegates;

// A function of each element of input 0.
struct MapPlan {
  GpuFunction function;
  int64_t channels;
  std::vector<uint8_t> bytes;  // instead: each byte's result
};

StatusOr<MapPlan> PlanUnary(const Unary& op, const NodeView& node,
                            const GpuPlanCaps& caps);
StatusOr<MapPlan> PlanActivation(const Activation& op, const NodeView& node,
                                 const GpuPlanCaps& caps);
void EmitMap(const MapPlan& plan, const NodeView& node, GpuBuilder& builder);

// A function of two operands, then a clamp.
struct BinaryPlan {
  int code;
  // The operand that has the result's shape, and how the other one stands to
  // it. kNone: both stretch, as `walk` says.
  GpuFunction::Place place;
  int source;
  GpuWalk walk;
  GpuFunction clamp;
  int64_t channels;
  // One of these instead of all else.
  std::optional<BytePairs> bytes;
  std::optional<IntPairs> integers;
};

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<BinaryPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                               const GpuPlanCaps& caps);
void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                GpuBuilder& builder);

// What a call writes whose result is the output of a node once `clamp` is
// applied, and the addition of both. A clamp without a code changes nothing.
GpuValueId BeforeClamp(const GpuFunction& clamp, const NodeView& node,
                       GpuBuilder& builder);
void AddWithClamp(GpuCall call, const GpuFunction& clamp, const NodeView& node,
                  GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_H_
