#include "delegates/edgetpu/simulator/execute.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "delegates/edgetpu/isa/arithmetic.h"
#include "delegates/edgetpu/isa/curves.h"
#include "delegates/edgetpu/simulator/execute_words.h"

namespace tflite::edgetpu {
namespace {

int32_t ByteValue(uint8_t byte, bool is_signed) {
  return is_signed ? static_cast<int8_t>(byte) : byte;
}

uint8_t Clamped(int64_t x, int32_t min, int32_t max) {
  return static_cast<uint8_t>(std::clamp<int64_t>(x, min, max));
}

// Calls f(position) before the taps of each position, and tap(index, bytes) for
// those of its taps that lie inside.
template <typename Position, typename Tap, typename End>
void Visit(const Window& w, const uint8_t* input, Position begin, Tap tap,
           End end) {
  for (uint32_t y = 0; y < w.rows; ++y) {
    for (uint32_t x = 0; x < w.columns; ++x) {
      begin();
      for (uint32_t fy = 0; fy < w.kernel_rows; ++fy) {
        const int64_t iy = int64_t{w.first_row} + int64_t{y} * w.stride_rows +
                           int64_t{fy} * w.dilation_rows;
        if (iy < 0 || iy >= w.height) continue;
        for (uint32_t fx = 0; fx < w.kernel_columns; ++fx) {
          const int64_t ix = int64_t{w.first_column} +
                             int64_t{x} * w.stride_columns +
                             int64_t{fx} * w.dilation_columns;
          if (ix < 0 || ix >= w.width) continue;
          tap(uint64_t{fy} * w.kernel_columns + fx,
              input + iy * w.row_bytes + ix * w.column_bytes);
        }
      }
      end(y, x);
    }
  }
}

class Executor {
 public:
  Executor(const Target& target, Memories* memories)
      : target_(target), memories_(*memories) {}

  void operator()(const Dma& d) const {
    for (uint32_t copy = 0; copy < d.copies; ++copy) {
      Address to_start = d.to;
      to_start.unit = static_cast<uint16_t>(to_start.unit + copy);
      const uint8_t* from = memories_.Read(d.from);
      uint8_t* to = memories_.Write(to_start);
      for (uint64_t p = 0; p < d.planes; ++p) {
        for (uint64_t r = 0; r < d.rows; ++r) {
          std::memmove(to + p * d.to_plane + r * d.to_row,
                       from + p * d.from_plane + r * d.from_row, d.row_bytes);
        }
      }
    }
  }

  // Order in time only.
  void operator()(const Sync&) const {}

  void operator()(const Multiply& m) const {
    const uint8_t* const tile = memories_.Tile(m.tile);
    uint8_t* accumulators = memories_.Tile(m.tile) + m.accumulators;
    std::vector<int32_t> sums(m.lanes);
    const size_t bytes = sums.size() * sizeof(int32_t);
    const std::vector<int16_t> weights = Weights(m);
    const auto begin = [&] {
      const bool start = (m.flags & kStart) != 0;
      std::memcpy(sums.data(), start ? tile + m.bias : accumulators, bytes);
    };
    const auto end = [&](uint32_t, uint32_t) {
      std::memcpy(accumulators, sums.data(), bytes);
      accumulators += bytes;
    };
    const bool is_signed = (m.flags & kSigned) != 0;
    if ((m.flags & kLanewise) != 0) {
      const auto tap = [&](uint64_t t, const uint8_t* in) {
        const int16_t* w = weights.data() + t * m.lanes;
        for (uint32_t l = 0; l < m.lanes; ++l) {
          Accumulate((ByteValue(in[l], is_signed) - m.input_zero_point) * w[l],
                     &sums[l]);
        }
      };
      Visit(m.window, tile + m.input, begin, tap, end);
      return;
    }
    const uint64_t depth = uint64_t{m.depth} * target_.depth_block();
    const auto tap = [&](uint64_t t, const uint8_t* in) {
      const int16_t* w = weights.data() + t * depth * m.lanes;
      for (uint64_t d = 0; d < depth; ++d, w += m.lanes) {
        const int32_t a = ByteValue(in[d], is_signed) - m.input_zero_point;
        if (a == 0) continue;
        for (uint32_t l = 0; l < m.lanes; ++l) Accumulate(a * w[l], &sums[l]);
      }
    };
    Visit(m.window, tile + m.input, begin, tap, end);
  }

