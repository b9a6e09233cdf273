#include "kernels/conv_2d/conv_2d.h"

#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kConv =
    MakeOpFunctions<&BindConv2d, &EvalConv2dReference>();

TfLiteConvParams Stride(int stride,
                        TfLitePadding padding = kTfLitePaddingValid) {
  TfLiteConvParams params{};
  params.padding = padding;
  params.stride_height = params.stride_width = stride;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return params;
}

// A 2x2 filter of ones over the image 1 2 / 3 4.
void Small(OpTest& test) {
  test.Input<float>({1, 2, 2, 1}, {1, 2, 3, 4});
  test.Const<float>({1, 2, 2, 1}, {1, 1, 1, 1});
  test.Output<float>().Params(Stride(1));
}

TEST(Conv2dBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kConv), "C1"));
}

TEST(Conv2dBind, RejectsFourInputs_C1) {
  OpTest test;
  Small(test);
  test.Const<float>({1}, {0}).Const<float>({1}, {0});
  EXPECT_TRUE(Violates(test.Run(kConv), "C1"));
}

TEST(Conv2dBind, RejectsOtherRanks_C2) {
  OpTest input;
  input.Input<float>({2, 2, 1}, {1, 2, 3, 4}).Const<float>({1, 1, 1, 1}, {1});
  input.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(input.Run(kConv), "C2"));
  OpTest filter;
  filter.Input<float>({1, 2, 2, 1}, {1, 2, 3, 4}).Const<float>({1, 1, 1}, {1});
  filter.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(filter.Run(kConv), "C2"));
}

// Only FULLY_CONNECTED reads them.
TEST(Conv2dBind, RejectsWeightsInBlocks_W4) {
  std::vector<float> scales(2, 1.0f);
  OpTest test;
  test.Input<float>({1, 1, 1, 4}, {1, 2, 3, 4});
  test.ConstBytes(kTfLiteInt4, {1, 1, 1, 4}, {0x21, 0x43}, 1.0f);
  test.Output<float>().Intermediate(kTfLiteFloat32).Params(Stride(1));
  TfLiteTensor* first = test.input(0);
  QuantizeInBlocks(2, {1, 2}, scales, 3, first + 3, test.input(1));
  EXPECT_TRUE(Violates(test.Run(kConv), "W4"));
}

TEST(Conv2dBind, RejectsZeroStrideDilationAndFilter_C3) {
  OpTest stride;
  Small(stride);
  stride.Params(Stride(0));
  EXPECT_TRUE(Violates(stride.Run(kConv), "C3"));
  OpTest dilation;
  Small(dilation);
  TfLiteConvParams params = Stride(1);
  params.dilation_width_factor = 0;
  dilation.Params(params);
  EXPECT_TRUE(Violates(dilation.Run(kConv), "C3"));
  OpTest filter;
  filter.Input<float>({1, 2, 2, 1}, {1, 2, 3, 4})
      .Const<float>({1, 0, 1, 1}, {});
  filter.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(filter.Run(kConv), "C3"));
}

TEST(Conv2dBind, RejectsUnknownPadding_C3) {
  OpTest test;
  Small(test);
  test.Params(Stride(1, kTfLitePaddingUnknown));
  EXPECT_TRUE(Violates(test.Run(kConv), "C3"));
}

TEST(Conv2dBind, RejectsChannelsNotDivisibleIntoGroups_C4) {
  OpTest input;
  input.Input<float>({1, 1, 1, 3}, {1, 2, 3});
  input.Const<float>({2, 1, 1, 2}, {1, 2, 3, 4});
  input.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(input.Run(kConv), "C4"));
  OpTest output;
  output.Input<float>({1, 1, 1, 4}, {1, 2, 3, 4});
  output.Const<float>({3, 1, 1, 2}, {1, 2, 3, 4, 5, 6});
  output.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(output.Run(kConv), "C4"));
}

TEST(Conv2dBind, RejectsInputsAndFiltersWithoutChannels_C4) {
  OpTest input;
  input.Input<float>({1, 1, 1, 0}, {}).Const<float>({1, 1, 1, 1}, {1});
  input.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(input.Run(kConv), "C4"));
  OpTest filter;
  filter.Input<float>({1, 1, 1, 1}, {1}).Const<float>({1, 1, 1, 0}, {});
  filter.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(filter.Run(kConv), "C4"));
}

