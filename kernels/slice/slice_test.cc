#include "kernels/slice/slice.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSlice =
    MakeOpFunctions<&BindSlice, &EvalSliceReference>();
constexpr OpFunctions kStridedSlice =
    MakeOpFunctions<&BindStridedSlice, &EvalSliceReference>();

// A STRIDED_SLICE of the numbers 0, 1, 2, ... in a shape.
struct Strided {
  Shape shape;
  std::vector<int32_t> begin, end, strides;
  TfLiteStridedSliceParams params{};

  void Build(OpTest* test) const {
    std::vector<float> values(shape.num_elements());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(i);
    const auto vector = [&](const std::vector<int32_t>& v) {
      test->Const<int32_t>({static_cast<int32_t>(v.size())}, v);
    };
    test->Input<float>(shape, values);
    vector(begin);
    vector(end);
    vector(strides);
    test->Output<float>().Params(params);
  }
};

void ExpectSlice(const Strided& slice, const Shape& shape,
                 const std::vector<double>& want) {
  OpTest test;
  slice.Build(&test);
  ASSERT_TRUE(IsOk(test.Run(kStridedSlice)));
  EXPECT_EQ(test.OutShape(), shape);
  EXPECT_TRUE(test.OutputIs(want));
}

void ExpectViolation(const Strided& slice, const char* constraint) {
  OpTest test;
  slice.Build(&test);
  EXPECT_TRUE(Violates(test.Run(kStridedSlice), constraint));
}

TfLiteStridedSliceParams Masks(int begin, int end, int ellipsis, int new_axis,
                               int shrink) {
  return {begin, end, ellipsis, new_axis, shrink, false};
}

TEST(SliceBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSlice), "C1"));
}

TEST(SliceBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {0}).Const<int32_t>({1}, {1});
  test.Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kSlice), "C2"));
}

TEST(SliceBind, RejectsIndicesOfOtherShapeOrType_C3) {
  OpTest scalar;
  scalar.Input<float>({1}, {1}).Const<int32_t>({}, {0}).Const<int32_t>({1},
                                                                       {1});
  scalar.Output<float>();
  EXPECT_TRUE(Violates(scalar.Run(kSlice), "C3"));
  OpTest shorter;
  shorter.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {0});
  shorter.Const<int32_t>({2}, {1, 1}).Output<float>();
  EXPECT_TRUE(Violates(shorter.Run(kSlice), "C3"));
  OpTest floats;
  floats.Input<float>({1}, {1}).Const<float>({1}, {0}).Const<int32_t>({1}, {1});
  floats.Output<float>();
  EXPECT_TRUE(Violates(floats.Run(kSlice), "C3"));
  ExpectViolation({{4}, {0, 0}, {1}, {1}}, "C3");
}

TEST(SliceBind, RejectsBoxesThatLeaveTheValue_C4) {
  const std::pair<int64_t, int64_t> cases[] = {
      {-1, 1}, {0, 4},         {2, 2},        {4, -1},
      {0, -2}, {1, INT64_MAX}, {INT64_MIN, 1}};
  for (const auto& [begin, size] : cases) {
    OpTest test;
    test.Input<float>({3}, {1, 2, 3}).Const<int64_t>({1}, {begin});
    test.Const<int64_t>({1}, {size}).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kSlice), "C4"));
  }
}

TEST(StridedSliceBind, RejectsStrides_C5) {
  ExpectViolation({{4}, {0}, {1}, {0}}, "C5");
  ExpectViolation({{4}, {3}, {0}, {INT32_MIN}}, "C5");
  ExpectViolation({{4}, {1}, {0}, {-1}, Masks(0, 0, 0, 0, 1)}, "C5");
}

TEST(StridedSliceBind, RejectsTooManyElements_C6) {
  ExpectViolation({{4}, {0, 0}, {1, 1}, {1, 1}}, "C6");
  ExpectViolation({{4}, {0, 0}, {1, 1}, {1, 1}, Masks(0, 0, 3, 0, 0)}, "C6");
}

TEST(StridedSliceBind, RejectsShrinkingToNothing_C7) {
  ExpectViolation({{4}, {4}, {5}, {1}, Masks(0, 0, 0, 0, 1)}, "C7");
  ExpectViolation({{4}, {-5}, {0}, {1}, Masks(0, 0, 0, 0, 1)}, "C7");
  ExpectViolation({{0}, {0}, {1}, {1}, Masks(1, 0, 0, 0, 1)}, "C7");
}

TEST(Slice, BoxAndRest) {
  OpTest test;
  test.Input<int8_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Const<int64_t>({2}, {0, 1});
  test.Const<int64_t>({2}, {-1, 2}).Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kSlice)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({2, 3, 5, 6}));
}

TEST(Slice, BoxesBehindTheLastElementAreEmpty) {
  for (const int32_t size : {-1, 0}) {
    OpTest test;
    test.Input<float>({3}, {1, 2, 3}).Const<int32_t>({1}, {3});
    test.Const<int32_t>({1}, {size}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(kSlice)));
    EXPECT_EQ(test.OutShape(), Shape({0}));
  }
}

TEST(Slice, IndicesKnownAtRunTime) {
  OpTest test;
  test.Input<std::string>({3}, {"a", "b", "c"}).Input<int32_t>({1}, {1});
  test.Input<int32_t>({1}, {2}).Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kSlice)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"b", "c"}));
  test.SetInput<int32_t>(2, {0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({0}));
  test.SetInput<int32_t>(2, {3});
  EXPECT_TRUE(Violates(test.Invoke(), "C4"));
}

