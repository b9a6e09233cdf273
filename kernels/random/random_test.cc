#include "kernels/random/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kUniform =
    MakeOpFunctions<&BindRandomUniform, &EvalRandomReference, &PrepareRandom>();
constexpr OpFunctions kNormal =
    MakeOpFunctions<&BindRandomStandardNormal, &EvalRandomReference,
                    &PrepareRandom>();
constexpr OpFunctions kMultinomial =
    MakeOpFunctions<&BindMultinomial, &EvalRandomReference, &PrepareRandom>();
constexpr OpFunctions kUniformInt =
    MakeOpFunctions<&BindRandomUniformInt, &EvalRandomReference,
                    &PrepareRandom>();
constexpr OpFunctions kBits =
    MakeOpFunctions<&BindStablehloRngBitGenerator,
                    &EvalStablehloRngBitGeneratorReference>();

TfLiteRandomParams Seeds(int seed, int seed2) {
  TfLiteRandomParams params{};
  params.seed = seed;
  params.seed2 = seed2;
  return params;
}

void Shaped(OpTest& test, int32_t count, int seed) {
  test.Const<int32_t>({1}, {count}).Output<float>().Params(Seeds(seed, 0));
}

TEST(RandomBind, RejectsNonVectorShape_C1) {
  OpTest test;
  test.Const<int32_t>({}, {3}).Output<float>().Params(Seeds(1, 2));
  EXPECT_TRUE(Violates(test.Run(kUniform), "C1"));
}

TEST(RandomBind, RejectsExtentsOutOfRange_C1) {
  for (const int64_t extent : {int64_t{-1}, (int64_t{1} << 32) + 1}) {
    OpTest test;
    test.Const<int64_t>({1}, {extent}).Output<float>().Params(Seeds(1, 0));
    EXPECT_TRUE(Violates(test.Run(kUniform), "C1"));
  }
}

TEST(RandomBind, RejectsOtherCounts) {
  for (const OpFunctions& functions : {kUniform, kNormal}) {
    OpTest two;
    two.Const<int32_t>({1}, {3}).Const<int32_t>({}, {1}).Output<float>();
    EXPECT_FALSE(IsOk(two.Params(Seeds(1, 2)).Run(functions)));
  }
  OpTest integers;
  integers.Const<int32_t>({1}, {3});
  for (int i = 0; i < 3; ++i) integers.Const<int32_t>({}, {1});
  integers.Output<int32_t>().Params(Seeds(1, 2));
  EXPECT_FALSE(IsOk(integers.Run(kUniformInt)));
  OpTest classes;
  classes.Input<float>({1, 1}, {0}).Const<int32_t>({}, {1});
  classes.Const<int32_t>({}, {1}).Output<int32_t>().Params(Seeds(1, 2));
  EXPECT_FALSE(IsOk(classes.Run(kMultinomial)));
  OpTest bits;
  bits.Input<uint64_t>({2}, {1, 2}).Input<uint64_t>({2}, {1, 2});
  bits.Output<uint64_t>().Output<uint32_t>();
  bits.Params(TfLiteStablehloRngBitGeneratorParams{});
  EXPECT_FALSE(IsOk(bits.Run(kBits)));
}

// Draws `samples` of two classes.
template <typename Logit, typename Samples, typename Class>
Status Draw(const std::vector<Samples>& samples) {
  OpTest test;
  test.Input<Logit>({1, 2}, {0, 0});
  test.Const<Samples>({static_cast<int32_t>(samples.size())}, samples);
  test.Output<Class>().Params(Seeds(1, 2));
  return test.Run(kMultinomial);
}

TEST(RandomBind, RejectsNumbersOfSamplesAndTypesOfClasses) {
  EXPECT_TRUE((IsOk(Draw<float, int32_t, int64_t>({0}))));
  EXPECT_TRUE((Violates(Draw<float, int32_t, int64_t>({-1}), "C1")));
  EXPECT_TRUE((Violates(Draw<float, int32_t, int64_t>({1, 1}), "C1")));
  EXPECT_TRUE((Violates(Draw<float, int64_t, int64_t>({1}), "C1")));
  EXPECT_TRUE((Violates(Draw<float, int32_t, float>({1}), "C2")));
  EXPECT_TRUE((Violates(Draw<int32_t, int32_t, int64_t>({1}), "C3")));
}

