#include "kernels/audio_spectrogram/audio_spectrogram.h"

#include <cmath>

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSpectrogram =
    MakeOpFunctions<&BindAudioSpectrogram, &EvalAudioSpectrogramReference>();

std::vector<uint8_t> Options(int window, int stride, bool squared) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("window_size", window);
    builder.Int("stride", stride);
    builder.Bool("magnitude_squared", squared);
  });
  builder.Finish();
  return builder.GetBuffer();
}

Status Bind(const std::vector<uint8_t>& options) {
  OpTest test;
  test.Input<float>({4, 1}, {1, 2, 3, 4}).Output<float>();
  test.CustomOptions(options);
  return test.Run(kSpectrogram);
}

TEST(AudioSpectrogramBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSpectrogram), "C1"));
}

TEST(AudioSpectrogramBind, RejectsTypesAndRanks_C2) {
  OpTest rank;
  rank.Input<float>({4}, {1, 2, 3, 4}).Output<float>();
  rank.CustomOptions(Options(4, 1, false));
  EXPECT_TRUE(Violates(rank.Run(kSpectrogram), "C2"));
  OpTest type;
  type.Input<int16_t>({1, 1}, {1}).Output<float>();
  type.CustomOptions(Options(4, 1, false));
  EXPECT_TRUE(Violates(type.Run(kSpectrogram), "C2"));
}

TEST(AudioSpectrogramBind, RejectsUnsoundOptions_C3) {
  EXPECT_TRUE(Violates(Bind({1}), "C3"));
}

TEST(AudioSpectrogramBind, RejectsWindowsAndStrides_C4) {
  EXPECT_TRUE(IsOk(Bind(Options(4, 1, false))));
  EXPECT_TRUE(IsOk(Bind(Options(2, 1, false))));
  EXPECT_TRUE(Violates(Bind(Options(1, 1, false)), "C4"));
  EXPECT_TRUE(IsOk(Bind(Options(1 << 30, 1, false))));
  EXPECT_TRUE(Violates(Bind(Options((1 << 30) + 1, 1, false)), "C4"));
  EXPECT_TRUE(Violates(Bind(Options(4, 0, false)), "C4"));
}

TEST(AudioSpectrogram, WindowsOfFourSamples) {
  // The window is 0, 1/2, 1, 1/2: the slices are [0 1 3 2] and [0 2 -1 0],
  // whose transforms at 0, 1/4 and 1/2 are 6, -3 + i, 0 and 1, 1 - 2i, -3.
  for (const bool squared : {true, false}) {
    OpTest test;
    test.Input<float>({6, 1}, {1, 2, 3, 4, -1, 0}).Output<float>();
    test.CustomOptions(Options(4, 2, squared));
    ASSERT_TRUE(IsOk(test.Run(kSpectrogram)));
    EXPECT_EQ(test.OutShape(), Shape({1, 2, 3}));
    std::vector<double> want = {36, 10, 0, 1, 5, 9};
    if (!squared) {
      for (double& x : want) x = std::sqrt(x);
    }
    EXPECT_TRUE(test.OutputIs(want, 1e-5)) << squared;
  }
}

// The samples above, and twice as much in a second channel.
TEST(AudioSpectrogram, TransformsEachChannel) {
  OpTest test;
  test.Input<float>({6, 2}, {1, 2, 2, 4, 3, 6, 4, 8, -1, -2, 0, 0});
  test.Output<float>().CustomOptions(Options(4, 2, true));
  ASSERT_TRUE(IsOk(test.Run(kSpectrogram)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 3}));
  EXPECT_TRUE(test.OutputIs({36, 10, 0, 1, 5, 9, 144, 40, 0, 4, 20, 36}, 1e-4));
}

TEST(AudioSpectrogram, AsManySamplesAsAWindowAreASlice) {
  OpTest test;
  test.Input<float>({4, 1}, {1, 2, 3, 4}).Output<float>();
  test.CustomOptions(Options(4, 3, true));
  ASSERT_TRUE(IsOk(test.Run(kSpectrogram)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 3}));
  EXPECT_TRUE(test.OutputIs({36, 10, 0}, 1e-5));
}

// The window is 0, 3/4, 3/4: the slices are [0 a b 0], of which no part may
// come from the slice before; the transforms are a + b, -b - ai, b - a.
TEST(AudioSpectrogram, FillsWindowsUpWithZeros) {
  OpTest test;
  test.Input<float>({5, 1}, {1, 2, 3, 4, -1}).Output<float>();
  test.CustomOptions(Options(3, 1, true));
  ASSERT_TRUE(IsOk(test.Run(kSpectrogram)));
  EXPECT_EQ(test.OutShape(), Shape({1, 3, 3}));
  EXPECT_TRUE(test.OutputIs({14.0625, 7.3125, 0.5625, 27.5625, 14.0625, 0.5625,
                             5.0625, 9.5625, 14.0625},
                            1e-5));
}

TEST(AudioSpectrogram, TooFewSamplesGiveNoSlices) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Output<float>();
  test.CustomOptions(Options(4, 1, false));
  ASSERT_TRUE(IsOk(test.Run(kSpectrogram)));
  EXPECT_EQ(test.OutShape(), Shape({2, 0, 3}));
}

}  // namespace
}  // namespace tflite::kernels
