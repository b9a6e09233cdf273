#include "kernels/gemm/hybrid_rows.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kElements = 8192;  // the least for a thread
constexpr int64_t kMostParts = 64;   // of a row
constexpr int64_t kMostBlock = 16;   // rows

// How values are stored.
struct Storage {
  bool asymmetric;
  uint8_t flip;
};

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

// QuantizeWith of a row that threads share.
RowQuantization QuantizeParts(const GemmIsa& isa, Storage storage,
                              const float* in, int64_t count, int8_t* out,
                              ThreadPool& threads) {
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
      MakeRowQuantizer(storage.asymmetric, range.min, range.max);
  threads.ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      QuantizeBy(isa, q, range, storage.flip, in + start(p), size(p),
                 out + start(p));
    }
  });
  return q.quantization;
}

}  // namespace

RowQuantization QuantizeWith(const GemmIsa& isa, bool asymmetric,
                             const float* in, int64_t count, int8_t* out) {
  const FloatRange range = isa.float_range(in, count);
  const RowQuantizer q = MakeRowQuantizer(asymmetric, range.min, range.max);
  QuantizeBy(isa, q, range, /*flip=*/0, in, count, out);
  return q.quantization;
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
  const Storage storage = {asymmetric,
                           static_cast<uint8_t>(is_unsigned_ ? 0x80 : 0)};
  const auto set = [&](int64_t row, const RowQuantization& q) {
    scales_[row] = q.scale;
    zero_points_[row] = q.zero_point + storage.flip;
  };
  if (count_ < threads.num_threads() && depth_ >= 2 * kElements) {
    for (int64_t i = 0; i < count_; ++i) {
      set(i, QuantizeParts(isa, storage, in + i * depth_, depth_,
                           values_ + i * depth_, threads));
    }
    return;
  }
  // The ranges of several rows, then their quantizers, then their values: each
  // would wait for the result of the one before it, but not for other rows.
  constexpr int64_t kBytes = 16384;
  const int64_t block =
      std::clamp<int64_t>(kBytes / 4 / (depth_ + 1), 1, kMostBlock);
  threads.ParallelFor(
      count_, LeastItems(kElements, {depth_ + 1}),
      [&](int64_t begin, int64_t end) {
        FloatRange ranges[kMostBlock];
        RowQuantizer quantizers[kMostBlock];
        for (int64_t first = begin; first < end; first += block) {
          const int64_t rows = std::min(block, end - first);
          const float* from = in + first * depth_;
          for (int64_t i = 0; i < rows; ++i) {
            ranges[i] = isa.float_range(from + i * depth_, depth_);
          }
          for (int64_t i = 0; i < rows; ++i) {
            quantizers[i] =
                MakeRowQuantizer(asymmetric, ranges[i].min, ranges[i].max);
          }
          for (int64_t i = 0; i < rows; ++i) {
            QuantizeBy(isa, quantizers[i], ranges[i], storage.flip,
                       from + i * depth_, depth_,
                       values_ + (first + i) * depth_);
            set(first + i, quantizers[i].quantization);
          }
        }
      });
}

}  // namespace tflite::kernels
