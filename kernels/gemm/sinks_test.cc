#include "kernels/gemm/sinks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

TEST_P(GemmTest, RequantizationIsTheFixedPointOne) {
  constexpr int64_t kColumns = 37, kRows = 60;
  constexpr ActivationRange<int32_t> kRange = {-120, 100};
  for (const int max_shift : {0, 5, 22, 31}) {
    for (const int turn : {0, 1, 2, 3}) {
      const int left_shift = turn % 2 * 3;
      const Halves halves = kBothHalves[turn / 2];
      std::vector<QuantizedMultiplier> factors(kColumns);
      std::vector<int32_t> sums(kRows * 48);
      for (auto& f : factors) {
        f.multiplier = Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0];
        f.shift = Random<int32_t>(1, -max_shift, left_shift)[0];
      }
      factors[0] = {0, 0};
      factors[1] = {1 << 30, -max_shift};
      factors[2] = {max_shift == 22 ? 12345 : 1 << 30, 0};
      for (size_t i = 0; i < sums.size(); ++i) {
        const int64_t limit = int64_t{1} << (i % 32);
        sums[i] = Random<int32_t>(1, -limit, limit - 1)[0];
      }
      const GemmRequantizer requantizer(factors.data(), kColumns, -11, kRange,
                                        isa(), halves);
      std::vector<uint8_t> out(kRows * kColumns);
      for (int64_t i = 0; i < kRows; ++i) {
        uint8_t* row = &out[i * kColumns];
        requantizer.Run(&sums[i * 48], 48, 1, 0, kColumns, &row);
      }
      for (int64_t i = 0; i < kRows * kColumns; ++i) {
        const int32_t x = sums[i / kColumns * 48 + i % kColumns];
        const QuantizedMultiplier f = factors[i % kColumns];
        ASSERT_EQ(static_cast<int8_t>(out[i]),
                  Requantized(x, f, halves, -11, kRange))
            << isa().name << " of " << x << " by " << f.multiplier << " shift "
            << f.shift << " turn " << turn;
      }
    }
  }
}

// Left shifts wrap, so that results of models with unreasonable scales reach
// the ends of 32 bits, from where a zero point must not lead to the other one.
TEST_P(GemmTest, ZeroPointsTakeNoResultPast32Bits) {
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
  constexpr int32_t kSums[] = {2, -2, 1, 3, kLeast, kLeast + 1, kMost};
  constexpr int64_t kColumns = 37;
  for (const Halves halves : kBothHalves) {
    for (const int shift : {0, 30}) {
      const std::vector<QuantizedMultiplier> factors(kColumns, {kMost, shift});
      for (const int32_t low : {-128, 0}) {
        const ActivationRange<int32_t> range = {low, low + 255};
        for (const int32_t zero_point : {range.min, low + 9, range.max}) {
          const GemmRequantizer requantizer(factors.data(), kColumns,
                                            zero_point, range, isa(), halves);
          std::vector<int32_t> sums(48);
          for (size_t j = 0; j < sums.size(); ++j) sums[j] = kSums[j % 7];
          std::vector<uint8_t> out(kColumns);
          uint8_t* row = out.data();
          requantizer.Run(sums.data(), 48, 1, 0, kColumns, &row);
          for (int64_t j = 0; j < kColumns; ++j) {
            ASSERT_EQ(out[j],
                      static_cast<uint8_t>(Requantized(
                          sums[j], factors[j], halves, zero_point, range)))
                << isa().name << " of " << sums[j] << " shift " << shift
                << " zero point " << zero_point;
          }
        }
      }
    }
  }
}

