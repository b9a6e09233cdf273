#include "kernels/space_to_depth/space_to_depth.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kToDepth =
    MakeOpFunctions<&BindSpaceToDepth, &EvalSpaceToDepthReference>();
constexpr OpFunctions kToSpace =
    MakeOpFunctions<&BindDepthToSpace, &EvalSpaceToDepthReference>();

TEST(SpaceToDepthBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Input<float>({1}, {1}).Output<float>();
  test.Params(TfLiteSpaceToDepthParams{1});
  EXPECT_TRUE(Violates(test.Run(kToDepth), "C1"));
}

TEST(SpaceToDepthBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<int32_t>();
  test.Params(TfLiteSpaceToDepthParams{1});
  EXPECT_TRUE(Violates(test.Run(kToDepth), "C2"));
}

TEST(SpaceToDepthBind, RejectsOtherRanks_C3) {
  OpTest test;
  test.Input<float>({1, 1, 1}, {1}).Output<float>();
  test.Params(TfLiteSpaceToDepthParams{1});
  EXPECT_TRUE(Violates(test.Run(kToDepth), "C3"));
}

TEST(SpaceToDepthBind, RejectsBlocks_C4) {
  for (int block : {0, -2}) {
    OpTest test;
    test.Input<float>({1, 1, 1, 1}, {1}).Output<float>();
    test.Params(TfLiteSpaceToDepthParams{block});
    EXPECT_TRUE(Violates(test.Run(kToDepth), "C4"));
    EXPECT_TRUE(Violates(test.Run(kToSpace), "C4"));
  }
}

TEST(SpaceToDepthBind, RejectsBlocksThatDoNotDivide_C5) {
  for (const Shape& shape : {Shape({1, 2, 3, 1}), Shape({1, 3, 2, 1})}) {
    OpTest test;
    test.Input<float>(shape, std::vector<float>(6)).Output<float>();
    test.Params(TfLiteSpaceToDepthParams{2});
    EXPECT_TRUE(Violates(test.Run(kToDepth), "C5"));
  }
  OpTest depth;
  depth.Input<float>({1, 1, 1, 2}, {1, 2}).Output<float>();
  depth.Params(TfLiteDepthToSpaceParams{2});
  EXPECT_TRUE(Violates(depth.Run(kToSpace), "C5"));
  OpTest huge;
  huge.Input<float>({1, 1, 1, 2}, {1, 2}).Output<float>();
  huge.Params(TfLiteDepthToSpaceParams{INT_MAX});
  EXPECT_TRUE(Violates(huge.Run(kToSpace), "C5"));
}

TEST(SpaceToDepthBind, RejectsChannelsThatOverflow) {
  OpTest test;
  test.Input<float>({0, 0, 0, 1 << 30}, {}).Output<float>();
  test.Params(TfLiteSpaceToDepthParams{1 << 30});
  EXPECT_FALSE(IsOk(test.Run(kToDepth)));
}

TEST(SpaceToDepth, BlocksBecomeChannels) {
  OpTest test;
  test.Input<uint8_t>({1, 2, 4, 1}, {1, 2, 3, 4, 5, 6, 7, 8}).Output<uint8_t>();
  test.Params(TfLiteSpaceToDepthParams{2});
  ASSERT_TRUE(IsOk(test.Run(kToDepth)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 2, 4}));
  EXPECT_TRUE(test.OutputIs({1, 2, 5, 6, 3, 4, 7, 8}));
}

TEST(DepthToSpace, UndoesIt) {
  OpTest test;
  test.Input<half>({1, 1, 2, 4}, {1, 2, 5, 6, 3, 4, 7, 8}).Output<half>();
  test.Params(TfLiteDepthToSpaceParams{2});
  ASSERT_TRUE(IsOk(test.Run(kToSpace)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 4, 1}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(DepthToSpace, SeveralChannelsStayTogether) {
  OpTest test;
  test.Input<float>({1, 1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8}).Output<float>();
  test.Params(TfLiteDepthToSpaceParams{2});
  ASSERT_TRUE(IsOk(test.Run(kToSpace)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(SpaceToDepth, WithoutElements) {
  OpTest test;
  test.Input<float>({0, 2, 2, 1}, {}).Output<float>();
  test.Params(TfLiteSpaceToDepthParams{2});
  ASSERT_TRUE(IsOk(test.Run(kToDepth)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1, 1, 4}));
}

}  // namespace
}  // namespace tflite::kernels
