#include "kernels/fully_connected/fully_connected.h"

#include <cstdlib>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kFullyConnected =
    MakeOpFunctions<&BindFullyConnected, &EvalFullyConnectedReference>();

TfLiteFullyConnectedParams Keep() {
  TfLiteFullyConnectedParams params{};
  params.keep_num_dims = true;
  return params;
}

// Two units over rows of three.
void Small(OpTest& test, const Shape& input = {2, 3}) {
  test.Input<float>(input, {1, 2, 3, 4, 5, 6});
  test.Const<float>({2, 3}, {1, 0, 0, 0, 1, 1});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
}

TEST(FullyConnectedBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<float>();
  test.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C1"));
}

TEST(FullyConnectedBind, RejectsFourInputs_C1) {
  OpTest test;
  Small(test);
  test.Const<float>({2}, {0, 0}).Const<float>({2}, {0, 0});
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C1"));
}

TEST(FullyConnectedBind, RejectsTwoOutputs_C1) {
  OpTest test;
  Small(test);
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C1"));
}

TEST(FullyConnectedBind, RejectsOtherRanks_C2) {
  OpTest weights;
  weights.Input<float>({1, 1}, {1}).Const<float>({1}, {1}).Output<float>();
  weights.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Violates(weights.Run(kFullyConnected), "C2"));
  OpTest input;
  input.Input<float>({}, {1}).Const<float>({1, 1}, {1}).Output<float>();
  input.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Violates(input.Run(kFullyConnected), "C2"));
}

TEST(FullyConnectedBind, RejectsPartialRows_C3) {
  OpTest test;
  test.Input<float>({2, 2}, {1, 2, 3, 4}).Const<float>({1, 3}, {1, 2, 3});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C3"));
}

TEST(FullyConnectedBind, RejectsWeightsWithoutDepth_C3) {
  OpTest test;
  test.Input<float>({2, 1}, {1, 2}).Const<float>({1, 0}, {});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C3"));
}

TEST(FullyConnectedBind, RejectsRowsBeyond32Bits_C3) {
  for (const int32_t rows : {32767, 65536}) {
    OpTest test;
    test.Input<float>({65536, rows, 0}, {}).Const<float>({0, 0}, {});
    test.Output<float>().Params(TfLiteFullyConnectedParams{});
    const Status status = test.Bound(&BindFullyConnected).status();
    EXPECT_TRUE(rows == 32767 ? IsOk(status) : Violates(status, "C3"));
  }
}

TEST(FullyConnectedBind, RejectsKeptDimensionsOfAnotherDepth_C3) {
  OpTest test;
  Small(test, {3, 2});
  test.Params(Keep());
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C3"));
}

TEST(FullyConnected, MultipliesRows) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 5, 4, 11}));
}

TEST(FullyConnected, FlattensItsInput) {
  OpTest test;
  Small(test, {1, 3, 2, 1});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
}

TEST(FullyConnected, KeepsDimensions) {
  OpTest test;
  Small(test, {2, 1, 3});
  test.Params(Keep());
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1, 2}));
}

TEST(FullyConnected, TakesAVector) {
  OpTest test;
  test.Input<float>({2}, {3, 4}).Const<float>({1, 2}, {1, 10}).NoInput();
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1}));
  EXPECT_TRUE(test.OutputIs({43}));
}

TEST(FullyConnected, AddsBiasAndActivates) {
  OpTest test;
  Small(test);
  test.Input<float>({2}, {-2, 0.5f});
  TfLiteFullyConnectedParams params{};
  params.activation = kTfLiteActRelu6;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({0, 5.5, 2, 6}));
}

TEST(FullyConnected, TakesNoRowsAndNoDepth) {
  OpTest rows;
  rows.Input<float>({0, 3}, {}).Const<float>({2, 3}, {1, 0, 0, 0, 1, 1});
  rows.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(rows.Run(kFullyConnected)));
  EXPECT_EQ(rows.OutShape(), Shape({0, 2}));
  OpTest depth;
  depth.Input<float>({2, 0}, {})
      .Const<float>({1, 0}, {})
      .Const<float>({1}, {7});
  depth.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(depth.Run(kFullyConnected)));
  EXPECT_TRUE(depth.OutputIs({7, 7}));
}

TEST(FullyConnected, ComputesInt8) {
  OpTest test;
  test.Input<int8_t>({1, 2}, {3, 5}, {0.5f, 1});
  test.Const<int8_t>({2, 2}, {2, 4, -1, 3}, {{0.5f, 1}, {0, 0}, 0});
  test.Const<int32_t>({2}, {4, -8}).Output<int8_t>({0.25f, -2});
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({22, 2}));
}

// Sums by 1/4, as LiteRT 2.3.0 rounds them: -6 is -2 in a convolution.
TEST(FullyConnected, TakesHalvesUp) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {1}, 1.0f);
  test.Const<int8_t>({8, 1}, {-7, -6, -5, -3, -2, -1, 2, 6}, 0.25f);
  test.Output<int8_t>(1.0f).Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({-1, -1, -1, 0, 0, 0, 1, 2}));
}

TEST(FullyConnected, ComputesInt8WithInt2Weights) {
  OpTest test;
  test.Input<int8_t>({1, 5}, {1, 2, 3, 4, 5}, 1.0f);
  // 1 -2 -1 0 1
  test.ConstBytes(kTfLiteInt2, {1, 5}, {0b00111001, 0b01}, 1.0f);
  test.Output<int8_t>(1.0f).Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({1 - 4 - 3 + 5}));
}

