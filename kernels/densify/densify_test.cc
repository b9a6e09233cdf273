#include "kernels/densify/densify.h"

#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kDensify =
    MakeOpFunctions<&BindDensify, &EvalDensifyReference>();

// Rows 0 0 1 and 2 3 0.
const SparseLayout kRows = {
    {0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 3}, {2, 0, 1})}};

TEST(DensifyBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Const<float>({1}, {1}).Const<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDensify), "C1"));
}

TEST(DensifyBind, RejectsNonConstantInput_C2) {
  OpTest test;
  test.Input<float>({2, 3}, {0, 0, 0, 0, 0, 0}).Output<float>();
  SetSparsity(kRows, test.input(0));
  EXPECT_TRUE(Violates(test.Run(kDensify), "C2"));
}

TEST(DensifyBind, RejectsDenseAndBrokenTensors_C2) {
  OpTest dense;
  dense.Const<float>({2, 3}, {0, 0, 0, 0, 0, 0}).Output<float>();
  EXPECT_TRUE(Violates(dense.Run(kDensify), "C2"));
  OpTest broken;
  broken.Const<float>({2, 3}, {0, 0, 0, 0, 0, 0}).Output<float>();
  MakeSparse<float>(kRows, {1, 2}, broken.input(0));
  EXPECT_TRUE(Violates(broken.Run(kDensify), "C2"));
}

TEST(DensifyBind, RejectsOtherOutputTypes_C3) {
  OpTest test;
  test.Const<float>({2, 3}, {0, 0, 0, 0, 0, 0}).Output<int32_t>();
  MakeSparse<float>(kRows, {1, 2, 3}, test.input(0));
  EXPECT_TRUE(Violates(test.Run(kDensify), "C3"));
}

TEST(Densify, GivesAConstantWhilePreparing) {
  OpTest test;
  test.Const<int8_t>({2, 3}, {0, 0, 0, 0, 0, 0}).Output<int8_t>();
  MakeSparse<int8_t>(kRows, {1, 2, 3}, test.input(0));
  ASSERT_TRUE(IsOk(test.Prepare(kDensify)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_EQ(test.OutShape(), Shape({2, 3}));
  EXPECT_TRUE(test.OutputIs({0, 0, 1, 2, 3, 0}));
}

}  // namespace
}  // namespace tflite::kernels
