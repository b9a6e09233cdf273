#include "kernels/where/where.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kWhere =
    MakeOpFunctions<&BindWhere, &EvalWhereReference>();

TEST(WhereBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<bool>({1}, {true}).Input<bool>({1}, {true}).Output<int64_t>();
  EXPECT_TRUE(Violates(test.Run(kWhere), "C1"));
}

TEST(WhereBind, RejectsStrings_C2) {
  OpTest test;
  test.Input<std::string>({1}, {"a"}).Output<int64_t>();
  EXPECT_TRUE(Violates(test.Run(kWhere), "C2"));
}

TEST(WhereBind, RejectsOtherOutputType_C3) {
  OpTest test;
  test.Input<bool>({1}, {true}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kWhere), "C3"));
}

TEST(Where, RejectsScalarsWhenRunning_C4) {
  OpTest test;
  test.Input<bool>({}, {true}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Prepare(kWhere)));
  EXPECT_TRUE(Violates(test.Invoke(), "C4"));
}

TEST(Where, IndicesOfEachInvoke) {
  OpTest test;
  test.Input<bool>({2, 2}, {true, false, false, true}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({0, 0, 1, 1}));
  test.SetInput<bool>(0, {false, true, false, false});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

TEST(Where, SignOfZeroAndNan) {
  OpTest test;
  test.Input<float>(
      {4}, {-0.0f, std::numeric_limits<float>::quiet_NaN(), 0, -1e-40f});
  test.Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_TRUE(test.OutputIs({1, 3}));
}

template <typename T>
void ExpectSecond() {
  OpTest test;
  test.Input<T>({3}, {T(0), T(1), T(0)});
  test.Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_TRUE(test.OutputIs({1}));
}

TEST(Where, EachSizeOfElement) {
  ExpectSecond<int8_t>();
  ExpectSecond<uint16_t>();
  ExpectSecond<half>();
  ExpectSecond<int32_t>();
  ExpectSecond<uint64_t>();
  ExpectSecond<double>();
}

// Of the same bits, a number with a sign is 0 and an integer is not.
template <typename T>
void ExpectNone(T value) {
  OpTest test;
  test.Input<T>({1}, {value}).template Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1}));
}
template <typename T>
void ExpectOne(T value) {
  OpTest test;
  test.Input<T>({1}, {value}).template Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1}));
}

TEST(Where, HighestBitOfEachType) {
  ExpectNone<half>(-0.0f);
  ExpectNone<bfloat16>(-0.0f);
  ExpectNone<double>(-0.0);
  ExpectOne<int8_t>(INT8_MIN);
  ExpectOne<int16_t>(INT16_MIN);
  ExpectOne<int32_t>(INT32_MIN);
  ExpectOne<int64_t>(INT64_MIN);
}

TEST(Where, ManyZerosBetween) {
  std::vector<int8_t> values(1000, 0);
  values[130] = values[999] = 1;
  OpTest test;
  test.Input<int8_t>({10, 100}, values).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_TRUE(test.OutputIs({1, 30, 9, 99}));
}

TEST(Where, WithoutElements) {
  OpTest test;
  test.Input<bool>({0, 3}, {}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kWhere)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

}  // namespace
}  // namespace tflite::kernels
