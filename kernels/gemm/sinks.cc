#include "kernels/gemm/sinks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/gemm/tiles/exact_floats.h"
#include "kernels/math/whole_multiplier.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kBlock = 16;
// The float form takes scales up to the former for any sum, and left shifts of
// sums up to the latter.
constexpr float kMostScale = 1.0f - 1.0f / (1 << 22);
constexpr int64_t kMostFloat = int64_t{1} << 30;

int64_t RoundUp(int64_t n) { return (n + kBlock - 1) / kBlock * kBlock; }

// 2^exponent, where that is a normal number: ldexp(x, e) is x * PowerOfTwo(e)
// where the result is normal, too, and takes ten times as long.
float PowerOfTwo(int exponent) {
  const uint32_t bits = static_cast<uint32_t>(exponent + 127) << 23;
  float power;
  std::memcpy(&power, &bits, sizeof(power));
  return power;
}

// Whether results are of a byte's range, far from the ends of 16 bits.
bool InByteReach(int32_t zero_point, ActivationRange<int32_t> range) {
  const int32_t low = range.min < 0 || zero_point < 0 ? -128 : 0;
  const auto within = [low](int32_t v) { return v >= low && v <= low + 255; };
  return within(zero_point) && within(range.min) && within(range.max);
}

// The rows from m on, below `end`, that lie in one line.
int64_t RowsOfLine(const GemmRowLayout& layout, int64_t m, int64_t end) {
  return std::min(end - m, layout.width - m % layout.width);
}

// Takes a row's offset times the columns' sums from n starts, modulo 2^32.
void Subtract(int32_t offset, const int32_t* sums, int n, int32_t* start) {
  for (int j = 0; j < n; ++j) {
    start[j] = static_cast<int32_t>(static_cast<uint32_t>(start[j]) -
                                    static_cast<uint32_t>(offset) *
                                        static_cast<uint32_t>(sums[j]));
  }
}

int32_t Scaled(const GemmInt16Args& a, int32_t sum,
               QuantizedMultiplier factor) {
  return MultiplyByQuantizedMultiplier(sum, factor, a.halves);
}
int32_t Scaled(const GemmInt16Args& a, int64_t sum,
               QuantizedMultiplier factor) {
  return a.whole_multiplier ? MultiplyByWholeMultiplier(sum, factor)
                            : MultiplyByQuantizedMultiplier(sum, factor);
}

template <typename Sum>
int16_t ToInt16(const GemmInt16Args& a, Sum sum, int64_t column) {
  const int64_t y = int64_t{Scaled(a, sum, a.factors[column])} + a.zero_point;
  return static_cast<int16_t>(
      std::min<int64_t>(a.range.max, std::max<int64_t>(a.range.min, y)));
}

}  // namespace

GemmRequantizer::GemmRequantizer(const QuantizedMultiplier* factors,
                                 int64_t columns, int32_t zero_point,
                                 ActivationRange<int32_t> range,
                                 const GemmIsa& isa, Halves halves,
                                 int64_t most_sum)
    : zero_point_(zero_point), range_(range) {
  // Where negative results are clamped to the zero point, it is all the same.
  halves_up_ = halves == Halves::kUp && range.min < zero_point;
  const auto padded = static_cast<size_t>(RoundUp(columns));
  multiplier_.resize(padded);
  left_.resize(padded);
  right_.resize(padded);
  scale_.resize(padded);
  nudge_.resize(padded);
  by_floats_ = InByteReach(zero_point, range);
  for (int64_t j = 0; j < columns; ++j) {
    const QuantizedMultiplier m = factors[j];
    multiplier_[j] = m.multiplier;
    left_[j] = std::max(0, m.shift);
    right_[j] = std::max(0, -m.shift);
    has_left_ |= left_[j] != 0;
    const int shift = 31 + right_[j];
    // No factor has a right shift of more than 31.
    scale_[j] = static_cast<float>(m.multiplier) * PowerOfTwo(left_[j] - shift);
    nudge_[j] = right_[j] > 0 ? PowerOfTwo(-1 - right_[j]) : 0.0f;
    const bool normal = m.multiplier == 0 || m.multiplier >= 1 << 30;
    // Otherwise a left shift, or a scale near 1 and the zero point, could take
    // a sum past 2^31.
    const bool fits = (left_[j] == 0 && scale_[j] < kMostScale) ||
                      most_sum <= kMostFloat >> left_[j];
    by_floats_ = by_floats_ && normal && fits &&
                 (right_[j] > 0 || m.multiplier == 0 || !isa.floats_need_shift);
  }
  SetExact(isa);
  SetColumns();
  run_ = by_floats_ ? isa.requantize_floats : isa.requantize;
}

