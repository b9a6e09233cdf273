#include "kernels/pool_2d/pool_2d.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kAverage =
    MakeOpFunctions<&BindAveragePool2d, &EvalPool2dReference>();
constexpr OpFunctions kMax =
    MakeOpFunctions<&BindMaxPool2d, &EvalPool2dReference>();
constexpr OpFunctions kL2 =
    MakeOpFunctions<&BindL2Pool2d, &EvalPool2dReference>();

TfLitePoolParams Window(int height, int width, int stride,
                        TfLitePadding padding = kTfLitePaddingValid) {
  TfLitePoolParams params{};
  params.filter_height = height;
  params.filter_width = width;
  params.stride_height = params.stride_width = stride;
  params.padding = padding;
  return params;
}

// A 2x2 window over 1x2x2x1.
void Small(OpTest& test) {
  test.Input<float>({1, 2, 2, 1}, {1, 2, 3, 6}).Output<float>();
  test.Params(Window(2, 2, 1));
}

TEST(Pool2dBind, RejectsTwoInputs_C1) {
  OpTest test;
  Small(test);
  test.Input<float>({1}, {0});
  EXPECT_TRUE(Violates(test.Run(kMax), "C1"));
}

TEST(Pool2dBind, RejectsRankOtherThanFour_C2) {
  OpTest test;
  test.Input<float>({2, 2}, {1, 2, 3, 4})
      .Output<float>()
      .Params(Window(1, 1, 1));
  EXPECT_TRUE(Violates(test.Run(kMax), "C2"));
}

TEST(Pool2dBind, RejectsZeroStridesAndEmptyFilters_C3) {
  using Params = TfLitePoolParams;
  for (int Params::*const extent :
       {&Params::stride_height, &Params::stride_width, &Params::filter_height,
        &Params::filter_width}) {
    OpTest test;
    Small(test);
    Params params = Window(2, 2, 1);
    params.*extent = 0;
    test.Params(params);
    EXPECT_TRUE(Violates(test.Run(kMax), "C3"));
  }
}

TEST(Pool2dBind, RejectsUnknownTypes_C4) {
  OpTest wide;
  wide.Input<int32_t>({1, 1, 1, 1}, {1})
      .Output<int32_t>()
      .Params(Window(1, 1, 1));
  EXPECT_TRUE(Violates(wide.Run(kMax), "C4"));
  OpTest l2;
  l2.Input<int8_t>({1, 1, 1, 1}, {1}, {0.5f}).Output<int8_t>({0.5f});
  l2.Params(Window(1, 1, 1));
  EXPECT_TRUE(Violates(l2.Run(kL2), "C4"));
}

TEST(Pool2dBind, RejectsOtherOutputType_C4) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<int8_t>().Params(Window(1, 1, 1));
  EXPECT_TRUE(Violates(test.Run(kMax), "C4"));
}

TEST(Pool2dBind, RejectsDifferentQuantization_C5) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 1}, {1}, {0.5f, 1}).Output<int8_t>({0.5f, 2});
  test.Params(Window(1, 1, 1));
  EXPECT_TRUE(Violates(test.Run(kMax), "C5"));
}

TEST(Pool2dBind, RejectsActivationsThatAreNotIntervals_C6) {
  OpTest test;
  Small(test);
  TfLitePoolParams params = Window(2, 2, 1);
  params.activation = kTfLiteActTanh;
  test.Params(params);
  EXPECT_TRUE(Violates(test.Run(kMax), "C6"));
}

// Without a scale no integer stands for the interval's bounds.
TEST(Pool2dBind, RejectsActivationsOfPlainIntegers_C6) {
  OpTest test;
  test.Input<int8_t>({1, 2, 2, 1}, {-7, -5, -9, -6}).Output<int8_t>();
  TfLitePoolParams params = Window(2, 2, 1);
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({-5}));
  params.activation = kTfLiteActRelu;
  test.Params(params);
  EXPECT_TRUE(Violates(test.Run(kMax), "C6"));
}

TEST(Pool2dBind, RejectsMissingOptions) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<float>();
  EXPECT_FALSE(test.Run(kMax).ok());
}

TEST(Pool2dReference, ReducesOneWindow) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({6}));
  ASSERT_TRUE(IsOk(test.Run(kAverage)));
  EXPECT_TRUE(test.OutputIs({3}));
  ASSERT_TRUE(IsOk(test.Run(kL2)));
  // (1 + 4 + 9 + 36) / 4 = 12.5
  EXPECT_TRUE(test.OutputIs({3.5355339f}, 1e-6));
}

