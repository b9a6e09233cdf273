#include "kernels/one_hot/one_hot.h"

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kOneHot =
    MakeOpFunctions<&BindOneHot, &EvalOneHotReference>();

TEST(OneHotBind, RejectsThreeInputs_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Const<int32_t>({}, {2}).Input<float>({}, {1});
  test.Output<float>().Params(TfLiteOneHotParams{-1});
  EXPECT_TRUE(Violates(test.Run(kOneHot), "C1"));
}

TEST(OneHotBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Const<int32_t>({}, {2}).Input<float>({}, {1});
  test.Input<int32_t>({}, {0}).Output<float>().Params(TfLiteOneHotParams{-1});
  EXPECT_TRUE(Violates(test.Run(kOneHot), "C2"));
}

TEST(OneHotBind, RejectsIndexTypeAndSeveralDepths_C3) {
  OpTest type;
  type.Input<uint8_t>({1}, {0}).Const<int32_t>({}, {2}).Input<float>({}, {1});
  type.Input<float>({}, {0}).Output<float>().Params(TfLiteOneHotParams{-1});
  EXPECT_TRUE(Violates(type.Run(kOneHot), "C3"));
  OpTest several;
  several.Input<int32_t>({1}, {0})
      .Const<int32_t>({2}, {2, 2})
      .Input<float>({}, {1});
  several.Input<float>({}, {0}).Output<float>().Params(TfLiteOneHotParams{-1});
  EXPECT_TRUE(Violates(several.Run(kOneHot), "C3"));
}

TEST(OneHotBind, RejectsAxisOutOfRange_C4) {
  for (int axis : {-2, 2}) {
    OpTest test;
    test.Input<int32_t>({1}, {0}).Const<int32_t>({}, {2}).Input<float>({}, {1});
    test.Input<float>({}, {0}).Output<float>().Params(TfLiteOneHotParams{axis});
    EXPECT_TRUE(Violates(test.Run(kOneHot), "C4"));
  }
}

TEST(OneHotBind, RejectsDepthOutOfRange_C5) {
  for (const int64_t depth : {int64_t{-1}, (int64_t{1} << 32) + 1}) {
    OpTest test;
    test.Input<int32_t>({1}, {0}).Const<int64_t>({}, {depth});
    test.Input<float>({}, {1}).Input<float>({}, {0}).Output<float>();
    test.Params(TfLiteOneHotParams{-1});
    EXPECT_TRUE(Violates(test.Run(kOneHot), "C5"));
  }
}

TEST(OneHot, LastAxisAndIndicesOutside) {
  OpTest test;
  test.Input<int64_t>({3}, {1, -1, 2}).Const<int32_t>({1}, {2});
  test.Input<int16_t>({}, {9}).Input<int16_t>({}, {3}).Output<int16_t>();
  test.Params(TfLiteOneHotParams{-1});
  ASSERT_TRUE(IsOk(test.Run(kOneHot)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2}));
  EXPECT_TRUE(test.OutputIs({3, 9, 3, 3, 3, 3}));
}

TEST(OneHot, FirstAxisAndDepthKnownAtRunTime) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 0})
      .Input<int32_t>({}, {3})
      .Input<bool>({}, {true});
  test.Input<bool>({}, {false}).Output<bool>().Params(TfLiteOneHotParams{0});
  ASSERT_TRUE(IsOk(test.Run(kOneHot)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2}));
  EXPECT_TRUE(test.OutputIs({0, 1, 1, 0, 0, 0}));
}

TEST(OneHot, ScalarIndexAndDepthZero) {
  OpTest scalar;
  scalar.Input<int32_t>({}, {0}).Const<int32_t>({}, {2}).Input<float>({}, {1});
  scalar.Input<float>({}, {0}).Output<float>().Params(TfLiteOneHotParams{0});
  ASSERT_TRUE(IsOk(scalar.Run(kOneHot)));
  EXPECT_TRUE(scalar.OutputIs({1, 0}));
  OpTest zero;
  zero.Input<int32_t>({2}, {0, 0})
      .Const<int32_t>({}, {0})
      .Input<float>({}, {1});
  zero.Input<float>({}, {0}).Output<float>().Params(TfLiteOneHotParams{-1});
  ASSERT_TRUE(IsOk(zero.Run(kOneHot)));
  EXPECT_EQ(zero.OutShape(), Shape({2, 0}));
}

TEST(OneHot, ThreadsTakePlanes) {
  for (const int axis : {0, 1, -1}) {
    EXPECT_TRUE(ThreadsAgree(kOneHot, [axis](OpTest& test) {
      test.Input<int32_t>({90, 11}, RandomElements<int32_t>(990, -1, 130, 1));
      test.Const<int32_t>({}, {130}).Input<float>({}, {2});
      test.Input<float>({}, {-1}).Output<float>();
      test.Params(TfLiteOneHotParams{axis});
    })) << axis;
  }
}

}  // namespace
}  // namespace tflite::kernels
