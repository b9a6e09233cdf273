#include "kernels/batch_matmul/batch_matmul_cpu.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "kernels/gemm/tasks.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

using Kind = BatchMatMul::Kind;

constexpr int kMaxSlots = 64;
constexpr int64_t kAlignment = 64;

int64_t Aligned(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

GemmType TypeOf(const BatchMatMul& op) {
  if (op.kind == Kind::kFloat) return GemmType::kFloat;
  return op.type == kTfLiteInt16 ? GemmType::kInt16 : GemmType::kByte;
}

int64_t Matrices(const TensorView& t) {
  return t.shape().Product(0, t.rank() - 2);
}

Status PackConstant(const BatchMatMul& op, const TensorView& rhs,
                    BatchMatMulState* state) {
  const int64_t columns = state->matrix.padded_columns();
  const int64_t bytes = state->matrix_bytes * state->rhs_matrices;
  size_t size = 0;
  if (!CheckedCast(bytes, &size) || !state->packed.Allocate(size)) {
    return Internal("not enough memory for packed ", rhs.ToString());
  }
  state->starts.resize(columns * state->rhs_matrices);
  for (int64_t i = 0; i < state->rhs_matrices; ++i) {
    GemmMatrix matrix = state->matrix;
    matrix.Pack(
        BatchMatMulSource(op, rhs.data<void>(), i),
        static_cast<char*>(state->packed.data()) + i * state->matrix_bytes);
    BatchMatMulStart(op, matrix, state->starts.data() + i * columns);
  }
  state->has_packed = true;
  return OkStatus();
}

void SetRows(const BatchMatMul& op, BatchMatMulState* state) {
  state->rows = op.rows;
  state->batches = op.batches;
  if (state->rhs_matrices == 1 && state->lhs_matrices == op.batches &&
      !op.adj_x) {
    state->rows *= op.batches;
    state->batches = 1;
  }
  state->few_rows = HasFewRows(op, state->rows);
}

// Plans the products one after another, or at once, each with memory of its
// own.
void PlanProducts(const BatchMatMul& op, bool at_once, int threads,
                  BatchMatMulState* state) {
  state->batches_at_once = at_once;
  state->slots = at_once ? std::min(threads, kMaxSlots) : 1;
  state->plan =
      PlanGemm(state->matrix, state->rows, nullptr, at_once ? 1 : threads);
  SlotLayout& l = state->layout;
  l.start = op.rhs_constant ? 0 : state->matrix_bytes;
  l.left = l.start +
           (op.rhs_constant ? 0 : Aligned(state->matrix.padded_columns() * 4));
  l.product = l.left;
  if (op.adj_x && op.kind != Kind::kHybrid) {
    l.product += Aligned(state->rows * op.depth * BatchMatMulElementBytes(op));
  }
  l.end = l.product + static_cast<int64_t>(state->plan.scratch_bytes());
}

void PlanProducts(const BatchMatMul& op, int threads, BatchMatMulState* state) {
  PlanProducts(op, threads > 1 && state->batches >= threads, threads, state);
  // Of large matrices, a scratch tensor may not hold one for each thread.
  constexpr int64_t kMostBytes = std::numeric_limits<int32_t>::max();
  if (state->layout.end > kMostBytes / state->slots) {
    PlanProducts(op, /*at_once=*/false, threads, state);
  }
}

Status Prepare(const BatchMatMul& op, const TensorView& lhs,
               const TensorView& rhs, PrepareContext& context,
               BatchMatMulState* state) {
  const GemmMatrix matrix(TypeOf(op), op.columns, op.depth);
  state->lhs_matrices = Matrices(lhs);
  const int64_t rhs_matrices = Matrices(rhs);
  state->has_packed = state->has_packed && matrix.n() == state->matrix.n() &&
                      matrix.k() == state->matrix.k() &&
                      rhs_matrices == state->rhs_matrices;
  state->rhs_matrices = rhs_matrices;
  SetRows(op, state);
  if (state->few_rows) return OkStatus();
  state->matrix = matrix;
  size_t bytes = 0;
  if (!matrix.CheckedBytes(&bytes))
    return Invalid(rhs.ToString(), " is too large");
  state->matrix_bytes = Aligned(static_cast<int64_t>(bytes));
  if (op.rhs_constant && !state->has_packed) {
    context.BeforeFirstEval([&op, state](const NodeView& node) {
      return PackConstant(op, node.input(1), state);
    });
  }
  if (op.kind == Kind::kInteger) {
    std::vector<QuantizedMultiplier> factors = op.column_multipliers;
    if (factors.empty()) factors.assign(op.columns, op.multiplier);
    state->requantizer =
        GemmRequantizer(factors.data(), op.columns, op.output_zero_point,
                        op.range, BestGemmIsa(), Halves::kAwayFromZero,
                        GemmMostSum(op.depth, nullptr, 0));
    state->factors = std::move(factors);
  }
  PlanProducts(op, context.num_threads(), state);
  state->slot_scratch =
      context.RequestScratch(static_cast<uint64_t>(state->layout.end) *
                             static_cast<uint64_t>(state->slots));
  if (op.kind == Kind::kHybrid) {
    state->scales.resize(op.columns);
    TFLL_ASSIGN_OR_RETURN(
        const size_t hybrid,
        HybridRows::Bytes(state->lhs_matrices * op.rows, op.depth));
    state->hybrid_scratch = context.RequestScratch(hybrid);
    if (op.adj_x) {
      state->transposed_scratch =
          context.RequestScratch(static_cast<uint64_t>(lhs.num_elements()) * 4);
    }
  }
  return OkStatus();
}

void RunAll(const BatchMatMulJob& job, EvalContext& context) {
  auto* scratch = context.scratch<uint8_t>(job.state.slot_scratch);
  if (!job.state.batches_at_once) {
    MultiplyBatches(job, 0, job.state.batches, scratch);
    return;
  }
  constexpr int64_t kProducts = 300000;  // the least for a thread
  const int64_t grain = LeastItems(
      kProducts,
      {job.state.rows, int64_t{job.op.depth} + 1, int64_t{job.op.columns} + 1});
  GemmSlots slots(job.state.slots, static_cast<size_t>(job.state.layout.end),
                  scratch);
  job.threads.ParallelFor(job.state.batches, grain,
                          [&](int64_t begin, int64_t end) {
                            const GemmSlot slot(&slots);
                            MultiplyBatches(job, begin, end, slot.memory());
                          });
}

// The left operand as quantized 8-bit rows, with their row offsets.
HybridRows QuantizeLeft(const BatchMatMul& op, const BatchMatMulState& state,
                        EvalContext& context) {
  const int64_t size = int64_t{op.rows} * op.depth;
  const float* lhs = context.in<float>(0);
  if (op.adj_x) {
    auto* rows = context.scratch<float>(state.transposed_scratch);
    for (int64_t i = 0; i < state.lhs_matrices; ++i) {
      TransposeMatrix(lhs + i * size, op.depth, op.rows, rows + i * size);
    }
    lhs = rows;
  }
  const int64_t count = state.lhs_matrices * op.rows;
  HybridRows rows(count, op.depth, context.scratch<void>(state.hybrid_scratch));
  rows.Quantize(op.asymmetric_inputs, lhs, context.threads());
  for (int64_t i = 0; i < count; ++i) {
    rows.row_offsets()[i] =
        GemmRowOffset(state.matrix, {}, rows.zero_points()[i]);
  }
  return rows;
}

}  // namespace