  void operator()(const Requantize& r) const { RequantizeBy(r, ScaleBy); }
  void operator()(const RequantizeUp& r) const { RequantizeBy(r, ScaleUpBy); }
  template <typename Scale>
  void RequantizeBy(const Requantize& r, const Scale& scale) const {
    uint8_t* const tile = memories_.Tile(r.tile);
    std::vector<int32_t> scales(2 * size_t{r.lanes}), sums(r.lanes);
    std::memcpy(scales.data(), tile + r.scales, scales.size() * 4);
    for (uint64_t y = 0; y < r.rows; ++y) {
      for (uint64_t x = 0; x < r.columns; ++x) {
        std::memcpy(sums.data(),
                    tile + r.accumulators + 4 * (y * r.columns + x) * r.lanes,
                    sums.size() * 4);
        uint8_t* out = tile + r.output + y * r.row_bytes + x * r.column_bytes;
        for (uint32_t l = 0; l < r.lanes; ++l) {
          const int32_t shift = std::clamp(scales[2 * l + 1], -31, 30);
          out[l] = Clamped(
              int64_t{scale(sums[l], scales[2 * l], shift)} + r.zero_point,
              r.min, r.max);
        }
      }
    }
  }

  void operator()(const Pool& p) const {
    uint8_t* const tile = memories_.Tile(p.tile);
    const bool is_signed = (p.flags & kSigned) != 0;
    std::vector<int32_t> sums(p.lanes), most(p.lanes);
    int32_t count = 0;
    const auto begin = [&] {
      std::fill(sums.begin(), sums.end(), 0);
      std::fill(most.begin(), most.end(), INT32_MIN);
      count = 0;
    };
    const auto tap = [&](uint64_t, const uint8_t* in) {
      ++count;
      for (uint32_t l = 0; l < p.lanes; ++l) {
        const int32_t v = ByteValue(in[l], is_signed);
        sums[l] += v;
        most[l] = std::max(most[l], v);
      }
    };
    const auto end = [&](uint32_t y, uint32_t x) {
      uint8_t* out = tile + p.output + uint64_t{y} * p.output_row_bytes +
                     uint64_t{x} * p.output_column_bytes;
      for (uint32_t l = 0; l < p.lanes; ++l) {
        int32_t value = 0;
        if (count > 0 && (p.flags & kAverage) != 0) {
          const int32_t half = sums[l] > 0 ? count / 2 : -(count / 2);
          value = (sums[l] + half) / count;
        } else if (count > 0) {
          value = most[l];
        }
        out[l] = Clamped(value, p.min, p.max);
      }
    };
    Visit(p.window, tile + p.input, begin, tap, end);
  }

  void operator()(const Add& a) const {
    uint8_t* const tile = memories_.Tile(a.tile);
    const bool is_signed = (a.flags & kSigned) != 0;
    for (uint64_t i = 0; i < a.count; ++i) {
      const int32_t x = ByteValue(tile[a.x + i], is_signed) - a.x_zero_point;
      const int32_t y = ByteValue(tile[a.y + i], is_signed) - a.y_zero_point;
      const auto first = static_cast<uint32_t>(
          ScaleBy(x * (1 << a.shift), a.x_factor, a.x_shift));
      const auto second = static_cast<uint32_t>(
          ScaleBy(y * (1 << a.shift), a.y_factor, a.y_shift));
      const bool negative = (a.flags & kNegative) != 0;
      const auto sum =
          static_cast<int32_t>(negative ? first - second : first + second);
      tile[a.output + i] = Clamped(
          int64_t{ScaleBy(sum, a.factor, a.factor_shift)} + a.zero_point, a.min,
          a.max);
    }
  }

  void operator()(const Product& p) const {
    uint8_t* const tile = memories_.Tile(p.tile);
    const bool is_signed = (p.flags & kSigned) != 0;
    for (uint64_t i = 0; i < p.count; ++i) {
      const int32_t x = ByteValue(tile[p.x + i], is_signed) - p.x_zero_point;
      const int32_t y = ByteValue(tile[p.y + i], is_signed) - p.y_zero_point;
      tile[p.output + i] = Clamped(
          int64_t{ScaleBy(x * y, p.factor, p.factor_shift)} + p.zero_point,
          p.min, p.max);
    }
  }

  void operator()(const Extreme& e) const {
    uint8_t* const tile = memories_.Tile(e.tile);
    const bool is_signed = (e.flags & kSigned) != 0;
    const bool larger = (e.flags & kMaximum) != 0;
    for (uint64_t i = 0; i < e.count; ++i) {
      const int32_t x = ByteValue(tile[e.x + i], is_signed);
      const int32_t y = ByteValue(tile[e.y + i], is_signed);
      tile[e.output + i] =
          Clamped(larger ? std::max(x, y) : std::min(x, y), e.min, e.max);
    }
  }