TEST(Pool2dReference, PaddingTakesNoPart) {
  OpTest test;
  Small(test);
  test.Params(Window(2, 2, 1, kTfLitePaddingSame));
  ASSERT_TRUE(IsOk(test.Run(kAverage)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 2, 1}));
  EXPECT_TRUE(test.OutputIs({3, 4, 4.5f, 6}));
}

TEST(Pool2dReference, IntegerAverageRoundsHalvesAwayFromZero) {
  OpTest test;
  test.Input<int8_t>({1, 1, 2, 2}, {1, -1, 2, -2}, {1.0f})
      .Output<int8_t>({1.0f});
  test.Params(Window(1, 2, 1));
  ASSERT_TRUE(IsOk(test.Run(kAverage)));
  EXPECT_TRUE(test.OutputIs({2, -2}));
}

// The average of a window full of one value is that value.
template <typename T>
void ExpectAverage(T value, int32_t side) {
  OpTest test;
  test.Input<T>({1, side, side, 1}, std::vector<T>(side * side, value));
  test.Output<T>().Params(Window(side, side, 1));
  for (const OpFunctions& functions :
       {kAverage, MakeOpFunctions<&BindAveragePool2d, &EvalPool2dCpu>()}) {
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({static_cast<double>(value)})) << side;
  }
}

// The sums do not fit 32 bits; with 256 elements a side, not if half of their
// number is added to round them.
TEST(Pool2dReference, AveragesManyIntegers) {
  for (const int16_t value : {INT16_MIN, INT16_MAX}) {
    ExpectAverage<int16_t>(value, 256);
    ExpectAverage<int16_t>(value, 300);
  }
  ExpectAverage<uint8_t>(255, 2902);
}

TEST(Pool2dReference, ActivationClampsInStoredIntegers) {
  OpTest test;
  test.Input<uint8_t>({1, 1, 3, 1}, {0, 100, 255}, {0.1f, 50});
  test.Output<uint8_t>({0.1f, 50});
  TfLitePoolParams params = Window(1, 1, 1);
  params.activation = kTfLiteActRelu6;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({50, 100, 110}));
}

TEST(Pool2dReference, EmptyBatch) {
  OpTest test;
  test.Input<float>({0, 2, 2, 1}, {}).Output<float>().Params(Window(2, 2, 1));
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1, 1, 1}));
}

// Shapes with partial chunks, windows across the border, and several threads.
struct Case {
  Shape input;
  TfLitePoolParams params;
};
std::vector<Case> Cases() {
  return {{{2, 7, 9, 3}, Window(3, 2, 2, kTfLitePaddingSame)},
          {{1, 5, 5, 70}, Window(2, 3, 1, kTfLitePaddingValid)},
          {{1, 1, 1, 129}, Window(1, 1, 1, kTfLitePaddingSame)},
          {{3, 16, 17, 8}, Window(5, 5, 3, kTfLitePaddingSame)},
          {{1, 4, 6, 1}, Window(4, 6, 1, kTfLitePaddingValid)},
          {{2, 30, 31, 24}, Window(3, 3, 1, kTfLitePaddingSame)},
          {{1, 6, 5, 16}, Window(2, 2, 2, kTfLitePaddingSame)},
          {{1, 4, 4, 8}, Window(1, 1, 1, kTfLitePaddingSame)},
          {{1, 5, 6, 100}, Window(3, 3, 2, kTfLitePaddingValid)},
          // Rows that are divided, and channels.
          {{1, 3, 300, 70}, Window(2, 3, 2, kTfLitePaddingSame)},
          {{1, 3, 9, 3000}, Window(3, 7, 2, kTfLitePaddingSame)},
          {{1, 2, 300, 2}, Window(1, 270, 1, kTfLitePaddingSame)},
          // Fewer channels than a vector are left in rows of several pixels.
          {{1, 2, 210, 85}, Window(2, 200, 1, kTfLitePaddingValid)},
          // The largest window whose sum of bytes fits 16 bits; larger ones.
          {{1, 16, 16, 5}, Window(16, 16, 1, kTfLitePaddingValid)},
          {{1, 18, 18, 67}, Window(17, 17, 1, kTfLitePaddingSame)}};
}

