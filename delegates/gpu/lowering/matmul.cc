#include "delegates/gpu/lowering/matmul.h"

#include "delegates/gpu/lowering/calls.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Below so many rows or columns too much of a tile is empty.
constexpr int kTilesLeast = 16;
constexpr uint32_t kTilesShared = (64 * 5 + 16 * 17) * 16;  // bytes
constexpr int kVector = 16;  // elements of a vector of matmul_v16

uint32_t Matrices(const MatMulPlan& plan) {
  return static_cast<uint32_t>(plan.at.size() / 2);
}

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

MatMulFamily ChooseFamily(const MatMulPlan& plan, const GpuCaps& caps) {
  if (!caps.software) {
    const bool fills_tiles =
        plan.rows >= kTilesLeast && plan.columns >= kTilesLeast;
    return fills_tiles && caps.max_invocations >= 128 &&
                   caps.shared_memory_bytes >= kTilesShared
               ? MatMulFamily::kTiles
               : MatMulFamily::kPlain;
  }
  if (caps.backend == GpuBackend::kOpenCl) {
    if (!plan.adj_y && plan.columns >= kVector) return MatMulFamily::kWide;
    return plan.adj_y && !plan.adj_x && plan.depth >= kVector
               ? MatMulFamily::kDots
               : MatMulFamily::kPlain;
  }
  const bool lanes_fit = caps.subgroup_shuffle && caps.subgroup_size % 4 == 0 &&
                         caps.subgroup_size <= 16;
  return lanes_fit && plan.rows >= 4 ? MatMulFamily::kShuffle
                                     : MatMulFamily::kPlain;
}

// What a kernel that stores fours of columns, or else single ones, is called.
void SetKernel(const char* name, const MatMulPlan& plan, GpuCall* call) {
  call->post_unit = plan.columns % 4 == 0 ? 4 : 1;
  call->spec.kernel = StrCat(name, call->post_unit == 4 ? "_f4" : "_float");
}

// The calls have all but what follows the operands; the matrices' count is the
// third extent of grids.
GpuCall PlainCall(const MatMulPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  constexpr int kTile = 4 * 8;  // ROWS, COLUMNS of matmul, times the workgroup
  GpuCall call;
  call.spec = {"matmul", {}, {8, 8, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false}};
  call.groups = {GroupsOf(plan.columns, kTile), GroupsOf(plan.rows, kTile),
                 Matrices(plan)};
  return call;
}

GpuCall TilesCall(const MatMulPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  // Lower tiles where there would not be enough for a large GPU.
  const int64_t tiles = int64_t{GroupsOf(plan.columns, 64)} *
                        GroupsOf(plan.rows, 64) * Matrices(plan);
  const int rows = plan.rows <= 32 || tiles < 128 ? 4 : 8;
  GpuCall call;
  SetKernel("matmul_tile", plan, &call);
  call.spec.constants = {{"ROWS", rows},
                         {"A_ROWS", plan.adj_x},
                         {"B_DEPTH", plan.adj_y},
                         {"LHS4", !plan.adj_x && plan.depth % 4 == 0},
                         {"RHS4", !plan.adj_y && plan.columns % 4 == 0}};
  call.spec.workgroup = {16, 8, 1};
  const GpuValueId lhs = builder.Input(node, 0), rhs = builder.Input(node, 1);
  call.operands = {{lhs, false}, {lhs, false}, {rhs, false}, {rhs, false}};
  call.groups = {GroupsOf(plan.columns, 64), GroupsOf(plan.rows, 8 * rows),
                 Matrices(plan)};
  return call;
}

GpuCall ShuffleCall(const MatMulPlan& plan, const NodeView& node,
                    GpuBuilder& builder) {
  const uint32_t lanes = builder.caps().subgroup_size;
  const int rows = plan.rows >= 8 ? 16 : 4;
  GpuCall call;
  SetKernel("matmul_shuffle", plan, &call);
  call.spec.constants = {
      {"LANES", static_cast<int32_t>(lanes)},
      {"ROWS", rows},
      {"RHS4", (plan.adj_y ? plan.depth : plan.columns) % 4 == 0},
      {"B_DEPTH", plan.adj_y}};
  call.spec.workgroup = {lanes, 1, 1};
  const GpuValueId rhs = builder.Input(node, 1);
  call.operands = {{builder.Input(node, 0), false}, {rhs, false}, {rhs, false}};
  call.groups = {GroupsOf(plan.columns, 4 * int64_t{lanes}),
                 GroupsOf(plan.rows, rows), Matrices(plan)};
  return call;
}

GpuCall WideCall(const MatMulPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  const int wide = plan.columns > kVector ? 2 : 1;
  const int rows = plan.rows < 4 ? 1 : 8;
  GpuCall call;
  call.spec = {"matmul_v16", {{"ROWS", rows}, {"WIDE", wide}}, {1, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false}};
  call.groups = {GroupsOf(plan.rows, rows),
                 GroupsOf(plan.columns, kVector * wide), Matrices(plan)};
  return call;
}

GpuCall DotsCall(const MatMulPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  GpuCall call;
  call.spec = {"matmul_dot_v16", {}, {1, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false}};
  call.groups = {GroupsOf(plan.rows, 4), GroupsOf(plan.columns, 4),
                 Matrices(plan)};
  return call;
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
  plan.family = ChooseFamily(plan, caps.device);
  return plan;
}

void EmitBatchMatMul(const MatMulPlan& plan, const NodeView& node,
                     GpuBuilder& builder) {
  const std::vector<uint32_t> extents =
      Words({plan.rows, plan.columns, plan.depth, plan.adj_x ? 1 : plan.depth,
             plan.adj_x ? plan.rows : 1, plan.adj_y ? 1 : plan.columns,
             plan.adj_y ? plan.depth : 1});
  if (plan.bytes) return EmitBytes(plan, extents, node, builder);
  GpuCall call;
  switch (plan.family) {
    case MatMulFamily::kTiles:
      call = TilesCall(plan, node, builder);
      break;
    case MatMulFamily::kShuffle:
      call = ShuffleCall(plan, node, builder);
      break;
    case MatMulFamily::kWide:
      call = WideCall(plan, node, builder);
      break;
    case MatMulFamily::kDots:
      call = DotsCall(plan, node, builder);
      break;
    default:
      call = PlainCall(plan, node, builder);
  }
  const GpuValueId at = builder.Constant(plan.at);
  call.operands.push_back({at, false});
  call.operands.push_back({builder.Output(node, 0), true});
  call.params = extents;
  call.post_operand = static_cast<int>(call.operands.size()) - 1;
  call.channels = plan.columns;
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
