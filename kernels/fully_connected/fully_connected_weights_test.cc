#include <numeric>
#include <utility>
#include <vector>

#include "kernels/fully_connected/fully_connected.h"
#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kFullyConnected =
    MakeOpFunctions<&BindFullyConnected, &EvalFullyConnectedReference>();

TfLiteFullyConnectedParams Shuffled() {
  TfLiteFullyConnectedParams params{};
  params.weights_format = kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8;
  return params;
}

// `units` rows of weights; those of unit u, stored as INT8, are all u + 1.
void AddShuffled(OpTest& test, int rows, int depth, int units,
                 const Quantized& quantized = {1.0f, 128}) {
  std::vector<uint8_t> input(rows * depth);
  for (int i = 0; i < rows * depth; ++i) {
    input[i] = static_cast<uint8_t>(129 + i / depth + i % depth / 16 * 10);
  }
  std::vector<uint8_t> weights(units * depth);
  for (int i = 0; i < units * depth; ++i) {
    const int in_block = i % (4 * depth) / 16 % 4;
    weights[i] = static_cast<uint8_t>(i / (4 * depth) * 4 + in_block + 1);
  }
  test.Input<uint8_t>({rows, depth}, input, quantized);
  test.Const<uint8_t>({units, depth}, weights, quantized);
  test.Output<int16_t>(1.0f).Output<uint8_t>(quantized).Params(Shuffled());
}

TEST(FullyConnectedShuffled, MultipliesOneRow) {
  OpTest test;
  AddShuffled(test, 1, 32, 8);
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  // 16 elements 1 and 16 elements 11.
  EXPECT_TRUE(test.OutputIs({192, 384, 576, 768, 960, 1152, 1344, 1536}));
  std::vector<double> workspace(16, 1);
  workspace.resize(32, 11);
  EXPECT_TRUE(test.OutputIs(workspace, 0, 0, 1));
}

TEST(FullyConnectedShuffled, MultipliesFourRows) {
  OpTest test;
  AddShuffled(test, 4, 32, 4);
  test.Const<int32_t>({4}, {0, 0, 0, 1000});
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({192, 384, 576, 1768, 224, 448, 672, 1896, 256, 512,
                             768, 2024, 288, 576, 864, 2152}));
  // Blocks of 16 columns of the four rows.
  std::vector<double> workspace;
  for (int value : {1, 2, 3, 4, 11, 12, 13, 14}) {
    workspace.insert(workspace.end(), 16, value);
  }
  EXPECT_TRUE(test.OutputIs(workspace, 0, 0, 1));
}

TEST(FullyConnectedBind, RejectsShuffledWeightsThatDoNotFit_C4) {
  OpTest rows, depth, units, zero_point;
  AddShuffled(rows, 2, 16, 4);
  EXPECT_TRUE(Violates(rows.Run(kFullyConnected), "C4"));
  AddShuffled(depth, 1, 8, 4);
  EXPECT_TRUE(Violates(depth.Run(kFullyConnected), "C4"));
  AddShuffled(units, 1, 16, 2);
  EXPECT_TRUE(Violates(units.Run(kFullyConnected), "C4"));
  AddShuffled(zero_point, 1, 16, 4, {1.0f, 127});
  EXPECT_TRUE(Violates(zero_point.Run(kFullyConnected), "C4"));
}

TEST(FullyConnectedBind, RejectsNonConstantShuffledWeights_C4) {
  OpTest test;
  const Quantized quantized = {1.0f, 128};
  test.Input<uint8_t>({1, 16}, std::vector<uint8_t>(16), quantized);
  test.Input<uint8_t>({4, 16}, std::vector<uint8_t>(64), quantized);
  test.Output<int16_t>(1.0f).Output<uint8_t>(quantized).Params(Shuffled());
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C4"));
}

TEST(FullyConnectedBind, RejectsWorkspacesOfOtherElements_C4) {
  OpTest test;
  const Quantized quantized = {1.0f, 128};
  test.Input<uint8_t>({1, 16}, std::vector<uint8_t>(16), quantized);
  test.Const<uint8_t>({4, 16}, std::vector<uint8_t>(64), quantized);
  test.Output<int16_t>(1.0f).Output<int16_t>(1.0f).Params(Shuffled());
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C4"));
}

// Units 0 0 1 and 2 3 0.
const SparseLayout kRows = {
    {0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 3}, {2, 0, 1})}};

TEST(FullyConnectedSparse, MultipliesFloats) {
  OpTest test;
  test.Input<float>({1, 3}, {1, 10, 100})
      .Const<float>({2, 3}, {0, 0, 0, 0, 0, 0});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  MakeSparse<float>(kRows, {1, 2, 3}, test.input(1));
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({100, 32}));
}