TEST(Slice, PackedElements) {
  OpTest test;
  test.InputBytes(kTfLiteInt4, {2, 3}, {0x21, 0x43, 0x65});
  test.Const<int32_t>({2}, {0, 1}).Const<int32_t>({2}, {2, 2});
  test.OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(test.Run(kSlice)));
  EXPECT_EQ(test.output(0)->data.uint8[0], 0x32);
  EXPECT_EQ(test.output(0)->data.uint8[1], 0x65);
}

TEST(StridedSlice, StepsForwardsAndBackwards) {
  ExpectSlice({{6}, {1}, {6}, {2}}, {3}, {1, 3, 5});
  ExpectSlice({{6}, {-1}, {0}, {-2}}, {3}, {5, 3, 1});
  ExpectSlice({{6}, {9}, {-9}, {-1}}, {6}, {5, 4, 3, 2, 1, 0});
  ExpectSlice({{6}, {4}, {2}, {1}}, {0}, {});
  ExpectSlice({{6}, {-100}, {100}, {5}}, {2}, {0, 5});
  ExpectSlice({{3}, {INT_MIN}, {INT_MAX}, {INT_MAX}}, {1}, {0});
}

TEST(StridedSlice, TakesAnyNumber) {
  const struct {
    int64_t begin, end, stride;
    std::vector<double> want;
  } kCases[] = {{INT64_MIN, INT64_MAX, 1, {7, 8, 9}},
                {INT64_MIN, INT64_MAX, INT64_MAX, {7}},
                {INT64_MAX, INT64_MIN, INT64_MIN + 1, {9}},
                {INT64_MAX, INT64_MIN, -2, {9, 7}}};
  for (const auto& c : kCases) {
    OpTest test;
    test.Input<float>({3}, {7, 8, 9});
    for (const int64_t number : {c.begin, c.end, c.stride}) {
      test.Const<int64_t>({1}, {number});
    }
    test.Output<float>().Params(TfLiteStridedSliceParams{});
    ASSERT_TRUE(IsOk(test.Run(kStridedSlice)));
    EXPECT_TRUE(test.OutputIs(c.want)) << c.stride;
  }
}

// Masks have a bit for each of the first 32 elements.
TEST(StridedSlice, TakesMoreElementsThanMasksHaveBits) {
  std::vector<int32_t> begin(33, 0), end(33, 0), strides(33, 1);
  begin[32] = 1;
  end[32] = 3;
  Shape shape = Shape::Filled(32, 1);
  shape.push_back(2);
  ExpectSlice({{4}, begin, end, strides, Masks(0, 0, 0, -1, 0)}, shape, {1, 2});
}

TEST(StridedSlice, BeginAndEndMasks) {
  ExpectSlice({{2, 3}, {1, 2}, {2, 1}, {1, 1}, Masks(1, 2, 0, 0, 0)}, {2, 1},
              {2, 5});
  ExpectSlice({{4}, {2}, {3}, {-1}, Masks(1, 1, 0, 0, 0)}, {4}, {3, 2, 1, 0});
}

TEST(StridedSlice, ShrinksAxes) {
  ExpectSlice({{2, 3}, {-1, 0}, {0, 3}, {1, 1}, Masks(0, 0, 0, 0, 1)}, {3},
              {3, 4, 5});
  ExpectSlice({{2, 3}, {1, 1}, {2, 2}, {1, 1}, Masks(0, 0, 0, 0, 3)}, {}, {4});
  ExpectSlice({{4}, {2}, {3}, {1}, Masks(1, 0, 0, 0, 1)}, {}, {0});
}

TEST(StridedSlice, EllipsisAndNewAxes) {
  ExpectSlice({{2, 1, 2}, {0, 1}, {0, 2}, {1, 1}, Masks(0, 0, 1, 0, 0)},
              {2, 1, 1}, {1, 3});
  ExpectSlice({{2, 2}, {0, 0, 1}, {0, 0, 2}, {1, 1, 1}, Masks(0, 0, 1, 2, 4)},
              {2, 1}, {1, 3});
  ExpectSlice({{2}, {0, 0}, {0, 2}, {1, 1}, Masks(0, 0, 0, 1, 0)}, {1, 2},
              {0, 1});
  // Of bits that contradict each other the first of ellipsis, new axis and
  // shrink counts.
  ExpectSlice({{2}, {0}, {1}, {1}, Masks(0, 0, 1, 1, 1)}, {2}, {0, 1});
}

TEST(StridedSlice, OffsetCountsFromTheBegin) {
  Strided slice = {{6}, {-4}, {3}, {1}};
  slice.params.offset = true;
  ExpectSlice(slice, {3}, {2, 3, 4});
  slice.begin = {4};
  slice.params.end_mask = 1;
  slice.end = {1};
  ExpectSlice(slice, {1}, {4});
}

TEST(StridedSlice, FewerElementsThanDimensions) {
  ExpectSlice({{2, 2, 1}, {1}, {2}, {1}}, {1, 2, 1}, {2, 3});
  ExpectSlice({{2}, {}, {}, {}}, {2}, {0, 1});
}

}  // namespace
}  // namespace tflite::kernels
