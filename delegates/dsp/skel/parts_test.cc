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

// A convolution of one image, or of one pixel if its extents are 1.
Conv2dParams Conv(int32_t height, int32_t width, int32_t filter,
                  int32_t in_channels, int32_t out_channels) {
  Conv2dParams p = {};
  Window& w = p.window;
  w.batch = p.groups = 1;
  w.out_height = height;
  w.out_width = width;
  w.in_height = height + filter - 1;
  w.in_width = width + filter - 1;
  w.in_channels = in_channels;
  w.out_channels = out_channels;
  w.filter_height = w.filter_width = filter;
  w.stride_height = w.stride_width = 1;
  w.dilation_height = w.dilation_width = 1;
  p.input = {1 << 10, 1 << 20};
  p.output = {1 << 30, static_cast<uint32_t>(out_channels)};
  p.weights = {1 << 24, 1 << 22};
  p.finish.planes = {1 << 12, 1 << 12};
  p.finish.channels = p.finish.pitch = (out_channels + 31) / 32 * 32;
  return p;
}

DepthwiseConv2dParams Depthwise(int32_t height, int32_t width,
                                int32_t channels) {
  DepthwiseConv2dParams p = {};
  p.window = Conv(height, width, 1, channels, channels).window;
  return p;
}

PoolParams Pooling(int32_t height, int32_t width, int32_t channels) {
  PoolParams p = {};
  p.window = Depthwise(height, width, channels).window;
  return p;
}

FullyConnectedParams Dense(int32_t rows, int32_t depth, int32_t units) {
  FullyConnectedParams p = {};
  p.rows = rows;
  p.depth = depth;
  p.units = units;
  const Conv2dParams conv = Conv(1, 1, 1, depth, units);
  p.input = conv.input;
  p.output = conv.output;
  p.weights = conv.weights;
  p.finish = conv.finish;
  return p;
}

BinaryParams Binary(int32_t count, int32_t x_stride, int32_t y_stride) {
  BinaryParams p = {};
  p.rank = 1;
  p.extents[0] = count;
  p.x_strides[0] = x_stride;
  p.y_strides[0] = y_stride;
  p.x = {1 << 10, 1 << 18};
  p.y = {1 << 20, 1 << 18};
  p.output = {1 << 30, static_cast<uint32_t>(count)};
  return p;
}

MapParams Map(int32_t count) {
  MapParams p = {};
  p.input = {1 << 10, static_cast<uint32_t>(count)};
  p.output = {1 << 30, static_cast<uint32_t>(count)};
  p.count = count;
  return p;
}

void ExpectPiece(const Piece& piece, uint32_t offset, uint32_t bytes) {
  EXPECT_EQ(piece.offset, offset);
  EXPECT_EQ(piece.bytes, bytes);
}

// Results do not show whether a step was divided.
TEST(Parts, OfStepsThatAreLargeEnough) {
  EXPECT_EQ(PartsOf(Conv(32, 32, 1, 32, 16), 4), 4u);
  EXPECT_EQ(PartsOf(Conv((1 << 19) - 1, 1, 1, 1, 1), 4), 1u);
  Conv2dParams groups = Conv(32, 32, 1, 32, 16);
  groups.groups = 2;
  EXPECT_EQ(PartsOf(groups, 4), 1u);
  EXPECT_EQ(PartsOf(Conv(1, 1, 1, 512, 1024), 4), 4u);
  EXPECT_EQ(PartsOf(Conv(1, 1, 1, 511, 1024), 4), 1u);
  EXPECT_EQ(PartsOf(Depthwise(32, 32, 128), 4), 4u);
  EXPECT_EQ(PartsOf(Depthwise((1 << 17) - 1, 1, 1), 4), 1u);
  EXPECT_EQ(PartsOf(Pooling(32, 32, 128), 4), 4u);
  EXPECT_EQ(PartsOf(Pooling((1 << 17) - 1, 1, 1), 4), 1u);
  EXPECT_EQ(PartsOf(Dense(1, 512, 1024), 4), 4u);
  EXPECT_EQ(PartsOf(Dense(1, 511, 1024), 4), 1u);
  EXPECT_EQ(PartsOf(Dense(64, 128, 64), 4), 4u);
  EXPECT_EQ(PartsOf(Dense((1 << 19) - 1, 1, 1), 4), 1u);
  EXPECT_EQ(PartsOf(Binary(1 << 15, 1, 0), 4), 4u);
  EXPECT_EQ(PartsOf(Binary((1 << 15) - 1, 1, 0), 4), 1u);
  EXPECT_EQ(PartsOf(Binary(1 << 15, 2, 0), 4), 1u);
  EXPECT_EQ(PartsOf(Binary(1 << 15, 0, 2), 4), 1u);
  BinaryParams rows = Binary(1 << 15, 1, 1);
  rows.rank = 2;
  EXPECT_EQ(PartsOf(rows, 4), 1u);
  EXPECT_EQ(PartsOf(Map(1 << 17), 4), 4u);
  EXPECT_EQ(PartsOf(Map((1 << 17) - 1), 4), 1u);
}

