#include "kernels/add_n/add_n.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kAddN = MakeOpFunctions<&BindAddN, &EvalAddNReference>();

TEST(AddNBind, RejectsNoInputs_C1) {
  OpTest test;
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kAddN), "C1"));
}

TEST(AddNBind, RejectsMixedAndUnknownTypes_C2) {
  OpTest mixed;
  mixed.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(mixed.Run(kAddN), "C2"));
  OpTest out;
  out.Input<float>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(out.Run(kAddN), "C2"));
  OpTest logical;
  logical.Input<bool>({1}, {true}).Output<bool>();
  EXPECT_TRUE(Violates(logical.Run(kAddN), "C2"));
}

TEST(AddNBind, RejectsOtherShapes_C3) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kAddN), "C3"));
}

TEST(AddN, AddsAllInputs) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Input<float>({1, 2}, {10, 20});
  test.Input<float>({1, 2}, {0.5f, -1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kAddN)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({11.5, 21}));
}

// More than are added at a time, and by a thread.
TEST(AddN, AddsManyElements) {
  constexpr int32_t kCount = 40001;
  std::vector<int64_t> x(kCount), y(kCount);
  std::vector<double> sums(kCount);
  for (int32_t i = 0; i < kCount; ++i) {
    x[i] = 3 * i;
    y[i] = 7 - 5 * i;
    sums[i] = 7 - 2 * i;
  }
  OpTest test(2);
  test.Input<int64_t>({kCount}, x).Input<int64_t>({kCount}, y);
  test.Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kAddN)));
  EXPECT_TRUE(test.OutputIs(sums));
}

TEST(AddN, IntegersWrap) {
  OpTest test;
  test.Input<int32_t>({}, {2147483647})
      .Input<int32_t>({}, {1})
      .Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kAddN)));
  EXPECT_TRUE(test.OutputIs({-2147483648.0}));
}

TEST(AddN, HalfPrecision) {
  OpTest test;
  test.Input<half>({1}, {1.5f}).Input<half>({1}, {0.25f}).Output<half>();
  ASSERT_TRUE(IsOk(test.Run(kAddN)));
  EXPECT_TRUE(test.OutputIs({1.75}));
}

}  // namespace
}  // namespace tflite::kernels
