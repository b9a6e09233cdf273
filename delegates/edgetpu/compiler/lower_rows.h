#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_

#include <optional>
#include <vector>

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

// Operators that combine the elements of a row or of an image.
namespace tflite::edgetpu {

StatusOr<NormalizedLayer> PlanSoftmax(const Softmax& op, const NodeView& node,
                                      const EdgeTpuCaps& caps);
StatusOr<NormalizedLayer> PlanL2Normalization(const L2Normalization& op,
                                              const NodeView& node,
                                              const EdgeTpuCaps& caps);
void EmitRows(const NormalizedLayer& plan, const NodeView& node,
              LayerBuilder& builder);

// A sum of products with ones.
struct MeanPlan {
  WeightedLayer layer;  // without the ones
  // Before it: makes the reduced elements rows.
  std::optional<StridedCopy> copy;
  // In place of the layer if nothing is reduced: the output of each byte.
  std::vector<uint8_t> table;
};
StatusOr<MeanPlan> PlanMean(const Reduce& op, const NodeView& node,
                            const EdgeTpuCaps& caps);
void EmitMean(const MeanPlan& plan, const NodeView& node,
              LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_ROWS_H_
