#include "delegates/xnnpack/lowering/layout.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "xnnpack_features.h"

namespace tflite::xnnpack {

StatusOr<ReshapePlan> PlanReshape(const Reshape&, const NodeView& node,
                                  const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckOperation(node, XnnOp::kReshape, caps).status());
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  return ReshapePlan{};
}

void EmitReshape(const ReshapePlan&, const NodeView& node,
                 XnnBuilder& builder) {
  const Shape shape = node.output(0).shape();
  absl::InlinedVector<size_t, 6> dims(shape.begin(), shape.end());
  if (dims.empty()) dims.push_back(1);  // as in XnnBuilder
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(xnn_define_static_reshape(builder.graph(), dims.size(),
                                          dims.data(), in, out, 0),
                "a reshape");
}

StatusOr<PadPlan> PlanPad(const Pad& op, const NodeView& node,
                          const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, XnnOp::kPad, caps));
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  const TensorView output = node.output(0);
  if (output.rank() == 0) return Unsupported("the input is a scalar");
  PadPlan plan{{}, {}, 0.0f};
  for (int d = 0; d < output.rank(); ++d) {
    const int64_t before = op.dims[d].before;
    plan.before.push_back(before);
    plan.after.push_back(output.dim(d) - op.input[d] - before);
  }
  if (op.element_input < 0) return plan;
  const TensorView element = node.input(op.element_input);
  if (!element.is_constant()) {
    return Unsupported("the element to pad with is not constant");
  }
  const auto real = [&](int32_t stored) {
    return output.scale() * static_cast<float>(stored - output.zero_point());
  };
  plan.value = type == XnnType::kFloat32 ? *element.data<float>()
               : type == XnnType::kQint8 ? real(*element.data<int8_t>())
                                         : real(*element.data<uint8_t>());
  return plan;
}

void EmitPad(const PadPlan& plan, const NodeView& node, XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      xnn_define_static_constant_pad(builder.graph(), plan.before.data(),
                                     plan.after.data(), plan.value, in, out, 0),
      "a pad");
}

StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(
      CheckOperation(node, XnnOp::kResizeBilinear, caps).status());
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  // The library computes pixel positions in float arithmetic.
  constexpr int32_t kMostPixels = 1 << 22;
  for (const TensorView& image : {node.input(0), node.output(0)}) {
    if (image.dim(1) > kMostPixels || image.dim(2) > kMostPixels) {
      return Unsupported(image.ToString(), " is too large an image");
    }
  }
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteResizeBilinearParams>());
  if (params->align_corners) return ResizePlan{XNN_FLAG_ALIGN_CORNERS};
  if (params->half_pixel_centers) return ResizePlan{0};
  return ResizePlan{XNN_FLAG_TENSORFLOW_LEGACY_MODE};
}

void EmitResizeBilinear(const ResizePlan& plan, const NodeView& node,
                        XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(xnn_define_static_resize_bilinear_2d(
                    builder.graph(), node.output(0).dim(1),
                    node.output(0).dim(2), in, out, plan.flags),
                "RESIZE_BILINEAR");
}

StatusOr<DepthToSpacePlan> PlanDepthToSpace(const SpaceToDepth& op,
                                            const NodeView& node,
                                            const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(
      CheckOperation(node, XnnOp::kDepthToSpace, caps).status());
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  if (op.block < 2) return Unsupported("blocks are single pixels");
  return DepthToSpacePlan{static_cast<uint32_t>(op.block)};
}

void EmitDepthToSpace(const DepthToSpacePlan& plan, const NodeView& node,
                      XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  xnn_status status = xnn_status_unsupported_parameter;
#if TFLL_HAS_xnn_define_depth_to_space
  status = xnn_define_depth_to_space(builder.graph(), in, out, plan.block, 0);
#elif TFLL_HAS_xnn_define_depth_to_space_2d
  status =
      xnn_define_depth_to_space_2d(builder.graph(), plan.block, in, out, 0);
#endif
  builder.Check(status, "DEPTH_TO_SPACE");
}

