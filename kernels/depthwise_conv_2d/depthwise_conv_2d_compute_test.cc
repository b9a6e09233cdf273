// How depthwise convolutions are cut up, which results do not show.
#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/op_test.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

DepthwiseConv2d Op(WeightedSum::Kind kind, int32_t channels, int32_t multiplier,
                   int32_t height, int32_t width) {
  DepthwiseConv2d op;
  op.sum.kind = kind;
  op.sum.input_type = kTfLiteInt8;
  op.multiplier = multiplier;
  op.window.batch = 1;
  op.window.in_channels = channels;
  op.window.out_channels = channels * multiplier;
  op.window.filter_height = height;
  op.window.filter_width = width;
  return op;
}

constexpr WeightedSum::Kind kFloat = WeightedSum::Kind::kFloat,
                            kHybrid = WeightedSum::Kind::kHybrid,
                            kInteger = WeightedSum::Kind::kInteger;

TEST(DepthwiseConv2dCompute, SupportsUpTo32767TapsOfIntegers) {
  const auto supports = [](WeightedSum::Kind kind, int32_t height,
                           int32_t width) {
    return DepthwiseConv2dCompute::Supports(Op(kind, 2, 1, height, width));
  };
  EXPECT_TRUE(supports(kInteger, 1057, 31));
  EXPECT_FALSE(supports(kInteger, 256, 128));
  EXPECT_FALSE(supports(kHybrid, 32768, 1));
  EXPECT_TRUE(supports(kFloat, 256, 128));
  DepthwiseConv2d words = Op(kInteger, 2, 1, 3, 3);
  words.sum.input_type = kTfLiteInt16;
  EXPECT_FALSE(DepthwiseConv2dCompute::Supports(words));
}

// The taps of a filter without elements are bounded by nothing.
TEST(DepthwiseConv2dCompute, LeavesLayersWithoutFiltersToTheReference) {
  for (const int32_t channels : {1, 2}) {
    EXPECT_FALSE(
        DepthwiseConv2dCompute::Supports(Op(kFloat, channels, 0, 3, 3)));
    EXPECT_TRUE(
        DepthwiseConv2dCompute::Supports(Op(kFloat, channels, 1, 3, 3)));
  }
}

// Scratch memory for the input with repeated channels.
TEST(DepthwiseConv2dCompute, RepeatsLessThanTwoBillionBytes) {
  const auto supports = [](int32_t channels, int32_t multiplier, int32_t batch,
                           int32_t height, int32_t width) {
    DepthwiseConv2d op = Op(kFloat, channels, multiplier, 3, 3);
    op.window.batch = batch;
    op.window.in_height = height;
    op.window.in_width = width;
    return DepthwiseConv2dCompute::Supports(op);
  };
  EXPECT_TRUE(supports(2, 2, 5, 2499, 10000));
  EXPECT_FALSE(supports(2, 2, 5, 2500, 10000));
  EXPECT_TRUE(supports(4, 1, 5, 2500, 10000));
}

TEST(DepthwiseConv2dCompute, HasASlotForEachThreadUpTo64) {
  for (const auto& [threads, slots] : {std::pair(3, 3), {64, 64}, {65, 64}}) {
    DepthwiseConv2dCompute compute;
    ASSERT_TRUE(IsOk(compute.Init(Op(kFloat, 8, 1, 3, 3), threads)));
    EXPECT_EQ(compute.slots, slots);
  }
}

// The offsets of taps and, next to them, the sums of up to 16 pixels, which are
// fewer where pixels have many channels.
TEST(DepthwiseConv2dCompute, SlotsHoldTheTapsAndTheSumsOfSomePixels) {
  const struct {
    int32_t channels, height, width;
    int64_t pixels;
  } cases[] = {{8, 3, 5, 16},    {192, 1, 1, 16}, {193, 1, 2, 15},
               {1984, 3, 3, 2},  {4032, 2, 2, 1}, {4033, 2, 2, 1},
               {10000, 2, 2, 1}, {9, 2, 3, 16}};
  for (const auto& c : cases) {
    DepthwiseConv2dCompute compute;
    ASSERT_TRUE(
        IsOk(compute.Init(Op(kFloat, c.channels, 1, c.height, c.width), 1)));
    EXPECT_EQ(compute.pixels, c.pixels) << c.channels;
    const auto bytes = static_cast<uint64_t>((c.height * c.width + 64) * 16 +
                                             (c.channels + 64) * c.pixels * 4);
    EXPECT_EQ(compute.slot_bytes, (bytes + 63) / 64 * 64) << c.channels;
  }
}

