#include "kernels/svdf/svdf.h"

#include <array>
#include <cmath>
#include <type_traits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSvdf = MakeOpFunctions<&BindSvdf, &EvalSvdfReference>();

TfLiteSVDFParams Rank(int rank,
                      TfLiteFusedActivation activation = kTfLiteActNone) {
  TfLiteSVDFParams params{};
  params.rank = rank;
  params.activation = activation;
  return params;
}

// One unit of one filter over two inputs, with a memory of two.
void Small(OpTest& test) {
  test.Input<float>({1, 2}, {1, 2});
  test.Const<float>({1, 2}, {3, 4}).Const<float>({1, 2}, {10, 1}).NoInput();
  test.Variable<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
}

TEST(SvdfBind, RejectsFourInputs_C1) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2});
  test.Const<float>({1, 2}, {3, 4}).Const<float>({1, 2}, {10, 1}).NoInput();
  test.Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(test.Run(kSvdf), "C1"));
}

TEST(SvdfBind, RejectsRanksThatDoNotDivide_C2) {
  for (int rank : {0, -1, 2}) {
    OpTest test;
    Small(test);
    test.Params(Rank(rank));
    EXPECT_TRUE(Violates(test.Run(kSvdf), "C2"));
  }
}

TEST(SvdfBind, RejectsOtherShapes_C2) {
  OpTest feature;
  feature.Input<float>({1, 2}, {1, 2}).Const<float>({1, 1}, {3});
  feature.Const<float>({1, 2}, {10, 1}).NoInput();
  feature.Variable<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(feature.Run(kSvdf), "C2"));
  OpTest state;
  state.Input<float>({1, 2}, {1, 2}).Const<float>({1, 2}, {3, 4});
  state.Const<float>({1, 2}, {10, 1}).NoInput();
  state.Variable<float>({1, 3}, {0, 0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(state.Run(kSvdf), "C2"));
  OpTest bias;
  bias.Input<float>({1, 2}, {1, 2}).Const<float>({1, 2}, {3, 4});
  bias.Const<float>({1, 2}, {10, 1}).Const<float>({2}, {1, 2});
  bias.Variable<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(bias.Run(kSvdf), "C2"));
  OpTest memory;
  memory.Input<float>({1, 2}, {1, 2}).Const<float>({1, 2}, {3, 4});
  memory.Const<float>({1, 0}, {}).NoInput();
  memory.Variable<float>({1, 0}, {}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(memory.Run(kSvdf), "C2"));
}

TEST(SvdfBind, RejectsMixedTypes_C3) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Const<int8_t>({1, 2}, {3, 4}, 1.0f);
  test.Const<float>({1, 2}, {10, 1}).NoInput();
  test.Variable<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(test.Run(kSvdf), "C3"));
}

TEST(SvdfBind, RejectsStatesThatAreNoVariable_C4) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2});
  test.Const<float>({1, 2}, {3, 4}).Const<float>({1, 2}, {10, 1}).NoInput();
  test.Const<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(test.Run(kSvdf), "C4"));
}

// Of the input, the weights of features and time, the state and the output.
using Scales = std::array<Quantized, 5>;
Scales SoundScales() {
  return {Quantized(1.0f, 1), 1.0f, 1.0f, 1.0f, Quantized(2.0f, -5)};
}

void Integers(OpTest& test, const Scales& scales,
              TfLiteFusedActivation activation) {
  test.Input<int8_t>({1, 2}, {2, 3}, scales[0]);
  test.Const<int8_t>({1, 2}, {3, 4}, scales[1])
      .Const<int16_t>({1, 2}, {10, 1}, scales[2]);
  test.Const<int32_t>({1}, {7}).Variable<int16_t>({1, 2}, {0, 0}, scales[3]);
  test.Output<int8_t>(scales[4]).Params(Rank(1, activation));
}

// What a layer says whose tensor i has this quantization.
Status RunWith(size_t i, const Quantized& quantized) {
  Scales scales = SoundScales();
  scales[i] = quantized;
  OpTest test;
  Integers(test, scales, kTfLiteActRelu);
  return test.Run(kSvdf);
}

TEST(SvdfBind, RejectsOtherActivations_C5) {
  OpTest floats;
  Small(floats);
  floats.Params(Rank(1, kTfLiteActTanh));
  EXPECT_TRUE(Violates(floats.Run(kSvdf), "C5"));
  OpTest integers;
  Integers(integers, SoundScales(), kTfLiteActRelu6);
  EXPECT_TRUE(Violates(integers.Run(kSvdf), "C5"));
}

