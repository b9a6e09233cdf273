#include "kernels/softmax/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSoftmax =
    MakeOpFunctions<&BindSoftmax, &EvalSoftmaxReference>();
constexpr OpFunctions kLogSoftmax =
    MakeOpFunctions<&BindLogSoftmax, &EvalSoftmaxReference>();
constexpr OpFunctions kSoftmaxCpu =
    MakeOpFunctions<&BindSoftmax, &EvalSoftmaxCpu, &PrepareSoftmaxCpu>();
constexpr OpFunctions kLogSoftmaxCpu =
    MakeOpFunctions<&BindLogSoftmax, &EvalSoftmaxCpu, &PrepareSoftmaxCpu>();

// Values of LiteRT 2.3.0, up to 20 steps from the real ones.
TEST(Softmax, Int16IsThatOfTheReferenceRuntime) {
  const std::pair<float, std::vector<double>> cases[] = {
      {0.0007f, {894, 360, 14710, 14699, 1, 2104}},
      {0.0001f, {5438, 4775, 8113, 8111, 186, 6145}}};
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    for (const auto& [scale, want] : cases) {
      OpTest test;
      test.Input<int16_t>({1, 6}, {1000, -300, 5000, 4999, -32768, 2222},
                          {scale});
      test.Output<int16_t>({1.0f / 32768}).Params(TfLiteSoftmaxParams{1});
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(want));
    }
  }
}

// The product of scale and beta is rounded to float: with an exact one, the
// first value is 6160.
TEST(Softmax, Int16WithBetaIsThatOfTheReferenceRuntime) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    test.Input<int16_t>({1, 4}, {-2175, -2405, -344, -2869}, {0.000504f});
    test.Output<int16_t>({1.0f / 32768}).Params(TfLiteSoftmaxParams{1.1f});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({6159, 5422, 16997, 4192}));
  }
}

// Of 65536 elements, the tables would make 0.
TEST(Softmax, LongInt16RowsAreNotThoseOfTheReferenceRuntime) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    for (const auto& [depth, want] : {std::pair(65535, 0), {65536, 1}}) {
      OpTest test;
      test.Input<int16_t>({1, depth}, std::vector<int16_t>(depth), {0.001f});
      test.Output<int16_t>({1.0f / 32768}).Params(TfLiteSoftmaxParams{1});
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(std::vector<double>(depth, want)));
    }
  }
}

TEST(SoftmaxBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<float>();
  test.Params(TfLiteSoftmaxParams{1});
  EXPECT_TRUE(Violates(test.Run(kSoftmax), "C1"));
}

TEST(SoftmaxBind, RejectsUnknownTypes_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kLogSoftmax), "C2"));
}

TEST(SoftmaxBind, RejectsOtherOutputType_C3) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<int16_t>({1.0f / 32768});
  EXPECT_TRUE(Violates(test.Run(kLogSoftmax), "C3"));
  OpTest narrow;
  narrow.Input<int16_t>({1}, {0}, {0.1f}).Output<int8_t>({1.0f / 256, -128});
  EXPECT_TRUE(Violates(narrow.Run(kLogSoftmax), "C3"));
}

TEST(SoftmaxBind, RejectsIntegersWithoutScale_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {0}).Output<int8_t>({1.0f / 256, -128});
  EXPECT_TRUE(Violates(test.Run(kLogSoftmax), "C4"));
  OpTest output;
  output.Input<int8_t>({1}, {0}, {0.1f}).Output<int8_t>();
  EXPECT_TRUE(Violates(output.Run(kLogSoftmax), "C4"));
}

TEST(SoftmaxBind, RejectsMissingOptions) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<float>();
  EXPECT_FALSE(test.Run(kSoftmax).ok());
}

TEST(Softmax, NormalisesRows) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    // e^(2 x) = 1, e^2 of the second row.
    test.Input<float>({2, 2}, {3, 3, 1, 2}).Output<float>();
    test.Params(TfLiteSoftmaxParams{2});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({0.5, 0.5, 0.11920292, 0.88079708}, 1e-6));
  }
}

