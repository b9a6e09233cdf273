#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kDepthwise =
    MakeOpFunctions<&BindDepthwiseConv2d, &EvalDepthwiseConv2dReference>();

TfLiteDepthwiseConvParams Stride(int stride,
                                 TfLitePadding padding = kTfLitePaddingValid) {
  TfLiteDepthwiseConvParams params{};
  params.padding = padding;
  params.stride_height = params.stride_width = stride;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return params;
}

// Two channels, filters of two rows.
void Small(OpTest& test) {
  test.Input<float>({1, 2, 1, 2}, {1, 2, 3, 4});
  test.Const<float>({1, 2, 1, 2}, {1, 10, 100, 1000});
  test.Output<float>().Params(Stride(1));
}

TEST(DepthwiseConv2dBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "C1"));
}

TEST(DepthwiseConv2dBind, RejectsFourInputs_C1) {
  OpTest test;
  Small(test);
  test.Const<float>({2}, {0, 0}).Const<float>({2}, {0, 0});
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "C1"));
}

TEST(DepthwiseConv2dBind, RejectsOtherRanks_C2) {
  OpTest test;
  test.Input<float>({1, 1, 2}, {1, 2}).Const<float>({1, 1, 1, 2}, {1, 2});
  test.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "C2"));
}

TEST(DepthwiseConv2dBind, RejectsFiltersInTheFirstDimension_C2) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Const<float>({2, 1, 1, 1}, {1, 2});
  test.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "C2"));
}

TEST(DepthwiseConv2dBind, RejectsZeroStrideAndDilation_C3) {
  OpTest stride;
  Small(stride);
  stride.Params(Stride(0));
  EXPECT_TRUE(Violates(stride.Run(kDepthwise), "C3"));
  OpTest dilation;
  Small(dilation);
  TfLiteDepthwiseConvParams params = Stride(1);
  params.dilation_height_factor = -1;
  dilation.Params(params);
  EXPECT_TRUE(Violates(dilation.Run(kDepthwise), "C3"));
}

TEST(DepthwiseConv2dBind, RejectsChannelsNotAMultiple_C4) {
  OpTest test;
  test.Input<float>({1, 1, 1, 2}, {1, 2}).Const<float>({1, 1, 1, 3}, {1, 2, 3});
  test.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "C4"));
  OpTest none;
  none.Input<float>({1, 1, 1, 0}, {}).Const<float>({1, 1, 1, 3}, {1, 2, 3});
  none.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(none.Run(kDepthwise), "C4"));
}

TEST(DepthwiseConv2dBind, RejectsScalesAlongTheFirstDimension_W4) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 2}, {1, 2}, 1.0f);
  test.Const<int8_t>({1, 2, 1, 2}, {1, 2, 3, 4}, {{1, 1}, {0, 0}, 1});
  test.Output<int8_t>(1.0f).Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kDepthwise), "W4"));
}

TEST(DepthwiseConv2d, KeepsChannelsApartWithoutBias) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 1, 2}));
  EXPECT_TRUE(test.OutputIs({301, 4020}));
}

TEST(DepthwiseConv2d, TakesAnAbsentBias) {
  OpTest test;
  Small(test);
  test.NoInput();
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({301, 4020}));
}

// The option depth_multiplier does not count.
TEST(DepthwiseConv2d, GivesSeveralOutputsAChannel) {
  OpTest test;
  test.Input<float>({1, 1, 1, 2}, {3, 5});
  test.Const<float>({1, 1, 1, 4}, {1, 2, 3, 4});
  test.Const<float>({4}, {0, 1, 0, -30}).Output<float>();
  TfLiteDepthwiseConvParams params = Stride(1);
  params.depth_multiplier = 7;
  params.activation = kTfLiteActRelu;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({3, 7, 15, 0}));
}

TEST(DepthwiseConv2d, PadsAndDilates) {
  OpTest test;
  test.Input<float>({1, 1, 4, 1}, {1, 2, 3, 4});
  test.Const<float>({1, 1, 3, 1}, {1, 10, 100}).Output<float>();
  TfLiteDepthwiseConvParams params = Stride(2, kTfLitePaddingSame);
  params.dilation_width_factor = 2;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  // 3 elements of padding, 1 of them before.
  EXPECT_TRUE(test.OutputIs({20 + 400, 2 + 40}));
}

TEST(DepthwiseConv2d, ComputesInt8ByChannel) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 2}, {3, 5}, {1.0f, 1});  // 2 4
  test.Const<int8_t>({1, 1, 1, 2}, {7, 9}, {{1, 0.5f}, {0, 0}, 3});
  test.Const<int32_t>({2}, {1, 2}).Output<int8_t>({1.0f, 5}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({14 + 1 + 5, 18 + 1 + 5}));
}

TEST(DepthwiseConv2d, ComputesInt16) {
  OpTest test;
  test.Input<int16_t>({1, 1, 1, 2}, {20000, -5}, 1.0f);
  test.Const<int8_t>({1, 1, 1, 2}, {2, 4}, 0.5f);
  test.Const<int64_t>({2}, {0, 100}).Output<int16_t>(1.0f).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({20000, (-20 + 100) / 2}, 1));
}

TEST(DepthwiseConv2d, ComputesHybridInt4) {
  OpTest test;
  test.Input<float>({1, 1, 1, 2}, {255, 51});
  test.ConstBytes(kTfLiteInt4, {1, 1, 1, 2}, {0x3F}, {{1, 2}, {0, 0}, 3});
  test.Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({-255, 51 * 6}, 1e-3));
}

TEST(DepthwiseConv2d, TakesEmptyImages) {
  OpTest test;
  test.Input<float>({1, 0, 3, 2}, {}).Const<float>({1, 1, 1, 2}, {1, 1});
  test.Output<float>().Params(Stride(1, kTfLitePaddingSame));
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_EQ(test.OutShape(), Shape({1, 0, 3, 2}));
}

// The product of the scales is 0.75 as a float, and less as a double.
template <typename T>
void ExpectTwiceTheScales(double expected) {
  constexpr float kStep = 1.0f / 8192;
  OpTest test;
  test.Input<T>({1, 1, 1, 1}, {2}, {0.75f * (1 + kStep), 0});
  test.Const<T>({1, 1, 1, 1}, {1}, {1 - kStep, 0});
  test.Output<T>({1.0f, 0}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kDepthwise)));
  EXPECT_TRUE(test.OutputIs({expected}));
}

TEST(DepthwiseConv2d, RoundsTheProductOfScalesForUInt8Only) {
  ExpectTwiceTheScales<uint8_t>(2);
  ExpectTwiceTheScales<int8_t>(1);
}

}  // namespace
}  // namespace tflite::kernels