TEST(DepthwiseConv2dCompute, MemoryOfRepeatedChannelsAndRows) {
  const auto init = [](const DepthwiseConv2d& op) {
    DepthwiseConv2dCompute compute;
    EXPECT_TRUE(IsOk(compute.Init(op, 1)));
    return compute;
  };
  ConvWindow strip;
  strip.batch = 2;
  strip.in_height = 3;
  strip.in_width = 5;
  strip.out_channels = 21;
  for (const auto kind : {kFloat, kHybrid, kInteger}) {
    const DepthwiseConv2d once = Op(kind, 21, 1, 3, 3),
                          thrice = Op(kind, 7, 3, 3, 3);
    EXPECT_EQ(init(once).repeat_bytes(once, strip), 0u);
    EXPECT_EQ(init(thrice).repeat_bytes(thrice, strip),
              2u * 3 * 5 * 21 * (kind == kFloat ? 4 : 1));
  }
  const DepthwiseConv2d hybrid = Op(kHybrid, 21, 1, 3, 3),
                        floats = Op(kFloat, 21, 1, 3, 3);
  EXPECT_EQ(init(floats).row_bytes(floats, 2), 0u);
  // A pixel of padding, and the sums' starts, of each image and of one more.
  EXPECT_EQ(init(hybrid).row_bytes(hybrid, 2), 3u * ((21 + 64) * 4 + 21));
}

// Pixels side by side that fill a block of channels.
TEST(DepthwiseWidePixels, FillABlockOfTheKernel) {
  GemmIsa isa = *GemmPortable();
  isa.depthwise_bytes.run = nullptr;
  isa.depthwise_int16.block = 32;
  const auto pixels = [&](int32_t channels, int32_t out_width) {
    DepthwiseConv2d op = Op(kInteger, channels, 1, 3, 3);
    op.window.out_width = out_width;
    return DepthwiseWidePixels(op, isa);
  };
  EXPECT_EQ(pixels(4, 20), 8);
  EXPECT_EQ(pixels(4, 5), 5);
  EXPECT_EQ(pixels(16, 20), 2);
  EXPECT_EQ(pixels(17, 20), 1);
  EXPECT_EQ(pixels(0, 20), 1);
  // Lines of a slot take up to 256 KB.
  EXPECT_EQ(pixels(4, 16360), 8);
  EXPECT_EQ(pixels(4, 16368), 1);
  isa.depthwise_int16.block = 256;
  EXPECT_EQ(pixels(4, 20), 16);
  isa.depthwise_bytes = isa.depthwise_int16;
  isa.depthwise_bytes.block = 16;
  EXPECT_EQ(pixels(4, 20), 4);
  DepthwiseConv2d op = Op(kInteger, 4, 1, 3, 3);
  op.window.out_width = 20;
  op.sum.kind = kHybrid;
  EXPECT_EQ(DepthwiseWidePixels(op, isa), 1);
  op.sum.kind = kInteger;
  op.window.dilation_height = 2;
  EXPECT_EQ(DepthwiseWidePixels(op, isa), 1);
  std::swap(op.window.dilation_height, op.window.dilation_width);
  EXPECT_EQ(DepthwiseWidePixels(op, isa), 1);
}