TEST(RandomBind, RejectsRealIntegersAndTheirLimits) {
  OpTest output;
  output.Const<int32_t>({1}, {3});
  output.Const<int32_t>({}, {4}).Const<int32_t>({}, {5});
  output.Output<float>().Params(Seeds(1, 2));
  EXPECT_TRUE(Violates(output.Run(kUniformInt), "C2"));
  for (const bool lower : {false, true}) {
    OpTest real, two;
    real.Const<int32_t>({1}, {3});
    two.Const<int32_t>({1}, {3});
    if (!lower) real.Const<int32_t>({}, {4});
    if (!lower) two.Const<int32_t>({}, {4});
    real.Const<float>({}, {4});
    two.Const<int32_t>({2}, {4, 4});
    if (lower) real.Const<int32_t>({}, {4});
    if (lower) two.Const<int32_t>({}, {4});
    real.Output<int32_t>().Params(Seeds(1, 2));
    two.Output<int32_t>().Params(Seeds(1, 2));
    EXPECT_TRUE(Violates(real.Run(kUniformInt), "C4")) << lower;
    EXPECT_TRUE(Violates(two.Run(kUniformInt), "C4")) << lower;
  }
}

TEST(RandomBind, RejectsIntegerOutput_C2) {
  OpTest test;
  test.Const<int32_t>({1}, {3}).Output<int32_t>().Params(Seeds(1, 2));
  EXPECT_TRUE(Violates(test.Run(kNormal), "C2"));
}

TEST(RandomBind, RejectsLogitsWithoutClasses_C3) {
  OpTest test;
  test.Input<float>({1, 0}, {}).Const<int32_t>({}, {1}).Output<int32_t>();
  test.Params(Seeds(1, 2));
  EXPECT_TRUE(Violates(test.Run(kMultinomial), "C3"));
}

TEST(RandomReference, RejectsEmptyRange_C4) {
  OpTest test;
  test.Const<int32_t>({1}, {3}).Const<int32_t>({}, {5}).Const<int32_t>({}, {4});
  test.Output<int32_t>().Params(Seeds(1, 2));
  EXPECT_TRUE(Violates(test.Run(kUniformInt), "C4"));
}

TEST(RandomBind, RejectsShortState_C5) {
  OpTest test;
  test.Input<uint64_t>({1}, {1}).Output<uint64_t>().Output<uint32_t>();
  test.Params(TfLiteStablehloRngBitGeneratorParams{});
  EXPECT_TRUE(Violates(test.Run(kBits), "C5"));
  OpTest real;
  real.Input<uint64_t>({2}, {1, 2}).Output<uint64_t>().Output<float>();
  real.Params(TfLiteStablehloRngBitGeneratorParams{});
  EXPECT_TRUE(Violates(real.Run(kBits), "C5"));
  OpTest long_state;
  long_state.Input<uint64_t>({3}, {1, 2, 3}).Output<uint64_t>();
  long_state.Output<uint32_t>().Params(
      TfLiteStablehloRngBitGeneratorParams{kTfLiteRngAlgorithmThreefry});
  EXPECT_TRUE(Violates(long_state.Run(kBits), "C5"));
}

TEST(RandomReference, EqualSeedsGiveEqualSequencesThatGoOn) {
  OpTest a, b;
  Shaped(a, 8, 7);
  Shaped(b, 8, 7);
  ASSERT_TRUE(IsOk(a.Run(kUniform)));
  ASSERT_TRUE(IsOk(b.Run(kUniform)));
  const auto first = a.Out<float>();
  EXPECT_EQ(first, b.Out<float>());
  ASSERT_TRUE(IsOk(a.Invoke()));
  EXPECT_NE(first, a.Out<float>());
}

// Shapes are often computed while preparing. Each node draws whole blocks of
// four numbers.
TEST(RandomReference, SequencesGoOnForOtherShapes) {
  OpTest all, parts;
  Shaped(all, 12, 1);
  ASSERT_TRUE(IsOk(all.Run(kUniform)));
  Shaped(parts, 4, 1);
  parts.input(0)->allocation_type = kTfLitePersistentRo;
  ASSERT_TRUE(IsOk(parts.Run(kUniform)));
  std::vector<float> numbers = parts.Out<float>();
  parts.SetInput<int32_t>(0, {8});
  ASSERT_TRUE(IsOk(parts.PrepareAgain()));
  ASSERT_TRUE(IsOk(parts.Invoke()));
  for (const float number : parts.Out<float>()) numbers.push_back(number);
  EXPECT_EQ(numbers, all.Out<float>());
}

