#ifndef DELEGATES_XNNPACK_LOWERING_POOLING_H_
#define DELEGATES_XNNPACK_LOWERING_POOLING_H_

#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "kernels/pool_2d/pool_2d.h"
#include "kernels/reduce/reduce.h"

namespace tflite::xnnpack {

using namespace delegates;

struct PoolPlan {
  XnnOp op;
  uint32_t filter_height, filter_width, stride_height, stride_width;
  uint32_t pad_top, pad_right, pad_bottom, pad_left;
  float min, max;  // of the result, dequantized
};
StatusOr<PoolPlan> PlanPool2d(const Pool2d& op, const NodeView& node,
                              const XnnCaps& caps);
void EmitPool2d(const PoolPlan& plan, const NodeView& node,
                XnnBuilder& builder);

// Mean over height and width.
struct MeanPlan {
  Shape pooled;  // [batch, 1, 1, channels]
  bool keeps_dimensions;
};
StatusOr<MeanPlan> PlanMean(const Reduce& op, const NodeView& node,
                            const XnnCaps& caps);
void EmitMean(const MeanPlan& plan, const NodeView& node, XnnBuilder& builder);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_POOLING_H_
