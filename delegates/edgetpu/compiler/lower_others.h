#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_

#include <vector>

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/pool_2d/pool_2d.h"
#include "kernels/reshape/reshape.h"

namespace tflite::edgetpu {

StatusOr<PooledLayer> PlanPool(const Pool2d& op, const NodeView& node,
                               const EdgeTpuCaps& caps);
void EmitPool(const PooledLayer& plan, const NodeView& node,
              LayerBuilder& builder);

StatusOr<AddedLayer> PlanAdd(const Binary& op, const NodeView& node,
                             const EdgeTpuCaps& caps);
void EmitAdd(const AddedLayer& plan, const NodeView& node,
             LayerBuilder& builder);

StatusOr<MappedLayer> PlanActivation(const Activation& op, const NodeView& node,
                                     const EdgeTpuCaps& caps);
void EmitMap(const MappedLayer& plan, const NodeView& node,
             LayerBuilder& builder);

// One layer for each input.
StatusOr<std::vector<MovedLayer>> PlanReshape(const Reshape& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps);
StatusOr<std::vector<MovedLayer>> PlanConcatenation(const Concatenation& op,
                                                    const NodeView& node,
                                                    const EdgeTpuCaps& caps);
void EmitMoves(const std::vector<MovedLayer>& plan, const NodeView& node,
               LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_