TEST(Conv2dBind, RejectsInt64BiasOfInt8_W2) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 1}, {1}, 1.0f);
  test.Const<int8_t>({1, 1, 1, 1}, {1}, 1.0f).Const<int64_t>({1}, {1});
  test.Output<int8_t>(1.0f).Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kConv), "W2"));
}

TEST(Conv2dBind, RejectsSparseFilters_W7) {
  OpTest test;
  Small(test);
  SetSparsity({{0, 1, 2, 3},
               {},
               {DenseLevel(1), DenseLevel(2), DenseLevel(2), DenseLevel(1)}},
              test.input(1));
  EXPECT_TRUE(Violates(test.Run(kConv), "W7"));
}

TEST(Conv2dBind, GivesExtentsAndPadding) {
  OpTest test;
  test.Input<float>({1, 5, 6, 1}, std::vector<float>(30));
  test.Const<float>({2, 3, 2, 1}, std::vector<float>(12)).Output<float>();
  test.Params(Stride(2, kTfLitePaddingSame));
  const auto op = test.Bound(&BindConv2d);
  ASSERT_TRUE(IsOk(op.status()));
  EXPECT_EQ(op->window.out_height, 3);
  EXPECT_EQ(op->window.out_width, 3);
  EXPECT_EQ(op->window.pad_top, 1);
  EXPECT_EQ(op->window.pad_bottom, 1);
  EXPECT_EQ(op->window.pad_left, 0);
  EXPECT_EQ(op->groups, 1);
  EXPECT_EQ(op->sum.kind, WeightedSum::Kind::kFloat);
  EXPECT_TRUE(op->sum.weights_constant);
  EXPECT_FALSE(op->sum.has_bias());
}

TEST(Conv2d, SumsTheWindowWithoutBias) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 1, 1}));
  EXPECT_TRUE(test.OutputIs({10}));
}

TEST(Conv2d, AddsBiasAndActivates) {
  OpTest test;
  Small(test);
  test.Input<float>({1}, {-3});
  TfLiteConvParams params = Stride(1);
  params.activation = kTfLiteActRelu6;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({6}));
}

TEST(Conv2d, TreatsPaddingAsZero) {
  OpTest test;
  Small(test);
  test.Params(Stride(1, kTfLitePaddingSame));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({10, 6, 7, 4}));
}

TEST(Conv2d, DilatesTheFilter) {
  OpTest test;
  test.Input<float>({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  test.Const<float>({1, 2, 2, 1}, {1, 10, 100, 1000}).Output<float>();
  TfLiteConvParams params = Stride(1);
  params.dilation_height_factor = params.dilation_width_factor = 2;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({1 + 30 + 700 + 9000}));
}

TEST(Conv2d, SplitsChannelsIntoGroups) {
  OpTest test;
  test.Input<float>({1, 1, 1, 4}, {1, 2, 3, 4});
  test.Const<float>({2, 1, 1, 2}, {1, 10, 100, 1000}).Output<float>();
  test.Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({21, 4300}));
}

TEST(Conv2d, TakesZeroImages) {
  OpTest test;
  test.Input<float>({0, 2, 2, 1}, {}).Const<float>({1, 2, 2, 1}, {1, 1, 1, 1});
  test.Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1, 1, 1}));
}

TEST(Conv2d, EmptyOutputForAFilterLargerThanTheImage) {
  OpTest test;
  test.Input<float>({1, 2, 2, 1}, {1, 2, 3, 4});
  test.Const<float>({1, 3, 1, 1}, {1, 1, 1}).Output<float>();
  test.Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_EQ(test.OutShape(), Shape({1, 0, 2, 1}));
}

// Reals: input 0.5 * (q - 1), weights by channel, output 0.25 * (q + 2).
TEST(Conv2d, ComputesInt8ByChannel) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 2}, {3, 5}, {0.5f, 1});  // 1, 2
  test.Const<int8_t>({2, 1, 1, 2}, {2, 4, -1, 3}, {{0.5f, 1}, {0, 0}, 0});
  test.Const<int32_t>({2}, {4, -8});  // 1, -4
  test.Output<int8_t>({0.25f, -2}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  // 1 * 1 + 2 * 2 + 1 = 6, -1 * 1 + 3 * 2 - 4 = 1
  EXPECT_TRUE(test.OutputIs({22, 2}));
}