TEST(SvdfBind, RejectsOtherQuantization_C6) {
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(Violates(RunWith(i, {}), "C6")) << i;
    EXPECT_TRUE(Violates(RunWith(i, 0.0f), "C6")) << i;
    EXPECT_TRUE(Violates(RunWith(i, INFINITY), "C6")) << i;
    const bool any = i == 0 || i == 4;
    EXPECT_TRUE(Violates(RunWith(i, {1.0f, any ? -129 : -1}), "C6")) << i;
    EXPECT_TRUE(Violates(RunWith(i, {1.0f, any ? 128 : 1}), "C6")) << i;
    EXPECT_TRUE(IsOk(RunWith(i, {1.0f, any ? -128 : 0}))) << i;
    EXPECT_TRUE(IsOk(RunWith(i, {1.0f, any ? 127 : 0}))) << i;
  }
  OpTest hybrid;
  hybrid.Input<float>({1, 2}, {1, 2}).Const<int8_t>({1, 2}, {3, 4});
  hybrid.Const<int8_t>({1, 2}, {10, 1}, 1.0f).NoInput();
  hybrid.Variable<float>({1, 2}, {0, 0}).Output<float>().Params(Rank(1));
  EXPECT_TRUE(Violates(hybrid.Run(kSvdf), "C6"));
}

TEST(Svdf, RemembersFromRunToRun) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kSvdf)));
  EXPECT_TRUE(test.OutputIs({11}));
  test.SetInput<float>(0, {1, 0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({110 + 3}));
  EXPECT_EQ(test.In<float>(4), (std::vector<float>{11, 3}));
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({30 + 3}));
}

TEST(Svdf, SumsTheRankAddsBiasAndActivates) {
  OpTest test;
  test.Input<float>({2, 1}, {1, -1}).Const<float>({2, 1}, {3, 4});
  test.Const<float>({2, 1}, {1, 10}).Const<float>({1}, {5});
  test.Variable<float>({2, 2}, {0, 0, 0, 0}).Output<float>();
  test.Params(Rank(2, kTfLiteActRelu));
  ASSERT_TRUE(IsOk(test.Run(kSvdf)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1}));
  EXPECT_TRUE(test.OutputIs({48, 0}));
}

TEST(Svdf, TakesHybridWeights) {
  OpTest test;
  test.Input<float>({1, 2}, {127, -127}).Const<int8_t>({1, 2}, {3, 1}, 0.5f);
  test.Const<int8_t>({1, 1}, {10}, 0.1f).NoInput();
  test.Variable<float>({1, 1}, {0}).Output<float>().Params(Rank(1));
  ASSERT_TRUE(IsOk(test.Run(kSvdf)));
  EXPECT_TRUE(test.OutputIs({127}, 1e-4));
}

// The result is not clamped to zero: that is left to the output's range.
TEST(Svdf, ComputesIntegers) {
  OpTest test;
  Integers(test, SoundScales(), kTfLiteActRelu);
  ASSERT_TRUE(IsOk(test.Run(kSvdf)));
  // 1 * 3 + 2 * 4 = 11, and (11 + 7) / 2 - 5.
  EXPECT_TRUE(test.OutputIs({4}));
  EXPECT_EQ(test.In<int16_t>(4), (std::vector<int16_t>{0, 11}));
  test.SetInput<int8_t>(0, {-10, -20});
  ASSERT_TRUE(IsOk(test.Invoke()));
  // -11 * 3 - 21 * 4 = -117, and (110 - 117 + 7) / 2 - 5.
  EXPECT_TRUE(test.OutputIs({-5}));
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({-128}));
}

TEST(Svdf, TakesAnEmptyBatch) {
  OpTest test;
  test.Input<float>({0, 2}, {});
  test.Const<float>({1, 2}, {3, 4}).Const<float>({1, 2}, {10, 1}).NoInput();
  test.Variable<float>({0, 2}, {}).Output<float>().Params(Rank(1));
  ASSERT_TRUE(IsOk(test.Run(kSvdf)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1}));
}

constexpr int32_t kUnits = 150;

template <typename W>
void AddLayer(int32_t inputs, int32_t memory, int32_t rank, OpTest& test) {
  uint32_t seed = 1;
  const double limit = std::is_same_v<W, float> ? 1 : 127;
  const int32_t filters = kUnits * rank;
  test.Input<float>({2, inputs},
                    RandomElements<float>(2 * inputs, -3, 2, ++seed));
  for (const int32_t n : {inputs, memory}) {
    test.Const<W>(
        {filters, n},
        RandomElements<W>(int64_t{filters} * n, -limit, limit, ++seed),
        {0.01f});
  }
  test.Const<float>({kUnits}, RandomElements<float>(kUnits, -1, 1, ++seed));
  test.Variable<float>(
      {2, filters * memory},
      RandomElements<float>(int64_t{2} * filters * memory, -1, 1, ++seed));
  test.Output<float>();
}