TEST(DepthwiseWideBytes, AreThoseOfLinesAndSums) {
  DepthwiseConv2d op = Op(kInteger, 3, 1, 4, 5);
  op.window.out_width = 31;
  // 32 pixels, 4 more of the last window, and 64 bytes to read.
  EXPECT_EQ(DepthwiseWidePhaseBytes(op.window, 4), 192);
  op.window.stride_width = 2;
  EXPECT_EQ(DepthwiseWidePhaseBytes(op.window, 4), 192);
  op.window.out_width = 44;
  EXPECT_EQ(DepthwiseWidePhaseBytes(op.window, 4), 256);
  DepthwiseConv2dCompute state;
  state.wide = 4;
  state.pixels = 7;
  EXPECT_EQ(DepthwiseWideSlotBytes(op, state, 30, 76),
            512u + 5 * 256 * 2 + 76 * 7 * 4);
}

void NoLine(const DepthwiseIntLine&) {}

TEST(DepthwiseConv2dCompute, PacksForLinesWhereTheKernelHasThem) {
  static GemmIsa isa;
  isa = *GemmPortable();
  isa.depthwise_bytes.run = nullptr;
  const auto by_lines = [](const ConvWindow& change) {
    DepthwiseConv2d op =
        Op(kHybrid, 5, 1, change.filter_height, change.filter_width);
    op.sum.weights_type = kTfLiteInt8;
    op.sum.weights_scales = {1.0f};
    op.sum.weights_constant = true;
    op.window.stride_height = change.stride_height;
    op.window.stride_width = change.stride_width;
    op.window.dilation_height = change.dilation_height;
    op.window.dilation_width = change.dilation_width;
    DepthwiseConv2dCompute compute;
    compute.weights = DepthwiseWeights(isa);
    EXPECT_TRUE(IsOk(compute.Init(op, 1)));
    const std::vector<int8_t> filter(100, 1);
    EXPECT_TRUE(IsOk(compute.SetFilter(op, filter.data(), 1.0f, nullptr)));
    return compute.by_lines;
  };
  ConvWindow plain;
  plain.filter_height = plain.filter_width = 3;
  EXPECT_FALSE(by_lines(plain));
  isa.depthwise_int16.line = NoLine;
  EXPECT_TRUE(by_lines(plain));
  ConvWindow w = plain;
  w.stride_height = 3;
  w.stride_width = 2;
  w.dilation_height = 2;
  EXPECT_TRUE(by_lines(w));
  w.stride_width = 3;
  EXPECT_FALSE(by_lines(w));
  w = plain;
  w.dilation_width = 2;
  EXPECT_TRUE(by_lines(w));
  w.stride_width = 2;
  EXPECT_FALSE(by_lines(w));
  w = plain;
  w.filter_height = 4;
  EXPECT_FALSE(by_lines(w));
  w = plain;
  w.filter_width = 2;
  EXPECT_FALSE(by_lines(w));
}

// Lines of whole multiples of channels are as fast as wide pixels.
TEST(DepthwiseConv2dCompute, WidensPixelsOfOtherChannelsThanLinesTake) {
  static GemmIsa isa;
  isa = *GemmPortable();
  isa.depthwise_bytes = isa.depthwise_int16;
  isa.depthwise_bytes.block = 32;
  isa.depthwise_bytes.line = NoLine;
  const auto wide = [](int32_t channels, int32_t filter_width) {
    DepthwiseConv2d op = Op(kInteger, channels, 1, 3, filter_width);
    op.window.out_width = 20;
    DepthwiseConv2dCompute compute;
    compute.weights = DepthwiseWeights(isa);
    EXPECT_TRUE(IsOk(compute.Init(op, 1)));
    return compute.wide;
  };
  EXPECT_EQ(wide(8, 3), 1);
  EXPECT_EQ(wide(8, 2), 4);
  EXPECT_EQ(wide(4, 3), 8);
  isa.depthwise_bytes.line_multiple = 4;
  EXPECT_EQ(wide(4, 3), 1);
}

// ---- calls of the kernels of integers ----

std::vector<int32_t> zero_points;
void NoteZeroPoint(const DepthwiseIntLine& line) {
  zero_points.push_back(line.zero_point);
}

