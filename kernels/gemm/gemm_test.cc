#include "kernels/gemm/gemm.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/sinks.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

struct Size {
  int64_t m, n, k;
};
std::vector<Size> Sizes() {
  std::vector<Size> sizes = {
      {0, 5, 3},    {3, 0, 5},     {4, 5, 0},     {300, 33, 2}, {9, 70, 65},
      {2, 200, 31}, {1, 100, 130}, {1, 40, 300},  {1, 33, 900}, {1, 1100, 19},
      {17, 33, 64}, {33, 40, 68},  {31, 50, 200}, {16, 64, 129}};
  for (int64_t m : {1, 2, 3, 5, 7, 8, 9, 13}) {
    for (int64_t n : {1, 7, 8, 9, 16, 17, 31, 33}) {
      for (int64_t k : {1, 2, 3, 4, 5, 17}) sizes.push_back({m, n, k});
    }
  }
  return sizes;
}

std::string Name(const Size& s) {
  return std::to_string(s.m) + "x" + std::to_string(s.n) + "x" +
         std::to_string(s.k);
}

// Integers eight times as large: exact, and quicker to add under emulation.
std::vector<int32_t> Eighths(const std::vector<float>& values) {
  std::vector<int32_t> eighths;
  eighths.reserve(values.size());
  for (const float v : values) eighths.push_back(static_cast<int32_t>(v * 8));
  return eighths;
}

// A copy of the first `count` values at the end of `memory`, beyond which
// reading stops the program.
template <typename T>
const T* AtTheEnd(const std::vector<T>& values, int64_t count,
                  GuardedMemory* memory) {
  const auto n = static_cast<size_t>(count);
  if (memory->size() < n * sizeof(T)) *memory = GuardedMemory(n * sizeof(T));
  T* const copy = memory->Last<T>(n);
  std::copy_n(values.begin(), n, copy);
  return copy;
}

TEST_P(GemmTest, FloatsAgreeWithPlainLoops) {
  ThreadPool threads(2);
  GuardedMemory left_memory, bias_memory;
  std::vector<Size> sizes = Sizes();
  // Blocks of depths: of few rows, whose columns are shared out, and of many.
  sizes.insert(sizes.end(), {{33, 70, 2051}, {37, 40, 3072}, {192, 9, 2048}});
  for (const Size& s : sizes) {
    // Rows further apart than their depth, columns by row and by column.
    const int64_t stride = s.k + 3;
    const std::vector<float> left = Floats(s.m * stride),
                             right = Floats(s.n * s.k), bias = Floats(s.n);
    const float* left_end =
        AtTheEnd(left, s.m == 0 ? 0 : s.m * stride - 3, &left_memory);
    const float* bias_end = AtTheEnd(bias, s.n, &bias_memory);
    const std::vector<int32_t> left_eighths = Eighths(left),
                               right_eighths = Eighths(right);
    for (const bool transposed : {false, true}) {
      const GemmSource source{right.data(), transposed ? 1 : s.k,
                              transposed ? s.n : 1};
      const GemmMatrix matrix = Packed(GemmType::kFloat, s.n, s.k, source);
      const GemmPlan plan = PlanGemm(matrix, s.m, nullptr, 2);
      std::vector<float> out(s.m * s.n + 1, 99.0f);
      GemmFloatResult result;
      result.data = out.data();
      result.layout.row_stride = s.n;
      result.bias = transposed ? nullptr : bias_end;
      result.min = -2;
      result.max = 1.5;
      GemmFloats(plan, {left_end, s.m, stride}, matrix, result, Scratch(plan),
                 threads);
      for (int64_t i = 0; i < s.m * s.n; ++i) {
        const int64_t m = i / s.n, n = i % s.n;
        int32_t products = 0;
        for (int64_t k = 0; k < s.k; ++k) {
          products +=
              left_eighths[m * stride + k] *
              right_eighths[n * source.column_stride + k * source.depth_stride];
        }
        const float sum = (transposed ? 0 : bias[n]) + products / 64.0f;
        ASSERT_EQ(out[i], std::min(1.5f, std::max(-2.0f, sum)))
            << isa().name << " " << Name(s) << " at " << m << "," << n;
      }
      EXPECT_EQ(out.back(), 99.0f);
    }
  }
}

