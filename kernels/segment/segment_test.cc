#include "kernels/segment/segment.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSegmentSum =
    MakeOpFunctions<&BindSegmentSum, &EvalSegmentReference>();
constexpr OpFunctions kSum =
    MakeOpFunctions<&BindUnsortedSegmentSum, &EvalSegmentReference>();
constexpr OpFunctions kProd =
    MakeOpFunctions<&BindUnsortedSegmentProd, &EvalSegmentReference>();
constexpr OpFunctions kMax =
    MakeOpFunctions<&BindUnsortedSegmentMax, &EvalSegmentReference>();
constexpr OpFunctions kMin =
    MakeOpFunctions<&BindUnsortedSegmentMin, &EvalSegmentReference>();

TEST(SegmentBind, RejectsInputs_C1) {
  OpTest sorted;
  sorted.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(sorted.Run(kSegmentSum), "C1"));
  OpTest unsorted;
  unsorted.Input<float>({1}, {1}).Input<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(unsorted.Run(kSum), "C1"));
}

TEST(SegmentBind, RejectsTypes_C2) {
  OpTest bytes;
  bytes.Input<int8_t>({1}, {1}).Input<int32_t>({1}, {0}).Output<int8_t>();
  EXPECT_TRUE(Violates(bytes.Run(kSegmentSum), "C2"));
  OpTest mixed;
  mixed.Input<float>({1}, {1}).Input<int32_t>({1}, {0}).Output<double>();
  EXPECT_TRUE(Violates(mixed.Run(kSegmentSum), "C2"));
}

TEST(SegmentBind, RejectsIdTypesAndSeveralNumbers_C3) {
  OpTest type;
  type.Input<float>({1}, {1}).Input<int16_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(type.Run(kSegmentSum), "C3"));
  OpTest several;
  several.Input<float>({1}, {1}).Input<int32_t>({1}, {0});
  several.Const<int32_t>({2}, {1, 1}).Output<float>();
  EXPECT_TRUE(Violates(several.Run(kSum), "C3"));
  OpTest number;
  number.Input<float>({1}, {1}).Input<int32_t>({1}, {0});
  number.Const<int16_t>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(number.Run(kSum), "C3"));
}

TEST(Segment, RejectsIdsOfAnotherShape_C4) {
  OpTest sorted;
  sorted.Input<float>({3}, {1, 2, 3})
      .Input<int32_t>({2}, {0, 1})
      .Output<float>();
  ASSERT_TRUE(IsOk(sorted.Prepare(kSegmentSum)));
  EXPECT_TRUE(Violates(sorted.Invoke(), "C4"));
  OpTest matrix;
  matrix.Input<float>({1, 1}, {1}).Input<int32_t>({1, 1}, {0});
  matrix.Output<float>();
  EXPECT_TRUE(Violates(matrix.Run(kSegmentSum), "C4"));
  OpTest unsorted;
  unsorted.Input<float>({3}, {1, 2, 3}).Input<int32_t>({1, 1}, {0});
  unsorted.Const<int32_t>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(unsorted.Run(kSum), "C4"));
}

TEST(SegmentSum, RejectsIdsThatDoNotAscendByOne_C5) {
  const std::vector<int32_t> cases[] = {{1, 1}, {0, 2}, {0, -1}, {-1, 0}};
  for (const auto& ids : cases) {
    OpTest test;
    test.Input<float>({2}, {1, 2}).Input<int32_t>({2}, ids).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kSegmentSum), "C5"));
  }
}

TEST(UnsortedSegment, RejectsIdsAndNumbersOutOfRange_C6) {
  OpTest id;
  id.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Const<int32_t>({}, {1});
  id.Output<float>();
  EXPECT_TRUE(Violates(id.Run(kSum), "C6"));
  for (const int64_t segments : {int64_t{-1}, (int64_t{1} << 32) + 1}) {
    OpTest number;
    number.Input<float>({1}, {1}).Input<int32_t>({1}, {0});
    number.Input<int64_t>({}, {segments}).Output<float>();
    EXPECT_TRUE(Violates(number.Run(kSum), "C6"));
  }
}

TEST(SegmentSum, RowsOfEachInvoke) {
  OpTest test;
  test.Input<int32_t>({3, 2}, {1, 2, 3, 4, 5, 6})
      .Input<int32_t>({3}, {0, 0, 1});
  test.Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kSegmentSum)));
  EXPECT_TRUE(test.OutputIs({4, 6, 5, 6}));
  test.SetInput<int32_t>(1, {0, 0, 0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({9, 12}));
}

TEST(SegmentSum, WithoutRows) {
  OpTest test;
  test.Input<float>({0, 2}, {}).Const<int32_t>({0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kSegmentSum)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

TEST(UnsortedSegment, EachKindWithGapsAndIdsLeftOut) {
  constexpr double kMost = std::numeric_limits<float>::max();
  const std::pair<OpFunctions, std::vector<double>> cases[] = {
      {kSum, {0, 5}}, {kProd, {1, 6}}, {kMax, {-kMost, 3}}, {kMin, {kMost, 2}}};
  for (const auto& [kernel, want] : cases) {
    OpTest test;
    test.Input<float>({3}, {2, 9, 3}).Input<int64_t>({3}, {1, -1, 1});
    test.Const<int64_t>({}, {2}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(kernel)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(UnsortedSegment, MatrixOfIdsAndNumberThatIsKnownWhenRunning) {
  OpTest test;
  test.Input<double>({1, 2, 2}, {1, 2, 3, 4}).Input<int32_t>({1, 2}, {0, 0});
  test.Input<int32_t>({1}, {1}).Output<double>();
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({4, 6}));
}

TEST(UnsortedSegment, IntegersWrap) {
  OpTest test;
  test.Input<int32_t>({2}, {INT32_MAX, 1}).Input<int32_t>({2}, {0, 0});
  test.Const<int32_t>({}, {1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_TRUE(test.OutputIs({-2147483648.0}));
}

}  // namespace
}  // namespace tflite::kernels
