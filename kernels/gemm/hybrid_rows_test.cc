#include "kernels/gemm/hybrid_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/packed_blocks.h"
#include "kernels/gemm/sinks.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

// QuantizeRowsWith of one row, stored as INT8.
RowQuantization QuantizeWith(const GemmIsa& isa, bool asymmetric,
                             const float* in, int64_t count, int8_t* out) {
  RowQuantization q;
  QuantizeRowsWith(
      isa, {in, count, asymmetric, 0, out, &q.scale, &q.zero_point}, 0, 1);
  return q;
}

// The product of hybrid rows, whose zero points `args` names, with `matrix`.
// `sink` lacks what follows from these.
void Multiply(const GemmPlan& plan, GemmIntegerArgs args,
              const std::vector<int32_t>& zero_points, const GemmMatrix& matrix,
              GemmDequantizeArgs sink, void* scratch) {
  args.left_type.row_zero_points = zero_points.data();
  args.left_type.rows_per_zero_point = sink.rows_per_scale;
  std::vector<int32_t> start(matrix.padded_columns()), offsets;
  GemmStart(matrix, args.left_type, 0, nullptr, start.data());
  args.start = start.data();
  for (int32_t z : zero_points) {
    offsets.push_back(GemmRowOffset(matrix, args.left_type, z));
  }
  sink.layout.row_stride = matrix.n();
  sink.row_offsets = offsets.data();
  sink.column_sums = matrix.column_sums();
  sink.isa = &matrix.isa();
  ThreadPool threads(1);
  GemmIntegers(plan, args, matrix, GemmDequantizeSink(sink), scratch, threads);
}

TEST_P(GemmTest, HybridRowsHaveScalesAndZeroPoints) {
  // Scales of few rows, of many, and of all; columns of one vector, of two, and
  // of panels that are whole and not. Results end where memory ends.
  const struct {
    int64_t each, m, n;
  } cases[] = {{3, 10, 21}, {11, 41, 21}, {44, 41, 21}, {1, 4, 43}, {1, 4, 5},
               {1, 2, 32},  {20, 41, 32}, {20, 41, 64}, {1, 4, 24}, {1, 4, 12},
               {1, 4, 28},  {20, 41, 25}, {11, 41, 31}, {1, 9, 63}};
  for (const auto& c : cases) {
    const int64_t each = c.each, m = c.m, n = c.n, k = 13;
    const std::vector<int8_t> left = Random<int8_t>(m * k, -128, 127),
                              right = Random<int8_t>(n * k, -127, 127);
    const std::vector<float> scales = Floats(n), bias = Floats(n),
                             row_scales = {0.5f,   2.0f, 0.25f, 1.0f, 4.0f,
                                           0.125f, 2.0f, 0.5f,  8.0f};
    const std::vector<int32_t> zero_points = {3, -100, 0, 127, 9, -7, 1, 2, 50};
    const GemmMatrix matrix =
        Packed(GemmType::kByte, n, k, {right.data(), k, 1});
    const GemmPlan plan = PlanGemm(matrix, m, nullptr, 1);
    GemmIntegerArgs args;
    args.left = {left.data(), m, k};
    const GuardedValues<float> out{std::vector<float>(m * n)};
    GemmDequantizeArgs sink;
    sink.out = out.data();
    sink.row_scales = row_scales.data();
    sink.rows_per_scale = each;
    sink.column_scales = scales.data();
    sink.bias = bias.data();
    sink.range = {-500, 500};
    Multiply(plan, args, zero_points, matrix, sink, Scratch(plan));
    for (int64_t i = 0; i < m * n; ++i) {
      int32_t sum = 0;
      for (int64_t d = 0; d < k; ++d) {
        sum += (left[i / n * k + d] - zero_points[i / n / each]) *
               right[i % n * k + d];
      }
      const float want =
          static_cast<float>(sum) * (row_scales[i / n / each] * scales[i % n]) +
          bias[i % n];
      ASSERT_EQ(out.data()[i], std::min(500.0f, std::max(-500.0f, want)))
          << isa().name << each;
    }
  }
}

