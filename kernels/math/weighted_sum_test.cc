#include "kernels/math/weighted_sum.h"

#include <limits>
#include <utility>
#include <vector>

#include "kernels/fully_connected/fully_connected.h"
#include "kernels/math/affine.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

// FULLY_CONNECTED stands for all operators that bind through BindWeightedSum.
Status Bind(OpTest& test) { return test.Bound(&BindFullyConnected).status(); }

void NoActivation(OpTest& test) { test.Params(TfLiteFullyConnectedParams{}); }

void Int8(OpTest& test, const Quantized& input, const Quantized& weights,
          const Quantized& output) {
  test.Input<int8_t>({1, 2}, {1, 2}, input);
  test.Const<int8_t>({2, 2}, {1, 2, 3, 4}, weights);
  test.Output<int8_t>(output);
  NoActivation(test);
}

TEST(WeightedSumBind, RejectsMixedTypes_W1) {
  OpTest input;
  input.Input<int8_t>({1, 2}, {1, 2}, 1.0f).Const<float>({1, 2}, {1, 2});
  input.Output<int8_t>(1.0f);
  NoActivation(input);
  EXPECT_TRUE(Violates(Bind(input), "W1"));
  OpTest weights;
  weights.Input<uint8_t>({1, 2}, {1, 2}, 1.0f);
  weights.Const<int8_t>({1, 2}, {1, 2}, 1.0f).Output<uint8_t>(1.0f);
  NoActivation(weights);
  EXPECT_TRUE(Violates(Bind(weights), "W1"));
  OpTest output;
  output.Input<float>({1, 2}, {1, 2}).Const<float>({1, 2}, {1, 2});
  output.Output<int32_t>();
  NoActivation(output);
  EXPECT_TRUE(Violates(Bind(output), "W1"));
}

TEST(WeightedSumBind, RejectsOtherBiasTypes_W2) {
  OpTest floats;
  floats.Input<float>({1, 2}, {1, 2}).Const<float>({1, 2}, {1, 2});
  floats.Const<int32_t>({1}, {1}).Output<float>();
  NoActivation(floats);
  EXPECT_TRUE(Violates(Bind(floats), "W2"));
  OpTest integers;
  Int8(integers, 1.0f, 1.0f, 1.0f);
  integers.Const<float>({2}, {1, 2});
  EXPECT_TRUE(Violates(Bind(integers), "W2"));
}

TEST(WeightedSumBind, RejectsOtherBiasSizes_W2) {
  OpTest test;
  Int8(test, 1.0f, 1.0f, 1.0f);
  test.Const<int32_t>({3}, {1, 2, 3});
  EXPECT_TRUE(Violates(Bind(test), "W2"));
}

TEST(WeightedSumBind, RejectsMissingScales_W3) {
  OpTest input, weights, output;
  Int8(input, {}, 1.0f, 1.0f);
  EXPECT_TRUE(Violates(Bind(input), "W3"));
  Int8(weights, 1.0f, {}, 1.0f);
  EXPECT_TRUE(Violates(Bind(weights), "W3"));
  Int8(output, 1.0f, 1.0f, {});
  EXPECT_TRUE(Violates(Bind(output), "W3"));
  OpTest hybrid;
  hybrid.Input<float>({1, 2}, {1, 2}).Const<int8_t>({1, 2}, {1, 2});
  hybrid.Output<float>();
  NoActivation(hybrid);
  EXPECT_TRUE(Violates(Bind(hybrid), "W3"));
}

TEST(WeightedSumBind, RejectsScalesThatAreNotPositive_W3) {
  OpTest negative, one_of_two;
  Int8(negative, 1.0f, 1.0f, -1.0f);
  EXPECT_TRUE(Violates(Bind(negative), "W3"));
  Int8(one_of_two, 1.0f, {{1, 0}, {0, 0}, 0}, 1.0f);
  EXPECT_TRUE(Violates(Bind(one_of_two), "W3"));
}