template <typename W>
void ExpectAgreement(bool asymmetric) {
  constexpr OpFunctions kCpu = MakeOpFunctions<&BindSvdf, &EvalSvdfCpu>();
  for (const int32_t inputs : {1, 64, 333}) {
    for (const int32_t memory : {1, 4, 11}) {
      for (const int32_t rank : {1, 2}) {
        TfLiteSVDFParams params = Rank(rank, kTfLiteActRelu);
        params.asymmetric_quantize_inputs = asymmetric;
        // Both begin with the same state.
        OpTest reference, cpu(/*threads=*/2);
        AddLayer<W>(inputs, memory, rank, reference);
        AddLayer<W>(inputs, memory, rank, cpu);
        ASSERT_TRUE(IsOk(reference.Params(params).Run(kSvdf)));
        ASSERT_TRUE(IsOk(cpu.Params(params).Run(kCpu)));
        const std::vector<float> out = reference.Out<float>();
        EXPECT_TRUE(cpu.OutputIs(std::vector<double>(out.begin(), out.end()),
                                 1e-3, 1e-5))
            << inputs << " " << memory << " " << rank;
      }
    }
  }
}

// Lengths that the kernel treats apart and those after them, and more units and
// filters than it computes at a time.
TEST(SvdfCpu, IntegersAreThoseOfTheReference) {
  constexpr OpFunctions kCpu = MakeOpFunctions<&BindSvdf, &EvalSvdfCpu>();
  for (const int32_t inputs : {1, 16, 33}) {
    for (const int32_t memory : {1, 8, 9, 32, 33}) {
      for (const int32_t rank : {1, 2}) {
        const int32_t filters = 70 * rank, entries = 2 * filters * memory;
        OpTest reference, cpu;
        for (OpTest* test : {&reference, &cpu}) {
          test->Input<int8_t>({2, inputs},
                              RandomElements<int8_t>(2 * inputs, -128, 127, 1),
                              {0.02f, -3});
          test->Const<int8_t>(
              {filters, inputs},
              RandomElements<int8_t>(filters * inputs, -127, 127, 2), 0.01f);
          test->Const<int16_t>(
              {filters, memory},
              RandomElements<int16_t>(filters * memory, -300, 300, 3), 1e-4f);
          test->Const<int32_t>({70},
                               RandomElements<int32_t>(70, -100000, 100000, 4));
          test->Variable<int16_t>(
              {2, filters * memory},
              RandomElements<int16_t>(entries, -9000, 9000, 5), 1e-3f);
          test->Output<int8_t>({1.0f / 32, 5}).Params(Rank(rank));
        }
        ASSERT_TRUE(IsOk(reference.Run(kSvdf)));
        ASSERT_TRUE(IsOk(cpu.Run(kCpu)));
        EXPECT_EQ(cpu.Out<int8_t>(), reference.Out<int8_t>())
            << inputs << " " << memory << " " << rank;
        EXPECT_EQ(cpu.In<int16_t>(4), reference.In<int16_t>(4));
      }
    }
  }
}

TEST(Svdf, TakesLayersWithoutUnits) {
  constexpr OpFunctions kCpu = MakeOpFunctions<&BindSvdf, &EvalSvdfCpu>();
  for (const OpFunctions& functions : {kSvdf, kCpu}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2}).Const<float>({0, 2}, {});
    test.Const<float>({0, 3}, {}).NoInput().Variable<float>({1, 0}, {});
    test.Output<float>().Params(Rank(1));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_EQ(test.OutShape(), Shape({1, 0}));
  }
}

// One entry after another, none of the ones would show beside 2^24.
TEST(SvdfCpu, AddsFourEntriesInLanes) {
  constexpr OpFunctions kCpu = MakeOpFunctions<&BindSvdf, &EvalSvdfCpu>();
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<float>({1, 1}, {1});
  test.Const<float>({1, 4}, {1, 1, 1, 1}).NoInput();
  test.Variable<float>({1, 4}, {0, 16777216, 1, 1});
  test.Output<float>().Params(Rank(1));
  ASSERT_TRUE(IsOk(test.Run(kCpu)));
  EXPECT_TRUE(test.OutputIs({16777216 + 2}));
}

TEST(SvdfCpu, AgreesWithReference) {
  ExpectAgreement<float>(false);
  ExpectAgreement<int8_t>(false);
  ExpectAgreement<int8_t>(true);
}

}  // namespace
}  // namespace tflite::kernels
