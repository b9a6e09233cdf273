#include "kernels/gemm/stored/streamed_sum.h"

#include <algorithm>
#include <vector>

#include "kernels/gemm/sinks.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;

// Packed columns at a time, as long as they are whole panels of any instruction
// set.
constexpr int64_t kChunkBytes = 256 * 1024;
constexpr int64_t kPanels = 64;
// Smaller weights share pages with others when they are packed.
constexpr int64_t kLeastBytes = 64 * 1024;

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

bool IsFloat(const WeightedSum& sum) { return sum.kind == Kind::kFloat; }

GemmMatrix MatrixOf(const WeightedSum& sum, int64_t columns, int64_t depth) {
  return GemmMatrix(IsFloat(sum) ? GemmType::kFloat : GemmType::kByte, columns,
                    depth);
}

int64_t ElementBytes(const WeightedSum& sum) { return IsFloat(sum) ? 4 : 1; }

int64_t ChunkColumns(const WeightedSum& sum, const StreamedShape& shape) {
  const int64_t column = shape.depth * ElementBytes(sum);
  const int64_t columns =
      std::max(kPanels, kChunkBytes / column / kPanels * kPanels);
  return std::min(columns, shape.channels);
}

uint64_t MatrixBytes(const GemmMatrix& matrix) {
  size_t bytes = 0;
  matrix.CheckedBytes(&bytes);  // of weights that are in memory: no overflow
  return Aligned(bytes);
}

void Pack(const GemmSource& source, GemmMatrix* matrix, ThreadPool& threads) {
  // Handing work to a thread costs as much as packing some thousand weights.
  constexpr int64_t kLeastWeights = 1 << 15;
  threads.ParallelFor(
      matrix->num_panels(),
      LeastItems(kLeastWeights, {matrix->panel_columns(), matrix->k()}),
      [&](int64_t begin, int64_t end) {
        matrix->PackPanels(source, begin, end);
      });
}

// Columns [first, first + matrix.n()) of the result.
struct Chunk {
  const WeightedSum& sum;
  const StreamedArgs& args;
  const GemmMatrix& matrix;
  const GemmPlan& plan;
  int64_t first;
  void* scratch;
};

void RunFloats(const Chunk& c, ThreadPool& threads) {
  GemmFloatResult result;
  result.data = static_cast<float*>(c.args.out) + c.first;
  result.layout = c.args.layout;
  if (c.args.bias != nullptr) {
    result.bias = static_cast<const float*>(c.args.bias) + c.first;
  }
  result.min = c.sum.float_range.min;
  result.max = c.sum.float_range.max;
  GemmFloats(c.plan, c.args.left, c.matrix, result, c.scratch, threads);
}

void RunBytes(const Chunk& c, ThreadPool& threads) {
  const bool is_unsigned = c.sum.weights_type == kTfLiteUInt8;
  GemmIntegerArgs product;
  product.left = c.args.left;
  product.left_type.is_unsigned = c.sum.input_type == kTfLiteUInt8;
  product.left_type.zero_point = c.sum.input_zero_point;
  product.right_zero_point = c.sum.weights_zero_point - (is_unsigned ? 128 : 0);
  std::vector<int32_t> start(static_cast<size_t>(c.matrix.padded_columns()));
  GemmStart(c.matrix, product.left_type, product.right_zero_point,
            c.args.bias == nullptr
                ? nullptr
                : static_cast<const int32_t*>(c.args.bias) + c.first,
            start.data());
  product.start = start.data();
  const GemmRequantizer requantizer(
      c.sum.multipliers.data() + c.first, c.matrix.n(), c.sum.output_zero_point,
      c.sum.integer_range, c.matrix.isa(), c.sum.halves);
  GemmIntegers(c.plan, product, c.matrix,
               GemmRequantizeSink(requantizer,
                                  static_cast<uint8_t*>(c.args.out) + c.first,
                                  c.args.layout),
               c.scratch, threads);
}

}  // namespace

bool StreamsFirstRun(const WeightedSum& sum, int64_t depth) {
  if (!sum.weights_constant || !sum.bias_constant) return false;
  const bool floats = IsFloat(sum);
  const bool bytes = sum.kind == Kind::kInteger && IsByte(sum.input_type) &&
                     IsByte(sum.weights_type) && IsByte(sum.output_type) &&
                     (!sum.has_bias() || sum.bias_type == kTfLiteInt32);
  return (floats || bytes) &&
         sum.channels * depth * ElementBytes(sum) >= kLeastBytes;
}

uint64_t StreamedScratchBytes(const WeightedSum& sum,
                              const StreamedShape& shape) {
  const int64_t columns = ChunkColumns(sum, shape);
  const auto bytes = [&](int64_t n) {
    const GemmMatrix matrix = MatrixOf(sum, n, shape.depth);
    return MatrixBytes(matrix) +
           PlanGemm(matrix, shape.rows, shape.window, shape.threads)
               .scratch_bytes();
  };
  const int64_t rest = shape.channels % columns;
  return std::max(bytes(columns), rest == 0 ? 0 : bytes(rest));
}

void RunStreamed(const WeightedSum& sum, const StreamedArgs& args,
                 ThreadPool& threads) {
  const StreamedShape& shape = args.shape;
  const int64_t columns = ChunkColumns(sum, shape);
  for (int64_t first = 0; first < shape.channels; first += columns) {
    GemmMatrix matrix =
        MatrixOf(sum, std::min(columns, shape.channels - first), shape.depth);
    const GemmPlan plan =
        PlanGemm(matrix, shape.rows, shape.window, shape.threads);
    matrix.SetMemory(args.scratch);
    GemmSource source;
    source.data = static_cast<const char*>(args.weights) +
                  first * shape.depth * ElementBytes(sum);
    source.column_stride = shape.depth;
    source.depth_stride = 1;
    source.is_unsigned = sum.weights_type == kTfLiteUInt8;
    Pack(source, &matrix, threads);
    const Chunk chunk = {
        sum,  args,  matrix,
        plan, first, static_cast<uint8_t*>(args.scratch) + MatrixBytes(matrix)};
    if (IsFloat(sum)) {
      RunFloats(chunk, threads);
    } else {
      RunBytes(chunk, threads);
    }
  }
}

}  // namespace tflite::kernels
