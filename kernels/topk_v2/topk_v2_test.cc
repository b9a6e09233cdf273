#include "kernels/topk_v2/topk_v2.h"

#include <limits>

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTopk =
    MakeOpFunctions<&BindTopkV2, &EvalTopkV2Reference>();
constexpr OpFunctions kTopkCpu = MakeOpFunctions<&BindTopkV2, &EvalTopkV2Cpu>();

TEST(TopkV2Bind, RejectsOneOutput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kTopk), "C1"));
}

TEST(TopkV2Bind, RejectsTypes_C2) {
  OpTest test;
  test.Input<bool>({1}, {true}).Const<int32_t>({}, {1}).Output<bool>();
  test.Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kTopk), "C2"));
}

TEST(TopkV2Bind, RejectsKindsOfK_C3) {
  OpTest type;
  type.Input<float>({1}, {1}).Const<int8_t>({}, {1}).Output<float>();
  type.Output<int32_t>();
  EXPECT_TRUE(Violates(type.Run(kTopk), "C3"));
  OpTest two;
  two.Input<float>({1}, {1}).Const<int32_t>({2}, {1, 1}).Output<float>();
  two.Output<int32_t>();
  EXPECT_TRUE(Violates(two.Run(kTopk), "C3"));
}

TEST(TopkV2Bind, RejectsIndexTypes_C4) {
  OpTest type;
  type.Input<float>({1}, {1}).Const<int32_t>({}, {1}).Output<float>();
  type.Output<int64_t>();
  EXPECT_TRUE(Violates(type.Run(kTopk), "C4"));
  OpTest wide;
  wide.Input<int8_t>({32769}, std::vector<int8_t>(32769))
      .Const<int32_t>({}, {1});
  wide.Output<int8_t>().Output<int16_t>();
  EXPECT_TRUE(Violates(wide.Run(kTopk), "C4"));
}

TEST(TopkV2Bind, RejectsKOutOfRangeAndScalars_C5) {
  for (int32_t k : {-1, 3}) {
    OpTest test;
    test.Input<float>({2}, {1, 2}).Const<int32_t>({}, {k}).Output<float>();
    test.Output<int32_t>();
    EXPECT_TRUE(Violates(test.Run(kTopk), "C5"));
  }
  OpTest scalar;
  scalar.Input<float>({}, {1}).Const<int32_t>({}, {1}).Output<float>();
  scalar.Output<int32_t>();
  EXPECT_TRUE(Violates(scalar.Run(kTopk), "C5"));
}

TEST(TopkV2, RowsAndTies) {
  OpTest test;
  test.Input<int8_t>({2, 4}, {1, 7, 7, -3, 5, 5, 6, 5})
      .Const<int16_t>({1}, {2});
  test.Output<int8_t>().Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kTopk)));
  EXPECT_EQ(test.OutShape(1), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({7, 7, 6, 5}, 0, 0, 0));
  EXPECT_TRUE(test.OutputIs({1, 2, 2, 0}, 0, 0, 1));
}

TEST(TopkV2, Int16HoldsTheLastIndexOf32768Columns) {
  OpTest test;
  std::vector<int8_t> values(32768);
  values.back() = 1;
  test.Input<int8_t>({32768}, values).Const<int32_t>({}, {1});
  test.Output<int8_t>().Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kTopk)));
  EXPECT_TRUE(test.OutputIs({32767}, 0, 0, 1));
}

TEST(TopkV2, NanIsLowest) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  OpTest test;
  test.Input<float>({4}, {nan, 1, nan, -infinity}).Const<int32_t>({}, {4});
  test.Output<float>().Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kTopk)));
  EXPECT_TRUE(test.OutputIs({1, 3, 0, 2}, 0, 0, 1));
}

TEST(TopkV2, KKnownAtRunTime) {
  OpTest test;
  test.Input<half>({3}, {1, 3, 2}).Input<int32_t>({}, {1});
  test.Output<half>().Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kTopk)));
  EXPECT_TRUE(test.OutputIs({3}, 0, 0, 0));
  test.SetInput<int32_t>(1, {0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({0}));
}

TEST(TopkV2, ThreadsTakeRows) {
  for (const OpFunctions& kernel : {kTopk, kTopkCpu}) {
    EXPECT_TRUE(ThreadsAgree(kernel, [](OpTest& test) {
      test.Input<float>({70, 500}, RandomElements<float>(35000, -5, 5, 1));
      test.Const<int32_t>({}, {7}).Output<float>().Output<int32_t>();
    }));
  }
}

// Short rows and long ones, of which few and many elements are kept.
template <typename T>
void CompareWithReference(const std::vector<T>& values) {
  for (const int32_t columns : {1, 31, 32, 100, 300}) {
    const std::vector<T> row(values.begin(), values.begin() + 2 * columns);
    for (const int32_t k : {0, 1, 7, 64, 65, columns}) {
      if (k > columns) continue;
      OpTest test;
      test.Input<T>({2, columns}, row).template Const<int32_t>({}, {k});
      test.Output<T>().template Output<int16_t>();
      EXPECT_TRUE(Agree(test, kTopk, kTopkCpu)) << k << " of " << columns;
    }
  }
}

TEST(TopkV2Cpu, IsTheReference) {
  CompareWithReference(RandomElements<float>(600, -5, 5, 1));
  // Many are equal.
  CompareWithReference(RandomElements<int8_t>(600, -128, 127, 2));
  CompareWithReference(RandomElements<uint8_t>(600, 0, 9, 3));
  CompareWithReference(RandomElements<int32_t>(600, -40, 40, 4));
  CompareWithReference(RandomElements<int64_t>(600, -40, 40, 5));
  CompareWithReference(RandomElements<half>(600, -5, 5, 6));
}

TEST(TopkV2Cpu, PassesOverNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> values = RandomElements<float>(600, -5, 5, 7);
  for (size_t i = 0; i < values.size(); ++i) {
    if (i < 150 || i % 3 == 0) values[i] = nan;
    if (i % 7 == 0) values[i] = i % 2 == 0 ? 0.0f : -0.0f;
  }
  CompareWithReference(values);
}

}  // namespace
}  // namespace tflite::kernels
