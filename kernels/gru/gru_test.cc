#include "kernels/gru/gru.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kGru =
    MakeOpFunctions<&BindUnidirectionalSequenceGru,
                    &EvalUnidirectionalSequenceGruReference>();

// 2 inputs, 3 units, batch 2; the numbers came from a few lines of numpy.
const std::vector<float> kX = {-0.85f, 0.56f, -0.12f, 0.45f,
                               0.96f,  0.08f, 0.0f,   -0.86f};
const std::vector<float> kState = {-0.46f, 0.0f, 0.36f, 0.61f, -0.24f, -0.87f};
const std::vector<float> kGateWeights = {
    -0.42f, 0.82f,  -0.57f, -0.1f,  0.86f,  -0.95f, 0.2f,  0.9f,
    -0.54f, 0.1f,   0.82f,  -0.73f, 0.05f,  0.5f,   0.34f, -0.06f,
    -0.59f, -0.02f, -0.26f, -0.05f, -0.27f, 0.68f,  0.54f, -0.37f,
    0.15f,  -0.45f, -0.09f, -0.29f, 0.31f,  -0.26f};
const std::vector<float> kGateBias = {-0.08f, 0.44f,  -0.17f,
                                      0.81f,  -0.64f, 0.48f};
const std::vector<float> kWeights = {-0.16f, -0.15f, 0.27f,  0.05f,  -0.17f,
                                     -1.0f,  -0.82f, 0.42f,  0.05f,  0.39f,
                                     0.91f,  0.37f,  -0.89f, -0.38f, 0.19f};
const std::vector<float> kBias = {-0.53f, 0.93f, 0.89f};
const std::vector<double> kWant = {
    -0.4860828, 0.4636446, 0.4257141, 0.2428364, 0.1728394, -0.2801209,
    -0.5528210, 0.0425359, 0.6673622, 0.1167364, 0.7479650, -0.0336094};

// The layer with `steps` of the input; `gates` is the shape of the gate
// weights.
void Fill(OpTest& test, int32_t steps, const Shape& gates = {6, 5}) {
  test.Input<float>({steps, 2, 2},
                    std::vector<float>(kX.begin(), kX.begin() + steps * 4));
  test.Input<float>({2, 3}, kState);
  test.Const<float>(gates, kGateWeights).Const<float>({6}, kGateBias);
  test.Const<float>({3, 5}, kWeights).Const<float>({3}, kBias);
  test.Output<float>().Output<float>();
}

TEST(GruBind, RejectsOneInputAndSeven_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kGru), "C1"));
  OpTest more;
  for (int i = 0; i < 7; ++i) more.Input<float>({1}, {1});
  more.Output<float>().Output<float>();
  EXPECT_TRUE(Violates(more.Run(kGru), "C1"));
}

TEST(GruBind, RejectsWeightsOfAnotherShape_C2) {
  OpTest test;
  Fill(test, 1, {5, 6});
  EXPECT_TRUE(Violates(test.Run(kGru), "C2"));
}

TEST(GruBind, RejectsStateAndBiasesOfAnotherShape_C2) {
  const std::pair<int, Shape> cases[] = {
      {1, {3, 3}}, {3, {5}}, {4, {2, 5}}, {4, {3, 4}}, {5, {2}}};
  for (const auto& [input, shape] : cases) {
    OpTest test;
    Fill(test, 1);
    test.ResizeInput(input, shape);
    EXPECT_TRUE(Violates(test.Run(kGru), "C2")) << input << shape.ToString();
  }
}

TEST(GruBind, RejectsOutputsOfOtherTypes_C3) {
  for (const int output : {0, 1}) {
    OpTest test;
    Fill(test, 1);
    test.output(output)->type = kTfLiteInt32;
    EXPECT_TRUE(Violates(test.Run(kGru), "C3")) << output;
  }
}

TEST(GruBind, RejectsInputOfRankTwo_C2) {
  OpTest test;
  Fill(test, 1);
  test.ResizeInput(0, {2, 2});
  EXPECT_TRUE(Violates(test.Run(kGru), "C2"));
}

TEST(GruBind, RejectsOtherTypes_C3) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1}, {0}).Input<float>({1, 1}, {0});
  test.Const<float>({2, 2}, {1, 1, 1, 1}).Const<float>({2}, {0, 0});
  test.Const<float>({1, 2}, {1, 1}).Const<float>({1}, {0});
  test.Output<float>().Output<float>();
  EXPECT_TRUE(Violates(test.Run(kGru), "C3"));
}

TEST(Gru, RunsTwoSteps) {
  OpTest test;
  Fill(test, 2);
  ASSERT_TRUE(IsOk(test.Run(kGru)));
  EXPECT_EQ(test.OutShape(0), Shape({2, 2, 3}));
  EXPECT_TRUE(test.OutputIs(kWant, 1e-6));
  EXPECT_TRUE(test.OutputIs({kWant.begin() + 6, kWant.end()}, 1e-6, 0, 1));
}

TEST(Gru, WithoutStepsTheStateStays) {
  OpTest test;
  Fill(test, 0);
  ASSERT_TRUE(IsOk(test.Run(kGru)));
  EXPECT_EQ(test.OutShape(0), Shape({0, 2, 3}));
  EXPECT_EQ(test.Out<float>(1), kState);
}

}  // namespace
}  // namespace tflite::kernels