TEST(WeightedSumBind, RejectsInfiniteScales_W3) {
  OpTest test;
  Int8(test, 1.0f, {{1, std::numeric_limits<float>::infinity()}, {0, 0}, 0},
       1.0f);
  EXPECT_TRUE(Violates(Bind(test), "W3"));
}

TEST(WeightedSumBind, RejectsOtherNumbersOfScales_W4) {
  OpTest count, dimension;
  Int8(count, 1.0f, {{1, 1, 1}, {0, 0, 0}, 0}, 1.0f);
  EXPECT_TRUE(Violates(Bind(count), "W4"));
  Int8(dimension, 1.0f, {{1, 1}, {0, 0}, 1}, 1.0f);
  EXPECT_TRUE(Violates(Bind(dimension), "W4"));
}

// Per-channel scales along a dimension that does not exist or has another
// extent can only be meant for the channels.
TEST(WeightedSumBind, TakesScalesWhoseDimensionCannotBeMeant) {
  for (const int dimension : {-1, 2, 3}) {
    OpTest test;
    Int8(test, 1.0f, {{1, 2}, {0, 0}, dimension}, 1.0f);
    EXPECT_TRUE(IsOk(Bind(test))) << dimension;
  }
}

TEST(WeightedSumBind, RejectsZeroPointsOutsideTheType_W5) {
  OpTest input, output;
  Int8(input, {1.0f, 128}, 1.0f, 1.0f);
  EXPECT_TRUE(Violates(Bind(input), "W5"));
  Int8(output, 1.0f, 1.0f, {1.0f, -129});
  EXPECT_TRUE(Violates(Bind(output), "W5"));
  OpTest words;
  words.Input<int16_t>({1, 2}, {1, 2}, {1.0f, 1});
  words.Const<int8_t>({1, 2}, {1, 2}, 1.0f).Output<int16_t>(1.0f);
  NoActivation(words);
  EXPECT_TRUE(Violates(Bind(words), "W5"));
  for (const int32_t zero_point : {255, 256}) {
    OpTest bytes;
    bytes.Input<uint8_t>({1, 2}, {1, 2}, {1.0f, zero_point});
    bytes.Const<uint8_t>({1, 2}, {1, 2}, 1.0f).Output<uint8_t>(1.0f);
    NoActivation(bytes);
    const Status status = Bind(bytes);
    EXPECT_TRUE(zero_point == 255 ? IsOk(status) : Violates(status, "W5"));
  }
}

TEST(WeightedSumBind, RejectsZeroPointsOfSignedWeights_W5) {
  OpTest test;
  Int8(test, 1.0f, {{1, 1}, {0, 1}, 0}, 1.0f);
  EXPECT_TRUE(Violates(Bind(test), "W5"));
}

// UINT8 weights with a scale for each channel, of a sum of bytes or of floats.
TEST(WeightedSumBind, TakesOneZeroPointOfAllChannels_W5) {
  for (const bool floats : {false, true}) {
    const auto bind = [&](std::vector<int32_t> zero_points) {
      OpTest test;
      floats ? test.Input<float>({1, 2}, {1, 2})
             : test.Input<uint8_t>({1, 2}, {1, 2}, 1.0f);
      test.Const<uint8_t>({2, 2}, {1, 2, 3, 4},
                          {{1, 2}, std::move(zero_points), 0});
      floats ? test.Output<float>() : test.Output<uint8_t>(1.0f);
      NoActivation(test);
      return test.Bound(&BindFullyConnected);
    };
    const auto same = bind({128, 128});
    ASSERT_TRUE(IsOk(same.status()));
    EXPECT_EQ(same->sum.weights_zero_point, 128);
    EXPECT_FALSE(same->sum.weights_as_int8);
    const auto symmetric = bind({0, 0});
    ASSERT_TRUE(IsOk(symmetric.status()));
    EXPECT_EQ(symmetric->sum.weights_zero_point, 0);
    EXPECT_EQ(symmetric->sum.weights_as_int8, floats);
    EXPECT_TRUE(Violates(bind({128, 127}).status(), "W5"));
  }
}

