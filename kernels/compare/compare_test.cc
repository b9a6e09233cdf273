#include "kernels/compare/compare.h"

#include <limits>

#include "kernels/testing/op_test.h"
#include "tensorflow_lite_lite/string_util.h"

namespace tflite::kernels {
namespace {

// One operator's functions on the two kernels.
struct Kernels {
  const char* name;
  OpFunctions reference, cpu;
};
template <auto kBind>
constexpr Kernels KernelsOf(const char* name) {
  return {name, MakeOpFunctions<kBind, &EvalCompareReference>(),
          MakeOpFunctions<kBind, &EvalCompareCpu>()};
}

constexpr Kernels kEqual = KernelsOf<&BindEqual>("EQUAL");
constexpr Kernels kNotEqual = KernelsOf<&BindNotEqual>("NOT_EQUAL");
constexpr Kernels kLess = KernelsOf<&BindLess>("LESS");
constexpr Kernels kLessEqual = KernelsOf<&BindLessEqual>("LESS_EQUAL");
constexpr Kernels kGreater = KernelsOf<&BindGreater>("GREATER");
constexpr Kernels kGreaterEqual = KernelsOf<&BindGreaterEqual>("GREATER_EQUAL");
constexpr Kernels kAll[] = {kEqual,     kNotEqual, kLess,
                            kLessEqual, kGreater,  kGreaterEqual};

TEST(CompareBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<bool>();
  EXPECT_TRUE(Violates(test.Run(kEqual.reference), "C1"));
}

TEST(CompareBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Output<bool>();
  EXPECT_TRUE(Violates(test.Run(kEqual.reference), "C2"));
}

TEST(CompareBind, RejectsOrderOfTypesWithoutOne_C3) {
  OpTest strings;
  strings.Input<std::string>({1}, {"a"})
      .Input<std::string>({1}, {"b"})
      .Output<bool>();
  EXPECT_TRUE(Violates(strings.Run(kLess.reference), "C3"));
  OpTest logical;
  logical.Input<bool>({1}, {true}).Input<bool>({1}, {true}).Output<bool>();
  EXPECT_TRUE(Violates(logical.Run(kGreaterEqual.reference), "C3"));
}

TEST(CompareBind, RejectsNonBoolOutput_C4) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kEqual.reference), "C4"));
}

TEST(CompareBind, RejectsNonBroadcastingShapes_C5) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<float>({3}, {1, 2, 3}).Output<bool>();
  EXPECT_TRUE(Violates(test.Run(kEqual.reference), "C5"));
}

TEST(CompareBind, RejectsScaleOnOneInputOnly_C6) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f}).Input<int8_t>({1}, {1}).Output<bool>();
  EXPECT_TRUE(Violates(test.Run(kEqual.reference), "C6"));
  OpTest second;
  second.Input<int8_t>({1}, {1}).Input<int8_t>({1}, {1}, {0.5f});
  second.Output<bool>();
  EXPECT_TRUE(Violates(second.Run(kEqual.reference), "C6"));
}

TEST(Compare, Floats) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::vector<double>> want = {{0, 1, 0, 0}, {1, 0, 1, 1},
                                                 {1, 0, 0, 0}, {1, 1, 0, 0},
                                                 {0, 0, 1, 0}, {0, 1, 1, 0}};
  for (int i = 0; i < 6; ++i) {
    OpTest test;
    test.Input<float>({4}, {1, 2, 3, nan}).Input<float>({}, {2}).Output<bool>();
    ASSERT_TRUE(IsOk(test.Run(kAll[i].reference)));
    EXPECT_TRUE(test.OutputIs(want[i])) << kAll[i].name;
    EXPECT_TRUE(Agree(test, kAll[i].reference, kAll[i].cpu)) << kAll[i].name;
  }
}

