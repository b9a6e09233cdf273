#include "kernels/numeric_verify/numeric_verify.h"

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kNumericVerify =
    MakeOpFunctions<&BindNumericVerify, &EvalNumericVerifyReference>();

std::vector<uint8_t> Options(float tolerance, bool fail) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Float("tolerance", tolerance);
    builder.Bool("log_if_failed", fail);
  });
  builder.Finish();
  return builder.GetBuffer();
}

// Reals 1 and -2 against 1.25 and -2.5, in steps of a half.
void Small(OpTest& test) {
  test.Input<int8_t>({2}, {5, -1}, {0.5f, 3}).Input<float>({2}, {1.25f, -2.5f});
  test.Output<float>();
}

TEST(NumericVerifyBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C1"));
}

TEST(NumericVerifyBind, RejectsOtherTypes_C2) {
  OpTest in;
  in.Input<int32_t>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(in.Run(kNumericVerify), "C2"));
  OpTest out;
  out.Input<int8_t>({1}, {1}, {0.5f}).Input<float>({1}, {1}).Output<half>();
  EXPECT_TRUE(Violates(out.Run(kNumericVerify), "C2"));
}

TEST(NumericVerifyBind, RejectsOtherNumberOfElements_C3) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f})
      .Input<float>({2}, {1, 2})
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C3"));
}

TEST(NumericVerifyBind, RejectsIntegersWithoutScale_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C4"));
}

TEST(NumericVerifyBind, RejectsDamagedOptions_C5) {
  OpTest test;
  Small(test);
  test.CustomOptions({0xff, 0xff, 0xff});
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C5"));
  flexbuffers::Builder number;
  number.Int(7);
  number.Finish();
  test.CustomOptions(number.GetBuffer());
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C5"));
}

TEST(NumericVerify, FailsAboveTheTolerance_C6) {
  OpTest test;
  Small(test);
  test.CustomOptions(Options(0.9f, true));
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C6"));
  test.CustomOptions(Options(1.0f, true));
  EXPECT_TRUE(IsOk(test.Run(kNumericVerify)));
  test.CustomOptions(Options(0.9f, false));
  EXPECT_TRUE(IsOk(test.Run(kNumericVerify)));
}

TEST(NumericVerify, SmallTolerancesCountAsNone) {
  OpTest test;
  Small(test);
  test.CustomOptions(Options(0.1f, true));
  EXPECT_TRUE(Violates(test.Run(kNumericVerify), "C6"));
  test.CustomOptions(Options(0.05f, true));
  EXPECT_TRUE(IsOk(test.Run(kNumericVerify)));
}

TEST(NumericVerify, GivesDifferences) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kNumericVerify)));
  EXPECT_TRUE(test.OutputIs({-0.25, 0.5}));
}

TEST(NumericVerify, HalfPrecision) {
  OpTest test;
  test.Input<half>({1}, {1.5f}).Input<float>({1}, {1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kNumericVerify)));
  EXPECT_TRUE(test.OutputIs({0.5}));
}

}  // namespace
}  // namespace tflite::kernels
