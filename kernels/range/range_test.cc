#include "kernels/range/range.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kRange =
    MakeOpFunctions<&BindRange, &EvalRangeReference>();

template <typename T>
void Build(OpTest* test, T start, T limit, T delta) {
  for (T value : {start, limit, delta}) test->Const<T>({}, {value});
  test->Output<T>();
}

TEST(RangeBind, RejectsVectors_C1) {
  OpTest test;
  test.Const<int32_t>({2}, {1, 2})
      .Const<int32_t>({}, {3})
      .Const<int32_t>({}, {1});
  test.Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kRange), "C1"));
}

TEST(RangeBind, RejectsMixedAndOtherTypes_C2) {
  OpTest mixed;
  mixed.Const<int32_t>({}, {1}).Const<int64_t>({}, {3}).Const<int32_t>({}, {1});
  mixed.Output<int32_t>();
  EXPECT_TRUE(Violates(mixed.Run(kRange), "C2"));
  OpTest bytes;
  Build<int8_t>(&bytes, 0, 3, 1);
  EXPECT_TRUE(Violates(bytes.Run(kRange), "C2"));
}

TEST(RangeBind, RejectsStepsThatNeverReachTheLimit_C3) {
  const std::vector<int32_t> cases[] = {{0, 3, 0}, {0, 3, -1}, {3, 0, 1}};
  for (const auto& v : cases) {
    OpTest test;
    Build<int32_t>(&test, v[0], v[1], v[2]);
    EXPECT_TRUE(Violates(test.Run(kRange), "C3"));
  }
  OpTest nan;
  Build<float>(&nan, 0.0f, std::numeric_limits<float>::quiet_NaN(), 1.0f);
  EXPECT_TRUE(Violates(nan.Run(kRange), "C3"));
}

TEST(RangeBind, RejectsTooManyElements) {
  OpTest integers;
  Build<int64_t>(&integers, INT64_MIN, INT64_MAX, 1);
  EXPECT_FALSE(IsOk(integers.Run(kRange)));
  OpTest floats;
  Build<float>(&floats, 0.0f, std::numeric_limits<float>::infinity(), 1.0f);
  EXPECT_FALSE(IsOk(floats.Run(kRange)));
}

TEST(RangeBind, TakesAsManyElementsAsAnExtentHolds) {
  OpTest most;
  Build<int64_t>(&most, 0, INT32_MAX, 1);
  const auto op = most.Bound(&BindRange);
  ASSERT_TRUE(IsOk(op.status()));
  EXPECT_EQ(op->outputs[0].shape, Shape({INT32_MAX}));
  OpTest more;
  Build<int64_t>(&more, 0, int64_t{INT32_MAX} + 1, 1);
  EXPECT_FALSE(IsOk(more.Bound(&BindRange).status()));
}

TEST(Range, UpDownAndEmpty) {
  OpTest up;
  Build<int32_t>(&up, 2, 9, 3);
  ASSERT_TRUE(IsOk(up.Run(kRange)));
  EXPECT_TRUE(up.OutputIs({2, 5, 8}));
  OpTest down;
  Build<int64_t>(&down, 3, -2, -2);
  ASSERT_TRUE(IsOk(down.Run(kRange)));
  EXPECT_TRUE(down.OutputIs({3, 1, -1}));
  OpTest empty;
  Build<float>(&empty, 3, 3, 1);
  ASSERT_TRUE(IsOk(empty.Run(kRange)));
  EXPECT_EQ(empty.OutShape(), Shape({0}));
}

TEST(Range, WholeWidthOfInt32) {
  OpTest test;
  Build<int32_t>(&test, INT32_MIN, INT32_MAX, INT32_MAX);
  ASSERT_TRUE(IsOk(test.Run(kRange)));
  EXPECT_TRUE(test.OutputIs({-2147483648.0, -1, 2147483646}));
}

TEST(Range, FloatsAddUp) {
  OpTest test;
  Build<float>(&test, 0.0f, 0.75f, 0.1f);
  ASSERT_TRUE(IsOk(test.Run(kRange)));
  float sum = 0.0f;
  std::vector<double> want;
  for (int i = 0; i < 8; ++i, sum += 0.1f) want.push_back(sum);
  EXPECT_TRUE(test.OutputIs(want));
}

TEST(Range, LimitsKnownAtRunTime) {
  OpTest test;
  test.Input<double>({}, {0}).Input<double>({}, {1}).Input<double>({}, {0.5});
  test.Output<double>();
  ASSERT_TRUE(IsOk(test.Run(kRange)));
  EXPECT_TRUE(test.OutputIs({0, 0.5}));
  test.SetInput<double>(1, {1.25});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({0, 0.5, 1}));
}

TEST(Range, ConstantsAreKnownAfterPrepare) {
  OpTest test;
  Build<int32_t>(&test, 0, 2, 1);
  ASSERT_TRUE(IsOk(test.Prepare(kRange)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

}  // namespace
}  // namespace tflite::kernels
