#include "kernels/local_response_normalization/local_response_normalization.h"

#include <cmath>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kLrn =
    MakeOpFunctions<&BindLocalResponseNormalization,
                    &EvalLocalResponseNormalizationReference>();

TfLiteLocalResponseNormParams Options(int radius) {
  TfLiteLocalResponseNormParams params{};
  params.radius = radius;
  params.bias = 1;
  params.alpha = 2;
  params.beta = 0.5f;
  return params;
}

TEST(LocalResponseNormalizationBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Input<float>({1}, {1}).Output<float>();
  test.Params(Options(1));
  EXPECT_TRUE(Violates(test.Run(kLrn), "C1"));
}

TEST(LocalResponseNormalizationBind, RejectsRankTwo_C2) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<float>().Params(Options(1));
  EXPECT_TRUE(Violates(test.Run(kLrn), "C2"));
}

TEST(LocalResponseNormalizationBind, RejectsNegativeRadius_C3) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1}, {1}).Output<float>().Params(Options(-1));
  EXPECT_TRUE(Violates(test.Run(kLrn), "C3"));
}

// Also those of other pixels do not count.
TEST(LocalResponseNormalizationReference, RadiusZeroTakesTheElementAlone) {
  OpTest test;
  test.Input<float>({1, 1, 2, 2}, {1, 2, 3, 4}).Output<float>();
  test.Params(Options(0));
  ASSERT_TRUE(IsOk(test.Run(kLrn)));
  EXPECT_TRUE(test.OutputIs({1 / std::sqrt(3.0), 2 / std::sqrt(9.0),
                             3 / std::sqrt(19.0), 4 / std::sqrt(33.0)},
                            1e-6));
}

TEST(LocalResponseNormalizationReference, CountsTheLastNeighbour) {
  OpTest test;
  test.Input<float>({1, 1, 1, 3}, {1, 2, 3}).Output<float>().Params(Options(1));
  ASSERT_TRUE(IsOk(test.Run(kLrn)));
  EXPECT_TRUE(test.OutputIs(
      {1 / std::sqrt(11.0), 2 / std::sqrt(29.0), 3 / std::sqrt(27.0)}, 1e-6));
}

}  // namespace
}  // namespace tflite::kernels
