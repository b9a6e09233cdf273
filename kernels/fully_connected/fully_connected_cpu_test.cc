#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/fully_connected/fully_connected.h"
#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"
#include "kernels/testing/sum_inputs.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindFullyConnected, &EvalFullyConnectedReference>();
constexpr OpFunctions kFast =
    MakeOpFunctions<&BindFullyConnected, &EvalFullyConnectedCpu,
                    &PrepareFullyConnectedCpu>();

struct Layer {
  Shape input;
  int32_t units, depth;
};

void ExpectAgreement(const Layer& layer, SumTypes types, uint32_t seed,
                     bool bias, bool constant, bool asymmetric) {
  OpTest test(seed % 2 == 0 ? 1 : 2);
  SumInputs inputs(types, seed);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(test, {layer.units, layer.depth}, 0, constant);
  if (bias) inputs.AddBias(test, layer.units, constant);
  inputs.AddOutput(test);
  TfLiteFullyConnectedParams params{};
  params.activation = seed % 3 == 0 ? kTfLiteActRelu : kTfLiteActNone;
  params.asymmetric_quantize_inputs = asymmetric;
  test.Params(params);
  const double tolerance = inputs.is_float() ? 1e-4 : 0;
  EXPECT_TRUE(Agree(test, kReference, kFast, tolerance, tolerance))
      << SumTypesName(types) << " " << layer.input.ToString() << " to "
      << layer.units << (bias ? "" : " no bias")
      << (constant ? "" : " variable weights");
}

class FullyConnectedCpu : public testing::TestWithParam<SumTypes> {};

TEST_P(FullyConnectedCpu, AgreesWithReference) {
  uint32_t seed = 0;
  for (const Layer& layer :
       {Layer{{1, 1}, 1, 1}, Layer{{1, 64}, 10, 64}, Layer{{1, 131}, 70, 131},
        Layer{{5, 33}, 32, 33}, Layer{{2, 3, 20}, 17, 20},
        Layer{{4, 6}, 100, 12}, Layer{{40, 50}, 16, 50}, Layer{{0, 8}, 3, 8},
        Layer{{1, 700}, 3, 700}}) {
    for (const bool bias : {true, false}) {
      for (const bool constant : {true, false}) {
        ++seed;
        ExpectAgreement(layer, GetParam(), seed, bias, constant, seed % 4 < 2);
      }
    }
  }
}

// The first run streams weights of 64 KB and more, and the second one packs
// them.
TEST_P(FullyConnectedCpu, EachRunOfLargeWeightsAgreesWithReference) {
  for (const int threads : {1, 3}) {
    for (const Layer& layer :
         {Layer{{1, 1100}, 70, 1100}, Layer{{9, 260}, 300, 260}}) {
      OpTest test(threads);
      SumInputs inputs(GetParam(), 9);
      inputs.AddInput(test, layer.input);
      inputs.AddWeights(test, {layer.units, layer.depth}, 0);
      inputs.AddBias(test, layer.units);
      inputs.AddOutput(test);
      test.Params(TfLiteFullyConnectedParams{});
      ASSERT_TRUE(IsOk(test.Run(kReference)));
      const std::vector<double> want = test.Numbers();
      ASSERT_TRUE(IsOk(test.Prepare(kFast)));
      const double tolerance = inputs.is_float() ? 1e-3 : 0;
      for (int run = 1; run <= 3; ++run) {
        ASSERT_TRUE(IsOk(test.Invoke()));
        EXPECT_TRUE(test.OutputIs(want, tolerance, tolerance))
            << "run " << run << ", " << layer.input.ToString() << " to "
            << layer.units;
      }
    }
  }
}

// Shallow sums, for what is kept of each unit; weights that change are unpacked
// in memory of the node.
TEST_P(FullyConnectedCpu, ReportsItsMemory) {
  for (const bool constant : {false, true}) {
    OpTest test;
    SumInputs inputs(GetParam(), 1);
    inputs.AddInput(test, {2, 2});
    inputs.AddWeights(test, {10000, 2}, 0, constant);
    inputs.AddBias(test, 10000, constant);
    inputs.AddOutput(test);
    test.Params(TfLiteFullyConnectedParams{});
    EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast)) << constant;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, FullyConnectedCpu,
                         testing::ValuesIn(kAllSumTypes), [](const auto& info) {
                           return SumTypesName(info.param);
                         });

