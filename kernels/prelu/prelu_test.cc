#include "kernels/prelu/prelu.h"

#include <utility>
#include <vector>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindPrelu, &EvalPreluReference>();
constexpr OpFunctions kCpu = MakeOpFunctions<&BindPrelu, &EvalPreluCpu>();

TEST(PreluBind, RejectsOtherCounts_C1) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kReference), "C1"));
}

TEST(PreluBind, RejectsOtherTypes_C2) {
  OpTest alpha;
  alpha.Input<float>({1}, {1}).Input<double>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(alpha.Run(kReference), "C2"));
  OpTest output;
  output.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<double>();
  EXPECT_TRUE(Violates(output.Run(kReference), "C2"));
}

TEST(PreluBind, RejectsUnknownTypes_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {1}).Input<int32_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kReference), "C3"));
}

TEST(PreluBind, RejectsAlphaThatDoesNotFit_C4) {
  for (const Shape& alpha : {Shape{2}, Shape{2, 3}, Shape{2, 1, 3}}) {
    OpTest test;
    test.Input<float>({1, 3}, {1, 2, 3});
    test.Input<float>(alpha, std::vector<float>(alpha.num_elements()));
    test.Output<float>();
    EXPECT_TRUE(Violates(test.Run(kReference), "C4")) << alpha.ToString();
  }
}

TEST(PreluBind, RejectsIntegersWithoutScale_C5) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f})
      .Input<int8_t>({1}, {1})
      .Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kReference), "C5"));
}

TEST(Prelu, ScalesNegativeNumbers) {
  for (const OpFunctions& functions : {kReference, kCpu}) {
    OpTest test;
    test.Input<float>({2, 3}, {-1, -2, -4, 1, 0, -0.5f});
    test.Input<float>({3}, {0.5f, 2, -1}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({-0.5, -4, 4, 1, 0, 0.5}));
  }
}

// Reals -3 and 2, slopes 0.25 and 1, results in steps of 0.5 from 10 on.
TEST(Prelu, QuantizedResultsAreRounded) {
  for (const OpFunctions& functions : {kReference, kCpu}) {
    OpTest test;
    test.Input<uint8_t>({2}, {4, 14}, {0.5f, 10});
    test.Input<uint8_t>({2}, {1, 4}, {0.25f}).Output<uint8_t>({0.5f, 10});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({8, 14}));  // -0.75: away from zero
  }
}

// Values of LiteRT 2.3.0, each a step from the real result rounded once.
TEST(Prelu, StoredIntegersAreThoseOfTheReferenceRuntime) {
  for (const OpFunctions& functions : {kReference, kCpu}) {
    OpTest test;
    test.Input<int8_t>({4}, {-28, -9, 10, 29}, {0.02f, -30});
    test.Input<int8_t>({1}, {1}, {0.25f}).Output<int8_t>({0.095f, 36});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({37, 41, 45, 49}));
    OpTest negative;
    negative.Input<uint8_t>({1}, {27}, {0.05f, 130});
    negative.Input<uint8_t>({1}, {131}, {0.012f, 120});
    negative.Output<uint8_t>({0.08f, 99});
    ASSERT_TRUE(IsOk(negative.Run(functions)));
    EXPECT_TRUE(negative.OutputIs({90}));
  }
}

TEST(Prelu, TakesInt8SlopesOfInt16) {
  for (const OpFunctions& functions : {kReference, kCpu}) {
    OpTest test;
    test.Input<int16_t>({2, 2}, {-1000, 1000, 7, -3}, {0.5f});
    test.Input<int8_t>({2}, {-4, 100}, {0.25f}).Output<int16_t>({0.5f});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({1000, 1000, 7, -75}));
  }
}

template <typename T>
void ExpectAgreement(double min, double max, bool quantized) {
  const std::pair<Shape, Shape> shapes[] = {
      {{}, {}},         {{2, 5, 70}, {70}},      {{2, 5, 7}, {5, 1}},
      {{700}, {1}},     {{3, 40, 4}, {1, 1, 4}}, {{6, 80}, {6, 80}},
      {{0, 3}, {1, 3}}, {{9, 1300}, {9, 1}},
  };
  // Factors of positive and of negative numbers that are below and above 1.
  const std::pair<float, float> scales[] = {
      {0.012f, 0.053f}, {0.012f, 0.02f}, {2.0f, 0.04f}};
  uint32_t seed = 1;
  for (int i = 0; i < (quantized ? 24 : 8); ++i) {
    const auto& [x, alpha] = shapes[i % 8];
    const auto& [alpha_scale, out_scale] = scales[i / 8];
    OpTest test(2);
    const auto q = [&](float scale, int32_t zero_point) {
      const int32_t z = sizeof(T) == 1 ? zero_point : 0;
      return quantized ? Quantized(scale, z) : Quantized();
    };
    test.Input<T>(x, RandomElements<T>(x.num_elements(), min, max, ++seed),
                  q(0.031f, 7));
    test.Input<T>(alpha,
                  RandomElements<T>(alpha.num_elements(), min, max, ++seed),
                  q(alpha_scale, 20));
    test.Output<T>(q(out_scale, 11));
    EXPECT_TRUE(Agree(test, kReference, kCpu))
        << x.ToString() << " with " << alpha.ToString();
  }
}

TEST(PreluCpu, AgreesWithReference) {
  ExpectAgreement<float>(-4, 4, false);
  ExpectAgreement<double>(-4, 4, false);
  ExpectAgreement<half>(-4, 4, false);
  ExpectAgreement<bfloat16>(-4, 4, false);
  ExpectAgreement<int8_t>(-128, 127, true);
  ExpectAgreement<uint8_t>(0, 255, true);
  ExpectAgreement<int16_t>(-32768, 32767, true);
}

}  // namespace
}  // namespace tflite::kernels