// Sums next to where a result steps from one value to the next, for factors
// with halves of their own at both roundings.
TEST_P(GemmTest, RequantizationStepsWhereTheFixedPointOneDoes) {
  constexpr int64_t kColumns = 48, kRows = 11;
  for (int turn = 0; turn < 48; ++turn) {
    const int shift = turn / 2;
    const Halves halves = kBothHalves[turn % 2];
    std::vector<QuantizedMultiplier> factors(kColumns);
    for (auto& f : factors)
      f = {Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0], -shift};
    factors[0].multiplier = 1 << 30;
    factors[1].multiplier = 0x7FFFFFFF;
    factors[2].multiplier = 3 << 29;
    // UINT8 and INT8, at either end of the range.
    const int32_t low = shift % 3 == 0 ? 0 : -128;
    const int32_t zero_point = shift % 2 == 0 ? low : low + 255;
    const GemmRequantizer requantizer(factors.data(), kColumns, zero_point,
                                      {low, low + 255}, isa(), halves);
    std::vector<int32_t> sums(kRows * kColumns);
    std::vector<uint8_t> out(sums.size());
    uint8_t* rows[kRows];
    for (int64_t i = 0; i < kRows; ++i) rows[i] = &out[i * kColumns];
    for (int step = -260; step <= 260; step += 3) {
      for (int64_t i = 0; i < kRows * kColumns; ++i) {
        const QuantizedMultiplier f = factors[i % kColumns];
        const double place = (step + 0.5) * std::ldexp(1.0, 31 + shift) /
                             static_cast<double>(f.multiplier);
        const double near = place + static_cast<double>(i / kColumns - 5);
        sums[i] = static_cast<int32_t>(
            std::min(2147483647.0, std::max(-2147483648.0, near)));
      }
      requantizer.Run(sums.data(), kColumns, kRows, 0, kColumns, rows);
      for (int64_t i = 0; i < kRows * kColumns; ++i) {
        const QuantizedMultiplier f = factors[i % kColumns];
        const int32_t want =
            Requantized(sums[i], f, halves, zero_point, {low, low + 255});
        ASSERT_EQ(out[i], static_cast<uint8_t>(want))
            << isa().name << " of " << sums[i] << " by " << f.multiplier
            << " turn " << turn;
      }
    }
  }
}

struct ProductCase {
  int64_t rows, columns, depth;
  bool is_unsigned;
  int32_t left_zero_point, right_zero_point;
  int largest_shift;
  int64_t line = 5, apart = 3;  // rows of a line, bytes between rows

  GemmRowLayout Layout() const {
    const int64_t stride = columns + apart;
    return {stride, line, (line + 1) * stride, 100};
  }
  // Without the bias.
  int32_t Sum(const uint8_t* left, const std::vector<int8_t>& right, int64_t m,
              int64_t j) const {
    int32_t sum = 0;
    for (int64_t d = 0; d < depth; ++d) {
      const uint8_t byte = left[m * depth + d];
      const int32_t value =
          is_unsigned ? int32_t{byte} : int32_t{static_cast<int8_t>(byte)};
      sum +=
          (value - left_zero_point) * (right[j * depth + d] - right_zero_point);
    }
    return sum;
  }
};

constexpr int64_t kManyColumns = 3 * kGemmMaxColumns + 7;
constexpr ProductCase kProducts[] = {{1, kManyColumns, 12, false, 0, 0, -1},
                                     {2, kManyColumns, 12, false, 0, 0, -1},
                                     {23, kManyColumns, 12, false, 0, 0, -1},
                                     {23, 13, 12, false, -9, 0, 0},
                                     {17, 8, 36, false, 4, 3, 2},
                                     {9, 40, 16, true, 131, -28, -1},
                                     {33, kManyColumns, 27, true, 7, 100, -1},
                                     {12, 5, 44, true, 255, -128, 1},
                                     {7, 24, 8, true, 128, 0, -1},
                                     {5, 16, 4, true, 0, 5, 0},
                                     {1, 19, 20, true, 3, 7, -1},
                                     {1, kManyColumns, 20, true, 3, 7, -1},
                                     {1, kManyColumns, 20, false, 3, 0, 2},
                                     {23, 24, 72, false, -5, 0, -1},
                                     {29, 20, 36, false, 7, 3, -1, 29, 0},
                                     {19, 7, 20, false, 7, 0, -2, 19, 0},
                                     {21, 12, 28, true, 5, 0, -2, 21, 1},
                                     {40, 1, 96, false, 9, 0, -3, 40, 0},
                                     {37, 1, 132, true, 9, 0, -3, 20, 0},
                                     {37, 2, 36, false, -9, 0, -1, 37, 0},
                                     {37, 3, 70, false, -9, 0, -2, 37, 0},
                                     {35, 3, 64, false, 1, 0, -2, 35, 2},
                                     {35, 4, 192, true, 128, 0, -3, 35, 0},
                                     {33, 4, 1024, false, 1, 0, -4, 33, 0},
                                     {33, 4, 1028, false, 1, 0, -4, 33, 0},
                                     {33, 2, 60, false, 1, 7, -2, 33, 0}};

