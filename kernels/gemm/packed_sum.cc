#include "kernels/gemm/packed_sum.h"

#include <utility>

#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;

GemmType TypeOf(const WeightedSum& sum) {
  if (sum.kind == Kind::kFloat) return GemmType::kFloat;
  return sum.input_type == kTfLiteInt16 ? GemmType::kInt16 : GemmType::kByte;
}

bool HasUnsignedWeights(const WeightedSum& sum) {
  return sum.weights_type == kTfLiteUInt8 && !sum.weights_as_int8;
}

bool Has8BitOutput(const WeightedSum& sum) { return IsByte(sum.output_type); }

template <typename T>
void Slice(std::vector<T>* values, int32_t first, int32_t n) {
  if (values->size() <= 1 || values->size() == static_cast<size_t>(n)) return;
  *values =
      std::vector<T>(values->begin() + first, values->begin() + first + n);
}

}  // namespace

bool PackedSum::Supports(const WeightedSum& sum, int64_t depth) {
  if (sum.weights_type == kTfLiteInt16) return false;
  if (sum.kind != Kind::kHybrid) return true;
  return !sum.blocks && FitsHybridSum(depth);
}

Status PackedSum::Init(const WeightedSum& sum, int32_t first, int32_t n,
                       int64_t depth, const GemmWindow* window) {
  sum_ = sum;
  first_ = first;
  has_channel_scales_ = sum.weights_scales.size() > 1;
  Slice(&sum_.multipliers, first, n);
  Slice(&sum_.weights_scales, first, n);
  has_factors_ = false;
  const GemmType type = TypeOf(sum);
  const bool plain = type == GemmType::kByte && RightZeroPoint() == 0;
  const GemmMatrix matrix(
      type, n, depth, BestGemmIsa(),
      plain && window != nullptr ? GemmRunOf(*window, n) : 0);
  // Shared weights cannot be packed again in place, and others not be shared.
  has_weights_ = has_weights_ && sum.weights_constant == (shared_ != nullptr) &&
                 matrix.n() == matrix_.n() && matrix.k() == matrix_.k() &&
                 matrix.run() == matrix_.run() &&
                 matrix.type() == matrix_.type();
  if (has_weights_) return OkStatus();
  matrix_ = matrix;
  return sum.weights_constant ? OkStatus() : Allocate();
}

Status PackedSum::Allocate() {
  has_weights_ = false;
  shared_ = nullptr;
  size_t bytes = 0;
  if (!matrix_.CheckedBytes(&bytes) || !packed_.Allocate(bytes)) {
    return Internal("not enough memory for ", matrix_.n(), " x ", matrix_.k(),
                    " packed weights");
  }
  matrix_.SetMemory(packed_.data());
  if (sum_.weights_constant) matrix_.ClearPadding();
  return OkStatus();
}

void PackedSum::SetFactors(int64_t most_sum) {
  has_factors_ = true;
  most_sum_ = most_sum;
  if (sum_.kind == Kind::kInteger && Has8BitOutput(sum_)) {
    requantizer_ = GemmRequantizer(sum_.multipliers.data(), matrix_.n(),
                                   sum_.output_zero_point, sum_.integer_range,
                                   matrix_.isa(), sum_.halves, most_sum);
  }
  if (sum_.kind != Kind::kFloat) start_.resize(matrix_.padded_columns());
}

void PackedSum::PackPanels(const GemmSource& source, ThreadPool* threads) {
  const int64_t panels = matrix_.num_panels();
  if (threads == nullptr) return matrix_.PackPanels(source, 0, panels);
  // Handing work to a thread costs as much as packing some thousand weights.
  constexpr int64_t kLeastWeights = 1 << 15;
  const int64_t grain =
      LeastItems(kLeastWeights, {matrix_.panel_columns(), matrix_.k()});
  threads->ParallelFor(panels, grain, [&](int64_t begin, int64_t end) {
    matrix_.PackPanels(source, begin, end);
  });
}

Status PackedSum::SetWeights(const GemmSource& source, float scale,
                             ThreadPool* threads) {
  // Other weights have had their memory since Init.
  if (sum_.weights_constant) TFLL_RETURN_IF_ERROR(Allocate());
  GemmSource s = source;
  s.is_unsigned = HasUnsignedWeights(sum_);
  PackPanels(s, threads);
  if (sum_.weights_constant) {
    shared_ = ShareBuffer(std::exchange(packed_, GemmBuffer()));
    // Matrices with weights are only read.
    matrix_.SetMemory(shared_->data());
  }
  if (sum_.kind == Kind::kHybrid) {
    column_scales_.resize(matrix_.n());
    column_sums_.resize(matrix_.n());
    for (int64_t j = 0; j < matrix_.n(); ++j) {
      column_scales_[j] = has_channel_scales_ ? sum_.weights_scales[j]
                                              : HybridScale(sum_, scale, 0);
      column_sums_[j] = matrix_.column_sums()[j] -
                        static_cast<int32_t>(matrix_.k()) * RightZeroPoint();
    }
  }
  // Not before the vectors have their memory.
  has_weights_ = true;
  return OkStatus();
}