TEST(WeightedSumBind, RejectsActivationsThatAreNotIntervals_W6) {
  OpTest test;
  Int8(test, 1.0f, 1.0f, 1.0f);
  TfLiteFullyConnectedParams params{};
  params.activation = kTfLiteActTanh;
  test.Params(params);
  EXPECT_TRUE(Violates(Bind(test), "W6"));
}

// Weights that are fed may get their one scale later, but their number of
// scales does not change.
TEST(WeightedSumBind, ChecksScalesOfFedHybridWeights) {
  const auto bind = [](const Quantized& weights) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2}).Input<int8_t>({1, 2}, {1, 2}, weights);
    test.Output<float>();
    NoActivation(test);
    return Bind(test);
  };
  EXPECT_TRUE(IsOk(bind(0.0f)));
  EXPECT_TRUE(Violates(bind({{1, 1}, {0, 0}, 0}), "W4"));
}

TfLiteTensor Scaled(TfLiteType type, float scale, int32_t zero_point) {
  TfLiteTensor tensor{};
  tensor.type = type;
  tensor.params = {scale, zero_point};
  return tensor;
}

TEST(QuantizedActivationRange, LiesInTheType) {
  const auto is = [](TfLiteFusedActivation activation, TfLiteTensor output,
                     int32_t min, int32_t max) {
    const auto range =
        QuantizedActivationRange(activation, TensorView(&output));
    ASSERT_TRUE(IsOk(range.status()));
    EXPECT_EQ(range->min, min) << output.type;
    EXPECT_EQ(range->max, max) << output.type;
  };
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
  is(kTfLiteActNone, Scaled(kTfLiteInt8, 0.0f, 3), -128, 127);
  is(kTfLiteActNone, Scaled(kTfLiteUInt8, 1.0f, 3), 0, 255);
  is(kTfLiteActNone, Scaled(kTfLiteInt16, 1.0f, 0), -32768, 32767);
  is(kTfLiteActNone, Scaled(kTfLiteInt32, 1.0f, 0), kLeast, kMost);
  is(kTfLiteActReluN1To1, Scaled(kTfLiteInt8, 0.25f, 3), -1, 7);
  is(kTfLiteActRelu6, Scaled(kTfLiteInt8, 0.4f, -2), -2, 13);
  is(kTfLiteActRelu6, Scaled(kTfLiteInt8, 0.01f, -120), -120, 127);
  is(kTfLiteActRelu, Scaled(kTfLiteUInt8, 0.01f, -5), 0, 255);
  is(kTfLiteActRelu, Scaled(kTfLiteInt32, 0.5f, 9), 9, kMost);
}

TEST(QuantizedActivationRange, NeedsAScaleForABound) {
  const auto ok = [](TfLiteFusedActivation activation, TfLiteTensor output) {
    return QuantizedActivationRange(activation, TensorView(&output)).ok();
  };
  EXPECT_FALSE(ok(kTfLiteActRelu, Scaled(kTfLiteInt8, 0.0f, 0)));
  EXPECT_FALSE(ok(kTfLiteActRelu6, Scaled(kTfLiteInt8, -1.0f, 0)));
  EXPECT_FALSE(ok(kTfLiteActNone, Scaled(kTfLiteFloat32, 1.0f, 0)));
  EXPECT_FALSE(ok(kTfLiteActTanh, Scaled(kTfLiteInt8, 1.0f, 0)));
}