// Of results: parts of a byte's range and whole ones, with negative results,
// less the zero point, and without.
struct ResultRange {
  int32_t zero_point, min, max;
};
constexpr ResultRange kRanges[] = {{-7, -7, 120},     {-7, -128, 120},
                                   {-128, -128, 127}, {-7, -128, 127},
                                   {0, 0, 255},       {9, 0, 255}};

// Products that go straight to bytes, of full panels and others: in even turns,
// many sums lie at halves, where floats leave the result in doubt.
// Bytes of both kinds with both zero points, factors that have no float form,
// lines of results apart, rows whose end nothing may be read beyond.
TEST_P(GemmTest, ProductsAreRequantizedInTheFixedPointArithmetic) {
  ThreadPool threads(2);
  for (size_t turn = 0; turn < 4 * std::size(kRanges) * std::size(kProducts);
       ++turn) {
    const Halves halves = kBothHalves[turn / 2 % 2];
    const ResultRange& range = kRanges[turn / 4 % std::size(kRanges)];
    const ProductCase& c = kProducts[turn / 4 / std::size(kRanges)];
    const auto bytes = Random<uint8_t>(c.rows * c.depth, 0, 255);
    const auto right = Random<int8_t>(c.columns * c.depth, -128, 127);
    const auto bias = Random<int32_t>(c.columns, -99, 99);
    GuardedMemory memory(bytes.size());
    auto* const left = memory.Last<uint8_t>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), left);
    const GemmMatrix matrix =
        Packed(GemmType::kByte, c.columns, c.depth, {right.data(), c.depth, 1});
    const bool has_bound = turn % 3 == 0;
    const int largest_shift = c.largest_shift + (has_bound ? 3 : 0);
    std::vector<QuantizedMultiplier> factors(c.columns);
    for (size_t j = 0; j < factors.size(); ++j) {
      factors[j] = {turn % 2 == 0 && j % 2 == 0
                        ? 1 << 30
                        : Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0],
                    largest_shift - static_cast<int>(j % 12)};
    }
    factors[turn % factors.size()] = {0, 0};  // a dead channel
    const int64_t most_sum = GemmMostSum(c.depth, bias.data(), c.columns);
    const GemmRequantizer requantizer(
        factors.data(), c.columns, range.zero_point, {range.min, range.max},
        isa(), halves, has_bound ? most_sum : GemmRequantizer::kAnySum);
    GemmIntegerArgs args;
    args.left = {left, c.rows, c.depth};
    args.left_type = {c.is_unsigned, c.left_zero_point};
    args.right_zero_point = c.right_zero_point;
    std::vector<int32_t> start(matrix.padded_columns());
    GemmStart(matrix, args.left_type, c.right_zero_point, bias.data(),
              start.data());
    args.start = start.data();
    const GemmRowLayout layout = c.Layout();
    std::vector<int8_t> want((c.rows / c.line + 1) * layout.line_stride, 99);
    for (int64_t i = 0; i < c.rows * c.columns; ++i) {
      const int64_t m = i / c.columns, j = i % c.columns;
      const int32_t sum = bias[j] + c.Sum(left, right, m, j);
      want[layout.Offset(m) + j] = static_cast<int8_t>(Requantized(
          sum, factors[j], halves, range.zero_point, {range.min, range.max}));
    }
    // One thread has more panels at a time than each of two.
    for (const int planned : {1, 2}) {
      const GemmPlan plan = PlanGemm(matrix, c.rows, nullptr, planned);
      std::vector<int8_t> out(want.size(), 99);
      GemmIntegers(plan, args, matrix,
                   GemmRequantizeSink(requantizer, out.data(), layout),
                   Scratch(plan), threads);
      ASSERT_EQ(out, want) << isa().name << " case " << &c - kProducts
                           << " range " << &range - kRanges;
    }
  }
}

