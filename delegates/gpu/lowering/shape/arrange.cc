#include "delegates/gpu/lowering/shape/arrange.h"

#include <algorithm>
#include <cstring>

#include "delegates/common/byte_tables.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "kernels/math/strided_copy.h"

namespace tflite::gpu {
namespace {

// Returns the element size of an input in bytes, if it and all outputs can be
// moved.
StatusOr<int> CheckMoved(const NodeView& node, int input,
                         const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(input), caps));
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.output(i), caps));
  }
  return MovableBytes(node.input(input).type(), caps);
}

// Plans an operator that moves one box from one input.
StatusOr<ArrangePlan> PlanOne(const char* label, int input, GpuBox box,
                              const GpuPlanCaps& caps) {
  ArrangePlan plan{label, {}};
  TFLL_ASSIGN_OR_RETURN(BoxPlan one, PlanBox(std::move(box), caps));
  plan.parts.push_back({input, 0, std::move(one), {}});
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
  std::memcpy(&bits, element.data<char>(),
              std::min(sizeof(bits), element.bytes()));
  if (caps.half && element.type() == kTfLiteFloat32) {
    std::memcpy(&bits, HalfBytes({element.data<float>(), 1}).data(), 2);
    bits &= 0xffff;
  }
  return bits;
}

}  // namespace

StatusOr<ArrangePlan> PlanReshape(const Reshape& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  const TensorView in = node.input(0);
  const Shape flat = {static_cast<int32_t>(in.num_elements())};
  return PlanOne("reshape", 0, WholeBox(in, flat, {1}, bytes), caps);
}

StatusOr<ArrangePlan> PlanSlice(const Slice& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  auto steps = DenseStrides(op.input);
  int64_t base = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    base += op.begin[i] * steps[i];
    steps[i] *= op.stride[i];
  }
  GpuBox box = WholeBox(node.input(0), op.size, steps, bytes);
  box.base = base;
  return PlanOne("slice", 0, std::move(box), caps);
}

StatusOr<ArrangePlan> PlanTranspose(const Transpose& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  const auto dense = DenseStrides(op.input);
  Shape out;
  absl::InlinedVector<int64_t, 6> steps;
  for (const int axis : op.permutation) {
    out.push_back(op.input[axis]);
    steps.push_back(dense[axis]);
  }
  return PlanOne("transpose", 0, WholeBox(node.input(0), out, steps, bytes),
                 caps);
}

StatusOr<ArrangePlan> PlanTile(const Tile& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, op.value, caps));
  const auto dense = DenseStrides(op.input);
  Shape out;
  absl::InlinedVector<int64_t, 12> steps;
  for (int i = 0; i < op.input.rank(); ++i) {
    out.push_back(static_cast<int32_t>(op.multiples[i]));
    out.push_back(op.input[i]);
    steps.push_back(0);
    steps.push_back(dense[i]);
  }
  return PlanOne("tile", op.value,
                 WholeBox(node.input(op.value), out, steps, bytes), caps);
}

StatusOr<ArrangePlan> PlanReverse(const ReverseV2& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (!op.axes_known) return Unsupported("axes that are not constant");
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  auto steps = DenseStrides(op.shape);
  int64_t base = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (!op.reversed[i]) continue;
    base += (op.shape[static_cast<int>(i)] - 1) * steps[i];
    steps[i] = -steps[i];
  }
  GpuBox box = WholeBox(node.input(0), op.shape, steps, bytes);
  box.base = base;
  return PlanOne("reverse", 0, std::move(box), caps);
}

StatusOr<ArrangePlan> PlanSpaceToDepth(const SpaceToDepth& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  const int32_t block = static_cast<int32_t>(op.block);
  const int32_t batch = op.space[0], channels = op.space[3];
  const int32_t height = op.depth[1], width = op.depth[2];
  const int64_t row = int64_t{op.space[2]} * channels;  // in space
  const int64_t deep = op.depth[3];
  if (op.to_depth) {
    return PlanOne(
        "space_to_depth", 0,
        WholeBox(node.input(0), {batch, height, width, block, block, channels},
                 {op.space[1] * row, block * row, block * int64_t{channels},
                  row, channels, 1},
                 bytes),
        caps);
  }
  return PlanOne(
      "depth_to_space", 0,
      WholeBox(node.input(0), {batch, height, block, width, block, channels},
               {height * width * deep, width * deep, block * int64_t{channels},
                deep, channels, 1},
               bytes),
      caps);
}

StatusOr<ArrangePlan> PlanSplit(const Split& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  if (op.axis < 0) return Unsupported("an axis that is not constant");
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, op.value, caps));
  ArrangePlan plan{"split", {}};
  int64_t base = 0;
  for (size_t i = 0; i < op.widths.size(); ++i) {
    GpuBox box;
    box.dims = {{op.rows, 0, op.rows, op.row_elements},
                {op.widths[i], 0, op.widths[i], 1}};
    box.base = base;
    box.source_elements = op.rows * op.row_elements;
    box.element_bytes = bytes;
    TFLL_ASSIGN_OR_RETURN(BoxPlan one, PlanBox(std::move(box), caps));
    plan.parts.push_back({op.value, static_cast<int>(i), std::move(one), {}});
    base += op.widths[i];
  }
  return plan;
}

StatusOr<ArrangePlan> PlanConcatenation(const Concatenation& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(op.type, caps));
  if (op.requantize && bytes != 1) {
    return Unsupported("inputs of another quantization than the output's");
  }
  ArrangePlan plan{"concatenation", {}};
  int64_t low = 0;
  for (size_t i = 0; i < op.pieces.size(); ++i) {
    const int64_t width = op.pieces[i].width;
    if (width == 0) continue;
    TFLL_RETURN_IF_ERROR(CheckSize(node.input(static_cast<int>(i)), caps));
    GpuBox box;
    box.dims = {{op.rows, 0, op.rows, width}, {op.row_elements, low, width, 1}};
    box.source_elements = op.rows * width;
    box.element_bytes = bytes;
    TFLL_ASSIGN_OR_RETURN(BoxPlan one, PlanBox(std::move(box), caps));
    plan.parts.push_back({static_cast<int>(i), 0, std::move(one), {}});
    if (op.pieces[i].requantize) {
      plan.parts.back().table = PieceTable(op, op.pieces[i]);
    }
    low += width;
  }
  return plan;
}

StatusOr<ArrangePlan> PlanPad(const Pad& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
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
  return PlanOne("pad", 0, std::move(box), caps);
}

StatusOr<ArrangePlan> PlanMirrorPad(const MirrorPad& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int bytes, CheckMoved(node, 0, caps));
  GpuBox box = InnerBox(op, node.output(0), bytes);
  box.outside =
      op.skip == 1 ? GpuBox::Outside::kReflect : GpuBox::Outside::kSymmetric;
  return PlanOne("mirror_pad", 0, std::move(box), caps);
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
