#include "kernels/gemm/rows.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"

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

// Lines shorter and longer than what is copied at a time, and blocks that end
// anywhere: nothing is written after a block's last row.
TEST(GatherIntegers, BytesOfWindowsStayWithinTheirRows) {
  std::mt19937 engine(3);
  const ConvWindow padded = {2, 6, 9, 0, 6, 9, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  const ConvWindow strided = {2, 9, 20, 0, 4, 10, 0, 3, 3,
                              2, 2, 2,  1, 1, 0,  1, 0};
  const ConvWindow single = {1, 4, 5, 0, 4, 5, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0};
  for (const ConvWindow& geometry : {padded, strided, single}) {
    for (const int64_t channels : {1, 3, 5, 6, 11, 16, 40}) {
      GemmWindow w{geometry, channels, channels};
      const ConvWindow& g = w.geometry;
      // Exactly the image, for tools that find reads beyond it.
      std::vector<uint8_t> image(static_cast<size_t>(
          int64_t{g.batch} * g.in_height * g.in_width * channels));
      for (uint8_t& v : image) v = static_cast<uint8_t>(engine());
      GemmGather how;
      how.flip = 0x80;
      how.padding = 77;
      const int64_t depth = w.depth(), stride = (depth + 3) / 4 * 4;
      const GemmLeft left{image.data(), w.rows(), 0, &w};
      for (const int64_t block : {1, 2, 7, 31}) {
        for (int64_t begin = 0; begin < w.rows(); begin += block) {
          const int64_t end = std::min(w.rows(), begin + block);
          std::vector<uint8_t> out(
              static_cast<size_t>((end - begin) * stride + 64), 0xA7);
          GemmGatherIntegers(left, depth, how, begin, end, out.data(), stride);
          for (int64_t m = begin; m < end; ++m) {
            for (int64_t d = 0; d < depth; ++d) {
              ASSERT_EQ(out[(m - begin) * stride + d],
                        ByteAt(w, image, 77, m, d) ^ 0x80)
                  << channels << " channels, row " << m << " depth " << d;
            }
          }
          const std::vector<uint8_t> rest(out.end() - 64, out.end());
          ASSERT_EQ(rest, std::vector<uint8_t>(64, 0xA7));
        }
      }
    }
  }
}

using WidenTest = GemmTest;

// Counts around those of pieces: nothing is written after the last value, and
// nothing is read after the last byte.
TEST_P(WidenTest, BytesLessTheirZeroPoint) {
  for (const int64_t n : {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100}) {
    for (const bool is_unsigned : {false, true}) {
      const std::vector<uint8_t> in = Random<uint8_t>(n, 0, 255);
      for (const int16_t zero_point : {-128, 0, 127, 255}) {
        std::vector<int16_t> out(static_cast<size_t>(n) + 32, 0x5A5A);
        isa().widen({in.data(), n, is_unsigned, zero_point, out.data()});
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

INSTANTIATE_TEST_SUITE_P(Isas, WidenTest, testing::ValuesIn(Isas()), IsaName);

}  // namespace
}  // namespace tflite::kernels