StatusOr<TransposePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                      const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckOperation(node, XnnOp::kTranspose, caps).status());
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  if (op.permutation.empty()) return Unsupported("the input is a scalar");
  return TransposePlan{{op.permutation.begin(), op.permutation.end()}};
}

void EmitTranspose(const TransposePlan& plan, const NodeView& node,
                   XnnBuilder& builder) {
  [[maybe_unused]] const uint32_t in = builder.Input(node, 0);
  [[maybe_unused]] const uint32_t out = builder.Output(node, 0);
  xnn_status status = xnn_status_unsupported_parameter;
#if TFLL_HAS_xnn_define_static_transpose
  status = xnn_define_static_transpose(builder.graph(), plan.permutation.size(),
                                       plan.permutation.data(), in, out, 0);
#endif
  builder.Check(status, "TRANSPOSE");
}

StatusOr<PiecesPlan> PlanConcatenation(const Concatenation& op,
                                       const NodeView& node,
                                       const XnnCaps& caps) {
  const int count = node.num_inputs();
  if (count < 2 || count > 4) return Unsupported("it has ", count, " inputs");
  TFLL_RETURN_IF_ERROR(
      CheckOperation(node, XnnOp::kConcatenate, caps, 0, count - 1).status());
  for (int i = 0; i < count; ++i) {
    TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(i), node.output(0)));
  }
  return PiecesPlan{op.axis, count, 0};
}

void EmitConcatenation(const PiecesPlan& plan, const NodeView& node,
                       XnnBuilder& builder) {
  [[maybe_unused]] uint32_t in[4] = {};
  for (int i = 0; i < plan.count; ++i) in[i] = builder.Input(node, i);
  [[maybe_unused]] const uint32_t out = builder.Output(node, 0);
  xnn_status status = xnn_status_unsupported_parameter;
#if TFLL_HAS_xnn_define_concatenate2
  const xnn_subgraph_t graph = builder.graph();
  status = plan.count == 2
               ? xnn_define_concatenate2(graph, plan.axis, in[0], in[1], out, 0)
           : plan.count == 3
               ? xnn_define_concatenate3(graph, plan.axis, in[0], in[1], in[2],
                                         out, 0)
               : xnn_define_concatenate4(graph, plan.axis, in[0], in[1], in[2],
                                         in[3], out, 0);
#endif
  builder.Check(status, "CONCATENATION");
}

StatusOr<PiecesPlan> PlanSplit(const Split& op, const NodeView& node,
                               const XnnCaps& caps) {
  const int count = node.num_outputs();
  if (count < 2 || count > 4) return Unsupported("it has ", count, " outputs");
  TFLL_RETURN_IF_ERROR(
      CheckOperation(node, XnnOp::kSplit, caps, op.value, op.value).status());
  for (int i = 0; i < count; ++i) {
    TFLL_RETURN_IF_ERROR(
        CheckSameQuantization(node.input(op.value), node.output(i)));
  }
  return PiecesPlan{op.axis, count, op.value};
}

void EmitSplit(const PiecesPlan& plan, const NodeView& node,
               XnnBuilder& builder) {
  [[maybe_unused]] const uint32_t in = builder.Input(node, plan.input);
  [[maybe_unused]] uint32_t out[4] = {};
  for (int i = 0; i < plan.count; ++i) out[i] = builder.Output(node, i);
  xnn_status status = xnn_status_unsupported_parameter;
#if TFLL_HAS_xnn_define_even_split2
  const xnn_subgraph_t graph = builder.graph();
  status = plan.count == 2
               ? xnn_define_even_split2(graph, plan.axis, in, out[0], out[1], 0)
           : plan.count == 3
               ? xnn_define_even_split3(graph, plan.axis, in, out[0], out[1],
                                        out[2], 0)
               : xnn_define_even_split4(graph, plan.axis, in, out[0], out[1],
                                        out[2], out[3], 0);
#endif
  builder.Check(status, "SPLIT");
}

}  // namespace tflite::xnnpack
