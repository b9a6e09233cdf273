#include "delegates/cpu/cpu_lower_rows.h"

#include <algorithm>
#include <utility>

namespace tflite::cpu {

using kernels::Binary;
using kernels::Reduce;
using kernels::Unary;

Status CheckElements(const NodeView& node) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.input(i) && node.input(i).num_elements() == 0) {
      return Unsupported("tensors without elements are not supported");
    }
  }
  if (node.output(0).num_elements() == 0) {
    return Unsupported("tensors without elements are not supported");
  }
  return OkStatus();
}

namespace {

bool WorksOnRows(int code) {
  switch (code) {
    case kTfLiteBuiltinAdd:
    case kTfLiteBuiltinDiv:
    case kTfLiteBuiltinExp:
    case kTfLiteBuiltinMaximum:
    case kTfLiteBuiltinMinimum:
    case kTfLiteBuiltinMul:
    case kTfLiteBuiltinNeg:
    case kTfLiteBuiltinRsqrt:
    case kTfLiteBuiltinSqrt:
    case kTfLiteBuiltinSquare:
    case kTfLiteBuiltinSquaredDifference:
    case kTfLiteBuiltinSub:
      return true;
    default:
      return ReducesRows(code);
  }
}

// True if the node has a neighbour with which it may be fused.
bool IsBesideRows(const NodeView& node, const CpuCaps& caps) {
  const TfLiteIntArray& in = *node.raw()->inputs;
  for (int i = 0; i < in.size; ++i) {
    const Neighbours::Node* writer = caps.neighbours.WriterOf(in.data[i]);
    if (writer != nullptr && WorksOnRows(writer->builtin_code)) return true;
  }
  const auto& readers = caps.neighbours.ReadersOf(node.raw()->outputs->data[0]);
  return std::any_of(readers.begin(), readers.end(),
                     [](const Neighbours::Node& reader) {
                       return WorksOnRows(reader.builtin_code);
                     });
}

constexpr char kNoRows[] = "it is not one of several operators on rows";

// The forms of the node's operands on rows of its results. Unsupported if it
// is not beside another operator on rows, or if an operand is broadcast in
// another way.
StatusOr<RowStep> PlanRows(TfLiteType type, const NodeView& node,
                           const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!IsBesideRows(node, caps)) return Unsupported(kNoRows);
  if (type != kTfLiteFloat32) return UnsupportedType(type);
  const Shape out = node.output(0).shape();
  RowStep step;
  step.out.form = *RowFormOf(out, out);
  for (int i = 0; i < node.num_inputs(); ++i) {
    const auto form = RowFormOf(node.input(i).shape(), out);
    if (!form) return Unsupported("an operand is not broadcast by rows");
    step.in[i].form = *form;
  }
  return step;
}

}  // namespace

StatusOr<RowStep> PlanBinaryRows(const Binary& op, const NodeView& node,
                                 const CpuCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(RowStep step, PlanRows(op.type, node, caps));
  if (!kernels::BinaryPairs(op).found()) return Unsupported(kNoKernel);
  step.op = op;
  return step;
}

StatusOr<RowStep> PlanUnaryRows(const Unary& op, const NodeView& node,
                                const CpuCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(RowStep step, PlanRows(op.type, node, caps));
  step.op = op;
  return step;
}

StatusOr<RowStep> PlanReduceRows(const Reduce& op, const NodeView& node,
                                 const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!IsBesideRows(node, caps)) return Unsupported(kNoRows);
  if (op.type != kTfLiteFloat32) return UnsupportedType(op.type);
  const Shape in = node.input(0).shape(), out = node.output(0).shape();
  if (out.rank() != in.rank() || in.rank() == 0 || out.dim(-1) != 1 ||
      op.count != in.dim(-1) || op.count == 1) {
    return Unsupported("the results are not a column");
  }
  if (!kernels::RowReduction(op).found()) return Unsupported(kNoKernel);
  RowStep step;
  step.op = op;
  step.out.form = RowForm::kColumn;
  return step;
}

RowSteps RowsOf(const RowStep& plan, const NodeView& node,
                CpuBuilder& builder) {
  RowStep step = plan;
  for (int i = 0; i < step.num_inputs(); ++i) {
    step.in[i].value = builder.Input(node, i);
  }
  step.out.value = builder.Output(node, 0);
  const TensorView wide = step.is_reduction() ? node.input(0) : node.output(0);
  return {RowExtentsOf(wide.shape()), {std::move(step)}};
}

void EmitRows(const RowStep& plan, const NodeView& node, CpuBuilder& builder) {
  CpuCall call;
  call.kind = CpuCall::Kind::kRows;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  if (plan.is_binary()) call.operands.push_back({builder.Input(node, 1)});
  call.rows = RowsOf(plan, node, builder);
  builder.Add(std::move(call));
}

}  // namespace tflite::cpu