// Windows are read in a copy of the image's lines where that pays, padded with
// the zero point of the image.
TEST_P(GemmTest, HybridWindowsHaveScalesAndZeroPoints) {
  ConvWindow g;
  g.batch = 2;
  g.in_height = g.in_width = g.out_height = g.out_width = 5;
  g.filter_height = g.filter_width = 3;
  g.pad_top = g.pad_left = 1;
  g.in_channels = g.out_channels = 32;
  const GemmWindow window = {g, 32, 32};
  const int64_t m = window.rows(), n = 32, k = window.depth();
  const std::vector<int8_t> image = Random<int8_t>(2 * 25 * 32, -128, 127),
                            right = Random<int8_t>(n * k, -127, 127);
  const std::vector<float> scales = Floats(n), row_scales = {0.5f, 2.0f};
  const GemmMatrix matrix = Packed(GemmType::kByte, n, k, {right.data(), k, 1});
  for (const bool has_offsets : {false, true}) {
    const std::vector<int32_t> zero_points =
        has_offsets ? std::vector<int32_t>{3, -100} : std::vector<int32_t>(2);
    const GemmPlan plan = PlanGemm(matrix, m, &window, /*threads=*/2);
    GemmIntegerArgs args;
    args.left.data = image.data();
    args.left.rows = m;
    args.left.window = &window;
    std::vector<float> out(m * n);
    GemmDequantizeArgs sink;
    sink.out = out.data();
    sink.row_scales = row_scales.data();
    sink.rows_per_scale = 25;
    sink.column_scales = scales.data();
    sink.range = {-1e9f, 1e9f};
    Multiply(plan, args, zero_points, matrix, sink, Scratch(plan));
    for (int64_t i = 0; i < m * n; ++i) {
      const int64_t b = i / n / 25, y = i / n % 25 / 5, x = i / n % 5;
      int32_t sum = 0;
      for (int64_t d = 0; d < k; ++d) {
        const int64_t in_y = y + d / 96 - 1, in_x = x + d / 32 % 3 - 1;
        if (in_y < 0 || in_y > 4 || in_x < 0 || in_x > 4) continue;
        const int64_t at = ((b * 5 + in_y) * 5 + in_x) * 32 + d % 32;
        sum += (image[at] - zero_points[b]) * right[i % n * k + d];
      }
      ASSERT_EQ(out[i],
                static_cast<float>(sum) * (row_scales[b] * scales[i % n]))
          << isa().name << i;
    }
  }
}

TEST_P(GemmTest, RowsQuantizeAsByThePlainFunction) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<std::vector<float>> rows = {{},
                                          {0, 0, 0},
                                          {-3},
                                          {0.25f, -0.5f, 1, 63.5f, -127},
                                          {std::nanf(""), 1, 2, -3},
                                          {std::nanf("")},
                                          {inf, 1, 2},
                                          {-inf, 5},
                                          {1e-40f, -1e-40f}};
  for (int64_t n : {1, 15, 16, 17, 100})
    rows.push_back(Random<float>(n, -90, 500));
  for (int64_t n : {8, 31, 64}) rows.push_back(Floats(n));
  for (const std::vector<float>& row : rows) {
    for (const bool asymmetric : {false, true}) {
      const auto n = static_cast<int64_t>(row.size());
      // A byte beyond the row stays as it is.
      std::vector<int8_t> want(row.size() + 1, 99), got(row.size() + 1, 99);
      const RowQuantization a =
          QuantizeRow(asymmetric, row.data(), n, want.data());
      const RowQuantization b =
          QuantizeWith(isa(), asymmetric, row.data(), n, got.data());
      EXPECT_EQ(got, want) << testing::PrintToString(row) << asymmetric;
      EXPECT_EQ(want.back(), 99);
      EXPECT_EQ(a.scale, b.scale);
      EXPECT_EQ(a.zero_point, b.zero_point);
    }
  }
}

