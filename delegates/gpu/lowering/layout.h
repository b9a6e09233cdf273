#ifndef DELEGATES_GPU_LOWERING_LAYOUT_H_
#define DELEGATES_GPU_LOWERING_LAYOUT_H_

#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/gather/gather.h"
#include "kernels/pad/pad.h"
#include "kernels/quantize/quantize.h"
#include "kernels/reshape/reshape.h"
#include "kernels/select/select.h"
#include "kernels/slice/slice.h"
#include "kernels/space_to_depth/space_to_depth.h"
#include "kernels/split/split.h"
#include "kernels/tile/tile.h"
#include "kernels/transpose/transpose.h"

namespace tflite {

// Elements that move without being looked at: of 4 or 8 bytes.

// A box of words, copied from an input to an output.
struct GpuMove {
  int input = 0, output = 0;
  int64_t from = 0, to = 0;  // the first word
  GpuWalk walk;              // steps in words: of the source, of the result
};

struct MovePlan {
  bool copy = false;  // input 0 as it is, no boxes
  // Output 0 is filled first, by the first word of an input or by zeros.
  bool fill = false;
  int fill_input = -1;
  std::vector<GpuMove> moves;
};

StatusOr<MovePlan> PlanReshape(const Reshape& op, const NodeView& node,
                               const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanConcatenation(const Concatenation& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanSplit(const Split& op, const NodeView& node,
                             const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanSlice(const Slice& op, const NodeView& node,
                             const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanPad(const Pad& op, const NodeView& node,
                           const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanTile(const Tile& op, const NodeView& node,
                            const GpuPlanCaps& caps);
StatusOr<MovePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node,
                                    const GpuPlanCaps& caps);
void EmitMove(const MovePlan& plan, const NodeView& node, GpuBuilder& builder);

// Constant indices, all in range.
struct GatherPlan {
  std::vector<int32_t> indices;
  int32_t outer, extent, inner, picks;  // inner in words
};
StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps);
void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder);

struct SelectPlan {
  GpuWalk walk;  // condition, x, y
};
StatusOr<SelectPlan> PlanSelect(const Select& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<SelectPlan> PlanSelectV2(const Select& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
void EmitSelect(const SelectPlan& plan, const NodeView& node,
                GpuBuilder& builder);

// Of constants alone: what reads them takes the numbers.
struct DequantizePlan {};
StatusOr<DequantizePlan> PlanDequantize(const Dequantize& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps);
void EmitDequantize(const DequantizePlan& plan, const NodeView& node,
                    GpuBuilder& builder);

// Words of 32 bits an element has, or why kernels cannot move them.
StatusOr<int> WordsOf(TfLiteType type);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_LAYOUT_H_
