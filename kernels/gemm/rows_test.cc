#include "kernels/gemm/rows.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/tiles/window_lines.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

struct Case {
  ConvWindow geometry;
  int64_t channels;
};

// The byte at depth d of row m, by definition.
uint8_t ByteAt(const GemmWindow& w, const std::vector<uint8_t>& image,
               uint8_t padding, int64_t m, int64_t d) {
  const ConvWindow& g = w.geometry;
  const int64_t x = m % g.out_width, y = m / g.out_width % g.out_height,
                b = m / g.out_width / g.out_height;
  const int64_t tap = d / w.channels;
  const int64_t iy = y * g.stride_height - g.pad_top +
                     tap / g.filter_width * g.dilation_height;
  const int64_t ix =
      x * g.stride_width - g.pad_left + tap % g.filter_width * g.dilation_width;
  if (iy < 0 || ix < 0 || iy >= g.in_height || ix >= g.in_width) return padding;
  return image[((b * g.in_height + iy) * g.in_width + ix) * w.pixel_stride +
               d % w.channels];
}

// Calls `test` for images of several geometries, whose windows have lines
// shorter and longer than what is copied at a time.
template <typename Test>
void ForEachImage(const Test& test) {
  std::mt19937 engine(3);
  const ConvWindow padded = {2, 6, 9, 0, 6, 9, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const ConvWindow strided = {2, 9, 20, 0, 4, 10, 0, 3, 3,
                              2, 2, 2,  1, 1, 0,  1, 0};
  const ConvWindow single = {1, 4, 5, 0, 4, 5, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0};
  for (const ConvWindow& g : {padded, strided, single}) {
    for (const int64_t channels : {1, 3, 5, 6, 11, 16, 40, 470}) {
      std::vector<uint8_t> image(static_cast<size_t>(
          int64_t{g.batch} * g.in_height * g.in_width * channels));
      for (uint8_t& v : image) v = static_cast<uint8_t>(engine());
      SCOPED_TRACE(std::to_string(channels) + " channels");
      test(GemmWindow{g, channels, channels}, image);
    }
  }
}

// Gathers blocks that end anywhere: expected(m, d) is at depth d of row m,
// nothing is written after a block's last row, and nothing read after the
// image.
template <typename T, typename Expected>
void ExpectRows(const GemmWindow& w, const std::vector<uint8_t>& image,
                const GemmGather& how, int64_t stride,
                const Expected& expected) {
  const int64_t row = stride * int64_t{sizeof(T)};
  const GuardedValues<uint8_t> data(image);
  const GemmLeft left{data.data(), w.rows(), 0, &w};
  const std::vector<T> after(64, T{0x27});
  for (const int64_t block : {1, 2, 7, 31}) {
    for (int64_t begin = 0; begin < w.rows(); begin += block) {
      const int64_t end = std::min(w.rows(), begin + block);
      std::vector<T> out(static_cast<size_t>((end - begin) * stride), T{0x27});
      out.insert(out.end(), after.begin(), after.end());
      GemmGatherIntegers(left, w.depth(), how, begin, end,
                         reinterpret_cast<uint8_t*>(out.data()), row);
      for (int64_t m = begin; m < end; ++m) {
        for (int64_t d = 0; d < w.depth(); ++d) {
          ASSERT_EQ(out[(m - begin) * stride + d], expected(m, d))
              << "row " << m << " depth " << d;
        }
        if (how.kind == GemmGather::Kind::kFlipBytes) continue;
        for (int64_t d = w.depth(); d < stride; ++d) {
          ASSERT_EQ(out[(m - begin) * stride + d], 0) << "filling of " << m;
        }
      }
      ASSERT_EQ(std::vector<T>(out.end() - 64, out.end()), after);
    }
  }
}

TEST(GatherIntegers, BytesOfWindowsStayWithinTheirRows) {
  ForEachImage([](const GemmWindow& w, const std::vector<uint8_t>& image) {
    for (const uint8_t flip : {0, 0x80}) {
      GemmGather how;
      how.flip = flip;
      how.zero_point = 77;
      ExpectRows<uint8_t>(
          w, image, how, (w.depth() + 3) / 4 * 4, [&](int64_t m, int64_t d) {
            return static_cast<uint8_t>(ByteAt(w, image, 77, m, d) ^ flip);
          });
    }
  });
}

TEST(GatherIntegers, LinesOfWindowsCanHavePadding) {
  ForEachImage([](const GemmWindow& w, const std::vector<uint8_t>& image) {
    const int64_t run = w.run_elements(), padded = (run + 3) / 4 * 4;
    const int64_t row = w.runs() * padded;
    const GuardedValues<uint8_t> data(image);
    const GemmLeft left{data.data(), w.rows(), 0, &w};
    GemmGather how;
    how.flip = 0x80;
    how.zero_point = 77;
    how.line_stride = padded;
    for (int64_t begin = 0; begin < w.rows(); begin += 7) {
      const int64_t end = std::min(w.rows(), begin + 7);
      std::vector<uint8_t> out(static_cast<size_t>((end - begin) * row + 64),
                               0x27);
      GemmGatherIntegers(left, w.depth(), how, begin, end, out.data(), row);
      for (int64_t i = 0; i < (end - begin) * w.depth(); ++i) {
        const int64_t m = i / w.depth(), d = i % w.depth();
        ASSERT_EQ(out[m * row + d / run * padded + d % run],
                  ByteAt(w, image, 77, begin + m, d) ^ 0x80)
            << "row " << begin + m << " depth " << d;
      }
      ASSERT_EQ(std::count(out.end() - 64, out.end(), 0x27), 64);
    }
  });
}

// Copies of lines hold the windows of rows [begin, end). Returns whether there
// is a copy, in memory that is just large enough.
bool ExpectLines(const GemmWindow& w, const std::vector<uint8_t>& image,
                 int64_t begin, int64_t end) {
  constexpr uint8_t kGuard = 0x27, kFlip = 0x80, kPadding = 77;
  const GuardedValues<uint8_t> data(image);
  const GemmLeft left{data.data(), w.rows(), 0, &w};
  std::vector<uint64_t> memory;
  const auto copy = [&](int64_t bytes, GemmWindowLines* lines) {
    memory.assign(static_cast<size_t>(bytes / 8 + 8), 0);
    auto* to = reinterpret_cast<uint8_t*>(memory.data());
    std::fill_n(to + bytes, 16, kGuard);
    const bool done = lines->Copy(left, kFlip, kPadding, begin, end, to, bytes);
    EXPECT_EQ(std::count(to + bytes, to + bytes + 16, kGuard), 16);
    return done;
  };
  GemmWindowLines lines;
  int64_t bytes = (end - begin) * (w.depth() + 8) + 4;
  if (!copy(bytes, &lines)) return false;
  while (copy(bytes - 1, &lines)) --bytes;
  EXPECT_TRUE(copy(bytes, &lines));
  const int64_t run = w.depth() / lines.runs();
  for (int64_t m = begin; m < end; ++m) {
    for (int64_t d = 0; d < w.depth(); ++d) {
      const uint8_t got =
          lines.rows()[m - begin][d / run * lines.run_step() + d % run];
      EXPECT_EQ(got, ByteAt(w, image, kPadding, m, d) ^ kFlip)
          << "row " << m << " depth " << d;
      if (testing::Test::HasFailure()) return true;
    }
  }
  return true;
}

TEST(GemmWindowLines, HoldWindows) {
  const ConvWindow geometries[] = {
      {2, 6, 9, 0, 6, 9, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
      {2, 9, 20, 0, 4, 9, 0, 3, 5, 2, 2, 1, 1, 0, 0, 1, 1},
      {1, 7, 5, 0, 7, 5, 0, 5, 1, 1, 1, 2, 1, 4, 4, 0, 0},
      {1, 9, 9, 0, 3, 5, 0, 3, 3, 1, 1, 1, 1, -2, -2, -1, -1},
      {1, 3, 4, 0, 7, 10, 0, 3, 3, 1, 1, 1, 1, 3, 3, 4, 4}};
  std::mt19937 engine(5);
  for (const ConvWindow& g : geometries) {
    for (const int64_t channels : {3, 4, 20}) {
      std::vector<uint8_t> image(static_cast<size_t>(
          int64_t{g.batch} * g.in_height * g.in_width * channels));
      for (uint8_t& v : image) v = static_cast<uint8_t>(engine());
      const GemmWindow w = {g, channels, channels};
      const int64_t each = w.rows() / g.batch;
      SCOPED_TRACE(std::to_string(&g - geometries) + " with " +
                   std::to_string(channels) + " channels");
      // All rows of the last image, and such as begin and end within a line.
      EXPECT_TRUE(ExpectLines(w, image, w.rows() - each, w.rows()));
      for (int64_t begin = 0; begin < each; ++begin) {
        ExpectLines(w, image, begin, each);
        ExpectLines(w, image, 0, begin);
      }
      // A single window is not copied, nor those of two images.
      EXPECT_FALSE(ExpectLines(w, image, 0, 1));
      if (g.batch > 1) {
        EXPECT_FALSE(ExpectLines(w, image, 0, w.rows()));
      }
    }
  }
  // Pixels that are not adjacent.
  GemmWindow group = {geometries[0], 4, 8};
  const std::vector<uint8_t> image(2 * 6 * 9 * 8);
  EXPECT_FALSE(ExpectLines(group, image, 0, 54));
}

// The same of floats: rows [begin, end), read from the copy, are those of the
// image. Returns whether there is a copy, in memory that is just large enough.
bool ExpectPaddedLines(const GemmWindow& w, const std::vector<float>& image,
                       int64_t begin, int64_t end) {
  constexpr float kGuard = 77.0f;
  const GuardedValues<float> data(image);
  const GemmLeft left{data.data(), w.rows(), 0, &w};
  int64_t floats = (end - begin) * w.depth();
  std::vector<float> memory;
  const auto copy = [&](GemmPaddedLines* lines) {
    memory.assign(static_cast<size_t>(floats) + 1, kGuard);
    const bool done = lines->Copy(left, begin, end, memory.data(), floats * 4);
    EXPECT_EQ(memory.back(), kGuard);
    return done;
  };
  GemmPaddedLines lines;
  if (!copy(&lines)) return false;
  for (; copy(&lines); --floats) continue;
  ++floats;
  EXPECT_TRUE(copy(&lines));
  EXPECT_EQ(lines.left().window->CutRowsOfLine(), 0);
  const auto n = static_cast<size_t>((end - begin) * w.depth());
  std::vector<float> want(n), got(n);
  GemmGatherFloats(left, begin, end, want.data(), w.depth() * 4);
  GemmGatherFloats(lines.left(), begin, end, got.data(), w.depth() * 4);
  EXPECT_EQ(got, want) << "rows " << begin << " to " << end;
  const float* first = nullptr;
  for (int64_t m = begin; m < end;) {
    m += GemmInnerRows(lines.left(), m, end, &first);
    EXPECT_NE(first, nullptr) << "row " << m;
    if (first == nullptr) break;
  }
  return true;
}

TEST(GemmPaddedLines, HoldWindows) {
  const ConvWindow geometries[] = {
      {1, 5, 5, 0, 5, 5, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
      {1, 9, 6, 0, 5, 3, 0, 3, 5, 2, 2, 1, 1, 1, 1, 2, 1},
      {1, 7, 5, 0, 7, 5, 0, 5, 3, 1, 1, 2, 1, 4, 4, 1, 1},
      {1, 3, 4, 0, 7, 10, 0, 3, 3, 1, 1, 1, 1, 3, 3, 4, 4}};
  for (const ConvWindow& g : geometries) {
    for (const int64_t channels : {1, 3, 20}) {
      std::vector<float> image(
          static_cast<size_t>(int64_t{g.in_height} * g.in_width * channels));
      for (size_t i = 0; i < image.size(); ++i) {
        image[i] = static_cast<float>(i + 1);
      }
      const GemmWindow w = {g, channels, channels};
      SCOPED_TRACE(std::to_string(&g - geometries) + " with " +
                   std::to_string(channels) + " channels");
      EXPECT_TRUE(ExpectPaddedLines(w, image, 0, w.rows()));
      for (int64_t begin = 0; begin < w.rows(); ++begin) {
        ExpectPaddedLines(w, image, begin, w.rows());
        ExpectPaddedLines(w, image, 0, begin);
      }
    }
  }
}

// A few windows that are cut are less to copy than a wide image; there are none
// without padding; lines of several images or groups do not lie side by side.
TEST(GemmPaddedLines, ArePaidForByWindowsThatAreCut) {
  const ConvWindow wide = {1, 5, 40, 0, 5, 40, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const ConvWindow valid = {1, 5, 5, 0, 3, 3, 0, 3, 3, 1, 1, 1, 1, 0, 0, 0, 0};
  const ConvWindow two = {2, 5, 5, 0, 5, 5, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::vector<float> image(2 * 5 * 40 * 4);
  for (const ConvWindow& g : {wide, valid, two}) {
    const GemmWindow w = {g, 2, 2};
    EXPECT_FALSE(ExpectPaddedLines(w, image, 0, w.rows()));
  }
  ConvWindow one = two;
  one.batch = 1;
  const GemmWindow solid = {one, 2, 2}, group = {one, 2, 4};
  EXPECT_TRUE(ExpectPaddedLines(solid, image, 0, solid.rows()));
  EXPECT_FALSE(ExpectPaddedLines(group, image, 0, group.rows()));
}

using WidenTest = GemmTest;

// Counts around those of pieces: nothing is written after the last value, and
// nothing is read after the last byte.
TEST_P(WidenTest, BytesLessTheirZeroPoint) {
  for (const int64_t n : {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100}) {
    for (const bool is_unsigned : {false, true}) {
      const std::vector<uint8_t> in = Random<uint8_t>(n, 0, 255);
      const GuardedValues<uint8_t> data(in);
      for (const int16_t zero_point : {-128, 0, 127, 255}) {
        std::vector<int16_t> out(static_cast<size_t>(n) + 32, 0x5A5A);
        isa().widen({data.data(), n, is_unsigned, zero_point, out.data()});
        for (size_t i = 0; i < out.size(); ++i) {
          const bool is_result = i < in.size();
          const int stored = !is_result    ? 0
                             : is_unsigned ? in[i]
                                           : static_cast<int8_t>(in[i]);
          ASSERT_EQ(out[i], is_result ? stored - zero_point : 0x5A5A)
              << n << " bytes, at " << i << ", zero point " << zero_point;
        }
      }
    }
  }
}

TEST_P(WidenTest, WindowsStayWithinTheirRows) {
  for (const bool is_unsigned : {false, true}) {
    ForEachImage([&](const GemmWindow& w, const std::vector<uint8_t>& image) {
      GemmGather how;
      how.isa = &isa();
      how.kind = is_unsigned ? GemmGather::Kind::kWidenUInt8
                             : GemmGather::Kind::kWidenInt8;
      how.zero_point = is_unsigned ? 200 : -77;
      ExpectRows<int16_t>(
          w, image, how, (w.depth() + 1) / 2 * 2, [&](int64_t m, int64_t d) {
            const auto padding = static_cast<uint8_t>(how.zero_point);
            const uint8_t stored = ByteAt(w, image, padding, m, d);
            const int value =
                is_unsigned ? stored : static_cast<int8_t>(stored);
            return static_cast<int16_t>(value - how.zero_point);
          });
    });
  }
}

// Of memory that ends with the bytes: nothing else is read or written.
TEST_P(WidenTest, ManyBytesAreInverted) {
  if (isa().flip_bytes == nullptr) GTEST_SKIP() << "leaves it to others";
  for (int64_t n = kLeastFlipped; n <= 4 * kLeastFlipped; ++n) {
    GuardedMemory in_memory(n), out_memory(n);
    const auto in = Random<uint8_t>(n, 0, 255);
    auto* const from = in_memory.Last<uint8_t>(n);
    auto* const to = out_memory.Last<uint8_t>(n);
    std::copy(in.begin(), in.end(), from);
    isa().flip_bytes({from, n, 0x81, to});
    for (int64_t i = 0; i < n; ++i) {
      ASSERT_EQ(to[i], in[i] ^ 0x81) << n << " bytes at " << i;
    }
    ASSERT_EQ(to[-1], 0) << n << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, WidenTest, testing::ValuesIn(Isas()), IsaName);

}  // namespace
}  // namespace tflite::kernels
