#include "kernels/reverse/reverse.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReverse =
    MakeOpFunctions<&BindReverseV2, &EvalReverseV2Reference>();
constexpr OpFunctions kSequence =
    MakeOpFunctions<&BindReverseSequence, &EvalReverseSequenceReference>();

TEST(ReverseBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kReverse), "C1"));
}

TEST(ReverseBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kReverse), "C2"));
}

TEST(ReverseBind, RejectsAxesAndLengthsOfAnotherShape_C3) {
  OpTest scalar;
  scalar.Input<float>({1}, {1}).Const<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(scalar.Run(kReverse), "C3"));
  OpTest lengths;
  lengths.Input<float>({2, 1}, {1, 2}).Const<int32_t>({1}, {0}).Output<float>();
  lengths.Params(TfLiteReverseSequenceParams{1, 0});
  EXPECT_TRUE(Violates(lengths.Run(kSequence), "C3"));
}

TEST(ReverseBind, RejectsAxes_C4) {
  const std::vector<int32_t> cases[] = {{2, 0}, {-3, 0}, {1, -1}};
  for (const auto& axes : cases) {
    OpTest known;
    known.Input<float>({1, 1}, {1}).Const<int32_t>({2}, axes).Output<float>();
    EXPECT_TRUE(Violates(known.Run(kReverse), "C4"));
    OpTest later;
    later.Input<float>({1, 1}, {1}).Input<int32_t>({2}, axes).Output<float>();
    EXPECT_TRUE(Violates(later.Run(kReverse), "C4"));
  }
  for (const auto dims :
       {TfLiteReverseSequenceParams{0, 0}, TfLiteReverseSequenceParams{-1, 0},
        TfLiteReverseSequenceParams{2, 0}, TfLiteReverseSequenceParams{1, -1},
        TfLiteReverseSequenceParams{1, 2}}) {
    OpTest test;
    test.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {0}).Output<float>();
    test.Params(dims);
    EXPECT_TRUE(Violates(test.Run(kSequence), "C4"));
  }
}

TEST(ReverseSequence, RejectsLengthsOutOfRange_C5) {
  for (int32_t length : {-1, 3}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2})
        .Input<int32_t>({1}, {length})
        .Output<float>();
    test.Params(TfLiteReverseSequenceParams{1, 0});
    EXPECT_TRUE(Violates(test.Run(kSequence), "C5"));
  }
}

TEST(ReverseV2, ConstantAxesAndAxesKnownAtRunTime) {
  const std::pair<std::vector<int32_t>, std::vector<double>> cases[] = {
      {{1}, {3, 2, 1, 6, 5, 4}}, {{-2}, {4, 5, 6, 1, 2, 3}}};
  for (const auto& [axes, want] : cases) {
    OpTest known;
    known.Input<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Const<int32_t>({1}, axes);
    known.Output<int64_t>();
    ASSERT_TRUE(IsOk(known.Run(kReverse)));
    EXPECT_TRUE(known.OutputIs(want));
    OpTest later;
    later.Input<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({1}, axes);
    later.Output<int64_t>();
    ASSERT_TRUE(IsOk(later.Run(kReverse)));
    EXPECT_TRUE(later.OutputIs(want));
  }
}

TEST(ReverseV2, NonAdjacentAxes) {
  OpTest test;
  test.Input<std::string>({2, 1, 2}, {"a", "b", "c", "d"});
  test.Const<int64_t>({2}, {0, 2}).Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kReverse)));
  EXPECT_EQ(test.Out<std::string>(),
            (std::vector<std::string>{"d", "c", "b", "a"}));
}

TEST(ReverseV2, NoAxesAndNoElements) {
  OpTest none;
  none.Input<float>({2}, {1, 2}).Const<int32_t>({0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(none.Run(kReverse)));
  EXPECT_TRUE(none.OutputIs({1, 2}));
  OpTest empty;
  empty.Input<float>({0, 2}, {}).Const<int32_t>({1}, {0}).Output<float>();
  ASSERT_TRUE(IsOk(empty.Run(kReverse)));
  EXPECT_EQ(empty.OutShape(), Shape({0, 2}));
}

TEST(ReverseSequence, EachBatchItsLength) {
  OpTest test;
  test.Input<int16_t>({2, 3, 1}, {1, 2, 3, 4, 5, 6})
      .Input<int64_t>({2}, {2, 3});
  test.Output<int16_t>().Params(TfLiteReverseSequenceParams{1, 0});
  ASSERT_TRUE(IsOk(test.Run(kSequence)));
  EXPECT_TRUE(test.OutputIs({2, 1, 3, 6, 5, 4}));
}

TEST(ReverseSequence, BatchesInside) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Const<int32_t>({2}, {0, 2});
  test.Output<float>().Params(TfLiteReverseSequenceParams{0, 1});
  ASSERT_TRUE(IsOk(test.Run(kSequence)));
  EXPECT_TRUE(test.OutputIs({1, 4, 3, 2, 5, 6}));
}

}  // namespace
}  // namespace tflite::kernels