TEST_P(GemmTest, FloatsPropagateNaNAndInfinity) {
  ThreadPool threads(1);
  const float inf = std::numeric_limits<float>::infinity();
  // One tile and several, with every kind of bounds.
  for (const int64_t n : {2, 24, 40, 80}) {
    for (const int64_t m : {1, 2}) {
      for (const float min : {-inf, 0.0f}) {
        for (const float max : {inf, 6.0f}) {
          const std::vector<float> left = {m == 1 ? inf : std::nanf(""), inf},
                                   right(n, 2.0f);
          const GemmMatrix matrix =
              Packed(GemmType::kFloat, n, 1, {right.data(), 1, 1});
          const GemmPlan plan = PlanGemm(matrix, m, nullptr, 1);
          std::vector<float> out(m * n);
          GemmFloatResult result{out.data(), {n}, nullptr, min, max};
          GemmFloats(plan, {left.data(), m, 1}, matrix, result, Scratch(plan),
                     threads);
          for (int64_t i = 0; i < m * n; ++i) {
            if (m == 2 && i < n) {
              ASSERT_TRUE(std::isnan(out[i])) << n << " columns at " << i;
            } else {
              ASSERT_EQ(out[i], max) << n << " columns at " << i;
            }
          }
        }
      }
    }
  }
}

// float_rows, of every number of rows and of vectors of columns.
class GemmRowsTest : public GemmTest {
 protected:
  static constexpr int64_t kMostRows = 45;
  // Tiles are lower where the depth is shallow.
  static constexpr int64_t kDepths[] = {27, 63};

  std::vector<float> Random(int64_t n) {
    std::normal_distribution<float> normal;
    std::vector<float> values(n);
    for (float& v : values) v = normal(engine_);
    return values;
  }
  bool HasRows() {
    if (isa().float_rows != nullptr) return true;
    EXPECT_NE(&isa(), GemmAvx2());
    EXPECT_NE(&isa(), GemmAvx512());
    return false;
  }
  // What float_tile gives for one row at a time.
  std::vector<float> ByTiles(const GemmFloatRows& rows,
                             const GemmMatrix& matrix) {
    std::vector<float> out(rows.rows * rows.n);
    for (int64_t i = 0; i < rows.rows; ++i) {
      for (int64_t p = 0; p < matrix.num_panels(); ++p) {
        std::vector<const float*> runs;
        for (int64_t t = 0; t < rows.taps; ++t) {
          runs.push_back(rows.left + i * rows.left_stride + t * rows.depth);
        }
        const int64_t column = p * matrix.panel_columns();
        float* to = &out[i * rows.n + column];
        GemmFloatTile tile;
        tile.m = 1;
        tile.n = std::min(matrix.panel_columns(), rows.n - column);
        tile.taps = rows.taps;
        tile.depth = rows.depth;
        tile.rows = runs.data();
        tile.row_pitch = 1;
        tile.rhs = matrix.float_panel(p);
        tile.bias = rows.bias == nullptr ? nullptr : rows.bias + column;
        tile.min = rows.min;
        tile.max = rows.max;
        tile.out = &to;
        isa().float_tile(tile);
      }
    }
    return out;
  }
};

