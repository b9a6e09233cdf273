#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/activation/activation.h"
#include "kernels/pool_2d/pool_2d.h"
#include "kernels/quantize/quantize.h"
#include "kernels/reshape/reshape.h"

namespace tflite::edgetpu {

StatusOr<PooledLayer> PlanPool(const Pool2d& op, const NodeView& node,
                               const EdgeTpuCaps& caps);
void EmitPool(const PooledLayer& plan, const NodeView& node,
              LayerBuilder& builder);

StatusOr<MappedLayer> PlanActivation(const Activation& op, const NodeView& node,
                                     const EdgeTpuCaps& caps);
void EmitMap(const MappedLayer& plan, const NodeView& node,
             LayerBuilder& builder);

StatusOr<MappedLayer> PlanQuantize(const Quantize& op, const NodeView& node,
                                   const EdgeTpuCaps& caps);

StatusOr<MovedLayer> PlanReshape(const Reshape& op, const NodeView& node,
                                 const EdgeTpuCaps& caps);
void EmitReshape(const MovedLayer& plan, const NodeView& node,
                 LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_OTHERS_H_
