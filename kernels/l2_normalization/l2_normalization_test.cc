#include "kernels/l2_normalization/l2_normalization.h"

#include <cmath>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kNormalize =
    MakeOpFunctions<&BindL2Normalization, &EvalL2NormalizationReference>();

// Values of LiteRT 2.3.0; the second is 205.49 before it is rounded.
TEST(L2Normalization, BytesAreThoseOfTheReferenceRuntime) {
  OpTest test;
  test.Input<uint8_t>({1, 6}, {198, 244, 67, 53, 202, 212}, {0.1f, 100});
  test.Output<uint8_t>({1.0f / 128, 128}).Params(TfLiteL2NormParams{});
  ASSERT_TRUE(IsOk(test.Run(kNormalize)));
  EXPECT_TRUE(test.OutputIs({181, 206, 110, 103, 183, 188}));
}

TEST(L2NormalizationBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kNormalize), "C1"));
}

TEST(L2NormalizationBind, RejectsTypes_C2) {
  OpTest wide;
  wide.Input<int32_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(wide.Run(kNormalize), "C2"));
  OpTest mixed;
  mixed.Input<float>({1}, {1}).Output<half>();
  EXPECT_TRUE(Violates(mixed.Run(kNormalize), "C2"));
}

TEST(L2NormalizationBind, RejectsActivations_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  test.Params(TfLiteL2NormParams{kTfLiteActRelu});
  EXPECT_TRUE(Violates(test.Run(kNormalize), "C3"));
}

TEST(L2NormalizationBind, RejectsIntegersWithoutScale_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f}).Output<int8_t>();
  EXPECT_TRUE(Violates(test.Run(kNormalize), "C4"));
  OpTest input;
  input.Input<int8_t>({1}, {1}).Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(input.Run(kNormalize), "C4"));
}

// Steps of 2^-6 are not computed in fixed point.
TEST(L2Normalization, BytesOfOtherScalesAreRoundedOnce) {
  OpTest test;
  test.Input<int8_t>({1, 3}, {15, 103, -38}, {0.1f, -7});
  test.Output<int8_t>({1.0f / 64, 1}).Params(TfLiteL2NormParams{});
  ASSERT_TRUE(IsOk(test.Run(kNormalize)));
  const double norm = std::sqrt(22.0 * 22 + 110 * 110 + 31 * 31);
  EXPECT_TRUE(test.OutputIs({std::round(64 * 22 / norm) + 1,
                             std::round(64 * 110 / norm) + 1,
                             std::round(64 * -31 / norm) + 1}));
}

TEST(L2Normalization, RowsHaveLengthOne) {
  OpTest test;
  test.Input<float>({3, 2}, {3, -4, 0, 0, 0, 2}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kNormalize)));
  EXPECT_TRUE(test.OutputIs({0.6, -0.8, 0, 0, 0, 1}, 1e-6));
}

TEST(L2Normalization, TheInputsScaleCancelsOut) {
  for (const float scale : {0.01f, 2.0f}) {
    OpTest test;
    test.Input<int8_t>({1, 2}, {13, -30}, {scale, 10});
    test.Output<int8_t>({1.0f / 128, 0});
    ASSERT_TRUE(IsOk(test.Run(kNormalize)));
    // 3 / sqrt(3^2 + 40^2) and -40 / sqrt(...), times 128.
    EXPECT_TRUE(test.OutputIs({10, -128}));
  }
}

// Rows are divided by their length, or by 1 if that is more.
TEST(L2Normalization, TheSmallestWordsHaveLengthOne) {
  OpTest test;
  test.Input<int16_t>({1, 2}, {1, 0}, 0.5f).Output<int16_t>(1.0f / 32767);
  ASSERT_TRUE(IsOk(test.Run(kNormalize)));
  EXPECT_TRUE(test.OutputIs({32767, 0}));
}

TEST(L2Normalization, ScalarsAndNoElements) {
  OpTest scalar;
  scalar.Input<float>({}, {-7}).Output<float>();
  ASSERT_TRUE(IsOk(scalar.Run(kNormalize)));
  EXPECT_TRUE(scalar.OutputIs({-1}, 1e-6));
  OpTest empty;
  empty.Input<float>({2, 0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(empty.Run(kNormalize)));
  EXPECT_EQ(empty.OutShape(), Shape({2, 0}));
}

TEST(L2NormalizationCpu, AgreesWithReference) {
  constexpr OpFunctions kCpu =
      MakeOpFunctions<&BindL2Normalization, &EvalL2NormalizationCpu>();
  for (const int32_t depth : {0, 1, 5, 32, 77, 900}) {
    OpTest test(/*threads=*/2);
    const int64_t count = int64_t{60} * depth;
    test.Input<float>({60, depth}, RandomElements<float>(count, -3, 3, 1));
    test.Output<float>();
    EXPECT_TRUE(Agree(test, kNormalize, kCpu, 1e-7, 1e-6)) << depth;
  }
  OpTest zeros;
  zeros.Input<float>({1, 40}, std::vector<float>(40, 0.0f)).Output<float>();
  EXPECT_TRUE(Agree(zeros, kNormalize, kCpu, 0, 0));
}

}  // namespace
}  // namespace tflite::kernels
