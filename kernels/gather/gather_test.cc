#include "kernels/gather/gather.h"

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kGather =
    MakeOpFunctions<&BindGather, &EvalGatherReference>();

TEST(GatherBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>().Params(TfLiteGatherParams{});
  EXPECT_TRUE(Violates(test.Run(kGather), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>().Params(TfLiteGatherParams{});
  EXPECT_TRUE(Violates(more.Run(kGather), "C1"));
}

TEST(GatherBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1}, {0}).Output<int32_t>();
  test.Params(TfLiteGatherParams{});
  EXPECT_TRUE(Violates(test.Run(kGather), "C2"));
}

TEST(GatherBind, RejectsIndexType_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int8_t>({1}, {0}).Output<float>();
  test.Params(TfLiteGatherParams{});
  EXPECT_TRUE(Violates(test.Run(kGather), "C3"));
}

TEST(GatherBind, RejectsAxisOutOfRange_C4) {
  for (int axis : {1, -2}) {
    OpTest test;
    test.Input<float>({1}, {1}).Input<int32_t>({1}, {0}).Output<float>();
    test.Params(TfLiteGatherParams{axis, 0});
    EXPECT_TRUE(Violates(test.Run(kGather), "C4"));
  }
  OpTest scalar;
  scalar.Input<float>({}, {1}).Input<int32_t>({1}, {0}).Output<float>();
  scalar.Params(TfLiteGatherParams{});
  EXPECT_TRUE(Violates(scalar.Run(kGather), "C4"));
}

TEST(GatherBind, RejectsBatchDims_C5) {
  const std::pair<int, int> cases[] = {{0, 1}, {1, 2}, {1, -2}};
  for (const auto& [axis, batch_dims] : cases) {
    OpTest test;
    test.Input<float>({1, 1}, {1}).Input<int32_t>({1}, {0}).Output<float>();
    test.Params(TfLiteGatherParams{axis, batch_dims});
    EXPECT_TRUE(Violates(test.Run(kGather), "C5"));
  }
}

TEST(GatherBind, RejectsDifferentBatches_C6) {
  OpTest test;
  test.Input<float>({2, 1}, {1, 2})
      .Input<int32_t>({3}, {0, 0, 0})
      .Output<float>();
  test.Params(TfLiteGatherParams{1, 1});
  EXPECT_TRUE(Violates(test.Run(kGather), "C6"));
}

TEST(Gather, RejectsIndicesOutOfRange_C7) {
  for (int32_t index : {-1, 2}) {
    OpTest test, single;
    test.Input<float>({2}, {1, 2})
        .Input<int32_t>({2}, {0, index})
        .Output<float>();
    test.Params(TfLiteGatherParams{});
    EXPECT_TRUE(Violates(test.Run(kGather), "C7"));
    single.Input<float>({2}, {1, 2}).Input<int32_t>({1}, {index});
    single.Output<float>().Params(TfLiteGatherParams{});
    EXPECT_TRUE(Violates(single.Run(kGather), "C7"));
  }
}

TEST(Gather, RowsWithAMatrixOfIndices) {
  OpTest test;
  test.Input<int8_t>({3, 2}, {1, 2, 3, 4, 5, 6});
  test.Input<int64_t>({2, 1}, {2, 0})
      .Output<int8_t>()
      .Params(TfLiteGatherParams{});
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1, 2}));
  EXPECT_TRUE(test.OutputIs({5, 6, 1, 2}));
}

TEST(Gather, InnerAxisWithAScalarIndex) {
  OpTest test;
  test.Input<double>({2, 2}, {1, 2, 3, 4})
      .Input<int16_t>({}, {1})
      .Output<double>();
  test.Params(TfLiteGatherParams{-1, 0});
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({2, 4}));
}

