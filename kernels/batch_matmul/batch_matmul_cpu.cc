#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "kernels/batch_matmul/batch_matmul.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/sinks.h"
#include "kernels/gemm/tasks.h"

namespace tflite {
namespace {

using Kind = BatchMatMul::Kind;

constexpr int kMaxSlots = 64;
constexpr int64_t kAlignment = 64;

int64_t Aligned(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// The memory of a task: a packed right matrix and where its sums start, a
// transposed left matrix, and what the product itself needs. Offsets in bytes.
struct SlotLayout {
  int64_t start = 0, left = 0, product = 0, end = 0;
};

struct BatchMatMulState : KernelState {
  size_t MemoryBytes() const override {
    return packed.size() + starts.size() * 4 + scales.size() * 4 +
           requantizer.MemoryBytes();
  }

  // With one right matrix for all left ones the products are one of more rows.
  int64_t rows = 0, batches = 0;
  int64_t lhs_matrices = 0, rhs_matrices = 0;
  GemmMatrix matrix;        // extents of a packed right matrix
  int64_t matrix_bytes = 0;
  GemmBuffer packed;        // constant right matrices
  bool has_packed = false;
  std::vector<int32_t> starts;  // theirs
  GemmRequantizer requantizer;
  std::vector<float> scales;  // hybrid: the right operand's, one a column
  // Threads share the products, or each of them.
  bool batches_at_once = false;
  GemmPlan plan;
  SlotLayout layout;
  int slots = 1;
  int slot_scratch = 0, hybrid_scratch = 0, transposed_scratch = 0;
};

int64_t ElementBytes(const BatchMatMul& op) {
  return op.type == kTfLiteFloat32 ? 4 : 1;
}

int64_t Matrices(const TensorView& t) { return t.shape().Product(0, t.rank() - 2); }

GemmSource RightSource(const BatchMatMul& op, const void* data, int64_t index) {
  const int64_t bytes = op.kind == Kind::kFloat ? 4 : 1;
  GemmSource source;
  source.data = static_cast<const char*>(data) + index * op.depth * op.columns * bytes;
  source.column_stride = op.adj_y ? op.depth : 1;
  source.depth_stride = op.adj_y ? 1 : op.columns;
  return source;
}

GemmLeftType LeftType(const BatchMatMul& op) {
  GemmLeftType type;
  type.zero_point = op.lhs_zero_point;
  return type;
}

void Start(const BatchMatMul& op, const GemmMatrix& matrix, int32_t* start) {
  if (op.kind == Kind::kFloat) return;
  if (op.kind == Kind::kHybrid) {
    std::fill_n(start, matrix.padded_columns(), 0);
  } else {
    GemmStart(matrix, LeftType(op), op.rhs_zero_point, nullptr, start);
  }
}

template <typename T>
void Transpose(const T* in, int64_t rows, int64_t columns, T* out) {
  constexpr int64_t kBlock = 16;
  for (int64_t r0 = 0; r0 < rows; r0 += kBlock) {
    for (int64_t c = 0; c < columns; ++c) {
      const int64_t r1 = std::min(rows, r0 + kBlock);
      for (int64_t r = r0; r < r1; ++r) out[c * rows + r] = in[r * columns + c];
    }
  }
}

Status PackConstant(const BatchMatMul& op, const TensorView& rhs,
                    BatchMatMulState* state) {
  const int64_t columns = state->matrix.padded_columns();
  if (!state->packed.Allocate(
          static_cast<size_t>(state->matrix_bytes * state->rhs_matrices))) {
    return Internal("not enough memory for packed ", rhs.ToString());
  }
  state->starts.assign(columns * state->rhs_matrices, 0);
  for (int64_t i = 0; i < state->rhs_matrices; ++i) {
    GemmMatrix matrix = state->matrix;
    matrix.Pack(RightSource(op, rhs.data<void>(), i),
                static_cast<char*>(state->packed.data()) + i * state->matrix_bytes);
    Start(op, matrix, state->starts.data() + i * columns);
  }
  state->has_packed = true;
  return OkStatus();
}

void PlanProducts(const BatchMatMul& op, int threads, BatchMatMulState* state) {
  state->rows = op.rows;
  state->batches = op.batches;
  if (state->rhs_matrices == 1 && state->lhs_matrices == op.batches && !op.adj_x) {
    state->rows *= op.batches;
    state->batches = 1;
  }
  state->batches_at_once = threads > 1 && state->batches >= threads;
  state->slots = state->batches_at_once ? std::min(threads, kMaxSlots) : 1;
  state->plan = PlanGemm(state->matrix, state->rows, nullptr,
                         state->batches_at_once ? 1 : threads);
  SlotLayout& l = state->layout;
  l = {};
  l.start = op.rhs_constant ? 0 : state->matrix_bytes;
  l.left = l.start +
           (op.rhs_constant ? 0 : Aligned(state->matrix.padded_columns() * 4));
  l.product = l.left;
  if (op.adj_x && op.kind != Kind::kHybrid) {
    l.product += Aligned(state->rows * op.depth * ElementBytes(op));
  }
  l.end = l.product + static_cast<int64_t>(state->plan.scratch_bytes());
}

Status Prepare(const BatchMatMul& op, const TensorView& lhs, const TensorView& rhs,
               PrepareContext& context, BatchMatMulState* state) {
  const GemmMatrix matrix(op.kind == Kind::kFloat ? GemmType::kFloat : GemmType::kByte,
                          op.columns, op.depth);
  state->lhs_matrices = Matrices(lhs);
  const int64_t rhs_matrices = Matrices(rhs);
  state->has_packed = state->has_packed && matrix.n() == state->matrix.n() &&
                      matrix.k() == state->matrix.k() &&
                      rhs_matrices == state->rhs_matrices;
  state->rhs_matrices = rhs_matrices;
  state->matrix = matrix;
  size_t bytes = 0;
  if (!matrix.CheckedBytes(&bytes)) return Invalid(rhs.ToString(), " is too large");
  state->matrix_bytes = Aligned(static_cast<int64_t>(bytes));
  if (op.rhs_constant && !state->has_packed) {
    TFLL_RETURN_IF_ERROR(PackConstant(op, rhs, state));
  }
  if (op.kind == Kind::kInteger) {
    std::vector<QuantizedMultiplier> factors = op.column_multipliers;
    if (factors.empty()) factors.assign(op.columns, op.multiplier);
    state->requantizer = GemmRequantizer(factors.data(), op.columns,
                                         op.output_zero_point, op.range);
  }
  PlanProducts(op, context.num_threads(), state);
  state->slot_scratch =
      context.RequestScratch(static_cast<size_t>(state->layout.end) *
                             static_cast<size_t>(state->slots));
  if (op.kind == Kind::kHybrid) {
    state->scales.resize(op.columns);
    TFLL_ASSIGN_OR_RETURN(
        const size_t hybrid,
        HybridRows::Bytes(state->lhs_matrices * op.rows, op.depth));
    state->hybrid_scratch = context.RequestScratch(hybrid);
    if (op.adj_x) {
      state->transposed_scratch =
          context.RequestScratch(static_cast<size_t>(lhs.num_elements()) * 4);
    }
  }
  return OkStatus();
}

// One evaluation.
struct Job {
  const BatchMatMul& op;
  const BatchMatMulState& state;
  const void* lhs;
  const void* rhs;
  void* out;
  ThreadPool& threads;
  const HybridRows* hybrid;  // null for other kinds
};

// The packed right matrix `index` and where its sums start; packed into `memory`
// unless it is constant.
GemmMatrix RightMatrix(const Job& job, int64_t index, uint8_t* memory,
                       bool already_there, const int32_t** start) {
  GemmMatrix matrix = job.state.matrix;
  if (job.op.rhs_constant) {
    matrix.SetMemory(static_cast<char*>(job.state.packed.data()) +
                     index * job.state.matrix_bytes);
    *start = job.state.starts.data() + index * matrix.padded_columns();
    return matrix;
  }
  auto* own_start = reinterpret_cast<int32_t*>(memory + job.state.layout.start);
  matrix.SetMemory(memory);
  if (!already_there) {
    constexpr int64_t kElements = 1 << 14;  // to a thread at least
    const GemmSource source = RightSource(job.op, job.rhs, index);
    job.threads.ParallelFor(
        matrix.num_panels(),
        kElements / ((matrix.k() + 1) * matrix.panel_columns()) + 1,
        [&](int64_t begin, int64_t end) { matrix.PackPanels(source, begin, end); });
    Start(job.op, matrix, own_start);
  }
  *start = own_start;
  return matrix;
}

const void* LeftMatrix(const Job& job, int64_t index, uint8_t* memory) {
  const BatchMatMul& op = job.op;
  const int64_t bytes = ElementBytes(op);
  const void* data =
      static_cast<const char*>(job.lhs) + index * op.rows * op.depth * bytes;
  if (!op.adj_x || op.kind == Kind::kHybrid) return data;
  void* out = memory + job.state.layout.left;
  if (bytes == 4) {
    Transpose(static_cast<const float*>(data), op.depth, op.rows,
              static_cast<float*>(out));
  } else {
    Transpose(static_cast<const int8_t*>(data), op.depth, op.rows,
              static_cast<int8_t*>(out));
  }
  return out;
}

void MultiplyFloats(const Job& job, const GemmMatrix& matrix, const void* left,
                    int64_t at, void* scratch) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  GemmFloatResult result;
  result.data = static_cast<float*>(job.out) + at;
  result.layout.row_stride = job.op.columns;
  result.min = -kInfinity;
  result.max = kInfinity;
  GemmFloats(job.state.plan, {left, job.state.rows, job.op.depth}, matrix, result,
             scratch, job.threads);
}

void MultiplyIntegers(const Job& job, const GemmMatrix& matrix, const void* left,
                      int64_t at, const int32_t* start, void* scratch) {
  GemmIntegerArgs args;
  args.left = {left, job.state.rows, job.op.depth};
  args.left_type = LeftType(job.op);
  args.right_zero_point = job.op.rhs_zero_point;
  args.start = start;
  GemmRowLayout layout;
  layout.row_stride = job.op.columns;
  if (job.op.kind == Kind::kRaw) {
    GemmIntegers(job.state.plan, args, matrix,
                 GemmRawSink(static_cast<int32_t*>(job.out) + at, layout), scratch,
                 job.threads);
  } else {
    GemmIntegers(job.state.plan, args, matrix,
                 GemmRequantizeSink(job.state.requantizer,
                                    static_cast<int8_t*>(job.out) + at, layout),
                 scratch, job.threads);
  }
}

void MultiplyHybrid(const Job& job, const GemmMatrix& matrix, int64_t left_index,
                    int64_t at, const int32_t* start, void* scratch) {
  const int64_t row = left_index * job.op.rows;
  GemmIntegerArgs args;
  args.left = {job.hybrid->values() + row * job.op.depth, job.state.rows,
               job.op.depth};
  args.left_type.row_zero_points = job.hybrid->zero_points() + row;
  args.start = start;
  GemmDequantizeArgs sink;
  sink.out = static_cast<float*>(job.out) + at;
  sink.layout.row_stride = job.op.columns;
  sink.row_scales = job.hybrid->scales() + row;
  sink.row_offsets = job.hybrid->row_offsets() + row;
  sink.column_sums = matrix.column_sums();
  sink.column_scales = job.state.scales.data();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  sink.range = {-kInfinity, kInfinity};
  sink.isa = &matrix.isa();
  GemmIntegers(job.state.plan, args, matrix, GemmDequantizeSink(sink), scratch,
               job.threads);
}

// Products [begin, end) one after another.
void Multiply(const Job& job, int64_t begin, int64_t end, uint8_t* memory) {
  int64_t packed = -1;
  for (int64_t b = begin; b < end; ++b) {
    const BatchMatMul::Matrices m =
        job.state.batches == 1 ? BatchMatMul::Matrices{} : job.op.OperandsOf(b);
    const int32_t* start = nullptr;
    const GemmMatrix matrix =
        RightMatrix(job, m.rhs, memory, packed == m.rhs, &start);
    packed = m.rhs;
    const int64_t at = b * job.state.rows * job.op.columns;
    void* scratch = memory + job.state.layout.product;
    if (job.op.kind == Kind::kHybrid) {
      MultiplyHybrid(job, matrix, m.lhs, at, start, scratch);
      continue;
    }
    const void* left = LeftMatrix(job, m.lhs, memory);
    if (job.op.kind == Kind::kFloat) {
      MultiplyFloats(job, matrix, left, at, scratch);
    } else {
      MultiplyIntegers(job, matrix, left, at, start, scratch);
    }
  }
}

void RunAll(const Job& job, EvalContext& context) {
  auto* scratch = context.scratch<uint8_t>(job.state.slot_scratch);
  if (!job.state.batches_at_once) {
    Multiply(job, 0, job.state.batches, scratch);
    return;
  }
  constexpr double kProducts = 3e5;  // to a thread at least
  const double products = static_cast<double>(job.state.rows) * (job.op.depth + 1.0) *
                          (job.op.columns + 1.0);
  GemmSlots slots(job.state.slots, static_cast<size_t>(job.state.layout.end), scratch);
  job.threads.ParallelFor(job.state.batches,
                          static_cast<int64_t>(kProducts / products) + 1,
                          [&](int64_t begin, int64_t end) {
                            int slot;
                            uint8_t* memory = slots.Take(&slot);
                            Multiply(job, begin, end, memory);
                            slots.Return(slot);
                          });
}

// The left operand as 8-bit rows, row offsets included.
HybridRows QuantizeLeft(const BatchMatMul& op, const BatchMatMulState& state,
                        EvalContext& context) {
  const int64_t size = int64_t{op.rows} * op.depth;
  const float* lhs = context.in<float>(0);
  if (op.adj_x) {
    auto* rows = context.scratch<float>(state.transposed_scratch);
    for (int64_t i = 0; i < state.lhs_matrices; ++i) {
      Transpose(lhs + i * size, op.depth, op.rows, rows + i * size);
    }
    lhs = rows;
  }
  const int64_t count = state.lhs_matrices * op.rows;
  HybridRows rows(count, op.depth, context.scratch<void>(state.hybrid_scratch));
  rows.Quantize(op.asymmetric_inputs, lhs, context.threads());
  for (int64_t i = 0; i < count; ++i) {
    rows.row_offsets()[i] = GemmRowOffset(state.matrix, {}, rows.zero_points()[i]);
  }
  return rows;
}

}  // namespace

Status PrepareBatchMatmulCpu(const BatchMatMul& op, PrepareContext& context) {
  // 32-bit sums, and bytes on the right side only.
  const bool supported = op.type != kTfLiteInt16 &&
                         (op.kind != Kind::kHybrid || op.depth < 33000);
  if (!supported) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<BatchMatMulState>();
  return Prepare(op, context.node().input(0), context.node().input(1), context,
                 static_cast<BatchMatMulState*>(context.state.get()));
}

Status EvalBatchMatmulCpu(const BatchMatMul& op, EvalContext& context) {
  BatchMatMulState* state = context.state<BatchMatMulState>();
  if (state == nullptr) return EvalBatchMatmulReference(op, context);
  if (op.rows == 0 || op.columns == 0 || op.batches == 0) return OkStatus();
  Job job{op,
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
  } else {
    RunAll(job, context);
  }
  return OkStatus();
}

}  // namespace tflite
