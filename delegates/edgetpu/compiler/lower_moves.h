#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_MOVES_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_MOVES_H_

#include <variant>
#include <vector>

#include "delegates/common/movement.h"
#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"

// Operators that move bytes.
namespace tflite::edgetpu {

// OK if transfers can do the copy.
Status CheckCopy(const StridedCopy& copy);

StatusOr<Movement> PlanTranspose(const Transpose& op, const NodeView& node,
                                 const EdgeTpuCaps& caps);
StatusOr<Movement> PlanSplit(const Split& op, const NodeView& node,
                             const EdgeTpuCaps& caps);
StatusOr<Movement> PlanSlice(const Slice& op, const NodeView& node,
                             const EdgeTpuCaps& caps);
StatusOr<Movement> PlanPad(const Pad& op, const NodeView& node,
                           const EdgeTpuCaps& caps);
StatusOr<Movement> PlanTile(const Tile& op, const NodeView& node,
                            const EdgeTpuCaps& caps);
StatusOr<Movement> PlanSpaceToDepth(const SpaceToDepth& op,
                                    const NodeView& node,
                                    const EdgeTpuCaps& caps);
StatusOr<Movement> PlanResizeNearest(const Resize& op, const NodeView& node,
                                     const EdgeTpuCaps& caps);
void EmitMovement(const Movement& plan, const NodeView& node,
                  LayerBuilder& builder);

// Moves between tiles if the joined dimension is one of the image's; else the
// general copies, of which the tables are also those of the moves.
struct ConcatenationPlan {
  std::vector<MovedLayer> moves;
  Movement movement;
};
StatusOr<ConcatenationPlan> PlanConcatenation(const Concatenation& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps);
void EmitConcatenation(const ConcatenationPlan& plan, const NodeView& node,
                       LayerBuilder& builder);

using ResizePlan = std::variant<Movement, BlendedLayer>;
StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const EdgeTpuCaps& caps);
void EmitResizeBilinear(const ResizePlan& plan, const NodeView& node,
                        LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_MOVES_H_