// Sums are rounded in the same order whatever is beside them.
TEST_P(GemmRowsTest, HaveTheBitsOfTiles) {
  if (!HasRows()) return;
  // At this distance, lines of rows displace each other in caches.
  constexpr int64_t kColliding = 1024;
  const std::vector<float> left = Random(kMostRows * kColliding);
  const auto test = [&](int64_t n, int64_t depth) {
    const std::vector<float> right = Random(n * depth), bias = Random(n);
    const GemmMatrix matrix =
        Packed(GemmType::kFloat, n, depth, {right.data(), depth, 1});
    for (int64_t m = 1; m <= kMostRows; ++m) {
      // Runs of a third of the depth each.
      std::vector<const float*> runs;
      for (int64_t i = 0; m % 2 != 0 && m < 27 && i < 3 * m; ++i) {
        runs.push_back(&left[i % m * depth + i / m * depth / 3]);
      }
      std::vector<float> out(m * n + 1, 99.0f);
      GemmFloatRows rows;
      rows.rows = m;
      rows.n = rows.out_stride = n;
      rows.taps = runs.empty() ? 1 : 3;
      rows.depth = depth / rows.taps;
      rows.runs = runs.empty() ? nullptr : runs.data();
      rows.run_pitch = m;
      rows.left = left.data();
      rows.left_stride = m % 4 == 0 ? kColliding : depth;
      rows.rhs = matrix.float_panel(0);
      rows.panel_step = matrix.panel_columns() * depth;
      rows.bias = m % 3 == 0 ? nullptr : bias.data();
      rows.min = -1.5f;
      rows.max = m % 5 == 0 ? std::numeric_limits<float>::infinity() : 2.5f;
      rows.out = out.data();
      rows.block_rows = m % 7 == 0 ? 12 : m;
      isa().float_rows(rows);
      EXPECT_EQ(out.back(), 99.0f) << Name({m, n, depth});
      out.pop_back();
      ASSERT_EQ(out, ByTiles(rows, matrix)) << Name({m, n, depth});
    }
  };
  for (const int64_t n : {9, 16, 20, 24, 31, 32, 40, 48, 56, 61, 64, 72, 88, 96,
                          100, 120, 144, 152}) {
    for (const int64_t depth : kDepths) test(n, depth);
  }
}

TEST_P(GemmRowsTest, AddToTheSumsOfAnotherPartOfTheDepth) {
  if (!HasRows()) return;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr int64_t kPart = 11;
  const std::vector<float> left = Random(kMostRows * 100);
  const auto test = [&](int64_t panels, int64_t depth) {
    const int64_t nr =
        GemmMatrix(GemmType::kFloat, 1, 1, isa()).panel_columns();
    const int64_t n = panels * nr;
    const std::vector<float> right = Random(n * depth), bias = Random(n);
    const GemmMatrix matrix =
        Packed(GemmType::kFloat, n, depth, {right.data(), depth, 1});
    for (int64_t m = 1; m <= kMostRows; ++m) {
      std::vector<float> out(m * n, 99.0f);
      GemmFloatRows rows;
      rows.rows = rows.block_rows = m;
      rows.n = rows.out_stride = n;
      rows.taps = 1;
      rows.depth = depth;
      rows.left = left.data();
      rows.left_stride = depth;
      rows.rhs = matrix.float_panel(0);
      rows.panel_step = nr * depth;
      rows.bias = bias.data();
      rows.min = -kInfinity;
      rows.max = kInfinity;
      rows.out = out.data();
      const std::vector<float> whole = ByTiles(rows, matrix);
      rows.depth = kPart;
      isa().float_rows(rows);
      rows.left += kPart;
      rows.rhs += kPart * nr;
      rows.depth = depth - kPart;
      rows.adds = true;
      isa().float_rows(rows);
      ASSERT_EQ(out, whole) << Name({m, n, depth});
    }
  };
  for (const int64_t panels : {1, 2, 3, 5}) {
    for (const int64_t depth : kDepths) test(panels, depth);
  }
}