TEST(ReadAffine, TakesZeroPointsOfTheTypeOnly) {
  const struct {
    TfLiteType type;
    int bits;
    int32_t low, high;
  } types[] = {{kTfLiteUInt8, 8, 0, 255},         {kTfLiteInt8, 8, -128, 127},
               {kTfLiteInt16, 16, -32768, 32767}, {kTfLiteInt4, 4, -8, 7},
               {kTfLiteUInt4, 4, 0, 15},          {kTfLiteInt2, 2, -2, 1}};
  for (const auto& t : types) {
    const auto read = [&](int32_t zero_point) {
      OpTest test;
      test.InputBytes(t.type, {8}, std::vector<uint8_t>(t.bits),
                      {0.5f, zero_point});
      return ReadAffine(TensorView(test.input(0)));
    };
    for (const int32_t zero_point : {t.low, t.high}) {
      const auto affine = read(zero_point);
      ASSERT_TRUE(IsOk(affine.status())) << t.type;
      EXPECT_EQ(*affine, (Affine{0.5f, zero_point}));
    }
    EXPECT_FALSE(read(t.low - 1).ok()) << t.type;
    EXPECT_FALSE(read(t.high + 1).ok()) << t.type;
  }
}

TEST(ReadAffine, TakesOneOfSeveralScales) {
  OpTest test;
  test.Input<int8_t>({2}, {1, 2}, {{0.5f, 2}, {3}});
  const TensorView several(test.input(0));
  EXPECT_FALSE(ReadAffine(several).ok());
  EXPECT_EQ(*ReadAffine(several, 0), (Affine{0.5f, 3}));
  EXPECT_EQ(*ReadAffine(several, 1), (Affine{2.0f, 3}));
  test.Input<int8_t>({2}, {1, 2}, {{0.5f, 2}, {3, 4}});
  EXPECT_EQ(*ReadAffine(TensorView(test.input(1)), 1), (Affine{2.0f, 4}));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float scale : {0.0f, -1.0f, kInfinity, kInfinity - kInfinity}) {
    OpTest wrong;
    wrong.Input<int8_t>({1}, {1}, scale);
    EXPECT_FALSE(ReadAffine(TensorView(wrong.input(0))).ok()) << scale;
  }
}

TEST(WeightedSumBind, GivesAMultiplierAChannel) {
  OpTest test;
  Int8(test, 0.5f, {{1, 2}, {0, 0}, 0}, {0.25f, 3});
  const auto op = test.Bound(&BindFullyConnected);
  ASSERT_TRUE(IsOk(op.status()));
  const WeightedSum& sum = op->sum;
  EXPECT_EQ(sum.kind, WeightedSum::Kind::kInteger);
  ASSERT_EQ(sum.multipliers.size(), 2u);
  // 2 and 4, as fractions of 2^31 times powers of two.
  EXPECT_EQ(sum.multipliers[0].multiplier, 1 << 30);
  EXPECT_EQ(sum.multipliers[0].shift, 2);
  EXPECT_EQ(sum.multipliers[1].multiplier, 1 << 30);
  EXPECT_EQ(sum.multipliers[1].shift, 3);
  EXPECT_EQ(sum.output_zero_point, 3);
  EXPECT_FALSE(sum.wide_accumulator);
}

// Both roundings of x / 4: that of x / 2 takes halves up.
TEST(FixedPoint, TheSecondRoundingTakesHalvesAwayFromZeroOrUp) {
  constexpr QuantizedMultiplier kQuarter = {1 << 30, -1};
  const auto all = [](Halves halves) {
    std::vector<int32_t> results;
    for (const int32_t x : {-7, -6, -5, -3, -2, -1, 1, 2, 5, 6}) {
      results.push_back(MultiplyByQuantizedMultiplier(x, kQuarter, halves));
    }
    return results;
  };
  EXPECT_EQ(all(Halves::kAwayFromZero),
            (std::vector<int32_t>{-2, -2, -1, -1, -1, 0, 1, 1, 2, 2}));
  EXPECT_EQ(all(Halves::kUp),
            (std::vector<int32_t>{-1, -1, -1, 0, 0, 0, 1, 1, 2, 2}));
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(MultiplyByQuantizedMultiplier(kMost, {kMost, -31}, Halves::kUp), 1);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(kLeast, {kMost, -31}, Halves::kUp),
            -1);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(-3, {1 << 30, 2}, Halves::kUp), -6);
}

}  // namespace
}  // namespace tflite::kernels
