#include <limits>

#include "kernels/batch_matmul/batch_matmul_cpu.h"

namespace tflite::kernels {
namespace {

using Kind = BatchMatMul::Kind;

GemmLeftType LeftType(const BatchMatMul& op) {
  GemmLeftType type;
  type.zero_point = op.lhs_zero_point;
  return type;
}

// The packed right matrix `index` and where its sums start; packed into
// `memory` unless it is constant.
GemmMatrix RightMatrix(const BatchMatMulJob& job, int64_t index,
                       uint8_t* memory, bool already_there,
                       const int32_t** start) {
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
    constexpr int64_t kElements = 1 << 14;  // the least for a thread
    const GemmSource source = BatchMatMulSource(job.op, job.rhs, index);
    job.threads.ParallelFor(
        matrix.num_panels(),
        LeastItems(kElements, {matrix.k() + 1, matrix.panel_columns()}),
        [&](int64_t begin, int64_t end) {
          matrix.PackPanels(source, begin, end);
        });
    BatchMatMulStart(job.op, matrix, own_start);
  }
  *start = own_start;
  return matrix;
}

const void* LeftMatrix(const BatchMatMulJob& job, int64_t index,
                       uint8_t* memory) {
  const BatchMatMul& op = job.op;
  const int64_t bytes = BatchMatMulElementBytes(op);
  const void* data =
      static_cast<const char*>(job.lhs) + index * op.rows * op.depth * bytes;
  if (!op.adj_x) return data;
  void* out = memory + job.state.layout.left;
  if (bytes == 4) {
    TransposeMatrix(static_cast<const float*>(data), op.depth, op.rows,
                    static_cast<float*>(out));
  } else if (bytes == 2) {
    TransposeMatrix(static_cast<const int16_t*>(data), op.depth, op.rows,
                    static_cast<int16_t*>(out));
  } else {
    TransposeMatrix(static_cast<const int8_t*>(data), op.depth, op.rows,
                    static_cast<int8_t*>(out));
  }
  return out;
}

void MultiplyFloats(const BatchMatMulJob& job, const GemmMatrix& matrix,
                    const void* left, int64_t at, void* scratch) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  GemmFloatResult result;
  result.data = static_cast<float*>(job.out) + at;
  result.layout.row_stride = job.op.columns;
  result.min = -kInfinity;
  result.max = kInfinity;
  GemmFloats(job.state.plan, {left, job.state.rows, job.op.depth}, matrix,
             result, scratch, job.threads);
}

void MultiplyIntegers(const BatchMatMulJob& job, const GemmMatrix& matrix,
                      const void* left, int64_t at, const int32_t* start,
                      void* scratch) {
  GemmIntegerArgs args;
  args.left = {left, job.state.rows, job.op.depth};
  args.left_type = LeftType(job.op);
  args.right_zero_point = job.op.rhs_zero_point;
  args.start = start;
  GemmRowLayout layout;
  layout.row_stride = job.op.columns;
  if (job.op.kind == Kind::kRaw) {
    GemmIntegers(job.state.plan, args, matrix,
                 GemmRawSink(static_cast<int32_t*>(job.out) + at, layout),
                 scratch, job.threads);
  } else {
    GemmIntegers(job.state.plan, args, matrix,
                 GemmRequantizeSink(job.state.requantizer,
                                    static_cast<int8_t*>(job.out) + at, layout),
                 scratch, job.threads);
  }
}

void MultiplyInt16s(const BatchMatMulJob& job, const GemmMatrix& matrix,
                    const void* left, int64_t at, void* scratch) {
  GemmInt16Args sink;
  sink.out = static_cast<int16_t*>(job.out) + at;
  sink.layout.row_stride = job.op.columns;
  sink.factors = job.state.factors.data();
  sink.range = job.op.range;
  GemmWideIntegers(job.state.plan, {left, job.state.rows, job.op.depth}, matrix,
                   GemmWideInt16Sink(sink), scratch, job.threads);
}

void MultiplyHybrid(const BatchMatMulJob& job, const GemmMatrix& matrix,
                    int64_t left_index, int64_t at, const int32_t* start,
                    void* scratch) {
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

}  // namespace

int64_t BatchMatMulElementBytes(const BatchMatMul& op) {
  return op.type == kTfLiteFloat32 ? 4 : op.type == kTfLiteInt16 ? 2 : 1;
}

GemmSource BatchMatMulSource(const BatchMatMul& op, const void* data,
                             int64_t index) {
  const int64_t bytes = op.kind == Kind::kFloat ? 4 : 1;
  GemmSource source;
  source.data =
      static_cast<const char*>(data) + index * op.depth * op.columns * bytes;
  source.column_stride = op.adj_y ? op.depth : 1;
  source.depth_stride = op.adj_y ? 1 : op.columns;
  return source;
}

void BatchMatMulStart(const BatchMatMul& op, const GemmMatrix& matrix,
                      int32_t* start) {
  if (op.kind == Kind::kFloat) return;
  if (op.kind == Kind::kHybrid) {
    std::fill_n(start, matrix.padded_columns(), 0);
  } else {
    GemmStart(matrix, LeftType(op), op.rhs_zero_point, nullptr, start);
  }
}

void MultiplyBatches(const BatchMatMulJob& job, int64_t begin, int64_t end,
                     uint8_t* memory) {
  int64_t packed = -1;
  for (int64_t b = begin; b < end; ++b) {
    const BatchMatMul::Matrices m = job.op.OperandsOf(b);
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
    } else if (job.op.type == kTfLiteInt16) {
      MultiplyInt16s(job, matrix, left, at, scratch);
    } else {
      MultiplyIntegers(job, matrix, left, at, start, scratch);
    }
  }
}

}  // namespace tflite::kernels
