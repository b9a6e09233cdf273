#include "kernels/matrix_diag/matrix_diag.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kDiag =
    MakeOpFunctions<&BindMatrixDiag, &EvalMatrixDiagReference>();
constexpr OpFunctions kSetDiag =
    MakeOpFunctions<&BindMatrixSetDiag, &EvalMatrixDiagReference>();

TEST(MatrixDiagBind, RejectsInputs_C1) {
  OpTest two;
  two.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(two.Run(kDiag), "C1"));
  OpTest one;
  one.Input<float>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(one.Run(kSetDiag), "C1"));
}

TEST(MatrixDiagBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Input<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSetDiag), "C2"));
}

TEST(MatrixDiagBind, RejectsLowRank_C3) {
  OpTest scalar;
  scalar.Input<float>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(scalar.Run(kDiag), "C3"));
  OpTest vector;
  vector.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(vector.Run(kSetDiag), "C3"));
}

TEST(MatrixDiagBind, RejectsDiagonalOfAnotherLength_C4) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Input<float>({2}, {1, 2}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSetDiag), "C4"));
}

template <typename T>
void ExpectDiag() {
  OpTest test;
  test.Input<T>({2, 2}, {T(1), T(2), T(3), T(4)});
  test.Output<T>();
  ASSERT_TRUE(IsOk(test.Run(kDiag)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 0, 0, 2, 3, 0, 0, 4}));
}

TEST(MatrixDiag, EachSizeOfElement) {
  ExpectDiag<int8_t>();
  ExpectDiag<half>();
  ExpectDiag<float>();
  ExpectDiag<double>();
}

TEST(MatrixDiag, StringsAndPackedElements) {
  OpTest strings;
  strings.Input<std::string>({2}, {"a", "b"}).Output<std::string>();
  ASSERT_TRUE(IsOk(strings.Run(kDiag)));
  EXPECT_EQ(strings.Out<std::string>(),
            (std::vector<std::string>{"a", "", "", "b"}));
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {2}, {0x21}).OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(packed.Run(kDiag)));
  EXPECT_EQ(packed.output(0)->data.uint8[0], 0x01);
  EXPECT_EQ(packed.output(0)->data.uint8[1], 0x20);
}

TEST(MatrixSetDiag, WideAndTallMatrices) {
  OpTest wide;
  wide.Input<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Input<int64_t>({2}, {7, 8});
  wide.Output<int64_t>();
  ASSERT_TRUE(IsOk(wide.Run(kSetDiag)));
  EXPECT_TRUE(wide.OutputIs({7, 2, 3, 4, 8, 6}));
  OpTest tall;
  tall.Input<int16_t>({2, 2, 1}, {1, 2, 3, 4}).Input<int16_t>({2, 1}, {7, 8});
  tall.Output<int16_t>();
  ASSERT_TRUE(IsOk(tall.Run(kSetDiag)));
  EXPECT_TRUE(tall.OutputIs({7, 2, 8, 4}));
}

TEST(MatrixDiag, WithoutElements) {
  OpTest test;
  test.Input<float>({2, 0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kDiag)));
  EXPECT_EQ(test.OutShape(), Shape({2, 0, 0}));
}

}  // namespace
}  // namespace tflite::kernels