TEST_P(GemmTest, IntegersAgreeWithPlainLoops) {
  ThreadPool threads(2);
  GuardedMemory left_memory;
  for (const Size& s : Sizes()) {
    for (const bool is_unsigned : {false, true}) {
      const int32_t za = is_unsigned ? 131 : -7, zb = is_unsigned ? 120 : 3;
      const std::vector<uint8_t> left = Random<uint8_t>(s.m * s.k, 0, 255);
      const std::vector<uint8_t> right = Random<uint8_t>(s.n * s.k, 0, 255);
      const std::vector<int32_t> bias = Random<int32_t>(s.n, -1000, 1000);
      const auto value = [&](uint8_t byte) {
        return is_unsigned ? int32_t{byte} : int32_t{static_cast<int8_t>(byte)};
      };
      const GemmMatrix matrix = Packed(GemmType::kByte, s.n, s.k,
                                       {right.data(), s.k, 1, is_unsigned});
      const GemmPlan plan = PlanGemm(matrix, s.m, nullptr, 2);
      GemmIntegerArgs args;
      args.left = {AtTheEnd(left, s.m * s.k, &left_memory), s.m, s.k};
      args.left_type = {is_unsigned, za};
      args.right_zero_point = is_unsigned ? zb - 128 : zb;
      std::vector<int32_t> start(matrix.padded_columns());
      GemmStart(matrix, args.left_type, args.right_zero_point, bias.data(),
                start.data());
      args.start = start.data();
      std::vector<int32_t> out(s.m * s.n + 1, 99);
      GemmIntegers(plan, args, matrix, GemmRawSink(out.data(), {s.n}),
                   Scratch(plan), threads);
      EXPECT_EQ(out.back(), 99) << isa().name << " " << Name(s);
      for (int64_t i = 0; i < s.m * s.n; ++i) {
        int32_t sum = bias[i % s.n];
        for (int64_t k = 0; k < s.k; ++k) {
          sum += (value(left[i / s.n * s.k + k]) - za) *
                 (value(right[i % s.n * s.k + k]) - zb);
        }
        ASSERT_EQ(out[i], sum) << isa().name << " " << Name(s) << " at " << i;
      }
    }
  }
}

TEST_P(GemmTest, ExtremeBytesDoNotSaturate) {
  ThreadPool threads(1);
  constexpr int64_t kDepth = 300;
  for (const int left_value : {-128, 127}) {
    for (const int right_value : {-128, 127}) {
      const std::vector<int8_t> left(kDepth, static_cast<int8_t>(left_value));
      const std::vector<int8_t> right(kDepth, static_cast<int8_t>(right_value));
      const GemmMatrix matrix =
          Packed(GemmType::kByte, 1, kDepth, {right.data(), kDepth, 1});
      const GemmPlan plan = PlanGemm(matrix, 1, nullptr, 1);
      GemmIntegerArgs args;
      args.left = {left.data(), 1, kDepth};
      std::vector<int32_t> start(matrix.padded_columns());
      GemmStart(matrix, args.left_type, 0, nullptr, start.data());
      args.start = start.data();
      int32_t out = 0;
      GemmIntegers(plan, args, matrix, GemmRawSink(&out, {1}), Scratch(plan),
                   threads);
      EXPECT_EQ(out, left_value * right_value * kDepth) << isa().name;
    }
  }
}

// Sums that 32 bits do not hold.
class KeepSums : public GemmWideSink {
 public:
  KeepSums(std::vector<int64_t>* out, int64_t stride)
      : out_(out), stride_(stride) {}
  void Store(const int64_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override {
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        (*out_)[(m + i) * stride_ + n + j] = sums[i * pitch + j];
      }
    }
  }

 private:
  std::vector<int64_t>* out_;
  int64_t stride_;
};