TEST(RandomReference, OtherSeedsGiveOtherSequences) {
  OpTest a, b;
  Shaped(a, 8, 7);
  Shaped(b, 8, 8);
  ASSERT_TRUE(IsOk(a.Run(kUniform)));
  ASSERT_TRUE(IsOk(b.Run(kUniform)));
  EXPECT_NE(a.Out<float>(), b.Out<float>());
}

// Only where both are 0.
TEST(RandomReference, WithoutSeedsNodesDrawTheirOwnNumbers) {
  for (const auto& [seed, seed2] : {std::pair(0, 0), {0, 1}, {1, 0}}) {
    OpTest a, b;
    for (OpTest* test : {&a, &b}) {
      test->Const<int32_t>({1}, {8}).Output<float>();
      ASSERT_TRUE(IsOk(test->Params(Seeds(seed, seed2)).Run(kUniform)));
    }
    EXPECT_EQ(a.Out<float>() == b.Out<float>(), seed + seed2 != 0)
        << seed << " " << seed2;
  }
}

// Mean and variance of 20,000 samples lie within five standard errors.
void ExpectMoments(OpTest& test, double mean, double variance) {
  const auto values = test.Out<float>();
  const double n = static_cast<double>(values.size());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  double squares = 0;
  for (const float v : values) squares += (v - mean) * (v - mean);
  EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n));
  EXPECT_NEAR(squares / n, variance, 5 * variance * std::sqrt(2 / n));
}

TEST(RandomReference, UniformMoments) {
  OpTest test;
  Shaped(test, 20000, 3);
  ASSERT_TRUE(IsOk(test.Run(kUniform)));
  ExpectMoments(test, 0.5, 1.0 / 12);
  const auto values = test.Out<float>();
  EXPECT_GE(*std::min_element(values.begin(), values.end()), 0.0f);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1.0f);
}

TEST(RandomReference, NormalMoments) {
  OpTest test;
  Shaped(test, 20000, 3);
  ASSERT_TRUE(IsOk(test.Run(kNormal)));
  ExpectMoments(test, 0, 1);
}

TEST(RandomReference, ImpossibleClassesAreNeverDrawn) {
  OpTest test;
  test.Input<float>({1, 3}, {-INFINITY, 0, -INFINITY}).Const<int32_t>({}, {50});
  test.Output<int64_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(test.Run(kMultinomial)));
  EXPECT_EQ(test.OutShape(), Shape({1, 50}));
  for (const int64_t c : test.Out<int64_t>()) EXPECT_EQ(c, 1);
}

// Wherever they are: LiteRT 2.3.0 draws the same.
TEST(RandomReference, ClassesWithoutFiniteLogitsAreNeverDrawn) {
  for (const float logit : {INFINITY, NAN}) {
    for (int at = 0; at < 3; ++at) {
      std::vector<float> logits = {0, 1, 1};
      logits[at] = logit;
      OpTest test;
      test.Input<float>({1, 3}, logits).Const<int32_t>({}, {50});
      test.Output<int32_t>().Params(Seeds(1, 2));
      ASSERT_TRUE(IsOk(test.Run(kMultinomial)));
      std::array<bool, 3> drawn{};
      for (const int32_t c : test.Out<int32_t>()) drawn[c] = true;
      for (int c = 0; c < 3; ++c) EXPECT_EQ(drawn[c], c != at) << logit << at;
    }
  }
}

TEST(RandomReference, DrawsAClassWhereNoneIsPossible) {
  OpTest test;
  test.Input<float>({1, 3}, std::vector<float>(3, -INFINITY));
  test.Const<int32_t>({}, {4}).Output<int32_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(test.Run(kMultinomial)));
  EXPECT_TRUE(test.OutputIs({2, 2, 2, 2}));
}

TEST(RandomReference, IntegersMayBeAnyOf64Bits) {
  OpTest test;
  test.Const<int32_t>({1}, {200});
  test.Const<int64_t>({}, {INT64_MIN}).Const<int64_t>({}, {INT64_MAX});
  test.Output<int64_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(test.Run(kUniformInt)));
  const auto values = test.Out<int64_t>();
  EXPECT_LT(*std::min_element(values.begin(), values.end()), INT64_MIN / 2);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), INT64_MAX / 2);
}

TEST(RandomReference, IntegersStayInTheirRange) {
  OpTest test;
  test.Const<int32_t>({1}, {200})
      .Const<int64_t>({}, {-2})
      .Const<int64_t>({}, {2});
  test.Output<int64_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(test.Run(kUniformInt)));
  const auto values = test.Out<int64_t>();
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -2);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 2);
}

