// Functions of the table of instruction sets, called with operands that end
// where memory ends: nothing is read or written after them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/sinks.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

template <typename T>
std::vector<T> Fill(int64_t n, T value) {
  return std::vector<T>(static_cast<size_t>(n), value);
}

class OperandsTest : public GemmTest {
 protected:
  int64_t PaddedFloats(int64_t n) const {
    return PaddedColumns(GemmType::kFloat, n);
  }
  int64_t PaddedIntegers(int64_t n) const {
    return PaddedColumns(GemmType::kByte, n);
  }
  std::vector<int64_t> SomeColumns() const {
    const int64_t vector = isa().int_vector, nr = isa().int_nr;
    return {1, vector - 1, vector, std::min(vector + 1, nr), nr - 1, nr};
  }
};

// ---- sums of integers ----

// Rows times columns of as many groups; the left operand consists of bytes, as
// the kernel takes them, or of words.
struct IntegerProduct {
  int64_t rows, columns, depth;
  bool bytes, is_signed;
  std::vector<uint8_t> left;  // rows * depth elements
  std::vector<int8_t> right;  // columns * depth

  int32_t Left(int64_t i, int64_t d, uint8_t flip) const {
    const int64_t at = i * depth + d;
    if (!bytes) {
      return static_cast<int16_t>(left[2 * at] | left[2 * at + 1] << 8);
    }
    const auto byte = static_cast<uint8_t>(left[at] ^ flip);
    return is_signed ? int32_t{static_cast<int8_t>(byte)} : int32_t{byte};
  }
  int32_t Sum(int64_t i, int64_t j, uint8_t flip = 0) const {
    int32_t sum = 0;
    for (int64_t d = 0; d < depth; ++d) {
      sum += Left(i, d, flip) * right[j * depth + d];
    }
    return sum;
  }
};

class IntegerOperandsTest : public OperandsTest {
 protected:
  IntegerProduct Make(int64_t rows, int64_t columns, int64_t groups, bool bytes,
                      bool is_signed) {
    const int64_t depth = groups * (bytes ? 4 : 2);
    return {rows,
            columns,
            depth,
            bytes,
            is_signed,
            Random<uint8_t>(rows * groups * 4, 0, 255),
            Random<int8_t>(columns * depth, -128, 127)};
  }
  GemmMatrix Packed(const IntegerProduct& p) {
    return GemmTest::Packed(p.bytes ? GemmType::kByte : GemmType::kInt16,
                            p.columns, p.depth, {p.right.data(), p.depth, 1});
  }
  // All panels of the matrix.
  std::vector<int8_t> Panels(const GemmMatrix& matrix) const {
    const int8_t* const first = matrix.int_panel(0);
    return {first, first + PaddedIntegers(matrix.n()) * matrix.groups() *
                               matrix.group()};
  }

  void ExpectTile(const IntegerProduct& p) {
    const GemmMatrix matrix = Packed(p);
    const int64_t width = PaddedIntegers(p.columns), pitch = isa().int_nr;
    const GuardedValues<uint8_t> left(p.left);
    const GuardedValues<int8_t> right(Panels(matrix));
    const GuardedValues<int32_t> start(Random<int32_t>(width, -9999, 9999)),
        column_sums(std::vector<int32_t>(matrix.column_sums(),
                                         matrix.column_sums() + width)),
        acc(Fill((p.rows - 1) * pitch + width, 77));
    uint32_t setup = 0;
    GemmIntTile tile;
    tile.m = static_cast<int>(p.rows);
    tile.n = static_cast<int>(p.columns);
    tile.groups = matrix.groups();
    tile.left = left.data();
    tile.left_stride = tile.groups * 4;
    tile.rhs = right.data();
    tile.start = start.data();
    tile.acc = acc.data();
    tile.acc_pitch = pitch;
    // A part of the depth has none.
    if (p.depth % 3 != 0) tile.column_sums = column_sums.data();
    tile.left_signed = p.is_signed;
    tile.setup = &setup;
    p.bytes ? isa().byte_tile(tile) : isa().int16_tile(tile);
    if (setup != 0) isa().release();
    for (int64_t i = 0; i < p.rows * p.columns; ++i) {
      const int64_t row = i / p.columns, j = i % p.columns;
      ASSERT_EQ(acc.data()[row * pitch + j], start.data()[j] + p.Sum(row, j))
          << p.rows << " rows, " << p.columns << " columns, depth " << p.depth;
    }
  }
};

