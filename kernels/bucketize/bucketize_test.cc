#include "kernels/bucketize/bucketize.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kBucketize =
    MakeOpFunctions<&BindBucketize, &EvalBucketizeReference>();
constexpr float kBounds[] = {-1.5f, 0.0f, 2.0f};
constexpr TfLiteBucketizeParams kParams = {3, kBounds};

TEST(BucketizeBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<int32_t>();
  test.Params(kParams);
  EXPECT_TRUE(Violates(test.Run(kBucketize), "C1"));
}

TEST(BucketizeBind, RejectsTypes_C2) {
  OpTest input;
  input.Input<half>({1}, {1}).Output<int32_t>().Params(kParams);
  EXPECT_TRUE(Violates(input.Run(kBucketize), "C2"));
  OpTest output;
  output.Input<float>({1}, {1}).Output<int64_t>().Params(kParams);
  EXPECT_TRUE(Violates(output.Run(kBucketize), "C2"));
}

TEST(BucketizeBind, RejectsDescendingBoundaries_C3) {
  constexpr float kDown[] = {1.0f, 0.0f};
  OpTest test;
  test.Input<float>({1}, {1}).Output<int32_t>();
  test.Params(TfLiteBucketizeParams{2, kDown});
  EXPECT_TRUE(Violates(test.Run(kBucketize), "C3"));
}

TEST(Bucketize, ElementsOnABoundaryBelongAbove) {
  OpTest test;
  test.Input<float>({2, 3}, {-2, -1.5f, -0.0f, 1, 2, 99}).Output<int32_t>();
  test.Params(kParams);
  ASSERT_TRUE(IsOk(test.Run(kBucketize)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3}));
  EXPECT_TRUE(test.OutputIs({0, 1, 2, 2, 3, 3}));
}

TEST(Bucketize, OtherTypesAndNan) {
  OpTest integers;
  integers.Input<int64_t>({3}, {-2, 0, 3}).Output<int32_t>().Params(kParams);
  ASSERT_TRUE(IsOk(integers.Run(kBucketize)));
  EXPECT_TRUE(integers.OutputIs({0, 2, 3}));
  OpTest doubles;
  doubles.Input<double>({2},
                        {-1e-300, std::numeric_limits<double>::quiet_NaN()});
  doubles.Output<int32_t>().Params(kParams);
  ASSERT_TRUE(IsOk(doubles.Run(kBucketize)));
  EXPECT_TRUE(doubles.OutputIs({1, 3}));
}

TEST(Bucketize, WithoutBoundaries) {
  OpTest test;
  test.Input<int32_t>({2}, {-5, 5}).Output<int32_t>();
  test.Params(TfLiteBucketizeParams{});
  ASSERT_TRUE(IsOk(test.Run(kBucketize)));
  EXPECT_TRUE(test.OutputIs({0, 0}));
}

}  // namespace
}  // namespace tflite::kernels