void GemmRequantizer::SetExact(const GemmIsa& isa) {
  // The form cuts off towards zero; upwards it would need one of its own.
  if (!by_floats_ || halves_up_ || isa.remainder_range == nullptr) return;
  const size_t padded = multiplier_.size();
  high_.resize(padded);
  low_.resize(padded);
  half_.resize(padded);
  exact_.resize(padded / kBlock);
  SetExactFloats(isa, {multiplier_.data(), left_.data(), right_.data(),
                       static_cast<int64_t>(padded), zero_point_ - range_.min,
                       range_.max - zero_point_, high_.data(), low_.data(),
                       half_.data(), exact_.data()});
}

void GemmRequantizer::SetColumns() {
  GemmRequantColumns& c = columns_;
  c.multiplier = multiplier_.data();
  c.left = left_.data();
  c.right = right_.data();
  c.has_left = has_left_;
  c.scale = scale_.data();
  c.nudge = nudge_.data();
  c.exact = exact_.empty() ? nullptr : exact_.data();
  c.high = high_.data();
  c.low = low_.data();
  c.half = half_.data();
  c.zero_point = zero_point_;
  c.min = range_.min;
  c.max = range_.max;
  c.sign_bit = halves_up_ ? 0 : INT32_MIN;
}

int64_t GemmMostSum(int64_t depth, const int32_t* bias, int64_t n) {
  constexpr int64_t kMostProduct = 255 * 255;
  int64_t most = 0;
  for (int64_t j = 0; bias != nullptr && j < n; ++j) {
    most = std::max(most, std::abs(int64_t{bias[j]}));
  }
  return most + depth * kMostProduct;
}

GemmResults GemmRequantizer::Results() const {
  GemmResults results = {};
  results.columns = &columns_;
  results.floats_fit = by_floats_;
  return results;
}

void GemmRequantizer::Run(const int32_t* sums, int64_t pitch, int64_t rows,
                          int64_t first_column, int64_t columns,
                          uint8_t* const* out) const {
  run_(GemmRequantTile{sums, pitch, rows, columns, &columns_, first_column,
                       out});
}

size_t GemmRequantizer::MemoryBytes() const {
  return multiplier_.size() * (3 * sizeof(int32_t) + 2 * sizeof(float)) +
         high_.size() * 3 * sizeof(float) + exact_.size();
}

void GemmRequantizeSink::Store(const int32_t* sums, int64_t pitch, int64_t m,
                               int64_t rows, int64_t n, int64_t columns) const {
  uint8_t* out[kGemmMaxRows];
  Rows(m, rows, n, out);
  requantizer_.Run(sums, pitch, rows, n, columns, out);
}

bool GemmRequantizeSink::Results(int64_t m, int64_t end, int64_t n,
                                 int32_t* start, GemmIntRows* rows) const {
  rows->rows = RowsOfLine(layout_, m, end);
  rows->to = requantizer_.Results();
  rows->to.first_column = n;
  rows->to.out = out_ + layout_.Offset(m) + n;
  rows->to.out_stride = layout_.row_stride;
  return true;
}

void GemmRequantizeSink::Rows(int64_t m, int64_t rows, int64_t n,
                              uint8_t** out) const {
  if (m + rows <= layout_.width) {
    uint8_t* const first = out_ + m * layout_.row_stride + n;
    for (int64_t i = 0; i < rows; ++i) out[i] = first + i * layout_.row_stride;
    return;
  }
  for (int64_t i = 0; i < rows; ++i) out[i] = out_ + layout_.Offset(m + i) + n;
}