TEST(FullyConnected, GivesInt16OfUInt8) {
  OpTest test;
  test.Input<uint8_t>({1, 2}, {255, 0}, {1.0f, 128});
  test.Const<uint8_t>({1, 2}, {255, 0}, {1.0f, 128}).Output<int16_t>(1.0f);
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({127 * 127 + 128 * 128}));
}

TEST(FullyConnected, ComputesInt16) {
  OpTest test;
  test.Input<int16_t>({1, 2}, {3000, -2}, 1.0f);
  test.Const<int8_t>({1, 2}, {7, 100}, 1.0f).Const<int64_t>({1}, {200});
  test.Output<int16_t>(1.0f).Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({21000}));
}

// 27454.19 and -10872.93; with 16 bits of the multiplier the first is 27455.
TEST(FullyConnected, RescalesWideSumsByTheWholeMultiplier) {
  OpTest test;
  test.Input<int16_t>({1, 2}, {1234, -5678}, 0.001f);
  test.Const<int8_t>({2, 2}, {7, -100, -127, 55}, {{0.01f, 0.005f}, {0, 0}, 0});
  test.Const<int64_t>({2}, {100, 12345}).Output<int16_t>(0.00021f);
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({27454, -10873}));
}

// Values of LiteRT 2.3.0. With the product of the scales rounded to float, the
// second is 24859.
TEST(FullyConnected, KeepsTheProductOfScalesOfInt16) {
  OpTest test;
  test.Input<int16_t>({1, 3}, {31280, -31051, -17357}, 0.000177f);
  test.Const<int8_t>({2, 3}, {-81, 77, 94, 21, -117, -103}, 0.0055f);
  test.Const<int64_t>({2}, {0, 0}).Output<int16_t>(0.000238f);
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({-26817, 24860}));
}

TEST(FullyConnected, SubtractsTheZeroPointOfInt8Weights) {
  OpTest test;
  test.Input<int8_t>({1, 2}, {3, 5}, {0.5f, 1});
  test.Const<int8_t>({2, 2}, {5, 7, 2, 6}, {0.5f, 3});
  test.Const<int32_t>({2}, {4, -8}).Output<int8_t>({0.25f, -2});
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({22, 0}));
}

TEST(FullyConnected, QuantizesEachRowOfAHybrid) {
  OpTest test;
  test.Input<float>({2, 2}, {127, -64, 1.27f, -0.64f});
  test.Const<int8_t>({1, 2}, {3, 2}, 0.5f).Const<float>({1}, {1});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({127.5, 2.265}, 1e-4));
}

TEST(FullyConnected, QuantizesRowsWithAZeroPointWhenAsked) {
  OpTest test;
  test.Input<float>({1, 2}, {255, 1}).Const<int8_t>({1, 2}, {0, 2}, 0.5f);
  TfLiteFullyConnectedParams params{};
  params.asymmetric_quantize_inputs = true;
  test.Output<float>().Params(params);
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({1}, 1e-4));
}

// The scale is set after the node was prepared, as for weights that are fed.
TEST(FullyConnected, ReadsTheScaleOfFedWeights) {
  OpTest test;
  test.Input<float>({1, 1}, {2}).Input<int8_t>({1, 1}, {3}).Output<float>();
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Prepare(kFullyConnected)));
  test.input(1)->params.scale = 0.5f;
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({3}, 1e-5));
}

TEST(FullyConnected, ReadsOldUInt8WeightsAsInt8) {
  OpTest symmetric;
  symmetric.Input<float>({1, 1}, {2}).Const<uint8_t>({1, 1}, {0xFD}, 1.0f);
  symmetric.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(symmetric.Run(kFullyConnected)));
  EXPECT_TRUE(symmetric.OutputIs({-6}, 1e-5));
  OpTest affine;
  affine.Input<float>({1, 1}, {2}).Const<uint8_t>({1, 1}, {0xFD}, {1.0f, 0xFA});
  affine.Output<float>().Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(affine.Run(kFullyConnected)));
  EXPECT_TRUE(affine.OutputIs({6}, 1e-5));
}

TEST(FullyConnected, TakesInt16Weights) {
  OpTest test;
  test.Input<int16_t>({1, 2}, {3000, -2}, 1.0f);
  test.Const<int16_t>({1, 2}, {700, 1000}, 0.01f).Output<int16_t>(1.0f);
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({20980}));
}

TEST(FullyConnected, TakesInt64BiasOfInt8) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {5}, 1.0f).Const<int8_t>({2, 1}, {1, 2}, 1.0f);
  test.Const<int64_t>({2}, {7, -30}).Output<int8_t>(1.0f);
  test.Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({12, -20}));
}

// Sums and biases beyond 32 bits wrap.
TEST(FullyConnected, WrapsNarrowSums) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {5}, 1.0f).Const<int8_t>({2, 1}, {1, 2}, 1.0f);
  test.Const<int32_t>({2}, {2147483647, -2147483647 - 1});
  test.Output<int8_t>(4.0f).Params(TfLiteFullyConnectedParams{});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({-128, -128}));
}

// The product of the scales is 0.75 as a float, and less as a double.
template <typename T>
void ExpectTwiceTheScales(double expected) {
  constexpr float kStep = 1.0f / 8192;
  OpTest test;
  test.Input<T>({1, 1}, {2}, {0.75f * (1 + kStep), 0});
  test.Const<T>({1, 1}, {1}, {1 - kStep, 0});
  test.Output<T>({1.0f, 0}).Params(Keep());
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({expected}));
}

TEST(FullyConnected, RoundsTheProductOfScales) {
  ExpectTwiceTheScales<uint8_t>(2);
  ExpectTwiceTheScales<int8_t>(2);
}

}  // namespace
}  // namespace tflite::kernels