TEST(Softmax, LargeNumbersDoNotOverflow) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    test.Input<float>({3}, {1e30f, 1e30f, -1e30f}).Output<float>();
    test.Params(TfLiteSoftmaxParams{1});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({0.5, 0.5, 0}, 1e-6));
  }
}

// softmax(beta x) of a row.
std::vector<double> Shares(const std::vector<double>& x, double beta) {
  std::vector<double> y;
  double top = -std::numeric_limits<double>::infinity(), sum = 0;
  for (const double v : x) top = std::max(top, beta * v);
  for (const double v : x) sum += y.emplace_back(std::exp(beta * v - top));
  for (double& v : y) v /= sum;
  return y;
}

// Short rows and long ones, with exponents far beyond the greatest float's. A
// negative beta favours the least.
TEST(Softmax, BetaOfEitherSign) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    for (const int depth : {4, 31, 32, 100}) {
      for (const float scale : {0.25f, 50.0f}) {
        std::vector<float> x(depth);
        for (int i = 0; i < depth; ++i) {
          x[i] = scale * static_cast<float>(i * 7 % depth - depth / 2);
        }
        for (const float beta : {-0.5f, 0.5f}) {
          OpTest test;
          test.Input<float>({1, depth}, x).Output<float>();
          test.Params(TfLiteSoftmaxParams{beta});
          ASSERT_TRUE(IsOk(test.Run(functions)));
          EXPECT_TRUE(test.OutputIs(Shares({x.begin(), x.end()}, beta), 1e-6))
              << depth << " times " << scale << " beta " << beta;
        }
      }
    }
  }
}

TEST(Softmax, NegativeBetaOfIntegers) {
  const std::vector<double> reals = {1, 2, 3.5, -4};
  std::vector<double> bytes, words;
  for (const double share : Shares(reals, -1)) {
    bytes.push_back(std::round(share * 256) - 128);
    words.push_back(std::round(share * 32768));
  }
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest narrow;
    narrow.Input<int8_t>({1, 4}, {10, 20, 35, -40}, 0.1f);
    narrow.Output<int8_t>({1.0f / 256, -128}).Params(TfLiteSoftmaxParams{-1});
    ASSERT_TRUE(IsOk(narrow.Run(functions)));
    EXPECT_TRUE(narrow.OutputIs(bytes));
    OpTest wide;
    wide.Input<int16_t>({1, 4}, {1000, 2000, 3500, -4000}, 0.001f);
    wide.Output<int16_t>({1.0f / 32768}).Params(TfLiteSoftmaxParams{-1});
    ASSERT_TRUE(IsOk(wide.Run(functions)));
    EXPECT_TRUE(wide.OutputIs(words, 8));
  }
}

// What is masked adds nothing to short rows, either.
TEST(SoftmaxCpu, MaskedElementsAreZero) {
  OpTest test;
  test.Input<float>({2, 3}, {1, -1e9f, 1, -88, 0, -1e38f}).Output<float>();
  test.Params(TfLiteSoftmaxParams{1});
  ASSERT_TRUE(IsOk(test.Run(kSoftmaxCpu)));
  EXPECT_TRUE(test.OutputIs({0.5, 0, 0.5, 0, 1, 0}));
}

TEST(Softmax, Logarithm) {
  for (const OpFunctions& functions : {kLogSoftmax, kLogSoftmaxCpu}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({-1.3132617, -0.3132617}, 1e-6));
  }
}

// The fixed point is that of shares only.
TEST(Softmax, LogarithmOfInt16) {
  for (const OpFunctions& functions : {kLogSoftmax, kLogSoftmaxCpu}) {
    OpTest test;
    test.Input<int16_t>({1, 2}, {5, 5}, {0.001f});
    test.Output<int16_t>({1.0f / 32768});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({-22713, -22713}));
  }
}

