// How host and DSP divide the scratch memory of vector kernels, and which of a
// kernel's forms runs. Results do not show it, so that plans.golden has digests
// of the plans of many windows, among them those at which plans change.
//
// If plans were changed on purpose, run
// ./bazelw run //delegates/dsp/skel:plans_test -- --update_golden
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "delegates/dsp/skel/kernels/hvx/recurrent_plan.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_conv_plan.h"
#include "gtest/gtest.h"
#include "testing/digest.h"

namespace tflite::dsp {
namespace {

constexpr char kGolden[] = "delegates/dsp/skel/plans.golden";

void Add(const StripPlan& p, Digest& digest) {
  digest.Add(p.fits).Add(p.copy).Add(p.channels).Add(p.pixel_bytes);
  digest.Add(p.row_bytes).Add(p.left).Add(p.out_rows).Add(p.in_rows);
  digest.Add(p.piece_count).Add(p.piece_quads).Add(p.merged);
  digest.Add(p.CopyBytes());
}

void Add(const FewChannelsPlan& p, Digest& digest) {
  digest.Add(p.used);
  if (!p.used) return;
  digest.Add(p.taps).Add(p.packed).Add(p.quads).Add(p.out_quads);
  digest.Add(p.out_rows).Add(p.panels).Add(p.panel_rows).Add(p.panel_pixels);
  digest.Add(p.runs).Add(p.run_quads).Add(p.run_step).Add(p.copy);
  digest.Add(p.row_bytes).Add(p.in_rows).Add(p.tap_quads).Add(p.tap_bytes);
  const FewChannelsTables t = PlaceFewChannels(p);
  digest.Add(t.weights).Add(t.offsets).Add(t.constants).Add(t.blocks);
  digest.Add(t.sums).Add(t.panel).Add(t.copy).Add(t.taps).Add(t.Bytes());
}

void Add(const DensePlan& p, Digest& digest) {
  Add(p.strip, digest);
  digest.Add(p.scratch_bytes);
  if (!p.strip.fits) return;
  Add(p.few, digest);
  const DenseTables& t = p.tables;
  digest.Add(t.finish).Add(t.spill).Add(t.pieces).Add(t.windows);
  digest.Add(t.pixel_sums).Add(t.copy).Add(t.few).Add(t.Bytes());
}

// The estimates that decide, of plans that were made as far as that.
void AddEstimates(const Conv2dParams& p, Digest& digest) {
  if (!PlanStrip(p.window, p.groups).fits || !MayHaveFewChannels(p)) return;
  const FewChannelsPlan plan = PlanFewChannels(p);
  if (plan.runs == 0) return;
  digest.Add(PackedPackets(plan)).Add(TilePackets(plan.window));
}

void Add(const DepthwiseTapsPlan& p, Digest& digest) {
  digest.Add(p.used).Add(p.joined).Add(p.taps).Add(p.quads).Add(p.chunks);
  digest.Add(p.phases).Add(p.phase_bytes).Add(p.pixel_step);
  digest.Add(p.shares_rows);
  Add(p.strip, digest);
  const DepthwiseTapsTables t = PlaceDepthwiseTaps(p);
  digest.Add(t.finish).Add(t.planes).Add(t.filter).Add(t.offsets);
  digest.Add(t.spill).Add(t.copy).Add(t.Bytes());
}

void AddEstimates(const DepthwiseScratch& s, const Window& w, Digest& digest) {
  if (!s.plan.fits) return;
  digest.Add(DepthwiseQuadPackets(s.plan, w));
  if (w.in_channels != w.out_channels) return;
  const DepthwiseTapsPlan taps = PlanDepthwiseTaps(s.plan, w);
  if (taps.strip.fits) digest.Add(DepthwiseTapsPackets(taps, w));
}

void Add(const DepthwiseScratch& s, const Window& w, Digest& digest) {
  const DepthwisePlan& p = s.plan;
  digest.Add(s.bytes).Add(p.fits).Add(p.shared).Add(p.paired).Add(p.stored);
  digest.Add(p.filter_quads).Add(p.groups).Add(p.chunks).Add(p.row_quads);
  digest.Add(p.blocks).Add(p.columns).Add(p.out_rows).Add(p.in_rows);
  digest.Add(p.half_rows).Add(p.HasPixels(w)).Add(p.ChunkVectors(w));
  if (s.bytes == 0) return;  // what follows is not set
  const DepthwiseTables& t = s.tables;
  digest.Add(t.finish).Add(t.filter).Add(t.zero).Add(t.columns).Add(t.spill);
  digest.Add(t.quads).Add(t.sums).Add(t.halves).Add(t.image).Add(t.Bytes());
  digest.Add(s.has_taps);
  if (s.has_taps) Add(s.taps, digest);
}

void Add(const TransposeConvPlan& p, Digest& digest) {
  digest.Add(p.fits).Add(p.pitch).Add(p.left).Add(p.width).Add(p.finish);
  digest.Add(p.tap_sums).Add(p.taps).Add(p.image).Add(p.pixel_sums);
}

// Draws numbers among those where plans change.
class Windows {
 public:
  int32_t Among(const std::vector<int32_t>& numbers) {
    return numbers[random_() % numbers.size()];
  }
  int32_t Channels() {
    return Among({1,   2,   3,   4,   5,   7,   8,   9,    12,   15,
                  16,  17,  20,  23,  24,  25,  28,  31,   32,   33,
                  36,  40,  48,  63,  64,  65,  96,  100,  126,  127,
                  128, 129, 130, 160, 192, 255, 256, 1023, 1024, 1025});
  }