// The kernels of some instruction sets subtract it. Eight channels have lines
// of single pixels, four have wide ones.
TEST(DepthwiseIntCalls, LinesHaveTheInputsZeroPoint) {
  static GemmIsa isa;
  isa = *GemmPortable();
  isa.depthwise_bytes.run = nullptr;
  isa.depthwise_int16.line = NoteZeroPoint;
  isa.depthwise_int16.line_apart = true;
  for (const int32_t channels : {8, 4}) {
    DepthwiseConv2d op = Op(kInteger, channels, 1, 3, 3);
    op.window.in_height = 4;
    op.window.in_width = 22;
    op.window.out_height = 2;
    op.window.out_width = 20;
    op.sum.input_zero_point = -7;
    op.sum.integer_range = {-128, 127};
    op.sum.multipliers.assign(channels, {1 << 30, -5});
    DepthwiseConv2dCompute compute;
    compute.weights = DepthwiseWeights(isa);
    ASSERT_TRUE(IsOk(compute.Init(op, 1)));
    EXPECT_EQ(compute.wide, channels == 8 ? 1 : 2);
    const std::vector<int8_t> filter(9 * channels, 1), in(4 * 22 * channels);
    ASSERT_TRUE(IsOk(compute.SetFilter(op, filter.data(), 0, nullptr)));
    ASSERT_TRUE(compute.by_lines);
    std::vector<int8_t> out(2 * 20 * channels);
    std::vector<uint8_t> slots(compute.slot_bytes + 64),
        rows(compute.row_bytes(op, 1));
    DepthwiseConv2dArgs args;
    args.window = op.window;
    args.in = in.data();
    args.out = out.data();
    args.slots = slots.data();
    args.row_memory = rows.data();
    zero_points.clear();
    ThreadPool alone(1);
    compute.Run(op, args, alone);
    EXPECT_EQ(zero_points, (std::vector<int32_t>{-7, -7})) << channels;
  }
}

// ---- calls of the kernels of floats ----

std::vector<std::string> calls;
const float* results = nullptr;  // row 0, column 0

// Row and column of a result.
std::string Place(const float* out, int64_t channels, int64_t width) {
  const int64_t at = (out - results) / channels;
  return base::StrCat(at / width, ",", at % width);
}

constexpr int kWidth = 7;  // of all results

void NoteTile(const DepthwiseFloatTile& t) {
  calls.push_back(base::StrCat(
      t.pixels, " at ", Place(t.out, t.out_step, kWidth), " of ", t.taps));
}
void NoteLine(const DepthwiseFloatLine& t) {
  const int64_t channels = t.out_row_step / kWidth;
  std::string call = base::StrCat("line ", t.rows, "x", t.pixels, " at ",
                                  Place(t.out, channels, kWidth), " of ",
                                  t.lines, "x", t.taps);
  if (t.cut_first > 0) call += base::StrCat(" less ", t.cut_first);
  if (t.cut_last > 0) call += base::StrCat(" last less ", t.cut_last);
  if (t.channels != channels) call += base::StrCat(" by ", t.channels);
  calls.push_back(call);
}

// For one image, on one thread.
std::vector<std::string> CallsOf(const GemmIsa& isa, int32_t channels,
                                 ConvWindow window) {
  DepthwiseConv2d op =
      Op(kFloat, channels, 1, window.filter_height, window.filter_width);
  window.batch = 1;
  window.in_channels = window.out_channels = channels;
  op.window = window;
  DepthwiseConv2dCompute compute;
  compute.weights = DepthwiseWeights(isa);
  EXPECT_TRUE(IsOk(compute.Init(op, 1)));
  const std::vector<float> in(2000), filter(200);
  std::vector<float> out(200);
  std::vector<uint8_t> memory(compute.slot_bytes + 64);
  DepthwiseConv2dArgs args;
  args.window = window;
  args.in = in.data();
  args.filter = filter.data();
  args.out = out.data();
  args.slots = memory.data();
  results = out.data();
  calls.clear();
  ThreadPool alone(1);
  compute.Run(op, args, alone);
  return calls;
}

