#include "delegates/gpu/lowering/reduction.h"

#include <algorithm>

#include "delegates/gpu/lowering/elementwise.h"

namespace tflite {
namespace {

int32_t LastExtent(const TensorView& tensor) {
  return tensor.rank() == 0 ? 1 : tensor.dim(-1);
}

uint32_t Workgroup(const GpuBuilder& builder) {
  return std::min(64u, builder.caps().max_invocations);
}

StatusOr<int> KindOf(ReduceKind kind) {
  switch (kind) {
    case ReduceKind::kSum:
      return 0;
    case ReduceKind::kMean:
      return 1;
    case ReduceKind::kProd:
      return 2;
    case ReduceKind::kMax:
      return 3;
    case ReduceKind::kMin:
      return 4;
    default:
      return Unsupported("the operator is not supported");
  }
}

}  // namespace

StatusOr<ReducePlan> PlanReduce(const Reduce& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  ReducePlan plan{};
  TFLL_ASSIGN_OR_RETURN(plan.kind, KindOf(op.kind));
  std::fill_n(plan.kept, 3, 1);
  std::fill_n(plan.reduced, 3, 1);
  int num_kept = 0, num_reduced = 0;
  int64_t step = 1;
  for (int i = op.extents.rank(); i-- > 0;) {
    int& at = op.reduced[i] ? num_reduced : num_kept;
    if (at == 3) {
      return Unsupported("axes in more than three groups are not supported");
    }
    (op.reduced[i] ? plan.reduced : plan.kept)[at] = op.extents[i];
    (op.reduced[i] ? plan.reduced_steps : plan.kept_steps)[at] =
        static_cast<int32_t>(step);
    ++at;
    step *= op.extents[i];
  }
  return plan;
}

void EmitReduce(const ReducePlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const int64_t count = node.output(0).num_elements();
  GpuCall call;
  call.spec = {"reduce", {{"KIND", plan.kind}}, {Workgroup(builder), 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Output(node, 0), true}};
  call.channels = LastExtent(node.output(0));
  for (const int64_t value :
       {count, call.channels, int64_t{plan.kept[0]}, int64_t{plan.kept[1]},
        int64_t{plan.kept_steps[0]}, int64_t{plan.kept_steps[1]},
        int64_t{plan.kept_steps[2]}, int64_t{plan.reduced[0]},
        int64_t{plan.reduced[1]}, int64_t{plan.reduced[2]},
        int64_t{plan.reduced_steps[0]}, int64_t{plan.reduced_steps[1]},
        int64_t{plan.reduced_steps[2]}}) {
    call.params.push_back(static_cast<uint32_t>(value));
  }
  call.groups = FlatGroups(count, Workgroup(builder), builder.caps());
  call.post_operand = 1;
  builder.Add(std::move(call));
}

StatusOr<RowsPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  return RowsPlan{op.logarithm, static_cast<int32_t>(op.rows),
                  static_cast<int32_t>(op.depth), op.logarithm ? 1 : op.beta};
}

StatusOr<RowsPlan> PlanL2Normalization(const L2Normalization& op,
                                       const NodeView& node,
                                       const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  return RowsPlan{2, static_cast<int32_t>(op.rows),
                  static_cast<int32_t>(op.depth), 1};
}

void EmitRows(const RowsPlan& plan, const NodeView& node, GpuBuilder& builder) {
  // Barriers within a workgroup cost much where a processor emulates them.
  const GpuCaps& caps = builder.caps();
  const uint32_t lanes = caps.software || plan.depth < 32
                             ? 1
                             : std::min(64u, caps.max_invocations);
  GpuCall call;
  call.spec = {"rows",
               {{"KIND", plan.kind}, {"LANES", static_cast<int32_t>(lanes)}},
               {lanes, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Output(node, 0), true}};
  call.params = {static_cast<uint32_t>(plan.rows),
                 static_cast<uint32_t>(plan.depth), FloatBits(plan.beta)};
  call.groups = FlatGroups(plan.rows, 1, caps);
  call.post_operand = 1;
  call.channels = plan.depth;
  builder.Add(std::move(call));
}

StatusOr<MatMulPlan> PlanBatchMatMul(const BatchMatMul& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 2));
  if (op.batches > 65535) {
    return Unsupported(op.batches, " matrices are not supported");
  }
  MatMulPlan plan{op.rows, op.depth, op.columns, op.adj_x, op.adj_y, {}};
  for (int64_t m = 0; m < op.batches; ++m) {
    const BatchMatMul::Matrices of = op.OperandsOf(m);
    plan.at.push_back(static_cast<int32_t>(of.lhs));
    plan.at.push_back(static_cast<int32_t>(of.rhs));
  }
  return plan;
}

void EmitBatchMatMul(const MatMulPlan& plan, const NodeView& node,
                     GpuBuilder& builder) {
  constexpr int kTile = 4 * 8;  // ROWS, COLUMNS of matmul, times the workgroup
  GpuCall call;
  call.spec = {"matmul", {}, {8, 8, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false},
                   {builder.Constant(plan.at), false},
                   {builder.Output(node, 0), true}};
  for (const int32_t value :
       {plan.rows, plan.columns, plan.depth, plan.adj_x ? 1 : plan.depth,
        plan.adj_x ? plan.rows : 1, plan.adj_y ? 1 : plan.columns,
        plan.adj_y ? plan.depth : 1}) {
    call.params.push_back(static_cast<uint32_t>(value));
  }
  call.groups = {static_cast<uint32_t>((plan.columns + kTile - 1) / kTile),
                 static_cast<uint32_t>((plan.rows + kTile - 1) / kTile),
                 static_cast<uint32_t>(plan.at.size() / 2)};
  call.post_operand = 3;
  call.channels = plan.columns;
  builder.Add(std::move(call));
}

StatusOr<CastPlan> PlanCast(const Cast& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.from == kTfLiteInt32 && op.to == kTfLiteFloat32) return CastPlan{0};
  if (op.from == kTfLiteFloat32 && op.to == kTfLiteInt32) return CastPlan{1};
  return Unsupported(TfLiteTypeGetName(op.from), " to ",
                     TfLiteTypeGetName(op.to), " is not supported");
}

void EmitCast(const CastPlan& plan, const NodeView& node, GpuBuilder& builder) {
  const int64_t count = node.output(0).num_elements();
  GpuCall call;
  call.spec = {"cast", {{"KIND", plan.kind}}, {Workgroup(builder), 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Output(node, 0), true}};
  call.params = {static_cast<uint32_t>(count)};
  call.groups = FlatGroups(count, Workgroup(builder), builder.caps());
  builder.Add(std::move(call));
}

}  // namespace tflite