  void operator()(const Normalize& n) const {
    uint8_t* const tile = memories_.Tile(n.tile);
    float reals[256], beta, scale;
    std::memcpy(reals, tile + n.reals, sizeof(reals));
    std::memcpy(&beta, &n.beta, sizeof(beta));
    std::memcpy(&scale, &n.scale, sizeof(scale));
    std::vector<uint8_t> row(n.count);
    for (uint64_t r = 0; r < n.rows; ++r) {
      std::memcpy(row.data(), tile + n.input + r * n.input_row_bytes, n.count);
      float most = reals[row[0]];
      for (const uint8_t x : row) most = std::max(most, reals[x]);
      float sum = 0;
      for (const uint8_t x : row) sum += std::exp((reals[x] - most) * beta);
      uint8_t* out = tile + n.output + r * n.output_row_bytes;
      for (const uint8_t x : row) {
        const float share = std::exp((reals[x] - most) * beta) / sum;
        *out++ = Clamped(Bounded(std::round(share / scale)) + n.zero_point,
                         n.min, n.max);
      }
    }
  }

  void operator()(const Unitize& u) const {
    uint8_t* const tile = memories_.Tile(u.tile);
    const bool is_signed = (u.flags & kSigned) != 0;
    std::vector<int32_t> row(u.count);
    for (uint64_t r = 0; r < u.rows; ++r) {
      const uint8_t* in = tile + u.input + r * u.input_row_bytes;
      for (int32_t& x : row)
        x = ByteValue(*in++, is_signed) - u.input_zero_point;
      int64_t sum = 0;
      for (const int32_t x : row) sum += int64_t{x} * x;
      uint8_t* const out = tile + u.output + r * u.output_row_bytes;
      if ((u.flags & kReal) != 0) {
        UnitizeReal(u, row, static_cast<double>(sum), out);
        continue;
      }
      const FixedScale root = InverseRootOf(static_cast<int32_t>(sum));
      const int32_t shift = root.shift + static_cast<int32_t>(u.shift_after);
      for (size_t i = 0; i < row.size(); ++i) {
        out[i] = Clamped(int64_t{ScaleBy(row[i] * (1 << u.shift_before),
                                         root.factor, shift)} +
                             u.zero_point,
                         u.min, u.max);
      }
    }
  }

  void operator()(const Narrow& n) const {
    ExecuteNarrow(n, memories_.Tile(n.tile));
  }
  void operator()(const Curve& c) const {
    ExecuteCurve(c, memories_.Tile(c.tile));
  }
  void operator()(const Mix& m) const { ExecuteMix(m, memories_.Tile(m.tile)); }
  void operator()(const Finish& f) const {
    ExecuteFinish(f, memories_.Tile(f.tile));
  }

  void operator()(const Blend& b) const {
    uint8_t* const tile = memories_.Tile(b.tile);
    const bool is_signed = (b.flags & kSigned) != 0;
    for (uint64_t y = 0; y < b.rows; ++y) {
      const Tap row = TapAt(tile + b.row_taps + 12 * y, b.first_row, b.height);
      for (uint64_t x = 0; x < b.columns; ++x) {
        const Tap column =
            TapAt(tile + b.column_taps + 12 * x, b.first_column, b.width);
        const auto at = [&](int64_t iy, int64_t ix) {
          return tile + b.input + iy * b.row_bytes + ix * b.column_bytes;
        };
        const uint8_t* corners[] = {
            at(row.lower, column.lower), at(row.lower, column.upper),
            at(row.upper, column.lower), at(row.upper, column.upper)};
        uint8_t* out = tile + b.output + y * b.output_row_bytes +
                       x * b.output_column_bytes;
        if ((b.flags & kReal) != 0) {
          BlendReal(row, column, corners, b.lanes, is_signed, out);
        } else {
          BlendFixed(row, column, corners, b.lanes, is_signed, out);
        }
      }
    }
  }

  void operator()(const Lookup& l) const {
    uint8_t* const tile = memories_.Tile(l.tile);
    uint8_t table[256];
    std::memcpy(table, tile + l.table, sizeof(table));
    for (uint64_t i = 0; i < l.count; ++i) {
      tile[l.output + i] = table[tile[l.input + i]];
    }
  }