TEST(FullyConnectedSparse, MultipliesIntegers) {
  OpTest test;
  test.Input<int8_t>({1, 3}, {1, 10, 20}, 1.0f);
  test.Const<int8_t>({2, 3}, {0, 0, 0, 0, 0, 0}, 1.0f);
  test.Output<int8_t>(1.0f).Params(TfLiteFullyConnectedParams{});
  MakeSparse<int8_t>(kRows, {1, 2, 3}, test.input(1));
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({20, 32}));
}

TEST(FullyConnectedBind, RejectsBrokenLayouts_C5) {
  OpTest test;
  test.Input<float>({1, 3}, {1, 10, 100})
      .Const<float>({2, 3}, {0, 0, 0, 0, 0, 0});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  MakeSparse<float>(kRows, {1, 2}, test.input(1));
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C5"));
}

TEST(FullyConnectedBind, RejectsNonConstantSparseWeights_C5) {
  OpTest test;
  test.Input<float>({1, 3}, {1, 10, 100})
      .Input<float>({2, 3}, {0, 0, 0, 0, 0, 0});
  test.Output<float>().Params(TfLiteFullyConnectedParams{});
  SetSparsity(kRows, test.input(1));
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C5"));
}

TEST(FullyConnectedBind, RejectsSparsePackedWeights_C5) {
  OpTest test;
  test.Input<float>({1, 3}, {1, 10, 100});
  test.ConstBytes(kTfLiteInt4, {2, 3}, {0, 0, 0}, 1.0f).Output<float>();
  test.Params(TfLiteFullyConnectedParams{});
  SetSparsity(kRows, test.input(1));
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "C5"));
}

// Two units over rows of four, in blocks; tensor 3 holds the scales.
void AddBlocks(OpTest& test, const Shape& scale_shape,
               std::vector<float>& scales, int size = 2) {
  test.Input<float>({1, 4}, {127, 0, 127, 127});
  test.ConstBytes(kTfLiteInt4, {2, 4}, {0x21, 0xF7, 0x03, 0x10});
  test.Output<float>().Intermediate(kTfLiteFloat32);
  test.Params(TfLiteFullyConnectedParams{});
  TfLiteTensor* first = test.input(0);
  QuantizeInBlocks(size, scale_shape, scales, 3, first + 3, test.input(1));
}

TEST(FullyConnectedBlocks, ScalesEachBlock) {
  OpTest test;
  std::vector<float> scales = {1, 10, 100, 1000};
  AddBlocks(test, {2, 2}, scales);
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  // Weights 1 2 7 -1 and 3 0 0 1.
  EXPECT_TRUE(test.OutputIs({127 * (1 + 70 - 10), 127 * (300 + 1000)}, 0.1));
}

// Units 0 0 0 2 and 3 0 0 0, of which the memory holds 2 and 3.
TEST(FullyConnectedBlocks, ScaleSparseWeights) {
  OpTest test;
  std::vector<float> scales = {1, 10, 100, 1000};
  test.Input<float>({1, 4}, {127, 0, 127, 127});
  test.Const<int8_t>({2, 4}, std::vector<int8_t>(8));
  test.Output<float>().Intermediate(kTfLiteFloat32);
  test.Params(TfLiteFullyConnectedParams{});
  QuantizeInBlocks(2, {2, 2}, scales, 3, test.input(0) + 3, test.input(1));
  MakeSparse<int8_t>({{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 2}, {3, 0})}},
                     {2, 3}, test.input(1));
  ASSERT_TRUE(IsOk(test.Run(kFullyConnected)));
  EXPECT_TRUE(test.OutputIs({127 * 2 * 10, 127 * 3 * 100}, 0.1));
}

TEST(FullyConnectedBind, RejectsSparseScalesOfBlocks_W4) {
  OpTest test;
  std::vector<float> scales = {1, 10, 100, 1000};
  AddBlocks(test, {2, 2}, scales);
  SetSparsity({{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 1}, {0})}},
              test.input(0) + 3);
  EXPECT_TRUE(Violates(test.Run(kFullyConnected), "W4"));
}

TEST(FullyConnectedBind, RejectsOtherNumbersOfBlocks_W4) {
  for (const auto& [size, count] : {std::pair(2, 3), {2, 5}, {3, 4}, {0, 4}}) {
    OpTest test;
    std::vector<float> scales(count, 1.0f);
    AddBlocks(test, {count}, scales, size);
    EXPECT_TRUE(Violates(test.Run(kFullyConnected), "W4"))
        << size << " " << count;
  }
}

}  // namespace
}  // namespace tflite::kernels