TEST_P(GemmTest, WideIntegersAreExact) {
  ThreadPool threads(2);
  for (const Size& s :
       {Size{1, 1, 5000}, Size{9, 35, 1031}, Size{3, 20, 256}, Size{2, 3, 7}}) {
    for (const bool extreme : {false, true}) {
      const std::vector<int16_t> left =
          Random<int16_t>(s.m * s.k, -32768, extreme ? -32768 : 32767);
      const std::vector<int8_t> right =
          Random<int8_t>(s.n * s.k, -128, extreme ? -128 : 127);
      const GemmMatrix matrix =
          Packed(GemmType::kInt16, s.n, s.k, {right.data(), s.k, 1});
      const GemmPlan plan = PlanGemm(matrix, s.m, nullptr, 2);
      std::vector<int64_t> out(s.m * s.n);
      GemmWideIntegers(plan, {left.data(), s.m, s.k}, matrix,
                       KeepSums(&out, s.n), Scratch(plan), threads);
      for (int64_t i = 0; i < s.m * s.n; ++i) {
        int64_t sum = 0;
        for (int64_t k = 0; k < s.k; ++k) {
          sum += int64_t{left[i / s.n * s.k + k]} * right[i % s.n * s.k + k];
        }
        ASSERT_EQ(out[i], sum) << isa().name << " " << Name(s) << " at " << i;
      }
    }
  }
}

// What windows give, times n columns `right` of integers, each less `za` on the
// left.
std::vector<int32_t> WindowSums(const GemmWindow& w,
                                const std::vector<int8_t>& image, int64_t n,
                                const std::vector<int8_t>& right, int32_t za) {
  const ConvWindow& g = w.geometry;
  const int64_t k = w.depth();
  std::vector<int32_t> sums(w.rows() * n);
  for (int64_t i = 0; i < w.rows() * n; ++i) {
    const int64_t row = i / n, x = row % g.out_width,
                  y = row / g.out_width % g.out_height,
                  b = row / g.out_width / g.out_height;
    for (int64_t d = 0; d < k; ++d) {
      const int64_t tap = d / w.channels;
      const int64_t iy = y * g.stride_height - g.pad_top +
                         tap / g.filter_width * g.dilation_height;
      const int64_t ix = x * g.stride_width - g.pad_left +
                         tap % g.filter_width * g.dilation_width;
      if (iy < 0 || ix < 0 || iy >= g.in_height || ix >= g.in_width) continue;
      const int32_t a =
          image[((b * g.in_height + iy) * g.in_width + ix) * w.pixel_stride +
                d % w.channels];
      sums[i] += (a - za) * right[i % n * k + d];
    }
  }
  return sums;
}