void PackedSum::SetBias(const void* bias) {
  const int64_t n = matrix_.n();
  const auto at = [&](const auto* values) { return values + first_; };
  float_bias_.clear();
  wide_bias_.clear();
  std::vector<int32_t> integers;
  if (sum_.bias_type == kTfLiteFloat32) {
    const float* values = at(static_cast<const float*>(bias));
    float_bias_.assign(values, values + n);
  } else if (sum_.bias_type == kTfLiteInt32) {
    const int32_t* values = at(static_cast<const int32_t*>(bias));
    integers.assign(values, values + n);
  } else if (sum_.bias_type == kTfLiteInt64) {
    const int64_t* values = at(static_cast<const int64_t*>(bias));
    if (sum_.wide_accumulator) {
      wide_bias_.assign(values, values + n);
    } else {
      // Modulo 2^32, like the sum.
      integers.assign(values, values + n);
    }
  }
  const int64_t most_sum = GemmMostSum(matrix_.k(), integers.data(),
                                       static_cast<int64_t>(integers.size()));
  if (!has_factors_ || most_sum > most_sum_) SetFactors(most_sum);
  if (sum_.kind == Kind::kFloat) return;
  GemmLeftType left = LeftType();
  const int32_t by_row = 0;
  if (sum_.kind == Kind::kHybrid) left.row_zero_points = &by_row;
  GemmStart(matrix_, left, RightZeroPoint(),
            integers.empty() ? nullptr : integers.data(), start_.data());
}

GemmLeftType PackedSum::LeftType() const {
  GemmLeftType type;
  if (sum_.kind == Kind::kInteger) {
    type.is_unsigned = sum_.input_type == kTfLiteUInt8;
    type.zero_point = sum_.input_zero_point;
  }
  return type;
}

int32_t PackedSum::RightZeroPoint() const {
  return sum_.weights_zero_point - (HasUnsignedWeights(sum_) ? 128 : 0);
}

void PackedSum::Run(const Job& job, ThreadPool& threads) const {
  switch (sum_.kind) {
    case Kind::kFloat: {
      GemmFloatResult result;
      result.data = static_cast<float*>(job.out);
      result.layout = job.layout;
      result.bias = float_bias_.empty() ? nullptr : float_bias_.data();
      result.min = sum_.float_range.min;
      result.max = sum_.float_range.max;
      GemmFloats(*job.plan, job.left, matrix_, result, job.scratch, threads);
      return;
    }
    case Kind::kHybrid:
      return RunHybrid(job, threads);
    case Kind::kInteger:
      return RunInteger(job, threads);
  }
}

void PackedSum::RunHybrid(const Job& job, ThreadPool& threads) const {
  const PackedSumRows& rows = *job.rows;
  const int64_t scales = CeilDiv(job.left.rows, rows.rows_per_scale);
  const int32_t no_zero_point = rows.is_unsigned ? 128 : 0;
  GemmIntegerArgs args;
  args.left = job.left;
  args.left.data = rows.values + job.left_offset;
  args.left_type.is_unsigned = rows.is_unsigned;
  // Symmetric rows are one kind of row, with one zero point.
  const bool one = rows.zero_points == nullptr;
  args.left_type.row_zero_points = one ? &no_zero_point : rows.zero_points;
  args.left_type.rows_per_zero_point =
      one ? job.left.rows : rows.rows_per_scale;
  args.right_zero_point = RightZeroPoint();
  args.start = start_.data();
  for (int64_t i = 0; i < scales; ++i) {
    job.row_offsets[i] = GemmRowOffset(
        matrix_, args.left_type, one ? no_zero_point : rows.zero_points[i]);
  }
  GemmDequantizeArgs sink;
  sink.out = static_cast<float*>(job.out);
  sink.layout = job.layout;
  sink.row_scales = rows.scales;
  sink.row_offsets = job.row_offsets;
  sink.rows_per_scale = rows.rows_per_scale;
  sink.column_sums = column_sums_.data();
  sink.column_scales = column_scales_.data();
  sink.bias = float_bias_.empty() ? nullptr : float_bias_.data();
  sink.range = sum_.float_range;
  sink.isa = &matrix_.isa();
  GemmIntegers(*job.plan, args, matrix_, GemmDequantizeSink(sink), job.scratch,
               threads);
}

GemmInt16Args PackedSum::Int16Args(const Job& job) const {
  GemmInt16Args args;
  args.out = static_cast<int16_t*>(job.out);
  args.layout = job.layout;
  args.factors = sum_.multipliers.data();
  args.bias = wide_bias_.empty() ? nullptr : wide_bias_.data();
  args.zero_point = sum_.output_zero_point;
  args.range = sum_.integer_range;
  args.halves = sum_.halves;
  args.whole_multiplier = whole_multiplier_;
  return args;
}

void PackedSum::RunInteger(const Job& job, ThreadPool& threads) const {
  if (sum_.wide_accumulator) {
    return GemmWideIntegers(*job.plan, job.left, matrix_,
                            GemmWideInt16Sink(Int16Args(job)), job.scratch,
                            threads);
  }
  GemmIntegerArgs args;
  args.left = job.left;
  args.left_type = LeftType();
  args.right_zero_point = RightZeroPoint();
  args.start = start_.data();
  if (Has8BitOutput(sum_)) {
    GemmIntegers(*job.plan, args, matrix_,
                 GemmRequantizeSink(requantizer_, job.out, job.layout),
                 job.scratch, threads);
  } else {
    GemmIntegers(*job.plan, args, matrix_, GemmInt16Sink(Int16Args(job)),
                 job.scratch, threads);
  }
}

size_t PackedSum::MemoryBytes() const {
  return packed_.size() + (shared_ == nullptr ? 0 : shared_->size()) +
         requantizer_.MemoryBytes() +
         (float_bias_.size() + column_scales_.size() + start_.size() +
          column_sums_.size()) *
             4 +
         wide_bias_.size() * 8 + sum_.weights_scales.size() * sizeof(float) +
         sum_.multipliers.size() * sizeof(QuantizedMultiplier);
}

}  // namespace tflite::kernels
