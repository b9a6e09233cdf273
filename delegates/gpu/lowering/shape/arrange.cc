#include "delegates/gpu/lowering/shape/arrange.h"

#include <algorithm>
#include <cstring>

#include "delegates/common/movement.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"

namespace tflite::gpu {
namespace {

// Returns the element size of input 0 in bytes, if it and the output can be
// moved.
StatusOr<int> CheckMoved(const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  return MovableBytes(node.input(0).type(), caps);
}

// Plans an operator that moves one box from input 0.
StatusOr<ArrangePlan> PlanOne(const char* label, GpuBox box,
                              const GpuPlanCaps& caps) {
  ArrangePlan plan{label, {}};
  TFLL_ASSIGN_OR_RETURN(BoxPlan one, PlanBox(std::move(box), caps));
  plan.parts.push_back({0, 0, std::move(one), {}});
  return plan;
}

// The box of a copy into a dense result of `elements` elements. The copy's
// dimensions are in the order of the result, without gaps between neighbours.
GpuBox BoxOf(const StridedCopy& copy, int64_t source_elements, int64_t elements,
             int element_bytes) {
  GpuBox box;
  int64_t outer = elements, offset = copy.out_offset;
  for (const StridedCopy::Dim& dim : copy.dims) {
    box.dims.push_back({outer / dim.out_stride, offset / dim.out_stride,
                        dim.extent, dim.in_stride});
    offset %= dim.out_stride;
    outer = dim.out_stride;
  }
  box.base = copy.in_offset;
  box.source_elements = source_elements;
  box.element_bytes = element_bytes;
  return box;
}

// Plans the copies that all back-ends share. Empty inputs add nothing.
template <typename Op>
StatusOr<ArrangePlan> PlanMovement(const char* label, const Op& op,
                                   const NodeView& node,
                                   const GpuPlanCaps& caps) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.output(i), caps));
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes,
                        MovableBytes(node.output(0).type(), caps));
  TFLL_ASSIGN_OR_RETURN(const Movement movement, MovementOf(op, node));
  ArrangePlan plan{label, {}};
  for (const Movement::Part& part : movement.parts) {
    const TensorView in = node.input(part.input);
    if (in.num_elements() == 0) continue;
    TFLL_RETURN_IF_ERROR(CheckSize(in, caps));
    TFLL_ASSIGN_OR_RETURN(
        BoxPlan one,
        PlanBox(BoxOf(part.copy, in.num_elements(),
                      node.output(part.output).num_elements(), bytes),
                caps));
    plan.parts.push_back({part.input, part.output, std::move(one), part.table});
  }
  return plan;
}

// The box that the input of Pad or MirrorPad covers in the output.
template <typename Op>
GpuBox InnerBox(const Op& op, const TensorView& out, int bytes) {
  GpuBox box;
  const auto steps = DenseStrides(op.input);
  for (int i = 0; i < op.input.rank(); ++i) {
    box.dims.push_back({out.dim(i), op.dims[i].before, op.input[i], steps[i]});
  }
  box.source_elements = op.input.num_elements();
  box.element_bytes = bytes;
  return box;
}

// The device's representation of a constant with one element.
StatusOr<uint64_t> ElementBits(const TensorView& element,
                               const GpuPlanCaps& caps) {
  if (!element.is_constant()) {
    return Unsupported("an element to pad with that is not constant");
  }
  uint64_t bits = 0;
  if (caps.half && element.type() == kTfLiteFloat32) {
    std::memcpy(&bits, HalfBytes({element.data<float>(), 1}).data(), 2);
  } else {
    std::memcpy(&bits, element.data<char>(),
                std::min(sizeof(bits), element.bytes()));
  }
  return bits;
}

}  // namespace

StatusOr<ArrangePlan> PlanReshape(const Reshape& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, caps));
  const TensorView in = node.input(0);
  const Shape flat = {static_cast<int32_t>(in.num_elements())};
  return PlanOne("reshape", WholeBox(in, flat, {1}, bytes), caps);
}

StatusOr<ArrangePlan> PlanSlice(const Slice& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  return PlanMovement("slice", op, node, caps);
}

StatusOr<ArrangePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  return PlanMovement("transpose", op, node, caps);
}

StatusOr<ArrangePlan> PlanTile(const Tile& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  return PlanMovement("tile", op, node, caps);
}

StatusOr<ArrangePlan> PlanReverse(const ReverseV2& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (!op.axes_known) return Unsupported("axes that are not constant");
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, caps));
  auto steps = DenseStrides(op.shape);
  int64_t base = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (!op.reversed[i]) continue;
    base += (op.shape[static_cast<int>(i)] - 1) * steps[i];
    steps[i] = -steps[i];
  }
  GpuBox box = WholeBox(node.input(0), op.shape, steps, bytes);
  box.base = base;
  return PlanOne("reverse", std::move(box), caps);
}

StatusOr<ArrangePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps) {
  return PlanMovement(op.to_depth ? "space_to_depth" : "depth_to_space", op,
                      node, caps);
}

StatusOr<ArrangePlan> PlanSplit(const Split& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  return PlanMovement("split", op, node, caps);
}

StatusOr<ArrangePlan> PlanConcatenation(const Concatenation& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps) {
  if (op.requantize && !IsByte(op.type)) {
    return Unsupported("inputs of another quantization than the output's");
  }
  return PlanMovement("concatenation", op, node, caps);
}

StatusOr<ArrangePlan> PlanPad(const Pad& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, caps));
  for (int i = 0; i < op.input.rank(); ++i) {
    const Pad::Dim& dim = op.dims[i];
    if (dim.interior != 0) {
      return Unsupported("elements between neighbours are not supported");
    }
    if (dim.before < 0 || dim.before + op.input[i] > node.output(0).dim(i)) {
      return Unsupported("paddings that crop are not supported");
    }
  }
  GpuBox box = InnerBox(op, node.output(0), bytes);
  box.outside = GpuBox::Outside::kFill;
  box.fill = static_cast<uint32_t>(op.zero);
  if (op.element_input >= 0) {
    TFLL_ASSIGN_OR_RETURN(box.fill,
                          ElementBits(node.input(op.element_input), caps));
  }
  return PlanOne("pad", std::move(box), caps);
}

StatusOr<ArrangePlan> PlanMirrorPad(const MirrorPad& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, caps));
  GpuBox box = InnerBox(op, node.output(0), bytes);
  box.outside =
      op.skip == 1 ? GpuBox::Outside::kReflect : GpuBox::Outside::kSymmetric;
  return PlanOne("mirror_pad", std::move(box), caps);
}

void EmitArrange(const ArrangePlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  for (const ArrangePlan::Part& part : plan.parts) {
    GpuValueId from = builder.Input(node, part.input);
    if (!part.table.empty()) {
      const GpuValueId in = from;
      const TensorView tensor = node.input(part.input);
      from = builder.Inner(tensor.bytes());
      AddByteTable(part.table, in, from, tensor.num_elements(), builder);
    }
    AddBox(part.box, from, builder.Output(node, part.output), plan.label,
           builder);
  }
}

}  // namespace tflite::gpu
