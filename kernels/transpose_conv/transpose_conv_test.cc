#include "kernels/transpose_conv/transpose_conv.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTransposed =
    MakeOpFunctions<&BindTransposeConv, &EvalTransposeConvReference>();

TfLiteTransposeConvParams Stride(int stride,
                                 TfLitePadding padding = kTfLitePaddingValid) {
  TfLiteTransposeConvParams params{};
  params.padding = padding;
  params.stride_height = params.stride_width = stride;
  return params;
}

// The row 1 2, spread by the filter 1 10 100 with stride 2.
void Small(OpTest& test) {
  test.Const<int32_t>({4}, {1, 1, 5, 1});
  test.Const<float>({1, 1, 3, 1}, {1, 10, 100});
  test.Input<float>({1, 1, 2, 1}, {1, 2}).Output<float>().Params(Stride(2));
}

TEST(TransposeConvBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 1}).Const<float>({1, 1, 1, 1}, {1});
  test.Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C1"));
}

TEST(TransposeConvBind, RejectsFiveInputs_C1) {
  OpTest test;
  Small(test);
  test.Const<float>({1}, {0}).Const<float>({1}, {0});
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C1"));
}

TEST(TransposeConvBind, RejectsOtherShapeVectors_C2) {
  OpTest size;
  size.Const<int32_t>({3}, {1, 1, 5}).Const<float>({1, 1, 1, 1}, {1});
  size.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(size.Run(kTransposed), "C2"));
  OpTest type;
  type.Const<int64_t>({4}, {1, 1, 1, 1}).Const<float>({1, 1, 1, 1}, {1});
  type.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(type.Run(kTransposed), "C2"));
}

TEST(TransposeConvBind, RejectsOtherRanks_C2) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 1}).Const<float>({1, 1, 1, 1}, {1});
  test.Input<float>({1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C2"));
}

TEST(TransposeConvBind, RejectsZeroStride_C3) {
  OpTest test;
  Small(test);
  test.Params(Stride(0));
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C3"));
}

TEST(TransposeConvBind, RejectsOtherInputChannels_C4) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 1}).Const<float>({1, 1, 1, 2}, {1, 2});
  test.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C4"));
}

TEST(TransposeConvBind, RejectsShapesThatDoNotFit_C5) {
  for (const std::vector<int32_t>& shape :
       {std::vector<int32_t>{2, 1, 5, 1}, {1, 1, 5, 2}, {1, -1, 5, 1}}) {
    OpTest test;
    test.Const<int32_t>({4}, shape).Const<float>({1, 1, 3, 1}, {1, 10, 100});
    test.Input<float>({1, 1, 2, 1}, {1, 2}).Output<float>().Params(Stride(2));
    EXPECT_TRUE(Violates(test.Run(kTransposed), "C5"));
  }
}

TEST(TransposeConvBind, RejectsExtentsOfAnotherInput_C6) {
  for (int32_t width : {4, 7}) {
    OpTest test;
    test.Input<int32_t>({4}, {1, 1, width, 1});
    test.Const<float>({1, 1, 3, 1}, {1, 10, 100});
    test.Input<float>({1, 1, 2, 1}, {1, 2}).Output<float>().Params(Stride(2));
    EXPECT_TRUE(Violates(test.Run(kTransposed), "C6"));
  }
}

TEST(TransposeConv, SpreadsPixels) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 5, 1}));
  EXPECT_TRUE(test.OutputIs({1, 10, 102, 20, 200}));
}

TEST(TransposeConv, AddsBiasAndActivates) {
  OpTest test;
  Small(test);
  test.Const<float>({1}, {-12});
  TfLiteTransposeConvParams params = Stride(2);
  params.activation = kTfLiteActRelu;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({0, 0, 90, 8, 188}));
}

// A convolution of 4 by 3 with stride 2 pads one element, after the image.
TEST(TransposeConv, DropsWhatFallsOutside) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 4, 1});
  test.Const<float>({1, 1, 3, 1}, {1, 10, 100});
  test.Input<float>({1, 1, 2, 1}, {1, 2}).Output<float>();
  test.Params(Stride(2, kTfLitePaddingSame));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({1, 10, 102, 20}));
}

TEST(TransposeConv, TakesItsShapeWhenRun) {
  OpTest test;
  test.Input<int32_t>({4}, {1, 1, 6, 1});
  test.Const<float>({1, 1, 3, 1}, {1, 10, 100});
  test.Input<float>({1, 1, 2, 1}, {1, 2}).Output<float>().Params(Stride(2));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 6, 1}));
  EXPECT_TRUE(test.OutputIs({1, 10, 102, 20, 200, 0}));
  test.SetInput<int32_t>(0, {1, 2, 5, 1});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({1, 10, 102, 20, 200, 0, 0, 0, 0, 0}));
}

TEST(TransposeConv, SumsInputChannels) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 2});
  test.Const<float>({2, 1, 1, 2}, {1, 10, 100, 1000});
  test.Input<float>({1, 1, 1, 2}, {3, 4}).Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({43, 4300}));
}

TEST(TransposeConv, ComputesInt8ByChannel) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 2});
  test.Const<int8_t>({2, 1, 1, 1}, {6, 8}, {{1, 0.5f}, {0, 0}, 0});
  test.Input<int8_t>({1, 1, 1, 1}, {5}, {1.0f, 2});
  test.Const<int32_t>({2}, {1, -4})
      .Output<int8_t>({1.0f, -1})
      .Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({18 + 1 - 1, 12 - 2 - 1}));
}

TEST(TransposeConv, ComputesUInt8AndInt16) {
  OpTest bytes;
  bytes.Const<int32_t>({4}, {1, 1, 1, 1});
  bytes.Const<uint8_t>({1, 1, 1, 1}, {97}, {1.0f, 100});
  bytes.Input<uint8_t>({1, 1, 1, 1}, {126}, {1.0f, 128});
  bytes.Output<uint8_t>({1.0f, 3}).Params(Stride(1));
  ASSERT_TRUE(IsOk(bytes.Run(kTransposed)));
  EXPECT_TRUE(bytes.OutputIs({9}));
  OpTest words;
  words.Const<int32_t>({4}, {1, 1, 1, 1})
      .Const<int8_t>({1, 1, 1, 1}, {3}, 1.0f);
  words.Input<int16_t>({1, 1, 1, 1}, {-700}, 1.0f);
  words.Const<int64_t>({1}, {100}).Output<int16_t>(1.0f).Params(Stride(1));
  ASSERT_TRUE(IsOk(words.Run(kTransposed)));
  EXPECT_TRUE(words.OutputIs({-2000}));
}

TEST(TransposeConv, ComputesHybrids) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 3, 1});
  test.Const<int8_t>({1, 1, 2, 1}, {2, -4}, 0.5f);
  test.Input<float>({1, 1, 2, 1}, {255, 100}).Output<float>().Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({255, -510 + 100, -200}, 1e-3));
}

// The product of the scales is 0.75 as a float, and less as a double.
template <typename T>
void ExpectTwiceTheScales(double expected) {
  constexpr float kStep = 1.0f / 8192;
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 1});
  test.Const<T>({1, 1, 1, 1}, {1}, {1 - kStep, 0});
  test.Input<T>({1, 1, 1, 1}, {2}, {0.75f * (1 + kStep), 0});
  test.Output<T>({1.0f, 0}).Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({expected}));
}

TEST(TransposeConv, RoundsTheProductOfScalesForUInt8Only) {
  ExpectTwiceTheScales<uint8_t>(2);
  ExpectTwiceTheScales<int8_t>(1);
}

}  // namespace
}  // namespace tflite::kernels
