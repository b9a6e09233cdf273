#include "kernels/complex/complex.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

using C64 = std::complex<float>;
using C128 = std::complex<double>;

constexpr OpFunctions kReal =
    MakeOpFunctions<&BindReal, &EvalComplexReference>();
constexpr OpFunctions kImag =
    MakeOpFunctions<&BindImag, &EvalComplexReference>();
constexpr OpFunctions kAbs =
    MakeOpFunctions<&BindComplexAbs, &EvalComplexReference>();

TEST(ComplexBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<C64>({1}, {{1, 2}}).Input<C64>({1}, {{1, 2}}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kReal), "C1"));
}

TEST(ComplexBind, RejectsRealInput_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kReal), "C2"));
}

TEST(ComplexBind, RejectsOutputOfOtherWidth_C3) {
  OpTest test;
  test.Input<C64>({1}, {{1, 2}}).Output<double>();
  EXPECT_TRUE(Violates(test.Run(kReal), "C3"));
}

TEST(Complex, TakesPartsAndMagnitude) {
  OpTest test;
  test.Input<C64>({2, 1}, {{3, -4}, {-5, 12}}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kReal)));
  EXPECT_TRUE(test.OutputIs({3, -5}));
  EXPECT_EQ(test.OutShape(), Shape({2, 1}));
  ASSERT_TRUE(IsOk(test.Run(kImag)));
  EXPECT_TRUE(test.OutputIs({-4, 12}));
  ASSERT_TRUE(IsOk(test.Run(kAbs)));
  EXPECT_TRUE(test.OutputIs({5, 13}));
}

TEST(Complex, MagnitudeDoesNotOverflow) {
  OpTest test;
  test.Input<C128>({}, {{3e200, 4e200}}).Output<double>();
  ASSERT_TRUE(IsOk(test.Run(kAbs)));
  EXPECT_TRUE(test.OutputIs({5e200}, 0, 1e-15));
}

TEST(Complex, Empty) {
  OpTest test;
  test.Input<C64>({0, 2}, {}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kAbs)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

}  // namespace
}  // namespace tflite::kernels
