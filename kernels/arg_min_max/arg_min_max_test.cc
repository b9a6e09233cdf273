#include "kernels/arg_min_max/arg_min_max.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kMax =
    MakeOpFunctions<&BindArgMax, &EvalArgMinMaxReference>();
constexpr OpFunctions kMin =
    MakeOpFunctions<&BindArgMin, &EvalArgMinMaxReference>();
constexpr OpFunctions kMaxCpu =
    MakeOpFunctions<&BindArgMax, &EvalArgMinMaxCpu>();
constexpr OpFunctions kMinCpu =
    MakeOpFunctions<&BindArgMin, &EvalArgMinMaxCpu>();

TEST(ArgMinMaxBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kMax), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<int32_t>();
  EXPECT_TRUE(Violates(more.Run(kMax), "C1"));
}

TEST(ArgMinMaxBind, RejectsStrings_C2) {
  OpTest test;
  test.Input<std::string>({1}, {"a"}).Const<int32_t>({}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kMax), "C2"));
}

TEST(ArgMinMaxBind, RejectsAxes_C3) {
  for (const int32_t axis : {2, -3}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2})
        .Const<int32_t>({}, {axis})
        .Output<int32_t>();
    EXPECT_TRUE(Violates(test.Run(kMax), "C3"));
  }
  OpTest two;
  two.Input<float>({2}, {1, 2}).Const<int32_t>({2}, {0, 0}).Output<int32_t>();
  EXPECT_TRUE(Violates(two.Run(kMax), "C3"));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Const<int32_t>({}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(scalar.Run(kMax), "C3"));
}

TEST(ArgMinMaxBind, RejectsFloatOutput_C4) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMax), "C4"));
}

TEST(ArgMinMaxBind, RejectsEmptyAxis_C5) {
  OpTest test;
  test.Input<float>({2, 0}, {}).Const<int32_t>({}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kMax), "C5"));
  OpTest one;
  one.Input<float>({1, 0}, {}).Const<int32_t>({}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(one.Run(kMax), "C5"));
  for (const int32_t axis : {0, 1}) {
    OpTest both;
    both.Input<float>({0, 0}, {}).Const<int32_t>({}, {axis});
    both.Output<int32_t>();
    ASSERT_TRUE(IsOk(both.Run(kMaxCpu)));
    EXPECT_EQ(both.OutShape(), Shape({0}));
  }
  OpTest none;
  none.Input<float>({0, 3}, {}).Const<int32_t>({}, {1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(none.Run(kMaxCpu)));
  EXPECT_EQ(none.OutShape(), Shape({0}));
}

TEST(ArgMinMax, TakesTheFirstOfEqualElements) {
  OpTest test;
  test.Input<int8_t>({2, 4}, {1, 5, 5, 1, -3, -4, -4, -3});
  test.Const<int32_t>({}, {-1}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({1, 0}));
  ASSERT_TRUE(IsOk(test.Run(kMin)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

TEST(ArgMinMax, AxisKnownWhenRunning) {
  OpTest test;
  test.Input<int32_t>({2, 3}, {1, 9, 2, 4, 3, 8}).Input<int64_t>({1}, {0});
  test.Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_EQ(test.OutShape(), Shape({3}));
  EXPECT_TRUE(test.OutputIs({1, 0, 1}));
}

TEST(ArgMinMax, SkipsNaN) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::pair<std::vector<float>, std::vector<double>> cases[] = {
      {{kNan, 7, kNan}, {1, 1}},
      {{kNan, 3, kNan, 9, 1}, {3, 4}},
      {{kNan, kNan}, {0, 0}},
      {std::vector<float>(100, kNan), {0, 0}}};
  for (const auto& [values, want] : cases) {
    // As a row, and as a column of two.
    for (const int columns : {1, 2}) {
      const Shape shape = {static_cast<int>(values.size()), columns};
      std::vector<float> elements;
      for (const float v : values) elements.insert(elements.end(), columns, v);
      int at = 0;
      for (const auto& kernels : {std::pair{kMax, kMaxCpu}, {kMin, kMinCpu}}) {
        for (const OpFunctions& functions : {kernels.first, kernels.second}) {
          OpTest test;
          test.Input<float>(shape, elements).Const<int32_t>({}, {0});
          test.Output<int32_t>();
          ASSERT_TRUE(IsOk(test.Run(functions)));
          EXPECT_TRUE(test.OutputIs(std::vector<double>(columns, want[at])));
        }
        ++at;
      }
    }
  }
}

TEST(ArgMinMaxCpu, SkipsNaNAsTheReferenceDoes) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const int at : {0, 1, 70}) {
    std::vector<float> values = RandomElements<float>(100, -1, 1, 3);
    values[at] = kNan;
    OpTest test;
    test.Input<float>({100}, values).Const<int32_t>({}, {0}).Output<int32_t>();
    EXPECT_TRUE(Agree(test, kMax, kMaxCpu));
    EXPECT_TRUE(Agree(test, kMin, kMinCpu));
  }
}

template <typename T>
void CompareShapes() {
  const Shape shapes[] = {{7},        {300},     {3, 129}, {5, 2, 300},
                          {2, 33, 1}, {4, 1, 9}, {40, 21}, {50, 32},
                          {9, 8},     {70, 1}};
  uint32_t seed = 1;
  const double low = std::is_signed_v<T> ? -100 : 0;
  for (const Shape& shape : shapes) {
    for (int32_t axis = 0; axis < shape.rank(); ++axis) {
      OpTest test(2);
      test.Input<T>(shape,
                    RandomElements<T>(shape.num_elements(), low, 100, seed++));
      test.Const<int32_t>({}, {axis});
      seed % 2 == 0 ? test.Output<int32_t>() : test.Output<int64_t>();
      EXPECT_TRUE(Agree(test, kMax, kMaxCpu)) << shape.ToString() << axis;
      EXPECT_TRUE(Agree(test, kMin, kMinCpu)) << shape.ToString() << axis;
    }
  }
}

TEST(ArgMinMaxCpu, AgreesWithReference) {
  CompareShapes<float>();
  CompareShapes<int8_t>();
  CompareShapes<uint8_t>();
  CompareShapes<int16_t>();
  CompareShapes<int32_t>();
  CompareShapes<int64_t>();
}

}  // namespace
}  // namespace tflite::kernels