Status PrepareBatchMatmulCpu(const BatchMatMul& op, PrepareContext& context) {
  // The engine supports bytes and floats as the right operand, without a zero
  // point where sums have 64 bits, and 32-bit hybrid sums.
  const bool supported = context.node().input(1).type() != kTfLiteInt16 &&
                         (op.type != kTfLiteInt16 || op.rhs_zero_point == 0) &&
                         (op.kind != Kind::kHybrid || FitsHybridSum(op.depth));
  if (!supported) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr)
    context.state = std::make_unique<BatchMatMulState>();
  return Prepare(op, context.node().input(0), context.node().input(1), context,
                 static_cast<BatchMatMulState*>(context.state.get()));
}

Status EvalBatchMatmulCpu(const BatchMatMul& op, EvalContext& context) {
  BatchMatMulState* state = context.state<BatchMatMulState>();
  if (state == nullptr) return EvalBatchMatmulReference(op, context);
  if (op.rows == 0 || op.columns == 0 || op.batches == 0) return OkStatus();
  BatchMatMulJob job{op,
                     *state,
                     context.in<void>(0),
                     context.in<void>(1),
                     context.out<void>(0),
                     context.threads(),
                     nullptr};
  if (op.kind == Kind::kHybrid) {
    std::fill(state->scales.begin(), state->scales.end(),
              op.rhs_constant ? op.rhs_scale : context.input(1).scale());
    const HybridRows rows = QuantizeLeft(op, *state, context);
    job.hybrid = &rows;
    RunAll(job, context);
  } else if (state->few_rows) {
    MultiplyFewRows(job);
  } else {
    RunAll(job, context);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
