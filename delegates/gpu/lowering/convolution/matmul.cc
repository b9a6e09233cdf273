#include "delegates/gpu/lowering/convolution/matmul.h"

#include "delegates/gpu/kernels/convolution/matmul_kernels.h"
#include "delegates/gpu/kernels/convolution/matmul_shuffle_kernels.h"
#include "delegates/gpu/kernels/convolution/matmul_tile_kernels.h"
#include "delegates/gpu/kernels/convolution/matmul_v16_kernels.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// With fewer rows or columns, too much of a tile would be empty.
constexpr int kTilesLeast = 16;

uint32_t Matrices(const MatMulPlan& plan) {
  return static_cast<uint32_t>(plan.at.size() / 2);
}

void SetBytes(const BatchMatMul& op, MatMulPlan* plan) {
  MatmulBytesKernel& kernel = plan->bytes.emplace();
  for (int64_t column = 0; column < op.columns; ++column) {
    const QuantizedMultiplier multiplier = op.multiplier_of(column);
    plan->finish.push_back(multiplier.multiplier);
    plan->finish.push_back(multiplier.shift);
  }
  const int32_t zero = op.output_zero_point;
  kernel.lhs_zero = op.lhs_zero_point;
  kernel.rhs_zero = op.rhs_zero_point;
  kernel.zero_point = zero;
  kernel.low = op.range.min - zero;
  kernel.high = op.range.max - zero;
}

// Sets what all kernels have in common.
template <typename Kernel>
void SetMatrices(const MatMulPlan& plan, Kernel* kernel) {
  kernel->rows = plan.rows;
  kernel->columns = plan.columns;
  kernel->depth = plan.depth;
  kernel->a_row = plan.adj_x ? 1 : plan.depth;
  kernel->a_depth = plan.adj_x ? plan.rows : 1;
  kernel->b_depth = plan.adj_y ? 1 : plan.columns;
  kernel->b_column = plan.adj_y ? plan.depth : 1;
}

void EmitBytes(const MatMulPlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  const int64_t elements = node.output(0).num_elements();
  MatmulBytesKernel kernel = *plan.bytes;
  kernel.lhs = builder.Input(node, 0);
  kernel.rhs = builder.Input(node, 1);
  kernel.at = builder.Constant(plan.at);
  kernel.finish = builder.Constant(plan.finish);
  kernel.dst = builder.Output(node, 0);
  kernel.elements = elements;
  SetMatrices(plan, &kernel);
  builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
}

MatMulFamily ChooseFamily(const MatMulPlan& plan, const GpuCaps& caps) {
  if (!caps.software) {
    const MatmulTileKernel tile(MatmulTileKernel::kF4);
    const bool fills_tiles =
        plan.rows >= kTilesLeast && plan.columns >= kTilesLeast;
    return fills_tiles && caps.max_invocations >= 128 &&
                   caps.shared_memory_bytes >= tile.SharedBytes()
               ? MatMulFamily::kTile
               : MatMulFamily::kPlain;
  }
  if (caps.backend == GpuBackend::kOpenCl) {
    if (!plan.adj_y && plan.columns >= MatmulV16Kernel::kVector)
      return MatMulFamily::kV16;
    return plan.adj_y && !plan.adj_x &&
                   plan.depth >= MatmulDotV16Kernel::kVector
               ? MatMulFamily::kDotV16
               : MatMulFamily::kPlain;
  }
  const bool lanes_fit = caps.subgroup_shuffle && caps.subgroup_size % 4 == 0 &&
                         caps.subgroup_size <= 16;
  return lanes_fit && plan.rows >= 4 ? MatMulFamily::kShuffle
                                     : MatMulFamily::kPlain;
}

// Sets the operands and extents of a kernel.
template <typename Kernel>
GpuCall CallOf(Kernel kernel, const MatMulPlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  kernel.lhs = builder.Input(node, 0);
  kernel.rhs = builder.Input(node, 1);
  if constexpr (std::is_same_v<Kernel, MatmulTileKernel>) {
    kernel.lhs4 = kernel.lhs;
    kernel.rhs4 = kernel.rhs;
  } else if constexpr (std::is_same_v<Kernel, MatmulShuffleKernel>) {
    kernel.rhs4 = kernel.rhs;
  }
  kernel.at = builder.Constant(plan.at);
  kernel.dst = builder.Output(node, 0);
  SetMatrices(plan, &kernel);
  return kernel.Call();
}