TEST(Softmax, DoublePrecision) {
  const std::vector<double> x = {0.5, -1, 2, 0.25, 3}, shares = Shares(x, 2);
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    test.Input<double>({1, 5}, x).Output<double>();
    test.Params(TfLiteSoftmaxParams{2});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs(shares, 1e-14));
  }
}

TEST(Softmax, BytesInSteps) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    // Reals 0 and 1: 0.26894 and 0.73106, in steps of 1/256.
    test.Input<int8_t>({2}, {4, 14}, {0.1f, 4})
        .Output<int8_t>({1.0f / 256, -128});
    test.Params(TfLiteSoftmaxParams{1});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({-59, 59}));
  }
}

TEST(Softmax, PropagatesNaNOverItsRow) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    OpTest test;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    test.Input<float>({2, 2}, {nan, 1, 2, 2}).Output<float>();
    test.Params(TfLiteSoftmaxParams{1});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({nan, nan, 0.5, 0.5}, 1e-6));
  }
}

TEST(Softmax, EmptyAndScalar) {
  for (const OpFunctions& functions : {kSoftmax, kSoftmaxCpu}) {
    for (const Shape& shape : {Shape{0, 3}, Shape{3, 0}}) {
      OpTest empty;
      empty.Input<half>(shape, {}).Output<half>().Params(
          TfLiteSoftmaxParams{1});
      ASSERT_TRUE(IsOk(empty.Run(functions)));
      EXPECT_EQ(empty.OutShape(), shape);
    }
    OpTest scalar;
    scalar.Input<float>({}, {7}).Output<float>().Params(TfLiteSoftmaxParams{1});
    ASSERT_TRUE(IsOk(scalar.Run(functions)));
    EXPECT_TRUE(scalar.OutputIs({1}));
  }
}

TEST(SoftmaxCpu, AgreesWithReference) {
  uint32_t seed = 1;
  for (const auto& [reference, cpu] :
       {std::make_pair(kSoftmax, kSoftmaxCpu),
        std::make_pair(kLogSoftmax, kLogSoftmaxCpu)}) {
    for (const Shape& shape :
         {Shape{3, 5}, Shape{2, 2, 64}, Shape{1001}, Shape{700, 33}}) {
      const int64_t n = shape.num_elements();
      OpTest floats(3);
      floats.Input<float>(shape, RandomElements<float>(n, -9, 9, ++seed))
          .Output<float>();
      floats.Params(TfLiteSoftmaxParams{0.7f});
      EXPECT_TRUE(Agree(floats, reference, cpu, 1e-6, 1e-5))
          << shape.ToString();
      OpTest halves(3);
      halves.Input<half>(shape, RandomElements<half>(n, -9, 9, ++seed))
          .Output<half>();
      halves.Params(TfLiteSoftmaxParams{1});
      EXPECT_TRUE(Agree(halves, reference, cpu, 1e-5, 2e-3))
          << shape.ToString();
      OpTest bfloats(3);
      bfloats.Input<bfloat16>(shape, RandomElements<bfloat16>(n, -9, 9, ++seed))
          .Output<bfloat16>();
      bfloats.Params(TfLiteSoftmaxParams{1});
      EXPECT_TRUE(Agree(bfloats, reference, cpu, 1e-5, 1.6e-2))
          << shape.ToString();
      OpTest bytes(3);
      bytes.Input<uint8_t>(shape, RandomElements<uint8_t>(n, 0, 255, ++seed),
                           {0.05f, 77});
      bytes.Output<uint8_t>({1.0f / 16, 255}).Params(TfLiteSoftmaxParams{1});
      EXPECT_TRUE(Agree(bytes, reference, cpu, 1)) << shape.ToString();
      OpTest wider(3);
      wider.Input<int8_t>(shape, RandomElements<int8_t>(n, -128, 127, ++seed),
                          {0.05f, 3});
      wider.Output<int16_t>({1.0f / 2048}).Params(TfLiteSoftmaxParams{1});
      EXPECT_TRUE(Agree(wider, reference, cpu, 1)) << shape.ToString();
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