template <typename T>
void ExpectAgreement(const OpFunctions& reference, const OpFunctions& cpu,
                     double min, double max, double tolerance) {
  uint32_t seed = 1;
  for (const Case& c : Cases()) {
    // All elements the lowest, all the highest, and random ones.
    for (const auto& [low, high] : std::vector<std::pair<double, double>>{
             {min, max}, {min, min}, {max, max}}) {
      OpTest test(/*threads=*/3);
      test.Input<T>(
          c.input, RandomElements<T>(c.input.num_elements(), low, high, ++seed),
          {0.5f, 3});
      test.Output<T>({0.5f, 3}).Params(c.params);
      EXPECT_TRUE(Agree(test, reference, cpu, tolerance)) << c.input.ToString();
    }
  }
}

TEST(Pool2dCpu, AgreesWithReference) {
  constexpr OpFunctions average =
      MakeOpFunctions<&BindAveragePool2d, &EvalPool2dCpu>();
  constexpr OpFunctions max = MakeOpFunctions<&BindMaxPool2d, &EvalPool2dCpu>();
  constexpr OpFunctions l2 = MakeOpFunctions<&BindL2Pool2d, &EvalPool2dCpu>();
  ExpectAgreement<float>(kAverage, average, -4, 4, 1e-6);
  ExpectAgreement<float>(kMax, max, -4, 4, 0);
  ExpectAgreement<float>(kL2, l2, -4, 4, 1e-6);
  ExpectAgreement<int8_t>(kAverage, average, -128, 127, 0);
  ExpectAgreement<int8_t>(kMax, max, -128, 127, 0);
  ExpectAgreement<uint8_t>(kAverage, average, 0, 255, 0);
  ExpectAgreement<uint8_t>(kMax, max, 0, 255, 0);
  ExpectAgreement<int16_t>(kAverage, average, -32768, 32767, 0);
  ExpectAgreement<int16_t>(kMax, max, -32768, 32767, 0);
}

// In the middle of images, at their edges, and in windows of one row.
TEST(Pool2dCpu, MaximaOfInfinitiesAreInfinite) {
  constexpr OpFunctions max = MakeOpFunctions<&BindMaxPool2d, &EvalPool2dCpu>();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const OpFunctions& functions : {kMax, max}) {
    for (const int height : {1, 2}) {
      for (const int channels : {1, 19}) {
        OpTest test;
        test.Input<float>({1, 4, 6, channels},
                          std::vector<float>(24 * channels, -kInfinity));
        test.Output<float>().Params(Window(height, 3, 1, kTfLitePaddingSame));
        ASSERT_TRUE(IsOk(test.Run(functions)));
        EXPECT_TRUE(
            test.OutputIs(std::vector<double>(24 * channels, -kInfinity)));
      }
    }
  }
}

// Every sum of a window of bytes, each a channel of its own.
template <typename T>
void ExpectRoundedAverages(int count) {
  const int least = std::numeric_limits<T>::min(),
            most = std::numeric_limits<T>::max();
  const int channels = (most - least) * count + 1;
  std::vector<T> in(static_cast<size_t>(count) * channels);
  std::vector<double> want(channels);
  for (int c = 0; c < channels; ++c) {
    for (int x = 0; x < count; ++x) {
      const int value = std::min(most - least, std::max(0, c - x * 255));
      in[x * channels + c] = static_cast<T>(least + value);
    }
    const int sum = least * count + c;
    want[c] =
        static_cast<T>((sum > 0 ? sum + count / 2 : sum - count / 2) / count);
  }
  OpTest test;
  test.Input<T>({1, 1, count, channels}, in, {0.5f}).template Output<T>({0.5f});
  test.Params(Window(1, count, 1));
  ASSERT_TRUE(
      IsOk(test.Run(MakeOpFunctions<&BindAveragePool2d, &EvalPool2dCpu>())));
  EXPECT_TRUE(test.OutputIs(want)) << count;
}

TEST(Pool2dCpu, RoundsAllAveragesOfBytes) {
  for (const int count : {1, 2, 3, 7, 9, 25, 49, 64, 100, 255, 256, 257}) {
    ExpectRoundedAverages<int8_t>(count);
    ExpectRoundedAverages<uint8_t>(count);
  }
}

}  // namespace
}  // namespace tflite::kernels
