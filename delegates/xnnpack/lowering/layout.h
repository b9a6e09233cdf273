#ifndef DELEGATES_XNNPACK_LOWERING_LAYOUT_H_
#define DELEGATES_XNNPACK_LOWERING_LAYOUT_H_

#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/pad/pad.h"
#include "kernels/reshape/reshape.h"
#include "kernels/resize/resize.h"
#include "kernels/space_to_depth/space_to_depth.h"
#include "kernels/split/split.h"
#include "kernels/transpose/transpose.h"

namespace tflite::xnnpack {

using namespace delegates;

struct ReshapePlan {};
StatusOr<ReshapePlan> PlanReshape(const Reshape& op, const NodeView& node,
                                  const XnnCaps& caps);
void EmitReshape(const ReshapePlan& plan, const NodeView& node,
                 XnnBuilder& builder);

struct PadPlan {
  absl::InlinedVector<size_t, 6> before, after;
  float value;
};
StatusOr<PadPlan> PlanPad(const Pad& op, const NodeView& node,
                          const XnnCaps& caps);
void EmitPad(const PadPlan& plan, const NodeView& node, XnnBuilder& builder);

struct ResizePlan {
  uint32_t flags;
};
StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const XnnCaps& caps);
void EmitResizeBilinear(const ResizePlan& plan, const NodeView& node,
                        XnnBuilder& builder);

struct DepthToSpacePlan {
  uint32_t block;
};
StatusOr<DepthToSpacePlan> PlanDepthToSpace(const SpaceToDepth& op,
                                            const NodeView& node,
                                            const XnnCaps& caps);
void EmitDepthToSpace(const DepthToSpacePlan& plan, const NodeView& node,
                      XnnBuilder& builder);

// Only some releases of the library support the following three operators.

struct TransposePlan {
  absl::InlinedVector<size_t, 6> permutation;
};
StatusOr<TransposePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                      const XnnCaps& caps);
void EmitTranspose(const TransposePlan& plan, const NodeView& node,
                   XnnBuilder& builder);

// Concatenates inputs, or splits one input into equal parts, along an axis.
struct PiecesPlan {
  int axis;
  int count;
  int input;  // index of the input that is split
};
StatusOr<PiecesPlan> PlanConcatenation(const Concatenation& op,
                                       const NodeView& node,
                                       const XnnCaps& caps);
void EmitConcatenation(const PiecesPlan& plan, const NodeView& node,
                       XnnBuilder& builder);
StatusOr<PiecesPlan> PlanSplit(const Split& op, const NodeView& node,
                               const XnnCaps& caps);
void EmitSplit(const PiecesPlan& plan, const NodeView& node,
               XnnBuilder& builder);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_LAYOUT_H_