TEST_P(GemmTest, QuantizedRowsAreInverted) {
  for (const int64_t n : {1, 7, 16, 33, 64, 100}) {
    const std::vector<float> row = Floats(n);
    std::vector<int8_t> plain(n), inverted(n);
    const QuantizeRowArgs args = {row.data(), n,      2.5f,        3.0f,
                                  -127.0f,    127.0f, plain.data()};
    QuantizeRowArgs other = args;
    other.out = inverted.data();
    other.flip = 0x80;
    isa().quantize_row(args);
    isa().quantize_row(other);
    for (int64_t i = 0; i < n; ++i) {
      EXPECT_EQ(static_cast<uint8_t>(inverted[i]), plain[i] + 128) << n;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Isas, GemmTest, testing::ValuesIn(Isas()), IsaName);

// Threads share few long rows; many are quantized in blocks. All have the bits
// of rows by themselves.
TEST(HybridRows, HaveTheBitsOfSingleRows) {
  std::mt19937 engine(7);
  std::normal_distribution<float> normal;
  const std::pair<int64_t, int64_t> shapes[] = {
      {2, 16383}, {2, 16384}, {2, 50001}, {2, 600000}, {37, 5}, {23, 300}};
  for (const auto& [count, depth] : shapes) {
    for (const bool asymmetric : {false, true}) {
      std::vector<float> in(count * depth);
      for (float& x : in) x = normal(engine);
      in[depth - 1] = 9.0f;  // of the last part alone
      std::fill_n(&in[depth], depth, depth == 50001 ? 0.0f : 0.25f);
      const size_t bytes = *HybridRows::Bytes(count, depth);
      GemmBuffer memory;
      ASSERT_TRUE(memory.Allocate(bytes));
      std::memset(memory.data(), 77, bytes);
      const bool is_unsigned = depth % 2 != 0;
      HybridRows rows(count, depth, memory.data(), is_unsigned);
      ThreadPool threads(3);
      rows.Quantize(asymmetric, in.data(), threads);
      for (int64_t i = 0; i < count; ++i) {
        std::vector<int8_t> want(depth);
        const RowQuantization q = QuantizeWith(
            BestGemmIsa(), asymmetric, &in[i * depth], depth, want.data());
        EXPECT_EQ(rows.scales()[i], q.scale);
        EXPECT_EQ(rows.zero_points()[i],
                  q.zero_point + (is_unsigned ? 128 : 0));
        for (int8_t& x : want) {
          x = static_cast<int8_t>(x ^ (is_unsigned ? 0x80 : 0));
        }
        EXPECT_EQ(std::memcmp(rows.values() + i * depth, want.data(), depth),
                  0);
      }
    }
  }
}

// Besides its values, a row has a scale, a zero point and an offset.
TEST(HybridRows, BytesAreThoseOfValuesAndThreeWords) {
  EXPECT_EQ(*HybridRows::Bytes(3, 5), 3u * (5 + 12));
  EXPECT_EQ(*HybridRows::Bytes(0, 5), 0u);
  EXPECT_FALSE(HybridRows::Bytes(int64_t{1} << 32, int64_t{1} << 31).ok());
  EXPECT_FALSE(HybridRows::Bytes(int64_t{1} << 60, 1).ok());
  EXPECT_FALSE(HybridRows::Bytes(int64_t{1} << 58, 24).ok());
}

WeightedSum SumOfBlocks(int32_t size) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kHybrid;
  sum.weights_type = kTfLiteInt4;
  sum.blocks.size = size;
  return sum;
}

TEST(PackedBlocks, SupportsBlocksOfWholeGroupsWhoseSumsFit) {
  const auto supports = [](int32_t size) {
    return PackedBlocks::Supports(SumOfBlocks(size));
  };
  EXPECT_TRUE(supports(4));
  EXPECT_TRUE(supports(32996));
  EXPECT_FALSE(supports(0));
  EXPECT_FALSE(supports(6));
  EXPECT_FALSE(supports(33000));
  WeightedSum sum = SumOfBlocks(4);
  sum.kind = WeightedSum::Kind::kInteger;
  EXPECT_FALSE(PackedBlocks::Supports(sum));
  sum = SumOfBlocks(4);
  sum.weights_type = kTfLiteUInt8;
  EXPECT_FALSE(PackedBlocks::Supports(sum));
}

TEST(PackedBlocks, KeepWeightsOfTheSameExtentsOnly) {
  PackedBlocks packed;
  const auto keeps = [&](int32_t n, int64_t depth, int32_t size) {
    EXPECT_TRUE(packed.Init(SumOfBlocks(size), n, depth).ok());
    const bool has_weights = packed.has_weights();
    const std::vector<int8_t> weights(n * depth, 1);
    packed.SetWeights({weights.data(), depth, 1},
                      std::vector<float>(n * depth / size, 1.0f));
    return has_weights;
  };
  EXPECT_FALSE(keeps(3, 16, 4));
  EXPECT_TRUE(keeps(3, 16, 4));
  EXPECT_FALSE(keeps(4, 16, 4));
  EXPECT_FALSE(keeps(4, 32, 4));
  EXPECT_FALSE(keeps(4, 32, 8));
  EXPECT_TRUE(keeps(4, 32, 8));
}

// Kernels of unsigned bytes are spared the conversion of each row.
TEST(PackedSum, TakesUnsignedRowsForUnsignedBytes) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kHybrid;
  sum.weights_type = kTfLiteInt8;
  sum.weights_scales = {1.0f};
  PackedSum bytes, floats;
  ASSERT_TRUE(bytes.Init(sum, 0, 3, 16).ok());
  const GemmIsa& isa = BestGemmIsa();
  EXPECT_EQ(bytes.TakesUnsignedRows(),
            isa.bytes && isa.left_bytes == GemmLeftBytes::kUnsigned);
  sum.kind = WeightedSum::Kind::kFloat;
  sum.weights_type = kTfLiteFloat32;
  ASSERT_TRUE(floats.Init(sum, 0, 3, 16).ok());
  EXPECT_FALSE(floats.TakesUnsignedRows());
}

}  // namespace
}  // namespace tflite::kernels