TEST(RandomReference, LimitsMayHaveAnotherTypeThanTheOutput) {
  OpTest test;
  test.Const<int32_t>({1}, {20}).Const<int32_t>({}, {7}).Const<int32_t>({},
                                                                        {7});
  test.Output<int64_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(test.Run(kUniformInt)));
  EXPECT_TRUE(test.OutputIs(std::vector<double>(20, 7)));
}

// Three invokes of LiteRT 2.3.0 with the seeds 1 and 2.
TEST(RandomReference, SequencesAreThoseOfTheReferenceRuntime) {
  OpTest uniform;
  uniform.Const<int32_t>({1}, {6}).Output<float>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(uniform.Run(kUniform)));
  EXPECT_TRUE(uniform.OutputIs({0.406396746635437, 0.8575996160507202,
                                0.05539584159851074, 0.08587229251861572,
                                0.41215360164642334, 0.036630868911743164}));
  ASSERT_TRUE(IsOk(uniform.Invoke()));
  EXPECT_TRUE(uniform.OutputIs({0.8690897226333618, 0.04222714900970459,
                                0.35364603996276855, 0.23803174495697021,
                                0.06833863258361816, 0.4921663999557495}));
  OpTest normal;
  normal.Const<int32_t>({1}, {6}).Output<float>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(normal.Run(kNormal)));
  EXPECT_TRUE(normal.OutputIs({-1.0467792749, 0.8397045732, 1.2358363867,
                               2.0637853146, 0.3037427068, 1.2963250876},
                              1e-6));
  OpTest classes;
  classes.Input<float>({1, 4}, {0, 1, 0.5f, -1}).Const<int32_t>({}, {10});
  classes.Output<int32_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(classes.Run(kMultinomial)));
  EXPECT_TRUE(classes.OutputIs({1, 1, 1, 1, 3, 2, 1, 1, 2, 1}));
  ASSERT_TRUE(IsOk(classes.Invoke()));
  EXPECT_TRUE(classes.OutputIs({1, 1, 0, 2, 1, 1, 1, 2, 1, 3}));
  ASSERT_TRUE(IsOk(classes.Invoke()));
  EXPECT_TRUE(classes.OutputIs({1, 3, 1, 0, 2, 1, 0, 1, 2, 2}));
}

TEST(RandomReference, DrawsFloat64) {
  OpTest uniform;
  uniform.Const<int32_t>({1}, {2}).Output<double>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(uniform.Run(kUniform)));
  EXPECT_TRUE(uniform.OutputIs({0.406396746635437, 0.8575996160507202}));
  OpTest normal;
  normal.Const<int32_t>({1}, {1}).Output<double>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(normal.Run(kNormal)));
  EXPECT_TRUE(normal.OutputIs({-1.0467792749}, 1e-6));
  OpTest classes;
  classes.Input<double>({1, 2}, {-INFINITY, 0}).Const<int32_t>({}, {3});
  classes.Output<int32_t>().Params(Seeds(1, 2));
  ASSERT_TRUE(IsOk(classes.Run(kMultinomial)));
  EXPECT_TRUE(classes.OutputIs({1, 1, 1}));
}

// The vectors that the authors publish: of zeros, of ones and of pi.
TEST(RandomBits, KnownAnswers) {
  const auto threefry = Threefry2x32(0, 0);
  EXPECT_EQ(threefry[0], 0x6b200159u);
  EXPECT_EQ(threefry[1], 0x99ba4efeu);
  const auto philox = Philox4x32(0, 0, 0);
  EXPECT_EQ(philox[0], 0x6627e8d5u);
  EXPECT_EQ(philox[1], 0xe169c58du);
  EXPECT_EQ(philox[2], 0xbc57ac4cu);
  EXPECT_EQ(philox[3], 0x9b00dbd8u);
  constexpr uint64_t kOnes = ~uint64_t{0};
  using Two = std::array<uint32_t, 2>;
  using Four = std::array<uint32_t, 4>;
  EXPECT_EQ(Threefry2x32(kOnes, kOnes), (Two{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(Threefry2x32(0x0370734413198a2e, 0x85a308d3243f6a88),
            (Two{0xc4923a9c, 0x483df7a0}));
  EXPECT_EQ(Philox4x32(kOnes, kOnes, kOnes),
            (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      Philox4x32(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
      (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

}  // namespace
}  // namespace tflite::kernels