TEST(Conv2d, ComputesInt8WithInt4Weights) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 3}, {1, 2, 3}, 1.0f);
  test.ConstBytes(kTfLiteInt4, {1, 1, 1, 3}, {0x7F, 0x08}, 1.0f);  // -1 7 -8
  test.Output<int8_t>(1.0f).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({-11}));
}

TEST(Conv2d, TakesOffBothZeroPointsOfUInt8) {
  OpTest test;
  test.Input<uint8_t>({1, 1, 1, 2}, {130, 120}, {1.0f, 128});  // 2 -8
  test.Const<uint8_t>({1, 1, 1, 2}, {103, 98}, {1.0f, 100});   // 3 -2
  test.Const<int32_t>({1}, {5}).Output<uint8_t>({1.0f, 10}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({6 + 16 + 5 + 10}));
}

TEST(Conv2d, ClampsIntegersToTheActivation) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 1}, {100}, 1.0f);
  test.Const<int8_t>({2, 1, 1, 1}, {1, -1}, 1.0f);
  test.Output<int8_t>({0.5f, -10});
  TfLiteConvParams params = Stride(1);
  params.activation = kTfLiteActRelu6;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({12 - 10, -10}));
}

TEST(Conv2d, TakesEitherBiasWithInt16) {
  OpTest wide;
  wide.Input<int16_t>({1, 1, 1, 2}, {1000, -300}, 1.0f);
  wide.Const<int8_t>({1, 1, 1, 2}, {4, 2}, 1.0f).Const<int64_t>({1}, {24});
  wide.Output<int16_t>(2.0f).Params(Stride(1));
  ASSERT_TRUE(IsOk(wide.Run(kConv)));
  EXPECT_TRUE(wide.OutputIs({(4000 - 600 + 24) / 2}));
  OpTest narrow;
  narrow.Input<int16_t>({1, 1, 1, 2}, {1000, -300}, 1.0f);
  narrow.Const<int8_t>({1, 1, 1, 2}, {4, 2}, 1.0f).Const<int32_t>({1}, {24});
  narrow.Output<int16_t>(2.0f).Params(Stride(1));
  ASSERT_TRUE(IsOk(narrow.Run(kConv)));
  EXPECT_TRUE(narrow.OutputIs({(4000 - 600 + 24) / 2}));
}

// Each image is stored as 8-bit integers on its own: the second, a hundred
// times smaller, is as exact as the first.
TEST(Conv2d, QuantizesEachImageOfAHybrid) {
  OpTest test;
  test.Input<float>({2, 1, 1, 2}, {127, -64, 1.27f, -0.64f});
  test.Const<int8_t>({1, 1, 1, 2}, {3, 2}, 0.5f);
  test.Const<float>({1}, {1}).Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({127 * 1.5 - 64 + 1, 1.27 * 1.5 - 0.64 + 1}, 1e-4));
}

// With per-channel scales, images have a zero point: 0 to 255 fits without
// loss.
TEST(Conv2d, QuantizesHybridsByChannelWithAZeroPoint) {
  OpTest test;
  test.Input<float>({1, 1, 1, 3}, {255, 1, 0});
  test.Const<int8_t>({2, 1, 1, 3}, {1, 0, 0, 0, 2, 0}, {{1, 0.5f}, {0, 0}, 0});
  test.Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({255, 1}, 1e-4));
}

// The product of the scales is 0.75 as a float, and less as a double.
template <typename T>
void ExpectTwiceTheScales(double expected) {
  constexpr float kStep = 1.0f / 8192;
  OpTest test;
  test.Input<T>({1, 1, 1, 1}, {2}, {0.75f * (1 + kStep), 0});
  test.Const<T>({1, 1, 1, 1}, {1}, {1 - kStep, 0});
  test.Output<T>({1.0f, 0}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({expected}));
}

TEST(Conv2d, RoundsTheProductOfScalesForUInt8Only) {
  ExpectTwiceTheScales<uint8_t>(2);
  ExpectTwiceTheScales<int8_t>(1);
}

}  // namespace
}  // namespace tflite::kernels
