#include "kernels/recurrent/layer_product.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/gemm/hybrid_rows.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

StatusOr<int32_t> CountColumns(absl::Span<const LayerWeights> weights,
                               int64_t depth) {
  int64_t columns = 0, elements = 0;
  for (const LayerWeights& w : weights) columns += w.rows;
  int32_t narrow = 0;
  if (!CheckedCast(columns, &narrow) ||
      !CheckedMul(columns, depth, &elements)) {
    return Invalid(columns, " rows of ", depth, " weights are too many");
  }
  return narrow;
}

// All weights, dense.
template <typename T>
std::vector<T> Stack(absl::Span<const LayerWeights> weights, int64_t depth) {
  std::vector<T> stacked;
  for (const LayerWeights& w : weights) {
    const T* from = w.tensor.data<T>();
    stacked.insert(stacked.end(), from, from + w.rows * depth);
  }
  return stacked;
}

GemmSource Source(const void* stacked, int64_t depth) {
  GemmSource source;
  source.data = stacked;
  source.column_stride = depth;
  source.depth_stride = 1;
  return source;
}

}  // namespace

Status LayerProduct::Init(absl::Span<const LayerWeights> weights, int64_t depth,
                          bool asymmetric, int64_t max_rows,
                          PrepareContext& context) {
  TFLL_ASSIGN_OR_RETURN(const int32_t columns, CountColumns(weights, depth));
  columns_ = columns;
  depth_ = depth;
  asymmetric_ = asymmetric;
  threads_ = context.num_threads();
  if (columns == 0 || depth == 0) return OkStatus();
  hybrid_ = weights[0].tensor.type() != kTfLiteFloat32;
  WeightedSum sum;  // what a PackedSum reads of it
  sum.kind = hybrid_ ? WeightedSum::Kind::kHybrid : WeightedSum::Kind::kFloat;
  sum.weights_constant = true;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  sum.float_range = {-kInfinity, kInfinity};
  if (hybrid_) {
    for (const LayerWeights& w : weights) {
      sum.weights_scales.insert(sum.weights_scales.end(), w.rows,
                                w.tensor.scale());
    }
  }
  TFLL_RETURN_IF_ERROR(sum_.Init(sum, 0, columns, depth));
  product_scratch_ = context.RequestScratch(
      sum_.Plan(max_rows, nullptr, threads_).scratch_bytes());
  if (hybrid_) {
    TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                          HybridRows::Bytes(max_rows, depth));
    rows_scratch_ = context.RequestScratch(bytes);
  }
  return OkStatus();
}

Status LayerProduct::Pack(absl::Span<const LayerWeights> weights) {
  if (columns_ == 0 || depth_ == 0) return OkStatus();
  if (sum_.has_weights()) return OkStatus();
  if (hybrid_) {
    const auto stacked = Stack<int8_t>(weights, depth_);
    TFLL_RETURN_IF_ERROR(
        sum_.SetWeights(Source(stacked.data(), depth_), weights[0].tensor));
  } else {
    const auto stacked = Stack<float>(weights, depth_);
    TFLL_RETURN_IF_ERROR(
        sum_.SetWeights(Source(stacked.data(), depth_), weights[0].tensor));
  }
  sum_.SetBias(TensorView());
  return OkStatus();
}

void LayerProduct::Run(const float* x, int64_t rows, float* out,
                       EvalContext& context) const {
  if (rows == 0 || columns_ == 0) return;
  if (depth_ == 0) {
    std::fill_n(out, rows * columns_, 0.0f);
    return;
  }
  const GemmPlan plan = sum_.Plan(rows, nullptr, threads_);
  PackedSum::Job job;
  job.plan = &plan;
  job.left.data = x;
  job.left.rows = rows;
  job.left.row_stride = depth_;
  job.out = out;
  job.layout.row_stride = columns_;
  job.scratch = context.scratch<void>(product_scratch_);
  if (!hybrid_) return sum_.Run(job, context.threads());
  HybridRows hybrid(rows, depth_, context.scratch<void>(rows_scratch_));
  hybrid.Quantize(asymmetric_, x, context.threads());
  const PackedSumRows view = hybrid.View(1);
  job.rows = &view;
  job.row_offsets = hybrid.row_offsets();
  sum_.Run(job, context.threads());
}

Status IntegerLayerProduct::Init(absl::Span<const LayerWeights> weights,
                                 int64_t depth, int32_t zero_point,
                                 absl::Span<const int32_t> bias,
                                 int64_t max_rows, PrepareContext& context) {
  TFLL_ASSIGN_OR_RETURN(const int32_t columns, CountColumns(weights, depth));
  columns_ = columns;
  depth_ = depth;
  zero_point_ = zero_point;
  threads_ = context.num_threads();
  bias_.assign(bias.begin(), bias.end());
  bias_.resize(columns);
  if (columns == 0 || depth == 0) return OkStatus();
  const GemmMatrix matrix(GemmType::kByte, columns, depth);
  if (packed_.size() == 0 || matrix.n() != matrix_.n() ||
      matrix.k() != matrix_.k()) {
    has_weights_ = false;
    matrix_ = matrix;
    size_t bytes = 0;
    if (!matrix_.CheckedBytes(&bytes) || !packed_.Allocate(bytes)) {
      return Internal("not enough memory for ", columns, " x ", depth,
                      " packed weights");
    }
  }
  scratch_ = context.RequestScratch(
      PlanGemm(matrix_, max_rows, nullptr, threads_).scratch_bytes());
  return OkStatus();
}

void IntegerLayerProduct::Pack(absl::Span<const LayerWeights> weights) {
  if (columns_ == 0 || depth_ == 0) return;
  if (!has_weights_) {
    const auto stacked = Stack<int8_t>(weights, depth_);
    matrix_.Pack(Source(stacked.data(), depth_), packed_.data());
    has_weights_ = true;
  }
  start_.resize(matrix_.padded_columns());
  GemmLeftType left;
  left.zero_point = zero_point_;
  GemmStart(matrix_, left, 0, bias_.data(), start_.data());
}

void IntegerLayerProduct::Run(const int8_t* x, int64_t rows, int32_t* out,
                              EvalContext& context) const {
  if (rows == 0 || columns_ == 0) return;
  if (depth_ == 0) {
    for (int64_t r = 0; r < rows; ++r) {
      std::copy(bias_.begin(), bias_.end(), out + r * columns_);
    }
    return;
  }
  GemmIntegerArgs args;
  args.left.data = x;
  args.left.rows = rows;
  args.left.row_stride = depth_;
  args.left_type.zero_point = zero_point_;
  args.start = start_.data();
  GemmRowLayout layout;
  layout.row_stride = columns_;
  GemmIntegers(PlanGemm(matrix_, rows, nullptr, threads_), args, matrix_,
               GemmRawSink(out, layout), context.scratch<void>(scratch_),
               context.threads());
}

}  // namespace tflite::kernels
