#include "delegates/gpu/lowering/matmul.h"

#include "delegates/gpu/lowering/calls.h"

namespace tflite {
namespace {

void SetBytes(const BatchMatMul& op, MatMulPlan* plan) {
  plan->bytes = true;
  for (int64_t column = 0; column < op.columns; ++column) {
    const QuantizedMultiplier multiplier = op.multiplier_of(column);
    plan->finish.push_back(multiplier.multiplier);
    plan->finish.push_back(multiplier.shift);
  }
  const int32_t zero = op.output_zero_point;
  plan->numbers = Words({op.lhs_zero_point, op.rhs_zero_point, zero,
                         op.range.min - zero, op.range.max - zero});
}

void EmitBytes(const MatMulPlan& plan, const std::vector<uint32_t>& extents,
               const NodeView& node, GpuBuilder& builder) {
  const int64_t elements = node.output(0).num_elements();
  std::vector<uint32_t> params = {static_cast<uint32_t>(elements)};
  params.insert(params.end(), extents.begin(), extents.end());
  params.insert(params.end(), plan.numbers.begin(), plan.numbers.end());
  builder.Add(
      FlatCall("matmul_bytes", (elements + 3) / 4,
               {builder.Input(node, 0), builder.Input(node, 1),
                builder.Constant(plan.at), builder.Constant(plan.finish)},
               builder.Output(node, 0), std::move(params), builder.caps()));
}

}  // namespace

StatusOr<MatMulPlan> PlanBatchMatMul(const BatchMatMul& op,
                                     const NodeView& node,
                                     const GpuPlanCaps& caps) {
  const bool bytes = op.kind == BatchMatMul::Kind::kInteger &&
                     op.type == kTfLiteInt8 && caps.take_quantized;
  if (bytes) {
    TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  } else {
    TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 2));
  }
  if (op.batches > 65535) {
    return Unsupported(op.batches, " matrices are not supported");
  }
  // Bytes come four an invocation.
  TFLL_RETURN_IF_ERROR(
      CheckLoops((bytes ? 4 : 1) * op.depth + 64, caps.device));
  MatMulPlan plan{op.rows, op.depth, op.columns, op.adj_x, op.adj_y};
  for (int64_t m = 0; m < op.batches; ++m) {
    const BatchMatMul::Matrices of = op.OperandsOf(m);
    plan.at.push_back(static_cast<int32_t>(of.lhs));
    plan.at.push_back(static_cast<int32_t>(of.rhs));
  }
  if (bytes) SetBytes(op, &plan);
  return plan;
}

void EmitBatchMatMul(const MatMulPlan& plan, const NodeView& node,
                     GpuBuilder& builder) {
  const std::vector<uint32_t> extents =
      Words({plan.rows, plan.columns, plan.depth, plan.adj_x ? 1 : plan.depth,
             plan.adj_x ? plan.rows : 1, plan.adj_y ? 1 : plan.columns,
             plan.adj_y ? plan.depth : 1});
  if (plan.bytes) return EmitBytes(plan, extents, node, builder);
  constexpr int kTile = 4 * 8;  // ROWS, COLUMNS of matmul, times the workgroup
  GpuCall call;
  call.spec = {"matmul", {}, {8, 8, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false},
                   {builder.Constant(plan.at), false},
                   {builder.Output(node, 0), true}};
  call.params = extents;
  call.groups = {GroupsOf(plan.columns, kTile), GroupsOf(plan.rows, kTile),
                 static_cast<uint32_t>(plan.at.size() / 2)};
  call.post_operand = 3;
  call.channels = plan.columns;
  builder.Add(std::move(call));
}

}  // namespace tflite
