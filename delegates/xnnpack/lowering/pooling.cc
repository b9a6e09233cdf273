#include "delegates/xnnpack/lowering/pooling.h"

#include <algorithm>
#include <limits>

#include "delegates/xnnpack/lowering/range.h"
#include "delegates/xnnpack/xnnpack_library.h"

namespace tflite::xnnpack {
namespace {

// The number of elements by which the last window extends beyond the end of the
// input.
int64_t PadAfter(int32_t in, int32_t out, int32_t filter, int32_t stride,
                 int32_t before) {
  return std::max<int64_t>(0,
                           int64_t{stride} * (out - 1) + filter - in - before);
}

}  // namespace

StatusOr<PoolPlan> PlanPool2d(const Pool2d& op, const NodeView& node,
                              const XnnCaps& caps) {
  PoolPlan plan{};
  plan.op = op.kind == PoolKind::kMax ? XnnOp::kMaxPool : XnnOp::kAveragePool;
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, plan.op, caps));
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  if (op.filter_height == 1 && op.filter_width == 1) {
    return Unsupported("XNNPACK does not pool single pixels");
  }
  const bool apart =
      op.stride_height > op.filter_height || op.stride_width > op.filter_width;
  if (apart && plan.op == XnnOp::kMaxPool &&
      !caps.Has(XnnOp::kMaxPoolApart, type)) {
    return Unsupported(
        "this release of XNNPACK does not pool windows that lie apart");
  }
  plan.filter_height = op.filter_height;
  plan.filter_width = op.filter_width;
  plan.stride_height = op.stride_height;
  plan.stride_width = op.stride_width;
  plan.pad_top = op.pad_top;
  plan.pad_left = op.pad_left;
  plan.pad_bottom = PadAfter(op.in_height, op.out_height, op.filter_height,
                             op.stride_height, op.pad_top);
  plan.pad_right = PadAfter(op.in_width, op.out_width, op.filter_width,
                            op.stride_width, op.pad_left);
  plan.min = op.float_range.min;
  plan.max = op.float_range.max;
  if (type != XnnType::kFloat32) {
    const RealRange range = ToRealRange(op.integer_range, node.output(0));
    plan.min = range.min;
    plan.max = range.max;
  }
  TFLL_RETURN_IF_ERROR(CheckRange(plan.min, plan.max, node.output(0)));
  return plan;
}

void EmitPool2d(const PoolPlan& p, const NodeView& node, XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  if (p.op == XnnOp::kMaxPool) {
    return builder.Check(
        xnn_define_max_pooling_2d(
            builder.graph(), p.pad_top, p.pad_right, p.pad_bottom, p.pad_left,
            p.filter_height, p.filter_width, p.stride_height, p.stride_width, 1,
            1, p.min, p.max, in, out, 0),
        "MAX_POOL_2D");
  }
  builder.Check(xnn_define_average_pooling_2d(
                    builder.graph(), p.pad_top, p.pad_right, p.pad_bottom,
                    p.pad_left, p.filter_height, p.filter_width,
                    p.stride_height, p.stride_width, p.min, p.max, in, out, 0),
                "AVERAGE_POOL_2D");
}

StatusOr<MeanPlan> PlanMean(const Reduce&, const NodeView& node,
                            const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, XnnOp::kGlobalAveragePool, caps));
  const TensorView input = node.input(0);
  if (input.rank() != 4) {
    return Unsupported("the input ", input.ToString(), " has not rank 4");
  }
  TFLL_ASSIGN_OR_RETURN(const auto axes, ReadIntegers(node.input(1)));
  unsigned set = 0;
  for (const int64_t axis : axes) set |= 1u << (axis < 0 ? axis + 4 : axis);
  if (set != 6u) {
    return Unsupported("the axes are not height and width");
  }
  if (type != XnnType::kFloat32) {
    TFLL_RETURN_IF_ERROR(CheckRatio("the input's scale",
                                    input.scale() / node.output(0).scale(),
                                    0x1.0p-8f, 0x1.0p+8f));
  }
  return MeanPlan{Shape{input.dim(0), 1, 1, input.dim(3)},
                  node.output(0).rank() == 4};
}

void EmitMean(const MeanPlan& plan, const NodeView& node, XnnBuilder& builder) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  const uint32_t pooled =
      plan.keeps_dimensions ? out : builder.Inner(node.output(0), plan.pooled);
  builder.Check(xnn_define_global_average_pooling_2d(
                    builder.graph(), -kInf, kInf, in, pooled, kKeepDimensions),
                "MEAN");
  if (plan.keeps_dimensions) return;
  const size_t shape[] = {static_cast<size_t>(plan.pooled[0]),
                          static_cast<size_t>(plan.pooled[3])};
  builder.Check(
      xnn_define_static_reshape(builder.graph(), 2, shape, pooled, out, 0),
      "MEAN");
}

}  // namespace tflite::xnnpack
