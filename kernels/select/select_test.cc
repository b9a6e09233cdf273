#include "kernels/select/select.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSelect =
    MakeOpFunctions<&BindSelect, &EvalSelectReference>();
constexpr OpFunctions kSelectV2 =
    MakeOpFunctions<&BindSelectV2, &EvalSelectReference>();

TEST(SelectBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<bool>({1}, {true}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSelect), "C1"));
}

TEST(SelectBind, RejectsNonBoolCondition_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {1}).Input<float>({1}, {1}).Input<float>({1}, {2});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSelect), "C2"));
}

TEST(SelectBind, RejectsMixedTypesAndStrings_C3) {
  OpTest test;
  test.Input<bool>({1}, {true}).Input<float>({1}, {1}).Input<int32_t>({1}, {2});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSelectV2), "C3"));
  OpTest strings;
  strings.Input<bool>({1}, {true}).Input<std::string>({1}, {"a"});
  strings.Input<std::string>({1}, {"b"}).Output<std::string>();
  EXPECT_TRUE(Violates(strings.Run(kSelectV2), "C3"));
}

TEST(SelectBind, RejectsValuesOfDifferentShapes_C4) {
  OpTest test;
  test.Input<bool>({2}, {true, false}).Input<float>({2}, {1, 2});
  test.Input<float>({1}, {3}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSelect), "C4"));
}

TEST(SelectBind, RejectsConditionOfAnotherShape_C5) {
  OpTest test;
  test.Input<bool>({1}, {true}).Input<float>({2, 1}, {1, 2});
  test.Input<float>({2, 1}, {3, 4}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSelect), "C5"));
  OpTest wide;
  wide.Input<bool>({3}, {true, true, true}).Input<float>({2}, {1, 2});
  wide.Input<float>({2}, {3, 4}).Output<float>();
  EXPECT_TRUE(Violates(wide.Run(kSelectV2), "C5"));
}

TEST(Select, OneElementKeepsTheOutputsRank) {
  OpTest test;
  test.Input<bool>({1}, {true}).Input<float>({1, 1}, {4});
  test.Input<float>({}, {5}).Output<float>();  // a scalar in the model
  ASSERT_TRUE(IsOk(test.Run(kSelectV2)));
  EXPECT_EQ(test.OutShape(), Shape({}));
  EXPECT_TRUE(test.OutputIs({4}));
  ASSERT_TRUE(IsOk(test.Run(kSelect)));
  EXPECT_TRUE(test.OutputIs({4}));
}

TEST(Select, TakesElementWise) {
  OpTest test;
  test.Input<bool>({2, 2}, {true, false, false, true});
  test.Input<int8_t>({2, 2}, {1, 2, 3, 4}).Input<int8_t>({2, 2}, {5, 6, 7, 8});
  test.Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kSelect)));
  EXPECT_TRUE(test.OutputIs({1, 6, 7, 4}));
}

TEST(Select, VectorChoosesSlices) {
  OpTest test;
  test.Input<bool>({2}, {false, true});
  test.Input<half>({2, 2}, {1, 2, 3, 4}).Input<half>({2, 2}, {5, 6, 7, 8});
  test.Output<half>();
  ASSERT_TRUE(IsOk(test.Run(kSelect)));
  EXPECT_TRUE(test.OutputIs({5, 6, 3, 4}));
}

TEST(Select, ScalarChoosesAll) {
  OpTest test;
  test.Input<bool>({}, {false});
  test.Input<double>({1, 2}, {1, 2})
      .Input<double>({1, 2}, {3, 4})
      .Output<double>();
  ASSERT_TRUE(IsOk(test.Run(kSelect)));
  EXPECT_TRUE(test.OutputIs({3, 4}));
}

TEST(SelectV2, StretchesAllThree) {
  OpTest test;
  test.Input<bool>({2, 1, 1}, {true, false});
  test.Input<std::complex<double>>({1, 2, 1}, {{1, 2}, {3, 4}});
  test.Input<std::complex<double>>({2}, {{5, 6}, {7, 8}});
  test.Output<std::complex<double>>();
  ASSERT_TRUE(IsOk(test.Run(kSelectV2)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8}));
}

TEST(SelectV2, Empty) {
  OpTest test;
  test.Input<bool>({}, {true})
      .Input<float>({0, 2}, {})
      .Input<float>({1, 2}, {1, 2});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kSelectV2)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

template <typename T>
void ExpectAgreement() {
  constexpr OpFunctions cpu = MakeOpFunctions<&BindSelectV2, &EvalSelectCpu>();
  const Shape shapes[][3] = {{{}, {}, {}},
                             {{40001}, {40001}, {40001}},
                             {{5, 33}, {33}, {5, 1}},
                             {{5, 33}, {}, {}},
                             {{7, 1}, {7, 20}, {20}},
                             {{}, {3, 4}, {4}},
                             {{0, 3}, {3}, {1, 3}}};
  uint32_t seed = 1;
  for (const auto& [c, x, y] : shapes) {
    OpTest test(3);
    test.Input<bool>(c, RandomElements<bool>(c.num_elements(), 0, 1, ++seed));
    test.Input<T>(x, RandomElements<T>(x.num_elements(), -100, 100, ++seed));
    test.Input<T>(y, RandomElements<T>(y.num_elements(), -100, 100, ++seed));
    test.Output<T>();
    EXPECT_TRUE(Agree(test, kSelectV2, cpu))
        << c.ToString() << x.ToString() << y.ToString();
  }
}

TEST(SelectCpu, AgreesWithReference) {
  ExpectAgreement<int8_t>();
  ExpectAgreement<half>();
  ExpectAgreement<float>();
  ExpectAgreement<double>();
}

}  // namespace
}  // namespace tflite::kernels