// `height` rows of results of a filter whose middle is on the image.
ConvWindow Same(int32_t height, int32_t filter_height, int32_t filter_width,
                int32_t stride = 1) {
  ConvWindow w;
  w.filter_height = filter_height;
  w.filter_width = filter_width;
  w.stride_height = w.stride_width = stride;
  w.out_height = height;
  w.out_width = kWidth;
  w.in_height = height * stride;
  w.in_width = kWidth * stride;
  w.pad_top = (filter_height - 1) / 2;
  w.pad_left = (filter_width - 1) / 2;
  return w;
}

// Up to two rows at a time with stride 1.
GemmIsa IsaWithLines() {
  GemmIsa isa = *GemmPortable();
  isa.float_vector = 8;
  isa.depthwise_float = NoteTile;
  isa.depthwise_float_line = NoteLine;
  isa.depthwise_line_rows[1] = 2;
  isa.depthwise_line_rows[2] = 1;
  isa.depthwise_five_taps = true;
  return isa;
}

using Calls = std::vector<std::string>;

TEST(DepthwiseFloatCalls, LinesReachOverTheEdges) {
  const GemmIsa isa = IsaWithLines();
  // Rows that lack lines come alone.
  EXPECT_EQ(CallsOf(isa, 5, Same(4, 3, 3)),
            (Calls{"line 1x7 at 0,0 of 2x3 less 1 last less 1",
                   "line 2x7 at 1,0 of 3x3 less 1 last less 1",
                   "line 1x7 at 3,0 of 2x3 less 1 last less 1"}));
  EXPECT_EQ(
      CallsOf(isa, 5, Same(4, 3, 3, 2)),
      (Calls{"line 1x7 at 0,0 of 2x3 less 1", "line 1x7 at 1,0 of 3x3 less 1",
             "line 1x7 at 2,0 of 3x3 less 1",
             "line 1x7 at 3,0 of 3x3 less 1"}));
  EXPECT_EQ(CallsOf(isa, 5, Same(2, 2, 3)),
            (Calls{"line 1x7 at 0,0 of 2x3 less 1 last less 1",
                   "line 1x7 at 1,0 of 1x3 less 1 last less 1"}));
  ConvWindow inner = Same(4, 3, 3);
  inner.in_height = 6;
  inner.in_width = 9;
  inner.pad_top = inner.pad_left = 0;
  EXPECT_EQ(CallsOf(isa, 5, inner),
            (Calls{"line 2x7 at 0,0 of 3x3", "line 2x7 at 2,0 of 3x3"}));
  ConvWindow dilated = Same(2, 3, 3);
  dilated.in_height = 6;
  dilated.dilation_height = 2;
  dilated.pad_top = 0;
  EXPECT_EQ(CallsOf(isa, 5, dilated),
            (Calls{"line 1x7 at 0,0 of 3x3 less 1 last less 1",
                   "line 1x7 at 1,0 of 3x3 less 1 last less 1"}));
  // Results that lack two columns of three are not part of a line.
  ConvWindow far = Same(1, 3, 3);
  far.in_width = 5;
  far.pad_left = 2;
  EXPECT_EQ(CallsOf(isa, 5, far),
            (Calls{"line 1x4 at 0,2 of 1x3 last less 1", "1 at 0,0 of 1",
                   "1 at 0,1 of 2", "1 at 0,6 of 1"}));
  // Only the first window is inside the image.
  ConvWindow narrow = Same(1, 3, 3);
  narrow.in_width = 3;
  narrow.pad_left = 0;
  EXPECT_EQ(CallsOf(isa, 5, narrow),
            (Calls{"line 1x2 at 0,0 of 1x3 last less 1", "1 at 0,2 of 1",
                   "1 at 0,3 of 0", "1 at 0,4 of 0", "1 at 0,5 of 0",
                   "1 at 0,6 of 0"}));
}