TEST(Compare, Strings) {
  OpTest test;
  test.Input<std::string>({2, 2}, {"a", "", "ab", "b"});
  test.Input<std::string>({2}, {"a", "b"}).Output<bool>();
  ASSERT_TRUE(IsOk(test.Run(kEqual.cpu)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 0, 0, 1}));
  ASSERT_TRUE(IsOk(test.Run(kNotEqual.cpu)));
  EXPECT_TRUE(test.OutputIs({0, 1, 1, 0}));
}

// A caller may write another number of strings after preparing.
TEST(Compare, StringsOfAnotherNumberAreAnError) {
  for (const int changed : {0, 1}) {
    OpTest test;
    test.Input<std::string>({2}, {"a", "b"});
    test.Input<std::string>({2}, {"a", "c"}).Output<bool>();
    ASSERT_TRUE(IsOk(test.Run(kEqual.cpu)));
    DynamicBuffer one, two;
    one.AddString("a", 1);
    one.WriteToTensorAsVector(test.input(changed));
    EXPECT_FALSE(IsOk(test.Invoke()));
    two.AddString("a", 1);
    two.AddString("a", 1);
    two.WriteToTensorAsVector(test.input(changed));
    ASSERT_TRUE(IsOk(test.Invoke()));
    EXPECT_TRUE(test.OutputIs({1, 0}));
  }
}

// Reals 1, 1.5 and -3 against 1, 2 and -3.
TEST(Compare, BytesOfTwoScales) {
  OpTest test;
  test.Input<int8_t>({3}, {5, 6, -3}, {0.5f, 3})
      .Input<int8_t>({3}, {4, 8, -12}, {0.25f});
  test.Output<bool>();
  ASSERT_TRUE(IsOk(test.Run(kEqual.cpu)));
  EXPECT_TRUE(test.OutputIs({1, 0, 1}));
  ASSERT_TRUE(IsOk(test.Run(kLess.cpu)));
  EXPECT_TRUE(test.OutputIs({0, 1, 0}));
}

TEST(Compare, OrdersInt16ByStoredIntegers) {
  OpTest test;
  test.Input<int16_t>({2}, {3, 100}, {1.0f})
      .Input<int16_t>({2}, {4, 90}, {0.5f});
  test.Output<bool>();
  ASSERT_TRUE(IsOk(test.Run(kLess.reference)));
  EXPECT_TRUE(test.OutputIs({1, 0}));
  // 180 quarters are 90 halves.
  OpTest equal;
  equal.Input<int16_t>({2}, {180, 90}, {0.25f});
  equal.Input<int16_t>({2}, {90, 90}, {0.5f}).Output<bool>();
  ASSERT_TRUE(IsOk(equal.Run(kNotEqual.reference)));
  EXPECT_TRUE(equal.OutputIs({0, 1}));
}

template <typename T>
void ExpectAgreement() {
  const std::pair<Shape, Shape> shapes[] = {
      {{}, {}},   {{70001}, {70001}}, {{9, 33}, {33}}, {{3, 1, 5}, {4, 1}},
      {{}, {40}}, {{0, 2}, {1, 2}}};
  uint32_t seed = 1;
  for (const Kernels& kernels : kAll) {
    for (const auto& [a, b] : shapes) {
      OpTest test(3);
      test.Input<T>(a, RandomElements<T>(a.num_elements(), 0, 4, ++seed));
      test.Input<T>(b, RandomElements<T>(b.num_elements(), 0, 4, ++seed));
      test.Output<bool>();
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu))
          << kernels.name << " of " << a.ToString() << " and " << b.ToString();
    }
  }
}

TEST(CompareCpu, AgreesWithReference) {
  ExpectAgreement<float>();
  ExpectAgreement<int32_t>();
  ExpectAgreement<int64_t>();
  ExpectAgreement<int8_t>();
  ExpectAgreement<uint8_t>();
  ExpectAgreement<int16_t>();
}

}  // namespace
}  // namespace tflite::kernels