// Windows of every kind: strides, dilations, channels left out, whole lines,
// lines of three pixels of three channels, pixels of padding, no lines at all.
TEST_P(GemmTest, WindowsAgreeWithPlainLoops) {
  ThreadPool threads(2);
  // Three images for two threads: blocks of rows do not end with an image.
  const ConvWindow dilated = {3, 6, 7, 12, 4, 5, 0, 3, 2,
                              2, 1, 1, 2,  1, 0, 1, 0};
  const ConvWindow wide = {3, 5, 4, 12, 7, 4, 0, 3, 5, 1, 2, 1, 1, 2, 0, 3, 0};
  ConvWindow none = wide;
  none.filter_height = 0;
  const ConvWindow even = {3, 6, 21, 3, 6, 21, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const ConvWindow odd = {1, 9, 20, 3, 4, 10, 0, 3, 3, 2, 2, 2, 1, 1, 1, 0, 1};
  const GemmWindow windows[] = {
      {dilated, 2, 12}, {dilated, 9, 12}, {wide, 9, 12},
      {wide, 12, 12},   {wide, 1, 1},     {wide, 2, 2},
      {even, 3, 3},     {odd, 3, 3},      {none, 12, 12}};
  constexpr int64_t kColumns[] = {45, 19, 13, 8, 5, 3};
  for (size_t i = 0; i < std::size(windows) * std::size(kColumns); ++i) {
    const GemmWindow& w = windows[i / std::size(kColumns)];
    const ConvWindow& g = w.geometry;
    const int64_t n = kColumns[i % std::size(kColumns)];
    const int64_t k = w.depth(), m = w.rows();
    const std::vector<int8_t> image = Random<int8_t>(
        int64_t{g.batch} * g.in_height * g.in_width * w.pixel_stride, -128,
        127);
    const std::vector<float> float_image(image.begin(), image.end());
    const std::vector<int8_t> right = Random<int8_t>(n * k, -128, 127);
    const std::vector<float> float_right(right.begin(), right.end());
    // Nothing may be read after the image and the zeros.
    const GuardedValues<int8_t> image_end(image);
    const GuardedValues<float> float_end(float_image),
        zeros(std::vector<float>(w.run_elements()));

    GemmMatrix matrix =
        Packed(GemmType::kFloat, n, k, {float_right.data(), k, 1});
    GemmPlan plan = PlanGemm(matrix, m, &w, 2);
    std::vector<float> out(m * n);
    const float inf = std::numeric_limits<float>::infinity();
    GemmFloats(plan, {float_end.data(), m, 0, &w, zeros.data()}, matrix,
               {out.data(), {n}, nullptr, -inf, inf}, Scratch(plan), threads);
    std::vector<int32_t> want = WindowSums(w, image, n, right, 0);
    EXPECT_EQ(out, std::vector<float>(want.begin(), want.end()))
        << isa().name << " " << i;

    matrix = Packed(GemmType::kByte, n, k, {right.data(), k, 1});
    plan = PlanGemm(matrix, m, &w, 2);
    GemmIntegerArgs args;
    args.left = {image_end.data(), m, 0, &w};
    args.left_type.zero_point = 5;
    std::vector<int32_t> start(matrix.padded_columns()), sums(m * n);
    GemmStart(matrix, args.left_type, 0, nullptr, start.data());
    args.start = start.data();
    GemmIntegers(plan, args, matrix, GemmRawSink(sums.data(), {n}),
                 Scratch(plan), threads);
    EXPECT_EQ(sums, WindowSums(w, image, n, right, 5))
        << isa().name << " " << i;
  }
}

// Runs of whole groups, of rows that are copied and of such as stay in place.
TEST_P(GemmTest, LinesOfWindowsCanHavePadding) {
  ThreadPool threads(2);
  // Tasks whose rows are of one image and of two, for which copies of lines pay
  // or do not.
  const ConvWindow same = {1, 9, 11, 0, 9, 11, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const ConvWindow strided = {3, 7, 8, 0, 4, 4, 0, 3, 3,
                              2, 2, 1, 1, 1, 1, 1, 1};
  const ConvWindow apart = {2, 9, 12, 0, 3, 4, 0, 2, 3, 3, 3, 1, 1, 0, 0, 0, 0};
  for (const ConvWindow& g : {same, strided, apart}) {
    for (const int64_t channels : {1, 3, 6, 13, 21}) {
      for (const int64_t n : {3, 16, 45}) {
        const GemmWindow w = {g, channels, channels};
        const int64_t k = w.depth(), m = w.rows();
        const std::vector<int8_t> image = Random<int8_t>(
            int64_t{g.batch} * g.in_height * g.in_width * channels, -128, 127);
        const std::vector<int8_t> right = Random<int8_t>(n * k, -128, 127);
        const GemmMatrix matrix = Packed(
            GemmType::kByte, n, k, {right.data(), k, 1}, w.run_elements());
        const GemmPlan plan = PlanGemm(matrix, m, &w, 2);
        GemmIntegerArgs args;
        args.left = {image.data(), m, 0, &w};
        args.left_type.zero_point = 5;
        std::vector<int32_t> start(matrix.padded_columns()), sums(m * n);
        GemmStart(matrix, args.left_type, 0, nullptr, start.data());
        args.start = start.data();
        SCOPED_TRACE(Name({m, n, channels}) + " " + isa().name);
        GemmIntegers(plan, args, matrix, GemmRawSink(sums.data(), {n}),
                     Scratch(plan), threads);
        const std::vector<int32_t> want = WindowSums(w, image, n, right, 5);
        ASSERT_EQ(sums, want);

        const std::vector<QuantizedMultiplier> factors(
            n, QuantizeMultiplier(0.0007));
        const GemmRequantizer requantizer(factors.data(), n, 3, {-128, 127},
                                          isa());
        std::vector<int8_t> out(m * n);
        GemmIntegers(plan, args, matrix,
                     GemmRequantizeSink(requantizer, out.data(), {n}),
                     Scratch(plan), threads);
        for (int64_t i = 0; i < m * n; ++i) {
          ASSERT_EQ(out[i], Requantized(want[i], factors[0],
                                        Halves::kAwayFromZero, 3, {-128, 127}))
              << i;
        }
      }
    }
  }
}

TEST_P(GemmTest, LinesAndImagesOfResultsLieApart) {
  ThreadPool threads(1);
  const std::vector<float> left = {1, 2, 3, 4, 5, 6, 7, 8}, right = {1};
  const GemmMatrix matrix =
      Packed(GemmType::kFloat, 1, 1, {right.data(), 1, 1});
  const GemmPlan plan = PlanGemm(matrix, 8, nullptr, 1);
  std::vector<float> out(32);
  GemmFloatResult result{out.data(), {2, 2, 6, 2, 16}, nullptr, -9, 9};
  GemmFloats(plan, {left.data(), 8, 1}, matrix, result, Scratch(plan), threads);
  const std::vector<int> places = {0, 2, 6, 8, 16, 18, 22, 24};
  std::vector<float> want(32);
  for (int i = 0; i < 8; ++i) want[places[i]] = static_cast<float>(i + 1);
  EXPECT_EQ(out, want);
}

INSTANTIATE_TEST_SUITE_P(Isas, GemmTest, testing::ValuesIn(Isas()), IsaName);
INSTANTIATE_TEST_SUITE_P(Isas, GemmRowsTest, testing::ValuesIn(Isas()),
                         IsaName);

TEST(GemmMatrix, SizesBeyondInt64AreRefused) {
  size_t bytes = 0;
  EXPECT_FALSE(
      GemmMatrix(GemmType::kFloat, 1, int64_t{1} << 60).CheckedBytes(&bytes));
  EXPECT_TRUE(GemmMatrix(GemmType::kFloat, 1, 1 << 20).CheckedBytes(&bytes));
}

TEST(GemmIsas, PortableIsLast) {
  const std::vector<const GemmIsa*> isas = Isas();
  ASSERT_FALSE(isas.empty());
  EXPECT_EQ(isas.back(), GemmPortable());
  EXPECT_EQ(isas.front(), &BestGemmIsa());
}

#if defined(__x86_64__)
// By what the system says of the processor. AMX, which programs have to ask
// for, may be absent.
TEST(GemmIsas, AreThoseOfTheProcessor) {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; flags.empty() && std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    if (words >> word && word != "flags") continue;
    while (words >> word) flags.insert(word);
  }
  ASSERT_FALSE(flags.empty());
  const auto has = [&](std::initializer_list<const char*> all) {
    return std::all_of(all.begin(), all.end(), [&](const char* flag) {
      return flags.count(flag) != 0;
    });
  };
  const bool avx2 = has({"avx2", "fma"});
  const bool avx512 =
      avx2 && has({"avx512f", "avx512bw", "avx512dq", "avx512vl"});
  std::vector<std::string> want;
  if (avx512 && has({"avx512_vnni"})) want.push_back("avx512vnni");
  if (avx512) want.push_back("avx512");
  if (avx2 && has({"avx_vnni"})) want.push_back("avxvnni");
  if (avx2) want.push_back("avx2");
  want.push_back(GemmPortable()->name);
  std::vector<std::string> got;
  for (const GemmIsa* isa : Isas()) {
    if (std::string(isa->name) != "amx") got.push_back(isa->name);
  }
  EXPECT_EQ(got, want);
}
#endif

}  // namespace
}  // namespace tflite::kernels
