#include "delegates/gpu/lowering/matmul.h"

#include "delegates/gpu/lowering/calls.h"

namespace tflite {

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
  call.params =
      Words({plan.rows, plan.columns, plan.depth, plan.adj_x ? 1 : plan.depth,
             plan.adj_x ? plan.rows : 1, plan.adj_y ? 1 : plan.columns,
             plan.adj_y ? plan.depth : 1});
  call.groups = {GroupsOf(plan.columns, kTile), GroupsOf(plan.rows, kTile),
                 static_cast<uint32_t>(plan.at.size() / 2)};
  call.post_operand = 3;
  call.channels = plan.columns;
  builder.Add(std::move(call));
}

}  // namespace tflite
