#include "kernels/gather_nd/gather_nd.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kGatherNd =
    MakeOpFunctions<&BindGatherNd, &EvalGatherNdReference>();

TEST(GatherNdBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kGatherNd), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kGatherNd), "C1"));
}

TEST(GatherNdBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kGatherNd), "C2"));
}

TEST(GatherNdBind, RejectsIndexType_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<uint8_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kGatherNd), "C3"));
}

TEST(GatherNdBind, RejectsScalarsAndDeepIndices_C4) {
  OpTest value;
  value.Input<float>({}, {1}).Input<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(value.Run(kGatherNd), "C4"));
  OpTest index;
  index.Input<float>({1}, {1}).Input<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(index.Run(kGatherNd), "C4"));
  OpTest deep;
  deep.Input<float>({1}, {1}).Input<int32_t>({2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(deep.Run(kGatherNd), "C4"));
}

TEST(GatherNdBind, RejectsNegativeDepth_C4) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<int32_t>({1}, {0}).Output<float>();
  test.input(1)->dims->data[0] = -1;
  EXPECT_TRUE(Violates(test.Bound(&BindGatherNd).status(), "C4"));
}

TEST(GatherNd, RejectsIndicesOutOfRange_C5) {
  for (int32_t index : {-1, 2}) {
    OpTest test;
    test.Input<float>({2}, {1, 2})
        .Input<int32_t>({1, 1}, {index})
        .Output<float>();
    EXPECT_TRUE(Violates(test.Run(kGatherNd), "C5"));
  }
}

TEST(GatherNd, Elements) {
  OpTest test;
  test.Input<float>({2, 2}, {1, 2, 3, 4}).Input<int16_t>({2, 2}, {1, 0, 0, 1});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kGatherNd)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({3, 2}));
}

TEST(GatherNd, ConstantsAreKnownAfterPrepare) {
  OpTest test;
  test.Const<float>({3}, {1, 2, 3}).Const<int32_t>({2, 1}, {2, 0});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Prepare(kGatherNd)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({3, 1}));
}

TEST(GatherNd, SlicesOfStrings) {
  OpTest test;
  test.Input<std::string>({2, 2}, {"a", "b", "c", "d"})
      .Input<int64_t>({1, 1}, {1});
  test.Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kGatherNd)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"c", "d"}));
}

TEST(GatherNd, EmptyIndexVectorsNameTheWholeValue) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<int32_t>({2, 0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kGatherNd)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 2, 1, 2}));
}

}  // namespace
}  // namespace tflite::kernels
