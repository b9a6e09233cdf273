#include "kernels/reduce_window/reduce_window.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReduceWindow =
    MakeOpFunctions<&BindReduceWindow, &EvalReduceWindowReference>();

void Window(
    OpTest& test, const std::vector<int64_t>& window,
    const std::vector<int64_t>& strides,
    TfLiteReduceWindowFunction function = TfLiteReduceWindowFunctionAdd) {
  const Shape rank = {static_cast<int32_t>(window.size())};
  test.Const<int64_t>(rank, window).Const<int64_t>(rank, strides);
  test.Const<int64_t>(rank, std::vector<int64_t>(window.size(), 1));
  TfLiteReduceWindowParams params{};
  params.reduce_function = function;
  test.Params(params);
}

TEST(ReduceWindowBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  test.Params(TfLiteReduceWindowParams{});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C1"));
}

TEST(ReduceWindowBind, RejectsInitialValueOfAnotherType_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<int32_t>({}, {0}).Output<float>();
  Window(test, {1}, {1});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C2"));
}

TEST(ReduceWindowBind, RejectsTwoInitialValues_C3) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({2}, {0, 0}).Output<float>();
  Window(test, {1}, {1});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C3"));
}

TEST(ReduceWindowBind, RejectsZeroStride_C4) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  Window(test, {1}, {0});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C4"));
}

TEST(ReduceWindowBind, RejectsUnknownFunction_C5) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  Window(test, {1}, {1}, TfLiteReduceWindowFunctionUnsupported);
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C5"));
}

TEST(ReduceWindowReference, SlidesOverBothAxes) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6})
      .Const<float>({}, {10})
      .Output<float>();
  Window(test, {2, 2}, {1, 1});
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({22, 26}));
}

TEST(ReduceWindowReference, TakesFloat64) {
  OpTest test;
  test.Input<double>({3}, {1, 2, 1e-12})
      .Const<double>({}, {1})
      .Output<double>();
  Window(test, {2}, {1});
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_TRUE(test.OutputIs({4, 3 + 1e-12}));
}

TEST(ReduceWindowReference, EmptyOutputWhereTheWindowDoesNotFit) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 2}).Const<int32_t>({}, {0}).Output<int32_t>();
  Window(test, {3}, {1}, TfLiteReduceWindowFunctionMax);
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_EQ(test.OutShape(), Shape({0}));
}

TEST(ReduceWindowReference, MinimumOfNegativeIntegers) {
  OpTest test;
  test.Input<int8_t>({4}, {-3, 5, -128, 7})
      .Const<int8_t>({}, {127})
      .Output<int8_t>();
  Window(test, {2}, {2}, TfLiteReduceWindowFunctionMin);
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_TRUE(test.OutputIs({-3, -128}));
}

}  // namespace
}  // namespace tflite::kernels
