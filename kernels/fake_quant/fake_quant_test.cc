#include "kernels/fake_quant/fake_quant.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kFakeQuant =
    MakeOpFunctions<&BindFakeQuant, &EvalFakeQuantReference>();

TfLiteFakeQuantParams Range(float min, float max, int bits,
                            bool narrow = false) {
  return {min, max, bits, narrow};
}

Status RunWith(const TfLiteFakeQuantParams& params) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<float>().Params(params);
  return test.Run(kFakeQuant);
}

TEST(FakeQuantBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<float>();
  test.Params(Range(0, 1, 8));
  EXPECT_TRUE(Violates(test.Run(kFakeQuant), "C1"));
}

TEST(FakeQuantBind, RejectsOtherTypes_C2) {
  OpTest test;
  test.Input<half>({1}, {0}).Output<half>().Params(Range(0, 1, 8));
  EXPECT_TRUE(Violates(test.Run(kFakeQuant), "C2"));
}

TEST(FakeQuantBind, RejectsOtherWidths_C3) {
  EXPECT_TRUE(Violates(RunWith(Range(0, 1, 1)), "C3"));
  EXPECT_TRUE(IsOk(RunWith(Range(0, 1, 16))));
  EXPECT_TRUE(Violates(RunWith(Range(0, 1, 17)), "C3"));
}

TEST(FakeQuantBind, RejectsEmptyRange_C4) {
  EXPECT_TRUE(Violates(RunWith(Range(1, 1, 8)), "C4"));
  EXPECT_TRUE(Violates(
      RunWith(Range(0, std::numeric_limits<float>::infinity(), 8)), "C4"));
}

// Two bits over [0, 3]: steps of 1.
TEST(FakeQuant, RoundsToSteps) {
  OpTest test;
  test.Input<float>({6}, {-1, 0.4f, 0.6f, 1.5f, 2.9f, 5}).Output<float>();
  test.Params(Range(0, 3, 2));
  ASSERT_TRUE(IsOk(test.Run(kFakeQuant)));
  EXPECT_TRUE(test.OutputIs({0, 0, 1, 2, 3, 3}));
}

// [-1.4, 1.6] has steps of 1 and moves to [-1, 2], so that 0 is one.
TEST(FakeQuant, ShiftsTheRangeToHoldZero) {
  OpTest test;
  test.Input<float>({4}, {-2, 0.2f, 1.4f, 9}).Output<float>();
  test.Params(Range(-1.4f, 1.6f, 2));
  ASSERT_TRUE(IsOk(test.Run(kFakeQuant)));
  EXPECT_TRUE(test.OutputIs({-1, 0, 1, 2}, 1e-6));
}

// Narrow: the integers 1 to 3, steps of 1 over [-1, 1].
TEST(FakeQuant, NarrowRangeLeavesOutTheLowestInteger) {
  OpTest test;
  test.Input<float>({3}, {-3, 0.3f, 0.8f}).Output<float>();
  test.Params(Range(-1, 1, 2, true));
  ASSERT_TRUE(IsOk(test.Run(kFakeQuant)));
  EXPECT_TRUE(test.OutputIs({-1, 0, 1}));
}

}  // namespace
}  // namespace tflite::kernels
