#include "kernels/rfft2d/rfft2d.h"

#include <cmath>
#include <utility>
#include <vector>

#include "kernels/testing/fake_graph.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kRfft2d =
    MakeOpFunctions<&BindRfft2d, &EvalRfft2dReference>();

constexpr OpFunctions kFast =
    MakeOpFunctions<&BindRfft2d, &EvalRfft2dCpu, &PrepareRfft2dCpu>();

TEST(Rfft2dBind, RejectsMissingLength_C1) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).OutputOf(kTfLiteComplex64);
  EXPECT_TRUE(Violates(test.Run(kRfft2d), "C1"));
}

TEST(Rfft2dBind, RejectsVector_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2})
      .Const<int32_t>({2}, {1, 2})
      .OutputOf(kTfLiteComplex64);
  EXPECT_TRUE(Violates(test.Run(kRfft2d), "C2"));
}

TEST(Rfft2dBind, RejectsZeroLength_C3) {
  for (const auto& [height, width] : {std::pair(1, 0), {0, 1}}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2}).Const<int32_t>({2}, {height, width});
    test.OutputOf(kTfLiteComplex64);
    EXPECT_TRUE(Violates(test.Run(kRfft2d), "C3")) << height;
  }
}

TEST(Rfft2dBind, RejectsOtherLengths_C3) {
  OpTest type, three;
  type.Input<float>({1, 2}, {1, 2}).Const<int64_t>({2}, {1, 2});
  three.Input<float>({1, 2}, {1, 2}).Const<int32_t>({3}, {1, 2, 2});
  for (OpTest* test : {&type, &three}) {
    test->OutputOf(kTfLiteComplex64);
    EXPECT_TRUE(Violates(test->Run(kRfft2d), "C3"));
  }
}

TEST(Rfft2dReference, TransformsAnImpulseAndPads) {
  OpTest test;
  test.Input<float>({1, 2}, {0, 1}).Const<int32_t>({2}, {1, 4});
  test.OutputOf(kTfLiteComplex64);
  ASSERT_TRUE(IsOk(test.Run(kRfft2d)));
  EXPECT_EQ(test.OutShape(), Shape({1, 3}));
  // exp(-2 pi i l / 4) for l = 0, 1, 2.
  EXPECT_TRUE(test.OutputIs({1, 0, 0, -1, -1, 0}, 1e-7));
}

TEST(Rfft2dReference, TransformsBothAxes) {
  OpTest test;
  test.Input<float>({2, 2}, {1, 2, 3, 4}).Const<int32_t>({2}, {2, 2});
  test.OutputOf(kTfLiteComplex64);
  ASSERT_TRUE(IsOk(test.Run(kRfft2d)));
  EXPECT_TRUE(test.OutputIs({10, 0, -2, 0, -4, 0, 0, 0}, 1e-6));
}

TEST(Rfft2dReference, TakesLengthsOtherThanPowersOfTwo) {
  OpTest test;
  test.Input<float>({1, 3}, {1, 0, 0}).Const<int32_t>({2}, {1, 3});
  test.OutputOf(kTfLiteComplex64);
  ASSERT_TRUE(IsOk(test.Run(kRfft2d)));
  EXPECT_TRUE(test.OutputIs({1, 0, 1, 0}, 1e-7));
}

TEST(Rfft2d, SignalsWithoutElementsAreZero) {
  for (const Shape& shape : {Shape({2, 0, 8}), Shape({2, 1, 0})}) {
    for (const OpFunctions& kernel : {kRfft2d, kFast}) {
      OpTest test;
      test.Input<float>(shape, {}).Const<int32_t>({2}, {1, 8});
      test.OutputOf(kTfLiteComplex64);
      ASSERT_TRUE(IsOk(test.Run(kernel)));
      EXPECT_TRUE(test.OutputIs(std::vector<double>(20)));
    }
  }
}

// The tables of the fast transform; the reference keeps nothing.
TEST(Rfft2dCpu, KeepsTablesForSingleRowsOfPowersOfTwo) {
  const struct {
    int32_t rows, height, width;
    int64_t bytes;
  } kCases[] = {{1, 1, 2, 0},
                {1, 1, 4, 2 * 4 + 3 * 16},
                {1, 1, 8, 4 * 4 + 7 * 16},
                {2, 1, 16, 8 * 4 + 15 * 16},
                {1, 1, 12, 0},
                {1, 2, 8, 0},
                {0, 1, 8, 0}};
  for (const auto& c : kCases) {
    OpTest test;
    test.Input<float>({3, c.rows, 8}, std::vector<float>(24 * c.rows));
    test.Const<int32_t>({2}, {c.height, c.width}).OutputOf(kTfLiteComplex64);
    ASSERT_TRUE(IsOk(test.Prepare(kFast)));
    EXPECT_EQ(static_cast<FakeGraph&>(test.host()).kernel_bytes(), c.bytes)
        << c.rows << " rows to " << c.height << "x" << c.width;
  }
}

TEST(Rfft2dCpu, LeavesSignalsThatHaveLostTheirRowsToTheReference) {
  OpTest test;
  test.Input<float>({2, 1, 8}, std::vector<float>(16, 1.0f));
  test.Const<int32_t>({2}, {1, 8}).OutputOf(kTfLiteComplex64);
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_EQ(test.Numbers()[0], 8);
  test.ResizeInput(0, {2, 0, 8});
  ASSERT_TRUE(IsOk(test.PrepareAgain()));
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs(std::vector<double>(20)));
}

// Rows cut and padded, signals of several rows, and what is left to the
// reference.
TEST(Rfft2dCpu, AgreesWithReference) {
  for (const int width : {1, 2, 4, 8, 12, 64, 512}) {
    for (const int height : {1, 2}) {
      for (const int columns : {1, 7, 64, 600}) {
        const int count = 3 * 2 * columns;
        std::vector<float> values(count);
        for (int i = 0; i < count; ++i) {
          values[i] = static_cast<float>(std::sin(0.7 * i * i));
        }
        OpTest test(2);
        test.Input<float>({3, 2, columns}, values);
        test.Const<int32_t>({2}, {height, width});
        test.OutputOf(kTfLiteComplex64);
        EXPECT_TRUE(Agree(test, kRfft2d, kFast, 1e-5, 1e-6))
            << height << "x" << width << " of " << columns;
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
