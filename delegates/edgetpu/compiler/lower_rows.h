#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

// Operators that combine the elements of a row or of an image.
namespace tflite::edgetpu {

StatusOr<NormalizedLayer> PlanSoftmax(const Softmax& op, const NodeView& node,
                                      const EdgeTpuCaps& caps);
void EmitSoftmax(const NormalizedLayer& plan, const NodeView& node,
                 LayerBuilder& builder);

// Over height and width: a sum of products with ones.
StatusOr<WeightedLayer> PlanMean(const Reduce& op, const NodeView& node,
                                 const EdgeTpuCaps& caps);
void EmitMean(const WeightedLayer& plan, const NodeView& node,
              LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_