// 128 channels are the least that a part may have.
TEST(Parts, HaveWholeVectorsOfOutputs) {
  EXPECT_EQ(PartsOf(Conv(1, 1, 1, 8192, 128), 4), 1u);
  EXPECT_EQ(PartsOf(Conv(1, 1, 1, 8192, 129), 4), 2u);
  EXPECT_EQ(PartsOf(Dense(1, 8192, 128), 4), 1u);
  EXPECT_EQ(PartsOf(Dense(1, 8192, 129), 4), 2u);
  EXPECT_EQ(PartsOf(Dense(3, 8192, 64), 4), 2u);
}

// With 4 bytes of each plane, and blocks of 65536 bytes of weights for 32.
template <typename Params>
void ExpectChannels(const Params& p, int32_t first, int32_t end) {
  const uint32_t begin = static_cast<uint32_t>(first);
  const uint32_t padded = (static_cast<uint32_t>(end - first) + 31) / 32 * 32;
  ExpectPiece(p.input, 1 << 10, 1 << 20);
  ExpectPiece(p.output, (1u << 30) + begin, static_cast<uint32_t>(end - first));
  ExpectPiece(p.weights, (1u << 24) + begin / 32 * 65536, padded / 32 * 65536);
  EXPECT_EQ(p.finish.planes.offset, (1u << 12) + begin * 4);
  EXPECT_EQ(p.finish.channels, static_cast<int32_t>(padded));
  EXPECT_EQ(p.finish.pitch, 416);
}

TEST(Parts, OfOnePixelAreChannels) {
  const FullyConnectedParams dense = Dense(1, 2048, 400);
  const Conv2dParams conv = Conv(1, 1, 2, 512, 400);
  ASSERT_EQ(PartsOf(dense, 2), 2u);
  ASSERT_EQ(PartsOf(conv, 2), 2u);
  ExpectChannels(PartOf(dense, 0, 2), 0, 256);
  ExpectChannels(PartOf(dense, 1, 2), 256, 400);
  ExpectChannels(PartOf(conv, 0, 2), 0, 256);
  ExpectChannels(PartOf(conv, 1, 2), 256, 400);
  EXPECT_EQ(PartOf(dense, 1, 2).units, 144);
  EXPECT_EQ(PartOf(conv, 1, 2).window.out_channels, 144);
}

TEST(Parts, OfRowsAndRunsFollowEachOther) {
  const FullyConnectedParams rows = PartOf(Dense(65, 128, 64), 1, 2);
  EXPECT_EQ(rows.rows, 33);
  ExpectPiece(rows.input, (1 << 10) + 32 * 128, 33 * 128);
  ExpectPiece(rows.output, (1 << 30) + 32 * 64, 33 * 64);
  const BinaryParams x = PartOf(Binary((1 << 15) + 133, 1, 0), 1, 2);
  EXPECT_EQ(x.extents[0], 16389);
  ExpectPiece(x.x, (1 << 10) + 16512, 16389);
  ExpectPiece(x.y, 1 << 20, 1 << 18);
  ExpectPiece(x.output, (1 << 30) + 16512, 16389);
  const BinaryParams y = PartOf(Binary((1 << 15) + 133, 0, 1), 1, 2);
  ExpectPiece(y.x, 1 << 10, 1 << 18);
  ExpectPiece(y.y, (1 << 20) + 16512, 16389);
  const MapParams map = PartOf(Map((1 << 17) + 133), 1, 2);
  EXPECT_EQ(map.count, 65541);
  ExpectPiece(map.input, (1 << 10) + 65664, 65541);
  ExpectPiece(map.output, (1 << 30) + 65664, 65541);
  const Conv2dParams first = PartOf(Conv(32, 32, 3, 32, 16), 0, 2);
  EXPECT_EQ(first.window.in_height, 18);
  ExpectPiece(first.input, 1 << 10, 18 * 34 * 32);
  const Conv2dParams conv = PartOf(Conv(32, 32, 3, 32, 16), 1, 2);
  EXPECT_EQ(conv.window.out_height, 16);
  EXPECT_EQ(conv.window.in_height, 18);
  ExpectPiece(conv.input, (1 << 10) + 16 * 34 * 32, 18 * 34 * 32);
  ExpectPiece(conv.output, (1 << 30) + 16 * 32 * 16, 16 * 32 * 16);
}

}  // namespace
}  // namespace tflite::dsp
