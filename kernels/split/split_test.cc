#include "kernels/split/split.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSplit =
    MakeOpFunctions<&BindSplit, &EvalSplitReference>();
constexpr OpFunctions kSplitV =
    MakeOpFunctions<&BindSplitV, &EvalSplitReference>();
constexpr OpFunctions kUnpack =
    MakeOpFunctions<&BindUnpack, &EvalSplitReference>();

TEST(SplitBind, RejectsOutputsThatTheOptionsDoNotName_C1) {
  OpTest test;
  test.Const<int32_t>({}, {0}).Input<float>({2}, {1, 2}).Output<float>();
  test.Params(TfLiteSplitParams{2});
  EXPECT_TRUE(Violates(test.Run(kSplit), "C1"));
  OpTest none;
  none.Const<int32_t>({}, {0}).Input<float>({2}, {1, 2}).Output<float>();
  none.Params(TfLiteSplitParams{0});
  EXPECT_TRUE(Violates(none.Run(kSplit), "C1"));
  OpTest sizes;
  sizes.Input<float>({0}, {}).Const<int32_t>({0}, {}).Const<int32_t>({}, {0});
  sizes.Params(TfLiteSplitVParams{0});
  EXPECT_TRUE(Violates(sizes.Run(kSplitV), "C1"));
  OpTest unpack;
  unpack.Input<float>({0}, {}).Params(TfLiteUnpackParams{-1, 0});
  EXPECT_TRUE(Violates(unpack.Run(kUnpack), "C1"));
}

TEST(SplitBind, RejectsMissingInputs_C1) {
  OpTest test;
  test.NoInput().Input<float>({2}, {1, 2}).Output<float>();
  test.Params(TfLiteSplitParams{1});
  EXPECT_TRUE(Violates(test.Run(kSplit), "C1"));
}

TEST(Unpack, NothingIntoNoOutputs) {
  OpTest test;
  test.Input<float>({0}, {}).Params(TfLiteUnpackParams{0, 0});
  EXPECT_TRUE(IsOk(test.Run(kUnpack)));
}

TEST(SplitBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Const<int32_t>({}, {0}).Input<float>({2}, {1, 2}).Output<int32_t>();
  test.Params(TfLiteSplitParams{1});
  EXPECT_TRUE(Violates(test.Run(kSplit), "C2"));
}

TEST(SplitBind, RejectsAxisOutOfRange_C3) {
  OpTest test;
  test.Const<int32_t>({}, {1}).Input<float>({2}, {1, 2}).Output<float>();
  test.Params(TfLiteSplitParams{1});
  EXPECT_TRUE(Violates(test.Run(kSplit), "C3"));
  OpTest unpack;
  unpack.Input<float>({2}, {1, 2}).Output<float>().Output<float>();
  unpack.Params(TfLiteUnpackParams{2, -2});
  EXPECT_TRUE(Violates(unpack.Run(kUnpack), "C3"));
}

TEST(SplitBind, RejectsUnevenPieces_C4) {
  OpTest test;
  test.Const<int32_t>({}, {0}).Input<float>({3}, {1, 2, 3});
  test.Output<float>().Output<float>().Params(TfLiteSplitParams{2});
  EXPECT_TRUE(Violates(test.Run(kSplit), "C4"));
  OpTest unpack;
  unpack.Input<float>({3}, {1, 2, 3}).Output<float>().Output<float>();
  unpack.Params(TfLiteUnpackParams{2, 0});
  EXPECT_TRUE(Violates(unpack.Run(kUnpack), "C4"));
}

TEST(SplitVBind, RejectsSizesThatDoNotAddUp_C4) {
  const std::vector<int32_t> cases[] = {
      {1, 1}, {1, 3}, {-1, -1}, {-2, 5}, {-1, 4}};
  for (const auto& sizes : cases) {
    OpTest test;
    test.Input<float>({3}, {1, 2, 3}).Const<int32_t>({2}, sizes);
    test.Const<int32_t>({}, {0}).Output<float>().Output<float>();
    test.Params(TfLiteSplitVParams{2});
    EXPECT_TRUE(Violates(test.Run(kSplitV), "C4"));
  }
  OpTest fewer;
  fewer.Input<float>({3}, {1, 2, 3}).Const<int32_t>({1}, {3});
  fewer.Const<int32_t>({}, {0}).Output<float>().Output<float>();
  fewer.Params(TfLiteSplitVParams{2});
  EXPECT_TRUE(Violates(fewer.Run(kSplitV), "C4"));
}

TEST(UnpackBind, RejectsOtherQuantization_C5) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f, 3}).Output<int8_t>({0.5f, 4});
  test.Params(TfLiteUnpackParams{1, 0});
  EXPECT_TRUE(Violates(test.Run(kUnpack), "C5"));
}

TEST(Split, AlongTheInnerAxis) {
  OpTest test;
  test.Const<int64_t>({1}, {-1}).Input<float>({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  test.Output<float>().Output<float>().Params(TfLiteSplitParams{2});
  ASSERT_TRUE(IsOk(test.Run(kSplit)));
  EXPECT_EQ(test.OutShape(0), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 2, 5, 6}, 0, 0, 0));
  EXPECT_TRUE(test.OutputIs({3, 4, 7, 8}, 0, 0, 1));
}

TEST(Split, AxisKnownAtRunTime) {
  OpTest test;
  test.Input<int32_t>({}, {0}).Input<float>({2, 2}, {1, 2, 3, 4});
  test.Output<float>().Output<float>().Params(TfLiteSplitParams{2});
  ASSERT_TRUE(IsOk(test.Run(kSplit)));
  EXPECT_TRUE(test.OutputIs({3, 4}, 0, 0, 1));
  test.SetInput<int32_t>(0, {1});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({2, 4}, 0, 0, 1));
}

TEST(SplitV, RestAndEmptyPiece) {
  OpTest test;
  test.Input<std::string>({4}, {"a", "b", "c", "d"})
      .Const<int64_t>({3}, {1, 0, -1});
  test.Const<int32_t>({}, {0});
  test.Output<std::string>().Output<std::string>().Output<std::string>();
  test.Params(TfLiteSplitVParams{3});
  ASSERT_TRUE(IsOk(test.Run(kSplitV)));
  EXPECT_EQ(test.OutShape(1), Shape({0}));
  EXPECT_EQ(test.Out<std::string>(0), (std::vector<std::string>{"a"}));
  EXPECT_EQ(test.Out<std::string>(2),
            (std::vector<std::string>{"b", "c", "d"}));
}

TEST(Unpack, DropsTheAxis) {
  OpTest test;
  test.Input<int16_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  test.Output<int16_t>().Output<int16_t>().Output<int16_t>();
  test.Params(TfLiteUnpackParams{3, 1});
  ASSERT_TRUE(IsOk(test.Run(kUnpack)));
  EXPECT_EQ(test.OutShape(2), Shape({2}));
  EXPECT_TRUE(test.OutputIs({2, 5}, 0, 0, 1));
}

}  // namespace
}  // namespace tflite::kernels