TEST_P(IntegerOperandsTest, OfTilesOfWords) {
  for (const int64_t n : SomeColumns()) {
    for (int64_t m = 1; m <= isa().int_mr; ++m) {
      for (const int64_t groups : {1, 2, 3, 5, 18}) {
        ExpectTile(Make(m, n, groups, false, true));
      }
    }
  }
}

TEST_P(IntegerOperandsTest, OfTilesOfBytes) {
  if (!isa().bytes) GTEST_SKIP() << "takes words";
  for (const bool is_signed : {false, true}) {
    const GemmLeftBytes only =
        is_signed ? GemmLeftBytes::kUnsigned : GemmLeftBytes::kSigned;
    if (isa().left_bytes == only) continue;
    for (const int64_t n : SomeColumns()) {
      for (int64_t m = 1; m <= isa().int_mr; ++m) {
        for (const int64_t groups : {1, 2, 3, 4, 5, 16, 18, 35}) {
          ExpectTile(Make(m, n, groups, true, is_signed));
        }
      }
      // So deep that single rows are computed as others are.
      ExpectTile(Make(1, n, 205, true, is_signed));
    }
  }
}

TEST_P(IntegerOperandsTest, OfRowsWithManyPanels) {
  if (isa().byte_row == nullptr) GTEST_SKIP() << "has tiles only";
  const bool is_signed = isa().left_bytes == GemmLeftBytes::kSigned;
  for (const int64_t n : {1, 8, 15, 16, 17, 31, 32, 33, 48, 64, 80, 97}) {
    for (const int64_t groups : {1, 3, 4, 5, 9}) {
      for (const uint8_t flip : {0, 0x80}) {
        const IntegerProduct p = Make(1, n, groups, true, is_signed);
        const GemmMatrix matrix = Packed(p);
        const int64_t width = PaddedIntegers(n);
        const GuardedValues<uint8_t> left(p.left);
        const GuardedValues<int8_t> right(Panels(matrix));
        const GuardedValues<int32_t> start(Random<int32_t>(width, -99, 99)),
            acc(Fill(width, 77));
        isa().byte_row({n, groups, left.data(), flip, right.data(),
                        start.data(), acc.data()});
        for (int64_t j = 0; j < n; ++j) {
          ASSERT_EQ(acc.data()[j], start.data()[j] + p.Sum(0, j, flip))
              << n << " columns, " << groups << " groups";
        }
      }
    }
  }
}

TEST_P(IntegerOperandsTest, OfSumsOfRows) {
  for (const int64_t rows : {1, 2, 3}) {
    for (const int64_t depth : {0, 1, 7, 8, 9, 15, 16, 17, 24, 33, 100}) {
      for (const uint8_t flip : {0, 0x80}) {
        const int64_t stride = depth + (rows == 3 ? 5 : 0);
        const GuardedValues<uint8_t> in(
            Random<uint8_t>((rows - 1) * stride + depth, 0, 255));
        const GuardedValues<int32_t> out(Fill(rows, 77));
        const uint32_t excess = flip == 0 ? 0 : 9;
        isa().sum_rows(
            {in.data(), stride, rows, depth, flip, excess, -3, out.data()});
        for (int64_t i = 0; i < rows; ++i) {
          int32_t sum = 0;
          for (int64_t d = 0; d < depth; ++d) {
            sum += in.data()[i * stride + d] ^ flip;
          }
          ASSERT_EQ(out.data()[i], (sum - static_cast<int32_t>(excess)) * -3)
              << rows << " rows of " << depth;
        }
      }
    }
  }
}