  // Its memory is that of a tensor the delegate takes.
  Window Next() {
    for (;;) {
      Window w = {};
      w.batch = Among({1, 1, 2});
      w.out_height = Extent();
      w.out_width = Extent();
      w.in_channels = Channels();
      w.out_channels = Channels();
      w.filter_height = Filter();
      w.filter_width = Filter();
      w.stride_height = Among({1, 1, 2, 3, 4, 64, 65});
      w.stride_width = Among({1, 1, 2, 3, 4});
      w.dilation_height = Among({1, 1, 1, 2, 3, 64, 65});
      w.dilation_width = Among({1, 1, 1, 2, 3});
      w.pad_top = Among({0, 0, 1, 2});
      w.pad_left = Among({0, 0, 1, 2, 31, 32, 33});
      w.in_height = InputOf(w.out_height, w.filter_height, w.stride_height,
                            w.dilation_height, w.pad_top);
      w.in_width = InputOf(w.out_width, w.filter_width, w.stride_width,
                           w.dilation_width, w.pad_left);
      if (w.in_height > 0 && w.in_width > 0 && IsSmall(w)) return w;
    }
  }

 private:
  int32_t Extent() {
    return Among({1,   1,   2,   3,   4,    5,    7,    8,     9,
                  13,  14,  15,  16,  17,   24,   28,   31,    32,
                  33,  56,  63,  64,  65,   112,  127,  128,   129,
                  224, 255, 256, 257, 4095, 4096, 4097, 16384, 16385});
  }
  int32_t Filter() { return Among({1, 1, 1, 2, 3, 3, 4, 5, 7, 8, 64, 65}); }
  // The least extent that the windows need, or one that differs a little.
  int32_t InputOf(int32_t out, int32_t filter, int32_t stride, int32_t dilation,
                  int32_t pad) {
    return (out - 1) * stride + (filter - 1) * dilation + 1 - pad +
           Among({-1, 0, 0, 0, 1});
  }
  static bool IsSmall(const Window& w) {
    constexpr int64_t most = int64_t{1} << 28;
    return int64_t{w.in_height} * w.in_width * w.in_channels <= most &&
           int64_t{w.out_height} * w.out_width * w.out_channels <= most;
  }

