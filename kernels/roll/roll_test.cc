#include "kernels/roll/roll.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kRoll = MakeOpFunctions<&BindRoll, &EvalRollReference>();

TEST(RollBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRoll), "C1"));
}

TEST(RollBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({}, {0}).Const<int32_t>({}, {0});
  test.Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kRoll), "C2"));
}

TEST(RollBind, RejectsShiftsThatDoNotMatchTheAxes_C3) {
  OpTest test;
  test.Input<float>({1}, {1})
      .Const<int32_t>({2}, {0, 0})
      .Const<int32_t>({1}, {0});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRoll), "C3"));
}

TEST(Roll, RejectsAxisOutOfRange_C4) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({}, {0}).Input<int32_t>({}, {1});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRoll), "C4"));
}

TEST(Roll, TowardsBothEnds) {
  const std::pair<int64_t, std::vector<double>> cases[] = {
      {0, {1, 2, 3, 4}}, {1, {4, 1, 2, 3}},  {-1, {2, 3, 4, 1}},
      {6, {3, 4, 1, 2}}, {-5, {2, 3, 4, 1}}, {INT64_MAX, {2, 3, 4, 1}}};
  for (const auto& [shift, want] : cases) {
    OpTest test;
    test.Input<int8_t>({4}, {1, 2, 3, 4}).Input<int64_t>({}, {shift});
    test.Input<int32_t>({}, {-1}).Output<int8_t>();
    ASSERT_TRUE(IsOk(test.Run(kRoll)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(Roll, SeveralAxesAndOneTwice) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6}).Const<int32_t>({3}, {1, 2, -1});
  test.Const<int64_t>({3}, {0, 1, 1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kRoll)));
  EXPECT_TRUE(test.OutputIs({6, 4, 5, 3, 1, 2}));
}

TEST(Roll, StringsAndNoElements) {
  OpTest strings;
  strings.Input<std::string>({2}, {"a", "b"}).Const<int32_t>({1}, {1});
  strings.Const<int32_t>({1}, {0}).Output<std::string>();
  ASSERT_TRUE(IsOk(strings.Run(kRoll)));
  EXPECT_EQ(strings.Out<std::string>(), (std::vector<std::string>{"b", "a"}));
  OpTest empty;
  empty.Input<float>({0}, {}).Const<int32_t>({}, {1}).Const<int32_t>({}, {0});
  empty.Output<float>();
  ASSERT_TRUE(IsOk(empty.Run(kRoll)));
  EXPECT_EQ(empty.OutShape(), Shape({0}));
}

}  // namespace
}  // namespace tflite::kernels
