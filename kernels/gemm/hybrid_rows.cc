#include "kernels/gemm/hybrid_rows.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kElements = 8192;  // the least for a thread
constexpr int64_t kMostParts = 64;   // of a row
constexpr int64_t kMostBlock = 16;   // rows

// Quantizes a part of a row of this range.
void QuantizeBy(const GemmIsa& isa, const RowQuantizer& q, FloatRange range,
                uint8_t flip, const float* in, int64_t count, int8_t* out) {
  if (range.min == range.max) {
    std::fill_n(out, count, static_cast<int8_t>(flip));
    return;
  }
  isa.quantize_row({in, count, q.inverse,
                    static_cast<float>(q.quantization.zero_point), q.low,
                    q.high, out, flip});
}

void SetQuantization(const RowsToQuantize& rows, int64_t i,
                     const RowQuantization& q) {
  rows.scales[i] = q.scale;
  rows.zero_points[i] = q.zero_point + rows.flip;
}

// Row `row`, which threads share.
void QuantizeParts(const GemmIsa& isa, const RowsToQuantize& rows, int64_t row,
                   ThreadPool& threads) {
  const int64_t count = rows.depth;
  const float* const in = rows.in + row * count;
  int8_t* const out = rows.values + row * count;
  const int64_t parts = std::min(kMostParts, count / kElements);
  const auto start = [&](int64_t part) { return count / parts * part; };
  const auto size = [&](int64_t part) {
    return (part + 1 < parts ? start(part + 1) : count) - start(part);
  };
  FloatRange ranges[kMostParts];
  threads.ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      ranges[p] = isa.float_range(in + start(p), size(p));
    }
  });
  FloatRange range = ranges[0];
  for (int64_t p = 1; p < parts; ++p) {
    range.min = std::min(range.min, ranges[p].min);
    range.max = std::max(range.max, ranges[p].max);
  }
  const RowQuantizer q =
      MakeRowQuantizer(rows.asymmetric, range.min, range.max);
  threads.ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      QuantizeBy(isa, q, range, rows.flip, in + start(p), size(p),
                 out + start(p));
    }
  });
  SetQuantization(rows, row, q.quantization);
}

}  // namespace

void QuantizeRowsWith(const GemmIsa& isa, const RowsToQuantize& rows,
                      int64_t begin, int64_t end) {
  // The ranges of several rows, then their quantizers, then their values: each
  // would wait for the result of the one before it, but not for other rows.
  constexpr int64_t kBytes = 16384;
  const int64_t block =
      std::clamp<int64_t>(kBytes / 4 / (rows.depth + 1), 1, kMostBlock);
  FloatRange ranges[kMostBlock];
  RowQuantizer quantizers[kMostBlock];
  for (int64_t first = begin; first < end; first += block) {
    const int64_t count = std::min(block, end - first);
    const float* const in = rows.in + first * rows.depth;
    int8_t* const out = rows.values + first * rows.depth;
    for (int64_t i = 0; i < count; ++i) {
      ranges[i] = isa.float_range(in + i * rows.depth, rows.depth);
    }
    for (int64_t i = 0; i < count; ++i) {
      quantizers[i] =
          MakeRowQuantizer(rows.asymmetric, ranges[i].min, ranges[i].max);
    }
    for (int64_t i = 0; i < count; ++i) {
      QuantizeBy(isa, quantizers[i], ranges[i], rows.flip, in + i * rows.depth,
                 rows.depth, out + i * rows.depth);
      SetQuantization(rows, first + i, quantizers[i].quantization);
    }
  }
}

StatusOr<size_t> HybridRows::Bytes(int64_t count, int64_t depth) {
  int64_t values = 0, total = 0;
  size_t bytes = 0;
  if (!CheckedMul(count, depth, &values) ||
      !CheckedMul(count, int64_t{12}, &total) ||
      !CheckedAdd(total, values, &total) || !CheckedCast(total, &bytes)) {
    return Invalid(count, " rows of ", depth, " elements are too many");
  }
  return bytes;
}

HybridRows::HybridRows(int64_t count, int64_t depth, void* memory,
                       bool is_unsigned)
    : count_(count),
      depth_(depth),
      is_unsigned_(is_unsigned),
      scales_(static_cast<float*>(memory)),
      zero_points_(reinterpret_cast<int32_t*>(scales_ + count)),
      row_offsets_(zero_points_ + count),
      values_(reinterpret_cast<int8_t*>(row_offsets_ + count)) {}

void HybridRows::Quantize(bool asymmetric, const float* in,
                          ThreadPool& threads) {
  const GemmIsa& isa = BestGemmIsa();
  const RowsToQuantize rows = {
      in,          depth_,
      asymmetric,  static_cast<uint8_t>(is_unsigned_ ? 128 : 0),
      values_,     scales_,
      zero_points_};
  if (count_ < threads.num_threads() && depth_ >= 2 * kElements) {
    for (int64_t i = 0; i < count_; ++i) QuantizeParts(isa, rows, i, threads);
    return;
  }
  threads.ParallelFor(count_, LeastItems(kElements, {depth_}),
                      [&](int64_t begin, int64_t end) {
                        QuantizeRowsWith(isa, rows, begin, end);
                      });
}

}  // namespace tflite::kernels