// Windows give the same bytes as a matrix of their values.
TEST_P(GemmTest, WindowsAreRequantizedLikeRows) {
  ThreadPool threads(2);
  GemmWindow window;
  window.geometry = {2, 13, 17, 0, 13, 17, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  for (const int64_t channels : {3, 4, 12, 16, 32}) {
    window.channels = window.pixel_stride = channels;
    const int64_t rows = window.rows(), depth = window.depth();
    const auto image = Random<uint8_t>(rows * channels, 0, 255);
    std::vector<uint8_t> matrix_left;
    for (int64_t m = 0; m < rows; ++m) {
      for (int64_t d = 0; d < depth; ++d) {
        const int64_t y = m / 17 % 13 + d / channels / 3 - 1;
        const int64_t x = m % 17 + d / channels % 3 - 1;
        const bool inside = y >= 0 && y < 13 && x >= 0 && x < 17;
        const int64_t pixel = (m / 221 * 13 + y) * 17 + x;
        matrix_left.push_back(inside ? image[pixel * channels + d % channels]
                                     : 9);
      }
    }
    for (const int64_t n : {8, 40, 70}) {
      if (channels > 12 && n > 8) continue;  // one panel is enough
      const auto right = Random<int8_t>(n * depth, -128, 127);
      std::vector<QuantizedMultiplier> factors(n);
      for (auto& f : factors)
        f = {Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0], -9};
      // Without the exact form, if there is any, in one panel of three.
      if (n == 70) factors[33].multiplier = 1 << 30;
      const GemmRequantizer requantizer(factors.data(), n, 4, {-128, 127},
                                        isa());
      const GemmMatrix matrix =
          Packed(GemmType::kByte, n, depth, {right.data(), depth, 1});
      for (const bool is_unsigned : {false, true}) {
        GemmIntegerArgs args;
        args.left_type = {is_unsigned, 9};
        std::vector<int32_t> start(matrix.padded_columns());
        GemmStart(matrix, args.left_type, 0, nullptr, start.data());
        args.start = start.data();
        std::vector<int8_t> got(rows * n), want(rows * n);
        const auto run = [&](const GemmLeft& left, std::vector<int8_t>* out) {
          args.left = left;
          const GemmPlan plan = PlanGemm(matrix, rows, left.window, 2);
          GemmIntegers(plan, args, matrix,
                       GemmRequantizeSink(requantizer, out->data(), {n}),
                       Scratch(plan), threads);
        };
        run({image.data(), rows, 0, &window}, &got);
        run({matrix_left.data(), rows, depth}, &want);
        ASSERT_EQ(got, want) << isa().name << ", " << channels << " channels, "
                             << n << " columns";
      }
    }
  }
}

// The sums after the last column are arbitrary, or in unreadable memory.
TEST_P(GemmTest, RequantizationReadsNoSumBeyondTheColumns) {
  constexpr int64_t kPitch = 48, kRows = 3;
  for (const int shift : {0, 9, 31}) {  // by floats, and by integers
    for (int64_t columns = 1; columns <= kPitch; ++columns) {
      const int64_t count = (kRows - 1) * kPitch + columns;
      const GuardedValues<int32_t> sums(Random<int32_t>(count, -40000, 40000));
      const std::vector<QuantizedMultiplier> factors(columns,
                                                     {0x60000001, -shift});
      const GemmRequantizer requantizer(factors.data(), columns, 5, {-128, 127},
                                        isa());
      std::vector<uint8_t> out(kRows * columns);
      uint8_t* rows[kRows];
      for (int64_t i = 0; i < kRows; ++i) rows[i] = &out[i * columns];
      requantizer.Run(sums.data(), kPitch, kRows, 0, columns, rows);
      for (int64_t i = 0; i < kRows * columns; ++i) {
        const int32_t x = sums[i / columns * kPitch + i % columns];
        const int32_t y = MultiplyByQuantizedMultiplier(x, factors[0]) + 5;
        ASSERT_EQ(static_cast<int8_t>(out[i]), std::min(127, std::max(-128, y)))
            << isa().name << " of " << x << " shift " << shift;
      }
    }
  }
}

