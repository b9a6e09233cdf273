#ifndef DELEGATES_DSP_LOWERING_MOVE_H_
#define DELEGATES_DSP_LOWERING_MOVE_H_

#include <optional>
#include <vector>

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/mirror_pad/mirror_pad.h"
#include "kernels/pad/pad.h"
#include "kernels/reshape/reshape.h"
#include "kernels/resize/resize.h"
#include "kernels/slice/slice.h"
#include "kernels/space_to_depth/space_to_depth.h"
#include "kernels/split/split.h"
#include "kernels/tile/tile.h"
#include "kernels/transpose/transpose.h"

// Operators that move quantized 8-bit elements.
namespace tflite::dsp {

// Copies of boxes from inputs to outputs. If `fill` is set, the output is
// filled first.
struct MovePlan {
  struct Part {
    int input, output;
    CopyParams copy;
    // If not empty, a table that is applied to each byte before it is moved.
    std::vector<uint8_t> table;
  };
  std::vector<Part> parts;
  std::optional<int32_t> fill;  // byte
};

StatusOr<MovePlan> PlanReshape(const Reshape& op, const NodeView& node,
                               const DspCaps& caps);
StatusOr<MovePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const DspCaps& caps);
StatusOr<MovePlan> PlanConcatenation(const Concatenation& op,
                                     const NodeView& node, const DspCaps& caps);
StatusOr<MovePlan> PlanSplit(const Split& op, const NodeView& node,
                             const DspCaps& caps);
StatusOr<MovePlan> PlanSlice(const Slice& op, const NodeView& node,
                             const DspCaps& caps);
StatusOr<MovePlan> PlanPad(const Pad& op, const NodeView& node,
                           const DspCaps& caps);
StatusOr<MovePlan> PlanTile(const Tile& op, const NodeView& node,
                            const DspCaps& caps);
StatusOr<MovePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node, const DspCaps& caps);
void EmitMove(const MovePlan& plan, const NodeView& node, DspBuilder& builder);

// TakeParams and their tables of offsets.
struct TakePlan {
  std::vector<std::vector<int32_t>> offsets;
  int32_t inner;
};

StatusOr<TakePlan> PlanMirrorPad(const MirrorPad& op, const NodeView& node,
                                 const DspCaps& caps);
StatusOr<TakePlan> PlanResizeNearest(const Resize& op, const NodeView& node,
                                     const DspCaps& caps);
void EmitTake(const TakePlan& plan, const NodeView& node, DspBuilder& builder);

StatusOr<Resize> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                    const DspCaps& caps);
void EmitResizeBilinear(const Resize& op, const NodeView& node,
                        DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_MOVE_H_
