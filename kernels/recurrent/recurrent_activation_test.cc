#include "kernels/recurrent/recurrent_activation.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

// Layers seldom reach the ends of these functions.
TEST(RecurrentActivation, LimitsLargeNumbers) {
  const struct {
    TfLiteFusedActivation activation;
    std::vector<float> of;  // -100, -3, -0.5, 0, 0.5, 3, 6.05 and 100
  } cases[] = {
      {kTfLiteActNone, {-100, -3, -0.5f, 0, 0.5f, 3, 6.05f, 100}},
      {kTfLiteActRelu, {0, 0, 0, 0, 0.5f, 3, 6.05f, 100}},
      {kTfLiteActReluN1To1, {-1, -1, -0.5f, 0, 0.5f, 1, 1, 1}},
      {kTfLiteActRelu6, {0, 0, 0, 0, 0.5f, 3, 6, 6}},
      {kTfLiteActSignBit, {1, 1, 1, 0, 0, 0, 0, 0}},
  };
  const float in[] = {-100, -3, -0.5f, 0, 0.5f, 3, 6.05f, 100};
  for (const auto& c : cases) {
    for (size_t i = 0; i < c.of.size(); ++i) {
      EXPECT_EQ(RecurrentActivation(c.activation, in[i]), c.of[i])
          << c.activation << " of " << in[i];
    }
  }
  EXPECT_EQ(RecurrentActivation(kTfLiteActTanh, 100), 1);
  EXPECT_EQ(RecurrentActivation(kTfLiteActTanh, -100), -1);
  EXPECT_FLOAT_EQ(RecurrentActivation(kTfLiteActTanh, 0.5f), std::tanh(0.5f));
  EXPECT_EQ(RecurrentActivation(kTfLiteActSigmoid, 100), 1);
  EXPECT_EQ(RecurrentActivation(kTfLiteActSigmoid, 0), 0.5f);
  EXPECT_FLOAT_EQ(RecurrentActivation(kTfLiteActSigmoid, 1), 0.7310586f);
  EXPECT_EQ(RecurrentActivation(kTfLiteActSigmoid, -200), 0);
}

TEST(RecurrentActivation, KnowsWhichThereAre) {
  EXPECT_FALSE(IsRecurrentActivation(
      static_cast<TfLiteFusedActivation>(kTfLiteActNone - 1)));
  EXPECT_TRUE(IsRecurrentActivation(kTfLiteActNone));
  EXPECT_TRUE(IsRecurrentActivation(kTfLiteActSigmoid));
  EXPECT_FALSE(IsRecurrentActivation(
      static_cast<TfLiteFusedActivation>(kTfLiteActSigmoid + 1)));
}

}  // namespace
}  // namespace tflite::kernels
