#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_WEIGHTED_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_WEIGHTED_H_

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite::edgetpu {

// Layers with the sum's requantization and no weights yet.
struct WeightedPlan {
  WeightedLayer layer;
  WeightedSum sum;
  int input = 0;            // of the node; weights and bias follow it, except
  bool transposed = false;  // that a transposed filter precedes it
  // Each input channel is repeated so often before.
  int32_t multiplier = 1;
  // Before the layer, an input of these extents is spread: its pixels are that
  // far apart, with zero points between them.
  Image spread;
  int32_t distance_y = 1, distance_x = 1;
};

StatusOr<WeightedPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                                  const EdgeTpuCaps& caps);
StatusOr<WeightedPlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                           const NodeView& node,
                                           const EdgeTpuCaps& caps);
StatusOr<WeightedPlan> PlanFullyConnected(const FullyConnected& op,
                                          const NodeView& node,
                                          const EdgeTpuCaps& caps);
StatusOr<WeightedPlan> PlanTransposeConv(const TransposeConv& op,
                                         const NodeView& node,
                                         const EdgeTpuCaps& caps);
void EmitWeightedPlan(const WeightedPlan& plan, const NodeView& node,
                      LayerBuilder& builder);

// Unsupported if a tensor has no elements, or more than 2^24.
Status CheckExtent(const TensorView& tensor);
Status CheckExtents(const NodeView& node);
// Unsupported if the images of a batch, one after the other, take too many
// instructions.
Status CheckBatch(int32_t images);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_WEIGHTED_H_