  void operator()(const Fill& f) const {
    uint8_t* to = memories_.Tile(f.tile) + f.output;
    for (uint64_t r = 0; r < f.rows; ++r) {
      std::memset(to + r * f.stride, static_cast<int>(f.value), f.row_bytes);
    }
  }

 private:
  static void Accumulate(int32_t product, int32_t* sum) {
    *sum = static_cast<int32_t>(static_cast<uint32_t>(*sum) +
                                static_cast<uint32_t>(product));
  }

  static void UnitizeReal(const Unitize& u, const std::vector<int32_t>& row,
                          double sum, uint8_t* out) {
    float scale;
    std::memcpy(&scale, &u.scale, sizeof(scale));
    const double length = std::max(std::sqrt(sum), 1.0);
    for (const int32_t x : row) {
      *out++ =
          Clamped(Bounded(std::round(static_cast<float>(x / length) / scale)) +
                      u.zero_point,
                  u.min, u.max);
    }
  }

  // An integer that gives the same result after any clamp as x; NaN becomes the
  // smallest.
  static int64_t Bounded(float x) {
    return static_cast<int64_t>(x > -1e9f ? std::min(double{x}, 1e9) : -1e9);
  }

  struct Tap {
    int64_t lower, upper, weight;
    float real;
  };
  static Tap TapAt(const uint8_t* bytes, int64_t first, int64_t extent) {
    int32_t words[3];
    std::memcpy(words, bytes, sizeof(words));
    Tap tap;
    std::memcpy(&tap.real, &words[2], sizeof(tap.real));
    const auto inside = [&](int64_t i) {
      return std::clamp<int64_t>(i - first, 0, extent - 1);
    };
    tap.lower = inside(words[0]);
    tap.upper = inside(words[1]);
    tap.weight = std::clamp<int64_t>(words[2], 0, 1024);
    return tap;
  }

  static void BlendFixed(const Tap& row, const Tap& column,
                         const uint8_t* const corners[4], uint32_t lanes,
                         bool is_signed, uint8_t* out) {
    constexpr int64_t kOne = 1 << 10;
    const int64_t weights[] = {(kOne - row.weight) * (kOne - column.weight),
                               (kOne - row.weight) * column.weight,
                               row.weight * (kOne - column.weight),
                               row.weight * column.weight};
    for (uint32_t l = 0; l < lanes; ++l) {
      int64_t sum = 0;
      for (int i = 0; i < 4; ++i) {
        sum += ByteValue(corners[i][l], is_signed) * weights[i];
      }
      out[l] = static_cast<uint8_t>(ShiftRightRounding(sum, 20));
    }
  }

  static void BlendReal(const Tap& row, const Tap& column,
                        const uint8_t* const corners[4], uint32_t lanes,
                        bool is_signed, uint8_t* out) {
    const float weights[] = {
        (1 - row.real) * (1 - column.real), (1 - row.real) * column.real,
        row.real * (1 - column.real), row.real * column.real};
    for (uint32_t l = 0; l < lanes; ++l) {
      float sum = 0;
      for (int i = 0; i < 4; ++i) {
        sum += static_cast<float>(ByteValue(corners[i][l], is_signed)) *
               weights[i];
      }
      out[l] = Clamped(Bounded(std::floor(sum + 0.5f)), is_signed ? -128 : 0,
                       is_signed ? 127 : 255);
    }
  }

  // The weights of an instruction without their zero point, [tap][depth][lane].
  std::vector<int16_t> Weights(const Multiply& m) const {
    const Window& w = m.window;
    const bool lanewise = (m.flags & kLanewise) != 0;
    const bool is_signed = (m.flags & kSignedWeights) != 0;
    const uint32_t block = lanewise ? 1 : target_.depth_block();
    const size_t steps = size_t{w.kernel_rows} * w.kernel_columns * m.depth;
    std::vector<int16_t> weights(steps * m.lanes * block);
    const uint8_t* from = memories_.Tile(m.tile) + m.weights;
    for (size_t s = 0; s < steps; ++s) {
      for (uint32_t l = 0; l < m.lanes; ++l) {
        for (uint32_t i = 0; i < block; ++i, ++from) {
          weights[(s * block + i) * m.lanes + l] = static_cast<int16_t>(
              ByteValue(*from, is_signed) - m.weights_zero_point);
        }
      }
    }
    return weights;
  }

  const Target& target_;
  Memories& memories_;
};

}  // namespace

void Execute(const Instruction& instruction, const Target& target,
             Memories* memories) {
  std::visit(Executor(target, memories), instruction);
}

}  // namespace tflite::edgetpu
