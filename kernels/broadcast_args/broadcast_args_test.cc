#include "kernels/broadcast_args/broadcast_args.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kBroadcastArgs =
    MakeOpFunctions<&BindBroadcastArgs, &EvalBroadcastArgsReference>();

TEST(BroadcastArgsBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBroadcastArgs), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kBroadcastArgs), "C1"));
}

TEST(BroadcastArgsBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {1}).Input<int64_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBroadcastArgs), "C2"));
}

TEST(BroadcastArgsBind, RejectsScalars_C3) {
  OpTest test;
  test.Input<int32_t>({}, {1}).Input<int32_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBroadcastArgs), "C3"));
}

TEST(BroadcastArgs, RejectsShapesThatDoNotFit_C4) {
  OpTest test;
  test.Input<int32_t>({2}, {2, 3}).Input<int32_t>({1}, {2}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBroadcastArgs), "C4"));
}

TEST(BroadcastArgs, ShapesOfDifferentRank) {
  OpTest test;
  test.Input<int64_t>({3}, {2, 1, 4})
      .Input<int64_t>({2}, {3, 1})
      .Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kBroadcastArgs)));
  EXPECT_TRUE(test.OutputIs({2, 3, 4}));
}

TEST(BroadcastArgs, OfAnEmptyShapeAndWithoutElements) {
  OpTest test;
  test.Input<int32_t>({0}, {}).Input<int32_t>({2}, {0, 1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kBroadcastArgs)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

TEST(BroadcastArgs, ConstantsAreKnownAfterPrepare) {
  OpTest test;
  test.Const<int32_t>({1}, {5}).Const<int32_t>({1}, {1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Prepare(kBroadcastArgs)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({5}));
}

}  // namespace
}  // namespace tflite::kernels
