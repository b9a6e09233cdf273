#ifndef DELEGATES_DSP_LOWERING_WEIGHTED_H_
#define DELEGATES_DSP_LOWERING_WEIGHTED_H_

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"
#include "kernels/transpose_conv/transpose_conv.h"

// Convolutions and fully connected layers with constant weights and biases,
// packed as in layout/weights.h.
namespace tflite::dsp {

StatusOr<Conv2d> PlanConv2d(const Conv2d& op, const NodeView& node,
                            const DspCaps& caps);
void EmitConv2d(const Conv2d& op, const NodeView& node, DspBuilder& builder);

StatusOr<DepthwiseConv2d> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                              const NodeView& node,
                                              const DspCaps& caps);
void EmitDepthwiseConv2d(const DepthwiseConv2d& op, const NodeView& node,
                         DspBuilder& builder);

StatusOr<FullyConnected> PlanFullyConnected(const FullyConnected& op,
                                            const NodeView& node,
                                            const DspCaps& caps);
void EmitFullyConnected(const FullyConnected& op, const NodeView& node,
                        DspBuilder& builder);

StatusOr<TransposeConv> PlanTransposeConv(const TransposeConv& op,
                                          const NodeView& node,
                                          const DspCaps& caps);
void EmitTransposeConv(const TransposeConv& op, const NodeView& node,
                       DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_WEIGHTED_H_