// Of more rows than one tile has. Of two products, only those of -128 by -128
// have a sum that 16 bits do not hold.
TEST_P(GemmTest, ExtremeBytesOfManyRowsDoNotSaturate) {
  constexpr int64_t kRows = 11, kColumns = 13, kDepth = 36;
  ThreadPool threads(1);
  const std::vector<QuantizedMultiplier> factors(kColumns,
                                                 QuantizeMultiplier(0.0002));
  const GemmRequantizer requantizer(factors.data(), kColumns, 0, {-128, 127},
                                    isa());
  for (const int left_value : {-128, 127}) {
    for (const int right_value : {-128, -127, 127}) {
      // Every third column has the value; the others are small.
      std::vector<int8_t> right(kColumns * kDepth, 1), want(kRows * kColumns);
      for (int64_t j = 0; j < kColumns; ++j) {
        const int value = j % 3 == 0 ? right_value : 1;
        std::fill_n(&right[j * kDepth], kDepth, static_cast<int8_t>(value));
        const int32_t y = MultiplyByQuantizedMultiplier(
            left_value * value * static_cast<int32_t>(kDepth), factors[j]);
        for (int64_t i = 0; i < kRows; ++i) {
          want[i * kColumns + j] = static_cast<int8_t>(y);
        }
      }
      const std::vector<int8_t> left(kRows * kDepth,
                                     static_cast<int8_t>(left_value));
      const GemmMatrix matrix =
          Packed(GemmType::kByte, kColumns, kDepth, {right.data(), kDepth, 1});
      const GemmPlan plan = PlanGemm(matrix, kRows, nullptr, 1);
      GemmIntegerArgs args;
      args.left = {left.data(), kRows, kDepth};
      std::vector<int32_t> start(matrix.padded_columns());
      GemmStart(matrix, args.left_type, 0, nullptr, start.data());
      args.start = start.data();
      std::vector<int8_t> out(kRows * kColumns);
      GemmIntegers(plan, args, matrix,
                   GemmRequantizeSink(requantizer, out.data(), {kColumns}),
                   Scratch(plan), threads);
      EXPECT_EQ(out, want) << isa().name << " of " << left_value << " by "
                           << right_value;
    }
  }
}

// The largest sums with the largest factors that have no left shift, some of
// which are 1 as floats.
TEST_P(GemmTest, TheLargestSumsAreRequantizedToTheLastByte) {
  const int32_t most = std::numeric_limits<int32_t>::max();
  const std::vector<int32_t> sums = {most,       most - 1, most - 64, most - 65,
                                     most - 129, -most,    -most - 1, 200};
  const auto columns = static_cast<int64_t>(sums.size());
  for (const int32_t multiplier : {most, most - 63, most - 64, most - 127}) {
    const std::vector<QuantizedMultiplier> factors(columns, {multiplier, 0});
    const GemmRequantizer requantizer(factors.data(), columns, 0, {-128, 127},
                                      isa());
    std::vector<uint8_t> out(columns);
    uint8_t* row = out.data();
    requantizer.Run(sums.data(), columns, 1, 0, columns, &row);
    for (int64_t j = 0; j < columns; ++j) {
      ASSERT_EQ(static_cast<int8_t>(out[j]), sums[j] > 0 ? 127 : -128)
          << isa().name << " of " << sums[j] << " times " << multiplier;
    }
  }
}

// Rows of one scale, from the first of `end` on, that become floats in the
// kernel that sums them, or 0 where it stores the sums.
int64_t RowsInKernel(const GemmIsa& isa, int64_t rows_per_scale, int64_t end) {
  const std::vector<float> scales(end, 2.0f), column_scales(1, 3.0f);
  const std::vector<int32_t> sums(1, 5), offsets(end, 0);
  float out[1];
  GemmDequantizeArgs args;
  args.out = out;
  args.layout = {1, 1000};
  args.row_scales = scales.data();
  args.row_offsets = offsets.data();
  args.rows_per_scale = rows_per_scale;
  args.column_sums = sums.data();
  args.column_scales = column_scales.data();
  args.isa = &isa;
  int32_t start[1] = {};
  GemmIntRows rows = {};
  rows.n = 1;
  const bool keeps = GemmDequantizeSink(args).Results(0, end, 0, start, &rows);
  return keeps ? rows.rows : 0;
}

// Tiles of few rows of one scale would read the weights too often, unless there
// are no more.
TEST_P(GemmTest, RowsOfOneScaleBecomeFloatsInTheKernelIfTheyAreEnough) {
  for (const auto& [each, end, want] :
       std::vector<std::array<int64_t, 3>>{{7, 20, 0},
                                           {8, 20, 8},
                                           {9, 20, 9},
                                           {3, 7, 0},
                                           {6, 7, 0},
                                           {7, 7, 7},
                                           {30, 20, 20},
                                           {1, 1, 1}}) {
    EXPECT_EQ(RowsInKernel(isa(), each, end), want)
        << isa().name << ": " << each << " rows a scale of " << end;
  }
  // Some kernels take a scale for each row.
  EXPECT_EQ(RowsInKernel(isa(), 1, 20),
            isa().float_results == nullptr ? 0 : 20);
}