void GemmRawSink::Store(const int32_t* sums, int64_t pitch, int64_t m,
                        int64_t rows, int64_t n, int64_t columns) const {
  for (int64_t i = 0; i < rows; ++i) {
    std::memcpy(out_ + layout_.Offset(m + i) + n, sums + i * pitch,
                static_cast<size_t>(columns) * sizeof(int32_t));
  }
}

void GemmDequantizeSink::Store(const int32_t* sums, int64_t pitch, int64_t m,
                               int64_t rows, int64_t n, int64_t columns) const {
  float scales[kGemmMaxRows];
  int32_t offsets[kGemmMaxRows];
  float* out[kGemmMaxRows];
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t at = (m + i) / a_.rows_per_scale;
    scales[i] = a_.row_scales[at];
    offsets[i] = a_.row_offsets[at];
    out[i] = a_.out + a_.layout.Offset(m + i) + n;
  }
  GemmDequantTile tile;
  tile.acc = sums;
  tile.acc_pitch = pitch;
  tile.m = rows;
  tile.n = columns;
  tile.row_scale = scales;
  tile.row_offset = offsets;
  tile.column_sum = a_.column_sums + n;
  tile.column_scale = a_.column_scales + n;
  tile.bias = a_.bias == nullptr ? nullptr : a_.bias + n;
  tile.min = a_.range.min;
  tile.max = a_.range.max;
  tile.out = out;
  a_.isa->dequantize(tile);
}

bool GemmDequantizeSink::Results(int64_t m, int64_t end, int64_t n,
                                 int32_t* start, GemmIntRows* rows) const {
  // Tiles of few rows would read the weights too often.
  constexpr int64_t kLeastRows = 8;
  const bool each =
      a_.rows_per_scale == 1 && end - m > 1 && a_.isa->float_results != nullptr;
  if (!each && a_.rows_per_scale < std::min(kLeastRows, end - m)) return false;
  rows->to = {};
  if (each) {
    rows->to.row_scales = a_.row_scales + m;
    rows->to.row_offsets = a_.row_offsets + m;
    rows->to.column_sums = a_.column_sums + n;
  } else {
    const int64_t at = m / a_.rows_per_scale;
    end = std::min(end, (at + 1) * a_.rows_per_scale);
    rows->to.row_scale = a_.row_scales[at];
    Subtract(a_.row_offsets[at], a_.column_sums + n, rows->n, start);
  }
  rows->rows = RowsOfLine(a_.layout, m, end);
  rows->to.column_scale = a_.column_scales + n;
  rows->to.bias = a_.bias == nullptr ? nullptr : a_.bias + n;
  rows->to.min = a_.range.min;
  rows->to.max = a_.range.max;
  rows->to.out = a_.out + a_.layout.Offset(m) + n;
  rows->to.out_stride = a_.layout.row_stride;
  return true;
}

void GemmWideInt16Sink::Store(const int64_t* sums, int64_t pitch, int64_t m,
                              int64_t rows, int64_t n, int64_t columns) const {
  for (int64_t i = 0; i < rows; ++i) {
    int16_t* out = a_.out + a_.layout.Offset(m + i) + n;
    for (int64_t j = 0; j < columns; ++j) {
      const uint64_t bias =
          a_.bias == nullptr ? 0 : static_cast<uint64_t>(a_.bias[n + j]);
      const auto sum = static_cast<int64_t>(
          static_cast<uint64_t>(sums[i * pitch + j]) + bias);
      out[j] = ToInt16(a_, sum, n + j);
    }
  }
}

void GemmInt16Sink::Store(const int32_t* sums, int64_t pitch, int64_t m,
                          int64_t rows, int64_t n, int64_t columns) const {
  for (int64_t i = 0; i < rows; ++i) {
    int16_t* out = a_.out + a_.layout.Offset(m + i) + n;
    for (int64_t j = 0; j < columns; ++j) {
      out[j] = ToInt16(a_, sums[i * pitch + j], n + j);
    }
  }
}

}  // namespace tflite::kernels
