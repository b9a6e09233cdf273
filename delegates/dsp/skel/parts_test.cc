// Parts of steps together write the whole output, and read what it needs.
#include "delegates/dsp/skel/parts.h"

#include <random>

#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

// Large enough to be divided.
PoolParams Pool(int32_t in_height, int32_t out_height, int32_t filter,
                int32_t stride, int32_t dilation, int32_t pad) {
  PoolParams p = {};
  Window& w = p.window;
  w.batch = 1;
  w.in_height = in_height;
  w.out_height = out_height;
  w.in_width = w.out_width = 1 << 9;
  w.in_channels = w.out_channels = 1 << 8;
  w.filter_height = filter;
  w.filter_width = w.stride_width = w.dilation_width = 1;
  w.stride_height = stride;
  w.dilation_height = dilation;
  w.pad_top = pad;
  const uint32_t row = 1 << 17;
  p.input = {1 << 10, row * static_cast<uint32_t>(in_height)};
  p.output = {1 << 30, row * static_cast<uint32_t>(out_height)};
  return p;
}

// The byte of the input at which the row begins that a row of the output sees
// at a row of the filter; -1 if there is none.
int64_t RowSeen(const PoolParams& p, int32_t row, int32_t filter_row) {
  const Window& w = p.window;
  const int32_t y = row * w.stride_height + filter_row * w.dilation_height;
  if (y < w.pad_top || y - w.pad_top >= w.in_height) return -1;
  const int64_t bytes = int64_t{w.in_width} * w.in_channels;
  return p.input.offset + (y - w.pad_top) * bytes;
}

TEST(Parts, OfRowsReadAndWriteWhatTheWholeDoes) {
  std::mt19937 random(5);
  int divided = 0;
  for (int n = 0; n < 3000; ++n) {
    const auto between = [&](int least, int most) {
      return least + static_cast<int32_t>(random() % (most - least + 1));
    };
    const PoolParams p = Pool(between(1, 20), between(1, 20), between(1, 4),
                              between(1, 3), between(1, 3), between(0, 5));
    const uint32_t parts = PartsOf(p, 4);
    ASSERT_LE(parts, 4u);
    if (parts == 1) continue;
    ++divided;
    int32_t row = 0;
    uint32_t at = p.output.offset;
    for (uint32_t i = 0; i < parts; ++i) {
      const PoolParams part = PartOf(p, i, parts);
      ASSERT_EQ(part.output.offset, at);
      ASSERT_EQ(part.output.bytes >> 17, part.window.out_height);
      ASSERT_GE(part.window.in_height, 1);
      ASSERT_EQ(part.input.bytes >> 17, part.window.in_height);
      for (int32_t y = 0; y < part.window.out_height; ++y) {
        for (int32_t k = 0; k < p.window.filter_height; ++k) {
          ASSERT_EQ(RowSeen(part, y, k), RowSeen(p, row + y, k)) << n;
        }
      }
      row += part.window.out_height;
      at += part.output.bytes;
    }
    EXPECT_EQ(row, p.window.out_height);
  }
  EXPECT_GT(divided, 300);
}

// With one more row of padding, the first row would see padding alone; with one
// more row of output, the last one would.
TEST(Parts, HaveARowOfTheInput) {
  EXPECT_EQ(PartsOf(Pool(8, 8, 3, 1, 2, 4), 2), 2u);
  EXPECT_EQ(PartsOf(Pool(8, 8, 3, 1, 2, 5), 2), 1u);
  EXPECT_EQ(PartsOf(Pool(8, 5, 3, 2, 1, 1), 2), 2u);
  EXPECT_EQ(PartsOf(Pool(8, 6, 3, 2, 1, 1), 2), 1u);
  PoolParams batches = Pool(8, 8, 3, 1, 1, 1);
  batches.window.batch = 2;
  EXPECT_EQ(PartsOf(batches, 2), 1u);
}

}  // namespace
}  // namespace tflite::dsp