TEST(Gather, EachBatchItsIndices) {
  for (int batch_dims : {1, -1}) {
    OpTest test;
    test.Input<float>({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    test.Input<int32_t>({2, 1}, {0, 1}).Output<float>();
    test.Params(TfLiteGatherParams{2, batch_dims});
    ASSERT_TRUE(IsOk(test.Run(kGather)));
    EXPECT_EQ(test.OutShape(), Shape({2, 2, 1}));
    EXPECT_TRUE(test.OutputIs({1, 3, 6, 8}));
  }
}

TEST(Gather, OneIndexABatch) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2}, {2, 1});
  test.Output<float>().Params(TfLiteGatherParams{1, 1});
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({3, 5}));
}

TEST(Gather, SlicesOfEachSize) {
  for (int32_t bytes = 1; bytes <= 17; ++bytes) {
    std::vector<int8_t> value(3 * bytes);
    std::vector<double> want;
    for (int32_t i = 0; i < 3 * bytes; ++i) value[i] = static_cast<int8_t>(i);
    for (const int row : {2, 0}) {
      want.insert(want.end(), value.begin() + row * bytes,
                  value.begin() + (row + 1) * bytes);
    }
    OpTest test;
    test.Input<int8_t>({3, bytes}, value).Input<int32_t>({2}, {2, 0});
    test.Output<int8_t>().Params(TfLiteGatherParams{});
    ASSERT_TRUE(IsOk(test.Run(kGather)));
    EXPECT_TRUE(test.OutputIs(want)) << bytes;
  }
}

TEST(Gather, ConstantsAreKnownAfterPrepare) {
  OpTest test;
  test.Const<float>({3}, {1, 2, 3}).Const<int32_t>({2}, {2, 0});
  test.Output<float>().Params(TfLiteGatherParams{});
  ASSERT_TRUE(IsOk(test.Prepare(kGather)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({3, 1}));
}

TEST(Gather, StringsAndPackedElements) {
  OpTest strings;
  strings.Input<std::string>({2, 1}, {"a", "bc"})
      .Input<int32_t>({3}, {1, 1, 0});
  strings.Output<std::string>().Params(TfLiteGatherParams{});
  ASSERT_TRUE(IsOk(strings.Run(kGather)));
  EXPECT_EQ(strings.Out<std::string>(),
            (std::vector<std::string>{"bc", "bc", "a"}));
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {3}, {0x21, 0x03}).Input<int32_t>({2}, {2, 1});
  packed.OutputOf(kTfLiteInt4).Params(TfLiteGatherParams{});
  ASSERT_TRUE(IsOk(packed.Run(kGather)));
  EXPECT_EQ(packed.output(0)->data.uint8[0], 0x23);
}

TEST(Gather, WithoutIndices) {
  OpTest test;
  test.Input<float>({0, 2}, {}).Input<int32_t>({0}, {}).Output<float>();
  test.Params(TfLiteGatherParams{});
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

TEST(Gather, ThreadsTakeSlices) {
  for (const int32_t inner : {1, 3, 500}) {
    EXPECT_TRUE(ThreadsAgree(kGather, [inner](OpTest& test) {
      std::vector<int32_t> picks(700);
      for (int32_t i = 0; i < 700; ++i) picks[i] = i * 7 % 33;
      const int64_t count = int64_t{99} * inner;
      test.Input<int32_t>({3, 33, inner},
                          RandomElements<int32_t>(count, -9999, 9999, 1));
      test.Input<int32_t>({700}, picks).Output<int32_t>();
      test.Params(TfLiteGatherParams{1, 0});
    })) << inner;
  }
}

TEST(Gather, EachBatchItsIndicesInThreads) {
  EXPECT_TRUE(ThreadsAgree(kGather, [](OpTest& test) {
    test.Input<float>({40, 9, 60}, RandomElements<float>(21600, -1, 1, 2));
    test.Input<int32_t>({40, 50}, RandomElements<int32_t>(2000, 0, 8, 3));
    test.Output<float>().Params(TfLiteGatherParams{1, 1});
  }));
}

}  // namespace
}  // namespace tflite::kernels