TEST(DepthwiseFloatCalls, LinesOfFiveColumns) {
  GemmIsa isa = IsaWithLines();
  ConvWindow window = Same(2, 5, 5);
  window.in_height = 6;
  window.pad_top = 0;
  EXPECT_EQ(CallsOf(isa, 5, window),
            (Calls{"line 1x7 at 0,0 of 5x5 less 2 last less 2",
                   "line 1x7 at 1,0 of 5x5 less 2 last less 2"}));
  const Calls tiles = {"1 at 0,0 of 3", "1 at 0,1 of 4", "1 at 0,5 of 4",
                       "1 at 0,6 of 3", "3 at 0,2 of 5"};
  EXPECT_EQ(CallsOf(isa, 5, Same(1, 3, 5)), tiles);
  isa.depthwise_five_taps = false;
  EXPECT_EQ(CallsOf(isa, 5, Same(1, 5, 5)), tiles);
}

TEST(DepthwiseFloatCalls, PairsOfPixelsFillAVector) {
  const GemmIsa isa = IsaWithLines();
  EXPECT_EQ(CallsOf(isa, 4, Same(1, 3, 3)),
            (Calls{"line 1x2 at 0,1 of 1x3 by 8", "1 at 0,0 of 2",
                   "1 at 0,6 of 2", "1 at 0,5 of 3"}));
  EXPECT_EQ(CallsOf(isa, 4, Same(1, 3, 3, 2)),
            (Calls{"line 1x7 at 0,0 of 2x3 less 1"}));
  EXPECT_EQ(CallsOf(isa, 4, Same(1, 5, 5)),
            (Calls{"line 1x7 at 0,0 of 1x5 less 2 last less 2"}));
}

TEST(DepthwiseFloatCalls, OtherWindowsAreTilesOfUpToFourPixels) {
  GemmIsa isa = IsaWithLines();
  EXPECT_EQ(CallsOf(isa, 5, Same(1, 3, 3, 3)),
            (Calls{"1 at 0,0 of 4", "4 at 0,1 of 6", "2 at 0,5 of 6"}));
  const Calls three_columns = {"1 at 0,0 of 2", "1 at 0,6 of 2",
                               "4 at 0,1 of 3", "1 at 0,5 of 3"};
  EXPECT_EQ(CallsOf(isa, 5, Same(1, 4, 3)), three_columns);
  ConvWindow dilated = Same(1, 3, 3);
  dilated.dilation_width = 2;
  dilated.pad_left = 2;
  isa.depthwise_float_line = nullptr;
  EXPECT_EQ(CallsOf(isa, 5, Same(1, 3, 3)), three_columns);
  EXPECT_EQ(CallsOf(isa, 5, dilated),
            (Calls{"1 at 0,0 of 2", "1 at 0,1 of 2", "1 at 0,5 of 2",
                   "1 at 0,6 of 2", "3 at 0,2 of 3"}));
}

TEST(DepthwiseFloatCalls, DilatedFiltersHaveLinesOfResultsThatShareColumns) {
  const GemmIsa isa = IsaWithLines();
  ConvWindow dilated = Same(1, 3, 3);
  dilated.dilation_width = 2;
  dilated.pad_left = 2;
  for (const int64_t channels : {4, 5}) {
    EXPECT_EQ(CallsOf(isa, channels, dilated),
              (Calls{"line 1x4 at 0,0 of 1x3 less 1 last less 1",
                     "line 1x3 at 0,1 of 1x3 less 1 last less 1"}));
  }
  dilated.pad_left = 0;
  dilated.in_width += 4;
  EXPECT_EQ(CallsOf(isa, 5, dilated),
            (Calls{"line 1x4 at 0,0 of 1x3", "line 1x3 at 0,1 of 1x3"}));
  // Two columns are fewer than a line has.
  dilated = Same(1, 3, 3);
  dilated.dilation_width = dilated.pad_left = 3;
  EXPECT_EQ(CallsOf(isa, 5, dilated),
            (Calls{"line 1x3 at 0,0 of 1x3 less 1 last less 1", "1 at 0,1 of 2",
                   "1 at 0,4 of 2", "1 at 0,2 of 2", "1 at 0,5 of 2"}));
  dilated = Same(1, 3, 3, 2);
  dilated.dilation_width = 2;
  const Calls calls = CallsOf(isa, 5, dilated);
  for (const std::string& call : calls)
    EXPECT_EQ(call.find("line"), std::string::npos) << call;
}

}  // namespace
}  // namespace tflite::kernels
