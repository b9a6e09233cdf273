#ifndef DELEGATES_GPU_LOWERING_SHAPE_ARRANGE_H_
#define DELEGATES_GPU_LOWERING_SHAPE_ARRANGE_H_

#include "delegates/gpu/lowering/shape/box.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/mirror_pad/mirror_pad.h"
#include "kernels/pad/pad.h"
#include "kernels/reshape/reshape.h"
#include "kernels/reverse/reverse.h"
#include "kernels/slice/slice.h"
#include "kernels/space_to_depth/space_to_depth.h"
#include "kernels/split/split.h"
#include "kernels/tile/tile.h"
#include "kernels/transpose/transpose.h"

namespace tflite::gpu {

using namespace delegates;

// Operators that move elements without changing them: a box for each pair of an
// input and an output, in order.
struct ArrangePlan {
  struct Part {
    int input, output;
    BoxPlan box;
    std::vector<uint8_t>
        table;  // if not empty, each byte is first replaced by table[byte]
  };
  const char* label;
  std::vector<Part> parts;
};

StatusOr<ArrangePlan> PlanReshape(const Reshape& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanSlice(const Slice& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                    const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanTile(const Tile& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanReverse(const ReverseV2& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanSplit(const Split& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanConcatenation(const Concatenation& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps);
// STABLEHLO_PAD with negative or interior padding is not supported.
StatusOr<ArrangePlan> PlanPad(const Pad& op, const NodeView& node,
                              const GpuPlanCaps& caps);
StatusOr<ArrangePlan> PlanMirrorPad(const MirrorPad& op, const NodeView& node,
                                    const GpuPlanCaps& caps);

void EmitArrange(const ArrangePlan& plan, const NodeView& node,
                 GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SHAPE_ARRANGE_H_