TEST(FullyConnectedCpuTypes, UInt8ToInt16AgreesWithReference) {
  OpTest test;
  SumInputs inputs(SumTypes::kUInt8, 1);
  inputs.AddInput(test, {3, 40});
  inputs.AddWeights(test, {9, 40}, 0);
  inputs.AddBias(test, 9);
  test.Output<int16_t>({0.01f, 0});
  test.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Agree(test, kReference, kFast));
}

TEST(FullyConnectedCpuTypes, Int8WeightsWithZeroPointAgreeWithReference) {
  OpTest test;
  test.Input<int8_t>({5, 40}, RandomElements<int8_t>(200, -128, 127, 1),
                     {0.02f, -7});
  test.Const<int8_t>({9, 40}, RandomElements<int8_t>(360, -128, 127, 2),
                     {0.01f, 21});
  test.Const<int32_t>({9}, RandomElements<int32_t>(9, -5000, 5000, 3));
  test.Output<int8_t>({0.5f, 4}).Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Agree(test, kReference, kFast));
}

TEST(FullyConnectedCpuTypes, Int8WithInt64BiasAgreesWithReference) {
  OpTest test;
  SumInputs inputs(SumTypes::kInt8Channels, 1);
  inputs.AddInput(test, {3, 40});
  inputs.AddWeights(test, {9, 40}, 0);
  test.Const<int64_t>({9},
                      RandomElements<int64_t>(9, -5000000000, 5000000000, 4));
  inputs.AddOutput(test);
  test.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Agree(test, kReference, kFast));
}

TEST(FullyConnectedCpuBlocks, AgreeWithReference) {
  for (const int rows : {1, 5, 9}) {
    for (const int units : {1, 20, 45}) {
      for (const int size : {4, 6, 32}) {
        const int depth = 96;
        std::vector<float> scales =
            RandomElements<float>(units * depth / size, 0.01, 0.1, 3);
        OpTest test(2);
        test.Input<float>({rows, depth},
                          RandomElements<float>(rows * depth, -2, 3, 1));
        test.ConstBytes(kTfLiteInt4, {units, depth},
                        RandomElements<uint8_t>(units * depth / 2, 0, 255, 2));
        test.Const<float>({units}, RandomElements<float>(units, -1, 1, 4));
        test.Output<float>().Intermediate(kTfLiteFloat32);
        TfLiteFullyConnectedParams params{};
        params.activation = kTfLiteActRelu;
        params.asymmetric_quantize_inputs = rows == 5;
        test.Params(params);
        QuantizeInBlocks(size, {units, depth / size}, scales, 4,
                         test.input(0) + 4, test.input(1));
        EXPECT_TRUE(Agree(test, kReference, kFast, 1e-4, 1e-5))
            << rows << " rows, " << units << " units, blocks of " << size;
      }
    }
  }
}

TEST(FullyConnectedCpuBlocks, ReportTheirMemory) {
  constexpr int kUnits = 4000, kDepth = 8;
  for (const int size : {4, 8}) {
    std::vector<float> scales(kUnits * kDepth / size, 0.5f);
    OpTest test;
    test.Input<float>({1, kDepth}, std::vector<float>(kDepth, 1));
    test.ConstBytes(kTfLiteInt4, {kUnits, kDepth},
                    std::vector<uint8_t>(kUnits * kDepth / 2, 0x21));
    test.Const<float>({kUnits}, std::vector<float>(kUnits, 1));
    test.Output<float>().Intermediate(kTfLiteFloat32);
    test.Params(TfLiteFullyConnectedParams{});
    QuantizeInBlocks(size, {kUnits, kDepth / size}, scales, 4,
                     test.input(0) + 4, test.input(1));
    EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast)) << size;
  }
}

TEST(FullyConnectedCpuTypes, Int16WeightsAgreeWithReference) {
  OpTest test;
  test.Input<int16_t>({3, 40}, RandomElements<int16_t>(120, -32768, 32767, 1),
                      0.01f);
  test.Const<int16_t>({9, 40}, RandomElements<int16_t>(360, -32768, 32767, 2),
                      0.01f);
  test.Output<int16_t>(30.0f);
  test.Params(TfLiteFullyConnectedParams{});
  EXPECT_TRUE(Agree(test, kReference, kFast));
}

}  // namespace
}  // namespace tflite::kernels
