#ifndef DELEGATES_XNNPACK_LOWERING_WEIGHTED_H_
#define DELEGATES_XNNPACK_LOWERING_WEIGHTED_H_

#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite::xnnpack {

using namespace delegates;

// The common part of the plans of operators with weights.
struct SumPlan {
  float min, max;  // of the result, dequantized
  bool quantized;
  // If quantized: one entry, or one per channel.
  std::vector<float> weights_scales, bias_scales;
  int32_t weights_zero_point;
  int bias_input;  // -1 without a bias
};

struct ConvPlan {
  ConvWindow window;
  int32_t groups;
  SumPlan sum;
};
StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const XnnCaps& caps);
void EmitConv2d(const ConvPlan& plan, const NodeView& node,
                XnnBuilder& builder);

// `groups` is the depth multiplier here.
StatusOr<ConvPlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                       const NodeView& node,
                                       const XnnCaps& caps);
void EmitDepthwiseConv2d(const ConvPlan& plan, const NodeView& node,
                         XnnBuilder& builder);

struct DeconvPlan {
  ConvWindow window;
  int32_t extra_rows, extra_columns;  // of the output, beyond those the input
                                      // contributes to
  SumPlan sum;
};
StatusOr<DeconvPlan> PlanTransposeConv(const TransposeConv& op,
                                       const NodeView& node,
                                       const XnnCaps& caps);
void EmitTransposeConv(const DeconvPlan& plan, const NodeView& node,
                       XnnBuilder& builder);

struct FullyConnectedPlan {
  bool flattens;  // the output is 2-D and the input is not
  SumPlan sum;
};
StatusOr<FullyConnectedPlan> PlanFullyConnected(const FullyConnected& op,
                                                const NodeView& node,
                                                const XnnCaps& caps);
void EmitFullyConnected(const FullyConnectedPlan& plan, const NodeView& node,
                        XnnBuilder& builder);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_WEIGHTED_H_