// The variant that stores four columns at a time, or else single ones.
template <typename Kernel>
typename Kernel::Type TypeFor(const MatMulPlan& plan) {
  return plan.columns % 4 == 0 ? Kernel::kF4 : Kernel::kFloat;
}

// The third extent of grids is the number of matrices.

GpuCall PlainCall(const MatMulPlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  constexpr int kSide = 8;
  GpuCall call = CallOf(MatmulKernel(), plan, node, builder);
  call.spec.workgroup = {kSide, kSide, 1};
  call.groups = {GroupsOf(plan.columns, MatmulKernel::kColumns * kSide),
                 GroupsOf(plan.rows, MatmulKernel::kRows * kSide),
                 Matrices(plan)};
  return call;
}

GpuCall TileCall(const MatMulPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  using Kernel = MatmulTileKernel;
  // Uses smaller tiles if there are too few tiles for a large GPU.
  const int64_t tiles = int64_t{GroupsOf(plan.columns, Kernel::kTile)} *
                        GroupsOf(plan.rows, Kernel::kTile) * Matrices(plan);
  Kernel kernel(TypeFor<Kernel>(plan));
  kernel.constants.rows = plan.rows <= 32 || tiles < 128 ? 4 : 8;
  kernel.constants.a_rows = plan.adj_x;
  kernel.constants.b_depth = plan.adj_y;
  kernel.constants.lhs4 = !plan.adj_x && plan.depth % 4 == 0;
  kernel.constants.rhs4 = !plan.adj_y && plan.columns % 4 == 0;
  GpuCall call = CallOf(kernel, plan, node, builder);
  call.groups = {GroupsOf(plan.columns, Kernel::kTile),
                 GroupsOf(plan.rows, int64_t{call.spec.workgroup[1]} *
                                         kernel.constants.rows),
                 Matrices(plan)};
  return call;
}

GpuCall ShuffleCall(const MatMulPlan& plan, const NodeView& node,
                    GpuBuilder& builder) {
  const uint32_t lanes = builder.caps().subgroup_size;
  MatmulShuffleKernel kernel(TypeFor<MatmulShuffleKernel>(plan));
  kernel.constants.lanes = static_cast<int32_t>(lanes);
  kernel.constants.rows = plan.rows >= 8 ? 16 : 4;
  kernel.constants.rhs4 = (plan.adj_y ? plan.depth : plan.columns) % 4 == 0;
  kernel.constants.b_depth = plan.adj_y;
  GpuCall call = CallOf(kernel, plan, node, builder);
  call.spec.workgroup = {lanes, 1, 1};
  call.groups = {GroupsOf(plan.columns, 4 * int64_t{lanes}),
                 GroupsOf(plan.rows, kernel.constants.rows), Matrices(plan)};
  return call;
}

GpuCall V16Call(const MatMulPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  MatmulV16Kernel kernel;
  kernel.constants.rows = plan.rows < 4 ? 1 : 8;
  kernel.constants.wide = plan.columns > MatmulV16Kernel::kVector ? 2 : 1;
  GpuCall call = CallOf(kernel, plan, node, builder);
  call.groups = {
      GroupsOf(plan.rows, kernel.constants.rows),
      GroupsOf(plan.columns, MatmulV16Kernel::kVector * kernel.constants.wide),
      Matrices(plan)};
  return call;
}

GpuCall DotV16Call(const MatMulPlan& plan, const NodeView& node,
                   GpuBuilder& builder) {
  using Kernel = MatmulDotV16Kernel;
  GpuCall call = CallOf(Kernel(), plan, node, builder);
  call.groups = {GroupsOf(plan.rows, Kernel::kTile),
                 GroupsOf(plan.columns, Kernel::kTile), Matrices(plan)};
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
  // Matrices are a dimension of the grid, except for bytes.
  if (!bytes && op.batches > int64_t{caps.device.max_groups[2]}) {
    return Unsupported(op.batches, " matrices are not supported");
  }
  // For bytes, an invocation computes four elements.
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
  if (plan.bytes) return EmitBytes(plan, node, builder);
  GpuCall call;
  switch (plan.family) {
    case MatMulFamily::kTile:
      call = TileCall(plan, node, builder);
      break;
    case MatMulFamily::kShuffle:
      call = ShuffleCall(plan, node, builder);
      break;
    case MatMulFamily::kV16:
      call = V16Call(plan, node, builder);
      break;
    case MatMulFamily::kDotV16:
      call = DotV16Call(plan, node, builder);
      break;
    case MatMulFamily::kPlain:
      call = PlainCall(plan, node, builder);
      break;
  }
  call.channels = plan.columns;
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