TEST_P(IntegerOperandsTest, OfSumsOfBytesAndWords) {
  for (int64_t n = 0; n <= 100; ++n) {
    const GuardedValues<uint8_t> bytes(Random<uint8_t>(n, 0, 255));
    const GuardedValues<int16_t> words(Random<int16_t>(n, -32768, 32767));
    uint32_t sum = 0;
    int32_t sum_of_words = 0;
    for (int64_t i = 0; i < n; ++i) {
      sum += bytes.data()[i] ^ 0x80;
      sum_of_words += words.data()[i];
    }
    ASSERT_EQ(isa().sum_bytes(bytes.data(), n, 0x80), sum) << n;
    if (isa().sum_words == nullptr) continue;
    ASSERT_EQ(isa().sum_words(words.data(), n), sum_of_words) << n;
  }
}

TEST_P(IntegerOperandsTest, OfTermsOfRows) {
  for (const int64_t rows : {1, 2, 5}) {
    for (const int64_t columns : SomeColumns()) {
      const int64_t width = PaddedIntegers(columns), pitch = isa().int_nr;
      const std::vector<int32_t> before =
          Random<int32_t>((rows - 1) * pitch + width, -9999, 9999);
      const GuardedValues<int32_t> sums(before),
          terms(Random<int32_t>(rows, -99, 99));
      isa().add_row_terms(sums.data(), pitch, rows, columns, terms.data());
      for (int64_t i = 0; i < rows * columns; ++i) {
        const int64_t row = i / columns, at = row * pitch + i % columns;
        ASSERT_EQ(sums.data()[at], before[at] + terms.data()[row])
            << rows << " rows, " << columns << " columns";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, IntegerOperandsTest, testing::ValuesIn(Isas()),
                         IsaName);

// ---- results ----

// The columns of `from` in memory that ends with their padding.
class GuardedColumns {
 public:
  GuardedColumns(const GemmRequantColumns& from, int64_t n)
      : count_(RoundUp(n, 16)),
        multiplier_(Copy(from.multiplier, count_)),
        left_(Copy(from.left, count_)),
        right_(Copy(from.right, count_)),
        scale_(Copy(from.scale, count_)),
        nudge_(Copy(from.nudge, count_)),
        exact_(Copy(from.exact, count_ / 16)),
        high_(Copy(from.exact == nullptr ? nullptr : from.high, count_)),
        low_(Copy(from.exact == nullptr ? nullptr : from.low, count_)),
        half_(Copy(from.exact == nullptr ? nullptr : from.half, count_)),
        columns_(from) {
    columns_.multiplier = multiplier_.data();
    columns_.left = left_.data();
    columns_.right = right_.data();
    columns_.scale = scale_.data();
    columns_.nudge = nudge_.data();
    if (from.exact != nullptr) columns_.exact = exact_.data();
    columns_.high = high_.data();
    columns_.low = low_.data();
    columns_.half = half_.data();
  }
  const GemmRequantColumns& columns() const { return columns_; }

 private:
  template <typename T>
  static std::vector<T> Copy(const T* from, int64_t n) {
    return from == nullptr ? std::vector<T>() : std::vector<T>(from, from + n);
  }

  const int64_t count_;
  GuardedValues<int32_t> multiplier_, left_, right_;
  GuardedValues<float> scale_, nudge_;
  GuardedValues<uint8_t> exact_;
  GuardedValues<float> high_, low_, half_;
  GemmRequantColumns columns_;
};

class ResultOperandsTest : public OperandsTest {
 protected:
  void ExpectBytes(int64_t m, int64_t n, bool exact, bool by_floats) {
    constexpr ActivationRange<int32_t> kRange = {-100, 120};
    std::vector<QuantizedMultiplier> factors;
    for (int64_t j = 0; j < n; ++j) {
      factors.push_back({Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0], -7});
    }
    // Negative halves keep the first columns from the exact form.
    if (!exact) factors[0].multiplier = 1 << 30;
    const GemmRequantizer requantizer(factors.data(), n, 3, kRange, isa());
    const GuardedColumns columns(requantizer.columns(), n);
    const int64_t pitch = n + 5;
    const GuardedValues<int32_t> sums(
        Random<int32_t>((m - 1) * pitch + n, -40000, 40000));
    const GuardedValues<uint8_t> out(Fill<uint8_t>(m * n, 77));
    uint8_t* rows[kGemmRequantRows];
    for (int64_t i = 0; i < m; ++i) rows[i] = out.data() + i * n;
    const GemmRequantTile tile = {sums.data(),        pitch, m,   n,
                                  &columns.columns(), 0,     rows};
    by_floats ? isa().requantize_floats(tile) : isa().requantize(tile);
    for (int64_t i = 0; i < m * n; ++i) {
      const int32_t sum = sums.data()[i / n * pitch + i % n];
      ASSERT_EQ(
          static_cast<int8_t>(out.data()[i]),
          Requantized(sum, factors[i % n], Halves::kAwayFromZero, 3, kRange))
          << m << " rows, " << n << " columns";
    }
  }

  void ExpectFloats(int64_t m, int64_t n, bool has_bias, bool has_offsets) {
    const int64_t pitch = n + 3;
    const GuardedValues<int32_t> sums(
        Random<int32_t>((m - 1) * pitch + n, -4000, 4000)),
        offsets(Random<int32_t>(m, -99, 99)),
        column_sums(Random<int32_t>(n, -99, 99));
    const GuardedValues<float> scales(Floats(n)), bias(Floats(n)),
        row_scales(Floats(m)), out(Fill(m * n, 77.0f));
    std::vector<float*> rows;
    for (int64_t i = 0; i < m; ++i) rows.push_back(out.data() + i * n);
    GemmDequantTile tile;
    tile.acc = sums.data();
    tile.acc_pitch = pitch;
    tile.m = m;
    tile.n = n;
    tile.row_scale = row_scales.data();
    tile.row_offset = has_offsets ? offsets.data() : nullptr;
    tile.column_sum = column_sums.data();
    tile.column_scale = scales.data();
    tile.bias = has_bias ? bias.data() : nullptr;
    tile.min = -500;
    tile.max = 600;
    tile.out = rows.data();
    isa().dequantize(tile);
    for (int64_t i = 0; i < m * n; ++i) {
      const int64_t row = i / n, j = i % n;
      const int32_t sum =
          sums.data()[row * pitch + j] -
          (has_offsets ? offsets.data()[row] * column_sums.data()[j] : 0);
      const float y = static_cast<float>(sum) *
                          (row_scales.data()[row] * scales.data()[j]) +
                      (has_bias ? bias.data()[j] : 0.0f);
      ASSERT_EQ(out.data()[i], std::clamp(y, -500.0f, 600.0f))
          << m << " rows, " << n << " columns";
    }
  }
};

TEST_P(ResultOperandsTest, OfBytes) {
  for (const int64_t m : {1, 2, 3, 4, 5, kGemmRequantRows}) {
    for (const int64_t n :
         {1, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 37, 48, 63, 64, 65, 80}) {
      for (const bool exact : {false, true}) {
        for (const bool by_floats : {false, true}) {
          ExpectBytes(m, n, exact, by_floats);
        }
      }
    }
  }
}

TEST_P(ResultOperandsTest, OfFloats) {
  for (const int64_t m : {1, 2, 7}) {
    for (int64_t n = 1; n <= 40; ++n) {
      for (const bool has_bias : {false, true}) {
        for (const bool has_offsets : {false, true}) {
          ExpectFloats(m, n, has_bias, has_offsets);
        }
      }
    }
  }
}

TEST_P(ResultOperandsTest, OfRowsThatBecomeBytes) {
  for (int64_t n = 1; n <= 150; ++n) {
    const GuardedValues<float> row(Floats(n));
    const GuardedValues<int8_t> out(Fill<int8_t>(n, 77));
    float least = 0, most = 0;
    for (const float x : row.values()) {
      least = std::min(least, x);
      most = std::max(most, x);
    }
    const FloatRange range = isa().float_range(row.data(), n);
    ASSERT_EQ(range.min, least) << n;
    ASSERT_EQ(range.max, most) << n;
    isa().quantize_row({row.data(), n, 8.0f, 2.0f, -5, 9, out.data()});
    for (int64_t i = 0; i < n; ++i) {
      const float want = std::clamp(row.data()[i] * 8 + 2, -5.0f, 9.0f);
      ASSERT_EQ(out.data()[i], static_cast<int8_t>(want)) << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, ResultOperandsTest, testing::ValuesIn(Isas()),
                         IsaName);

// ---- floats ----

class FloatOperandsTest : public OperandsTest {
 protected:
  // Rows of `taps` runs of `depth` floats each, one after the other.
  struct Product {
    int64_t rows, columns, taps, depth;
    bool has_bias;

    int64_t k() const { return taps * depth; }
  };

  void Refill(const Product& p) {
    left_ = Floats(p.rows * p.k());
    right_ = Floats(p.columns * p.k());
    bias_ = Floats(p.columns);
  }
  float Want(const Product& p, int64_t i, int64_t j) const {
    float sum = p.has_bias ? bias_[j] : 0.0f;
    for (int64_t d = 0; d < p.k(); ++d) {
      sum += left_[i * p.k() + d] * right_[j * p.k() + d];
    }
    return std::clamp(sum, -1.5f, 2.5f);
  }
  std::vector<float> Panels(const Product& p) {
    const GemmMatrix matrix =
        Packed(GemmType::kFloat, p.columns, p.k(), {right_.data(), p.k(), 1});
    const float* const first = matrix.float_panel(0);
    return {first, first + PaddedFloats(p.columns) * p.k()};
  }
  void ExpectResults(const Product& p, const float* out) {
    for (int64_t i = 0; i < p.rows * p.columns; ++i) {
      ASSERT_EQ(out[i], Want(p, i / p.columns, i % p.columns))
          << p.rows << " rows, " << p.columns << " columns, " << p.taps
          << " runs of " << p.depth;
    }
  }

  void ExpectTile(const Product& p) {
    Refill(p);
    const GuardedValues<float> left(left_), bias(bias_), right(Panels(p)),
        out(Fill(p.rows * p.columns, 77.0f));
    std::vector<const float*> runs;
    std::vector<float*> rows;
    for (int64_t t = 0; t < p.taps; ++t) {
      for (int64_t i = 0; i < p.rows; ++i) {
        runs.push_back(left.data() + i * p.k() + t * p.depth);
      }
    }
    for (int64_t i = 0; i < p.rows; ++i) {
      rows.push_back(out.data() + i * p.columns);
    }
    GemmFloatTile tile;
    tile.m = static_cast<int>(p.rows);
    tile.n = static_cast<int>(p.columns);
    tile.taps = p.taps;
    tile.depth = p.depth;
    tile.rows = runs.data();
    tile.row_pitch = p.rows;
    tile.rhs = right.data();
    tile.bias = p.has_bias ? bias.data() : nullptr;
    tile.min = -1.5f;
    tile.max = 2.5f;
    tile.out = rows.data();
    isa().float_tile(tile);
    ExpectResults(p, out.data());
  }

  void ExpectRows(const Product& p, int64_t block_rows) {
    Refill(p);
    const GuardedValues<float> left(left_), bias(bias_), right(Panels(p)),
        out(Fill(p.rows * p.columns, 77.0f));
    std::vector<const float*> runs;
    for (int64_t t = 0; t < p.taps; ++t) {
      for (int64_t i = 0; i < p.rows; ++i) {
        runs.push_back(left.data() + i * p.k() + t * p.depth);
      }
    }
    GemmFloatRows rows;
    rows.rows = p.rows;
    rows.n = rows.out_stride = p.columns;
    rows.taps = p.taps;
    rows.depth = p.depth;
    if (p.taps > 1) rows.runs = runs.data();
    rows.run_pitch = p.rows;
    rows.left = left.data();
    rows.left_stride = p.k();
    rows.rhs = right.data();
    rows.panel_step = isa().float_nr * p.k();
    rows.bias = p.has_bias ? bias.data() : nullptr;
    rows.min = -1.5f;
    rows.max = 2.5f;
    rows.out = out.data();
    rows.block_rows = block_rows;
    isa().float_rows(rows);
    ExpectResults(p, out.data());
  }

 private:
  std::vector<float> left_, right_, bias_;
};

TEST_P(FloatOperandsTest, OfTiles) {
  for (int64_t n = 1; n <= isa().float_nr; ++n) {
    for (int64_t m = 1; m <= isa().float_mr; ++m) {
      for (const int64_t depth : {1, 2, 3, 8}) {
        ExpectTile({m, n, 1 + m % 3, depth, (m + n + depth) % 2 == 0});
      }
    }
  }
}

TEST_P(FloatOperandsTest, OfRows) {
  if (isa().float_rows == nullptr) GTEST_SKIP() << "has tiles only";
  for (const int64_t n : {9,  15, 16, 17, 24, 25, 31, 32, 33,  40, 48,
                          49, 56, 63, 64, 65, 72, 80, 96, 100, 144}) {
    for (int64_t m = 1; m <= 30; ++m) {
      for (const int64_t depth : {1, 7, 8, 9, 50}) {
        const int64_t block_rows = m % 5 == 0 ? 12 : m;
        ExpectRows({m, n, m % 4 == 0 ? 3 : 1, depth, m % 3 != 0}, block_rows);
      }
    }
  }
}

// Pixels of three channels, read from lines of their own.
TEST_P(FloatOperandsTest, OfLines) {
  if (isa().float_line == nullptr) GTEST_SKIP() << "has tiles only";
  const int64_t most = isa().float_line_columns == 0 ? isa().float_narrow
                                                     : isa().float_line_columns;
  constexpr int64_t kRuns = kGemmLineRuns, kRun = kGemmLineRun, kStep = 6;
  for (int64_t n = 1; n <= most; ++n) {
    for (int64_t pixels = 1; pixels <= 20; ++pixels) {
      const std::vector<float> weights = Floats(n * kRuns * kRun);
      const GemmMatrix matrix = Packed(GemmType::kFloat, n, kRuns * kRun,
                                       {weights.data(), kRuns * kRun, 1});
      const float* const panel = matrix.float_panel(0);
      const GuardedValues<float> right(
          std::vector<float>(panel, panel + PaddedFloats(n) * kRuns * kRun)),
          bias(Floats(n)), out(Fill(pixels * n, 77.0f));
      const int64_t read = (pixels - 1) * kStep + kRun;
      const GuardedValues<float> lines[] = {GuardedValues<float>(Floats(read)),
                                            GuardedValues<float>(Floats(read)),
                                            GuardedValues<float>(Floats(read))};
      GemmFloatLine line;
      line.pixels = pixels;
      line.n = static_cast<int>(n);
      for (int l = 0; l < kRuns; ++l) line.in[l] = lines[l].data();
      line.pixel_step = kStep;
      line.rhs = right.data();
      line.bias = pixels % 3 == 0 ? nullptr : bias.data();
      line.min = -1.5f;
      line.max = 2.5f;
      line.out = out.data();
      line.out_step = n;
      isa().float_line(line);
      for (int64_t i = 0; i < pixels * n; ++i) {
        const int64_t p = i / n, j = i % n;
        float sum = line.bias == nullptr ? 0.0f : bias.data()[j];
        for (int64_t d = 0; d < kRuns * kRun; ++d) {
          sum += lines[d / kRun].data()[p * kStep + d % kRun] *
                 weights[j * kRuns * kRun + d];
        }
        ASSERT_EQ(out.data()[i], std::clamp(sum, -1.5f, 2.5f))
            << pixels << " pixels, " << n << " columns";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, FloatOperandsTest, testing::ValuesIn(Isas()),
                         IsaName);

}  // namespace
}  // namespace tflite::kernels