TEST(GemmRequantizer, TheGreatestSumHasItsBias) {
  const int32_t bias[] = {5, -70, std::numeric_limits<int32_t>::min(), 9};
  EXPECT_EQ(GemmMostSum(9, nullptr, 4), 9 * 255 * 255);
  EXPECT_EQ(GemmMostSum(1, bias, 2), 255 * 255 + 70);
  EXPECT_EQ(GemmMostSum(0, bias, 4), int64_t{1} << 31);
}

// Five numbers for each column of whole blocks, and three more in the exact
// form, with a byte for each block.
TEST(GemmRequantizer, ReportsItsMemory) {
  const std::vector<QuantizedMultiplier> factors(37, {1 << 30, -1});
  const auto bytes = [&](const GemmIsa& isa) {
    return GemmRequantizer(factors.data(), 37, 0, {-128, 127}, isa)
        .MemoryBytes();
  };
  EXPECT_EQ(bytes(*GemmPortable()), 48u * 5 * 4);
  for (const GemmIsa* isa : Isas()) {
    if (isa->remainder_range != nullptr) {
      EXPECT_EQ(bytes(*isa), 48u * (5 + 3) * 4 + 3) << isa->name;
    }
  }
}

std::string form;  // of the last requantization

TEST(GemmRequantizer, TakesTheQuickestFormOfAllColumns) {
  GemmIsa isa = *GemmPortable();
  isa.requantize_floats = [](const GemmRequantTile&) { form = "floats"; };
  isa.requantize = [](const GemmRequantTile&) { form = "any"; };
  constexpr int32_t kHalf = 1 << 30;
  const auto of = [&](QuantizedMultiplier second, int32_t zero_point = 3,
                      ActivationRange<int32_t> range = {-128, 127},
                      int64_t most_sum = GemmRequantizer::kAnySum) {
    const QuantizedMultiplier factors[] = {{kHalf, -1}, second};
    const GemmRequantizer requantizer(factors, 2, zero_point, range, isa,
                                      Halves::kAwayFromZero, most_sum);
    requantizer.Run(nullptr, 0, 1, 0, 2, nullptr);
    return form + (requantizer.Results().floats_fit ? ", fits" : "");
  };
  EXPECT_EQ(of({kHalf, 0}), "floats, fits");
  EXPECT_EQ(of({0, 0}), "floats, fits");
  EXPECT_EQ(of({kHalf, -22}), "floats, fits");
  EXPECT_EQ(of({kHalf, -31}), "floats, fits");
  EXPECT_EQ(of({kHalf - 1, -1}), "any");
  EXPECT_EQ(of({kHalf, 1}), "any");
  EXPECT_EQ(of({2147483008, 0}), "floats, fits");
  EXPECT_EQ(of({2147483136, 0}), "any");  // 1 - 2^-22
  constexpr ActivationRange<int32_t> kAll = {-128, 127};
  EXPECT_EQ(of({2147483136, 0}, 3, kAll, 1 << 30), "floats, fits");
  EXPECT_EQ(of({2147483136, 0}, 3, kAll, (1 << 30) + 1), "any");
  EXPECT_EQ(of({kHalf, 1}, 3, kAll, 1 << 29), "floats, fits");
  EXPECT_EQ(of({kHalf, 1}, 3, kAll, (1 << 29) + 1), "any");
  EXPECT_EQ(of({kHalf, 30}, 3, kAll, 1), "floats, fits");
  for (const int32_t z : {-129, -128, 127, 128}) {
    const bool fits = z == -128 || z == 127;
    EXPECT_EQ(of({kHalf, 0}, z), fits ? "floats, fits" : "any") << z;
  }
  for (const int32_t z : {-1, 0, 255, 256}) {
    const bool fits = z == 0 || z == 255;
    EXPECT_EQ(of({kHalf, 0}, z, {0, 255}), fits ? "floats, fits" : "any");
  }
  isa.floats_need_shift = true;
  EXPECT_EQ(of({kHalf, 0}), "any");
  EXPECT_EQ(of({0, 0}), "floats, fits");
}

INSTANTIATE_TEST_SUITE_P(Isas, GemmTest, testing::ValuesIn(Isas()), IsaName);

}  // namespace
}  // namespace tflite::kernels
