#include "kernels/gemm/packed_blocks.h"

#include <algorithm>

#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Adds the sums of a block, less the row's offset times those of the columns,
// times the columns' scales. (GemmIsa::dequantize, which does so for tiles,
// spends more time on its constants than on one row.)
TFLL_VECTOR_CLONES
void AddRow(const int32_t* sums, int32_t offset, const int32_t* column_sums,
            const float* scales, int64_t n, float* partial) {
  TFLL_VECTOR_LOOP
  for (int64_t j = 0; j < n; ++j) {
    const uint32_t sum =
        static_cast<uint32_t>(sums[j]) -
        static_cast<uint32_t>(offset) * static_cast<uint32_t>(column_sums[j]);
    partial[j] += static_cast<float>(static_cast<int32_t>(sum)) * scales[j];
  }
}

class BlockSink : public GemmBlockSink {
 public:
  struct Args {
    int64_t padded_columns;
    const float* scales;
    const int32_t* sums;
    const int32_t* row_offsets;
    const float* row_scales;
    const float* bias;  // or null
    ActivationRange<float> range;
    float* out;
    int64_t columns;
  };
  explicit BlockSink(const Args& args) : a_(args) {}

  void Add(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
           int64_t n, int64_t columns, int64_t block,
           float* partial) const override {
    const int64_t at = block * a_.padded_columns + n;
    for (int64_t i = 0; i < rows; ++i) {
      AddRow(sums + i * pitch, a_.row_offsets[m + i], a_.sums + at,
             a_.scales + at, columns, partial + i * pitch);
    }
  }

  void Finish(const float* partial, int64_t pitch, int64_t m, int64_t rows,
              int64_t n, int64_t columns) const override {
    for (int64_t i = 0; i < rows; ++i) {
      float* out = a_.out + (m + i) * a_.columns + n;
      const float scale = a_.row_scales[m + i];
      for (int64_t j = 0; j < columns; ++j) {
        const float bias = a_.bias == nullptr ? 0.0f : a_.bias[n + j];
        out[j] = a_.range.Clamp(partial[i * pitch + j] * scale + bias);
      }
    }
  }

 private:
  const Args a_;
};

}  // namespace

bool PackedBlocks::Supports(const WeightedSum& sum) {
  // Blocks end between groups of any instruction set, and 32 bits hold their
  // sums.
  return sum.kind == WeightedSum::Kind::kHybrid && sum.blocks &&
         sum.blocks.size % 4 == 0 && FitsHybridSum(sum.blocks.size) &&
         sum.weights_type != kTfLiteUInt8;
}

Status PackedBlocks::Init(const WeightedSum& sum, int32_t n, int64_t depth) {
  const GemmMatrix matrix(GemmType::kByte, n, depth);
  has_weights_ = has_weights_ && matrix.n() == matrix_.n() &&
                 matrix.k() == matrix_.k() && size_ == sum.blocks.size;
  size_ = sum.blocks.size;
  range_ = sum.float_range;
  if (has_weights_) return OkStatus();
  matrix_ = matrix;
  size_t bytes = 0;
  if (!matrix_.CheckedBytes(&bytes) || !packed_.Allocate(bytes)) {
    return Internal("not enough memory for ", n, " x ", depth,
                    " packed weights");
  }
  matrix_.SetMemory(packed_.data());
  return OkStatus();
}

void PackedBlocks::SetWeights(const GemmSource& source,
                              const std::vector<float>& scales) {
  matrix_.PackPanels(source, 0, matrix_.num_panels());
  const auto elements =
      static_cast<size_t>(blocks() * matrix_.padded_columns());
  scales_.resize(elements);
  sums_.assign(elements, 0);
  for (int64_t j = 0; j < matrix_.n(); ++j) {
    const int8_t* column =
        static_cast<const int8_t*>(source.data) + j * source.column_stride;
    for (int64_t b = 0; b < blocks(); ++b) {
      const int64_t at = b * matrix_.padded_columns() + j;
      scales_[at] = scales[j * blocks() + b];
      for (int64_t d = b * size_; d < (b + 1) * size_; ++d) {
        sums_[at] += column[d * source.depth_stride];
      }
    }
  }
  has_weights_ = true;
}

void PackedBlocks::SetBias(const TensorView& bias) {
  bias_.clear();
  if (bias) bias_.assign(bias.data<float>(), bias.data<float>() + matrix_.n());
}

void PackedBlocks::Run(const GemmPlan& plan, int64_t rows,
                       const PackedSumRows& in, int32_t* row_offsets,
                       float* out, void* scratch, ThreadPool& threads) const {
  GemmIntegerArgs args;
  args.left = {in.values, rows, matrix_.k()};
  args.left_type.row_zero_points = in.zero_points;
  for (int64_t i = 0; i < rows; ++i) {
    row_offsets[i] = GemmRowOffset(matrix_, args.left_type, in.zero_points[i]);
  }
  BlockSink::Args sink;
  sink.padded_columns = matrix_.padded_columns();
  sink.scales = scales_.data();
  sink.sums = sums_.data();
  sink.row_offsets = row_offsets;
  sink.row_scales = in.scales;
  sink.bias = bias_.empty() ? nullptr : bias_.data();
  sink.range = range_;
  sink.out = out;
  sink.columns = matrix_.n();
  GemmBlockIntegers(plan, args, matrix_, size_, BlockSink(sink), scratch,
                    threads);
}

}  // namespace tflite::kernels