  std::mt19937 random_{1};
};

Finish FinishOf(int32_t channels, bool is_signed) {
  Finish finish = {};
  finish.channels = RoundUp(channels, kLanes);
  finish.min = is_signed ? -128 : 0;
  finish.max = finish.min + 255;
  return finish;
}

// Digests of so many windows are a line each.
constexpr int32_t kWindows = 1000, kLines = 40;

Digest PlansOf(Windows& windows) {
  Digest digest;
  for (int32_t i = 0; i < kWindows; ++i) {
    Conv2dParams conv = {};
    conv.window = windows.Next();
    conv.is_signed = windows.Among({0, 1});
    conv.weights_zero_point = windows.Among({128, 128, 3});
    conv.groups = windows.Among({1, 1, 1, 2});
    if (conv.window.in_channels % conv.groups != 0) conv.groups = 1;
    conv.finish = FinishOf(conv.window.out_channels, conv.is_signed != 0);
    Add(PlanDense(conv), digest);
    AddEstimates(conv, digest);

    DepthwiseConv2dParams depthwise = {};
    depthwise.window = conv.window;
    depthwise.multiplier = windows.Among({1, 1, 2, 3, 4});
    depthwise.window.out_channels =
        depthwise.window.in_channels * depthwise.multiplier;
    depthwise.weights_zero_point = windows.Among({0, 0, -127, 127, -128, 5});
    const DepthwiseScratch scratch = PlanDepthwiseScratch(depthwise);
    Add(scratch, depthwise.window, digest);
    AddEstimates(scratch, depthwise.window, digest);

    FullyConnectedParams rows = {};
    rows.rows = windows.Channels();
    rows.depth = windows.Channels();
    rows.units = windows.Channels();
    rows.weights_zero_point = conv.weights_zero_point;
    rows.finish = FinishOf(rows.units, false);
    Add(PlanDense(AsConvolution(rows)), digest);

    TransposeConvParams transposed = {};
    transposed.window = conv.window;
    if (windows.Among({0, 0, 1}) != 0) {
      transposed.window.pad_left = windows.Among({-4097, -4096, 4096, 4097});
    }
    transposed.is_signed = conv.is_signed;
    transposed.finish = conv.finish;
    Add(PlaceTransposeConv(transposed), digest);
  }
  return digest;
}

std::map<std::string, std::string> All() {
  std::map<std::string, std::string> digests;
  Windows windows;
  for (int32_t i = 0; i < kLines; ++i) {
    digests[std::to_string(i)] = PlansOf(windows).text();
  }
  return digests;
}

TEST(DspPlans, AreTheRecordedOnes) {
  const auto now = All();
  const auto kept = ReadDigests(kGolden);
  EXPECT_EQ(kept.size(), static_cast<size_t>(kLines));
  ExpectSameDigests(now, kept);
}

// Of an image that fills it, and of one with another column.
TEST(DspPlans, ScratchMemoryMayBeFull) {
  TransposeConvParams p = {};
  p.window = {1, 128, 6545, 16, 128, 6545, 16, 1, 1, 1, 1, 1, 1, 0, 0};
  p.finish = FinishOf(16, false);
  EXPECT_EQ(PlaceTransposeConv(p).Bytes(), kMostScratchBytes);
  EXPECT_TRUE(PlaceTransposeConv(p).fits);
  ++p.window.in_width;
  ++p.window.out_width;
  EXPECT_FALSE(PlaceTransposeConv(p).fits);
}

// Each number that may be 1 << 20, or the most of a filter, and one more.
TEST(DspPlans, AreOfWindowsWhoseCoordinatesFit) {
  constexpr int32_t kMost = 1 << 20;
  const Window small = {1, 8, 8, 4, 8, 8, 4, 2, 2, 1, 1, 1, 1, 0, 0};
  ASSERT_TRUE(IsModest(small));
  struct Limit {
    int32_t Window::*number;
    int32_t most;
  };
  const Limit kLimits[] = {
      {&Window::in_height, kMost},
      {&Window::in_width, kMost},
      {&Window::out_height, kMost},
      {&Window::out_width, kMost},
      {&Window::stride_height, kMost / 8},
      {&Window::stride_width, kMost / 8},
      {&Window::filter_height, kMost / 64},
      {&Window::filter_width, kMost / 64},
      {&Window::dilation_height, kMost / 128},
      {&Window::dilation_width, kMost / 128},
      {&Window::pad_top, kMost},
      {&Window::pad_left, kMost},
  };
  for (const Limit& limit : kLimits) {
    Window w = small;
    w.*limit.number = limit.most;
    EXPECT_TRUE(IsModest(w)) << limit.most;
    ++(w.*limit.number);
    EXPECT_FALSE(IsModest(w)) << limit.most;
    EXPECT_FALSE(PlanStrip(w, 1).fits) << limit.most;
    EXPECT_FALSE(PlanDepthwise(w).fits) << limit.most;
  }
}

// Vectors clamp to bounds of the output's type.
TEST(DspPlans, TransposeConvolutionsHaveBoundsOfTheirType) {
  const auto fits = [](int32_t is_signed, int32_t min, int32_t max) {
    TransposeConvParams p = {};
    p.window = {1, 8, 8, 4, 8, 8, 4, 1, 1, 1, 1, 1, 1, 0, 0};
    p.finish.channels = 32;
    p.is_signed = is_signed;
    p.finish.min = min;
    p.finish.max = max;
    return PlaceTransposeConv(p).fits;
  };
  EXPECT_TRUE(fits(0, 0, 255));
  EXPECT_FALSE(fits(0, -1, 255));
  EXPECT_FALSE(fits(0, 0, 256));
  EXPECT_TRUE(fits(1, -128, 127));
  EXPECT_FALSE(fits(1, -129, 127));
  EXPECT_FALSE(fits(1, -128, 128));
}

TEST(DspPlans, RecurrentOnesArePaddedToWholeVectors) {
  LstmParams lstm = {};
  lstm.inputs = 128;
  lstm.cells = 64;
  lstm.outputs = 256;
  LstmScratch s = PlaceLstm(lstm);
  EXPECT_EQ(s.gates, 128u);
  EXPECT_EQ(s.input, 128u);
  EXPECT_EQ(s.state, 256u);
  EXPECT_EQ(s.hidden, 128u);
  EXPECT_EQ(s.Bytes(), 4u * 128 + 128 + 256 + 128);
  lstm.inputs = 129;
  lstm.cells = 129;
  lstm.outputs = 1;
  s = PlaceLstm(lstm);
  EXPECT_EQ(s.gates, 384u);
  EXPECT_EQ(s.input, 256u);
  EXPECT_EQ(s.state, 128u);
  EXPECT_EQ(s.hidden, 256u);
  SvdfParams svdf = {};
  svdf.inputs = 128;
  EXPECT_EQ(PlaceSvdf(svdf).Bytes(), 2u * 128);
  svdf.inputs = 129;
  EXPECT_EQ(PlaceSvdf(svdf).input, 256u);
  EXPECT_EQ(PlaceSvdf(svdf).ones, 256u);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of plans, see plans_test.cc.", All());
}

}  // namespace
}  // namespace tflite::dsp

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv, tflite::dsp::UpdateGolden);
}
