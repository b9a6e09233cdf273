#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"
#include "kernels/testing/sum_inputs.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindDepthwiseConv2d, &EvalDepthwiseConv2dReference>();
constexpr OpFunctions kFast =
    MakeOpFunctions<&BindDepthwiseConv2d, &EvalDepthwiseConv2dCpu,
                    &PrepareDepthwiseConv2dCpu>();

struct Layer {
  Shape input;
  int32_t multiplier, filter_height, filter_width;
  TfLiteDepthwiseConvParams params;

  int32_t channels() const { return input.dim(3) * multiplier; }
};

std::string Name(const Layer& layer) {
  const TfLiteDepthwiseConvParams& p = layer.params;
  return base::StrCat("input ", layer.input.ToString(), " times ",
                      layer.multiplier, " filter ", layer.filter_height, "x",
                      layer.filter_width, " stride ", p.stride_height, "x",
                      p.stride_width, " dilation ", p.dilation_height_factor,
                      "x", p.dilation_width_factor, " padding ", p.padding);
}

void ExpectAgreement(const Layer& layer, SumTypes types, uint32_t seed,
                     bool bias, bool constant, int threads) {
  OpTest test(threads);
  SumInputs inputs(types, seed);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(
      test, {1, layer.filter_height, layer.filter_width, layer.channels()}, 3,
      constant);
  if (bias) inputs.AddBias(test, layer.channels(), constant);
  inputs.AddOutput(test);
  test.Params(layer.params);
  const double tolerance = inputs.is_float() ? 1e-4 : 0;
  EXPECT_TRUE(Agree(test, kReference, kFast, tolerance, tolerance))
      << SumTypesName(types) << " " << Name(layer) << (bias ? "" : " no bias")
      << (constant ? "" : " variable filter");
}

// Few taps and many, and products of one channel with many filters.
TEST(DepthwiseConv2dCpu, ReportsItsMemory) {
  for (const SumTypes types : kAllSumTypes) {
    for (const auto& [channels, multiplier, side] :
         {std::tuple{20000, 1, 1}, {3000, 1, 5}, {1, 9000, 3}}) {
      OpTest test;
      SumInputs inputs(types, 1);
      inputs.AddInput(test, {1, side, side, channels});
      inputs.AddWeights(test, {1, side, side, channels * multiplier}, 3);
      inputs.AddBias(test, channels * multiplier);
      inputs.AddOutput(test);
      TfLiteDepthwiseConvParams params{};
      params.padding = kTfLitePaddingValid;
      params.stride_height = params.stride_width = 1;
      params.dilation_height_factor = params.dilation_width_factor = 1;
      params.depth_multiplier = multiplier;
      test.Params(params);
      EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast))
          << SumTypesName(types) << ", " << channels << " channels";
    }
  }
}

Layer RandomLayer(std::mt19937& engine) {
  const auto pick = [&](int32_t min, int32_t max) {
    return std::uniform_int_distribution<int32_t>(min, max)(engine);
  };
  Layer layer;
  layer.input = {pick(1, 2), pick(1, 9), pick(1, 13),
                 pick(1, pick(0, 1) ? 80 : 18)};
  layer.multiplier = pick(0, 2) == 0 ? pick(2, 9) : 1;
  layer.filter_height = pick(1, 4);
  layer.filter_width = pick(1, 5);
  TfLiteDepthwiseConvParams& p = layer.params;
  p = {};
  p.padding = pick(0, 2) ? kTfLitePaddingSame : kTfLitePaddingValid;
  p.stride_height = pick(1, 2);
  p.stride_width = pick(1, 3);
  p.dilation_height_factor = pick(1, 2);
  p.dilation_width_factor = pick(1, 3);
  p.depth_multiplier = layer.multiplier;
  p.activation = static_cast<TfLiteFusedActivation>(pick(0, 3));
  return layer;
}

class DepthwiseConv2dCpu : public testing::TestWithParam<SumTypes> {};

TEST_P(DepthwiseConv2dCpu, AgreesWithReference) {
  std::mt19937 engine(11);
  for (uint32_t i = 0; i < 50; ++i) {
    ExpectAgreement(RandomLayer(engine), GetParam(), i, i % 4 != 0, i % 5 != 0,
                    i % 3 == 0 ? 3 : 1);
  }
}

TEST_P(DepthwiseConv2dCpu, AgreesOnOneChannelAndEmptyLayers) {
  TfLiteDepthwiseConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 2;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  Layer narrow{{1, 2, 2, 6}, 1, 3, 3, params};
  narrow.params.padding = kTfLitePaddingValid;
  for (const Layer& layer : {Layer{{2, 20, 9, 1}, 8, 10, 8, params},
                             Layer{{1, 5, 5, 1}, 1, 3, 3, params},
                             Layer{{0, 5, 5, 3}, 2, 3, 3, params}, narrow}) {
    ExpectAgreement(layer, GetParam(), 5, true, true, 2);
  }
}

// Lines of results that share a dilated filter's columns: shorter than the
// dilation, too.
TEST_P(DepthwiseConv2dCpu, AgreesOnDilatedFilters) {
  uint32_t seed = 0;
  TfLiteDepthwiseConvParams params{};
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = 2;
  params.depth_multiplier = 1;
  for (const int32_t channels : {5, 64, 70}) {
    for (const int32_t width : {1, 3, 8, 13}) {
      for (const int32_t dilation : {2, 3, 6, 20}) {
        params.dilation_width_factor = dilation;
        for (const TfLitePadding padding :
             {kTfLitePaddingSame, kTfLitePaddingValid}) {
          params.padding = padding;
          if (padding == kTfLitePaddingValid && width <= 2 * dilation) continue;
          ExpectAgreement({{2, 5, width, channels}, 1, 3, 3, params},
                          GetParam(), ++seed, true, true, 1);
        }
      }
    }
  }
}

// Lines longer than a vector, of few channels, at every stride.
TEST_P(DepthwiseConv2dCpu, AgreesOnFewChannels) {
  uint32_t seed = 0;
  for (const int32_t channels : {2, 3, 8, 16, 24, 31, 32}) {
    for (const int32_t stride : {1, 2, 3}) {
      for (const int32_t window : {3, 5, 2}) {
        TfLiteDepthwiseConvParams params{};
        params.padding =
            seed % 2 == 0 ? kTfLitePaddingSame : kTfLitePaddingValid;
        params.stride_height = params.stride_width = stride;
        params.dilation_height_factor = params.dilation_width_factor = 1;
        const Layer layer{{2, 7, 18 + static_cast<int32_t>(seed) % 5, channels},
                          1,
                          window,
                          window,
                          params};
        ExpectAgreement(layer, GetParam(), seed, true, true, 1 + seed % 3);
        ++seed;
      }
    }
  }
}

// Every window lacks a column, or most do, on either side.
TEST_P(DepthwiseConv2dCpu, AgreesOnNarrowImages) {
  uint32_t seed = 0;
  for (int32_t width = 1; width <= 9; ++width) {
    for (const int32_t stride : {1, 2}) {
      for (const int32_t window : {3, 5}) {
        TfLiteDepthwiseConvParams params{};
        params.padding = kTfLitePaddingSame;
        params.stride_height = params.stride_width = stride;
        params.dilation_height_factor = params.dilation_width_factor = 1;
        const Layer layer{{1, 4, width, 11}, 1, window, window, params};
        ExpectAgreement(layer, GetParam(), ++seed, true, true, 1);
      }
    }
  }
}

// Two images with values that lose nothing when they are quantized, the second
// a quarter of the first, and a dilation: what the definition says. Zero points
// differ from zero, so that padding has to count as zeros, not as stored ones.
TEST(DepthwiseConv2dCpu, ComputesHybridSumsWithDilation) {
  std::vector<float> images;
  for (const float scale : {1.0f, 0.25f}) {
    for (int i = 0; i < 16; ++i) {
      images.push_back(scale * static_cast<float>(16 * i));
      images.push_back(scale * static_cast<float>(255 - 17 * i));
    }
  }
  const std::pair<TfLitePadding, std::vector<double>> cases[] = {
      {kTfLitePaddingValid, {480, 1666, 528, 1564, 672, 1258, 720, 1156}},
      {kTfLitePaddingSame,
       {160,  -1020, 288,  -170, 344,  -136, 144,  612, 272,  1768, 480,
        1666, 528,   1564, 256,  -102, 336,  1496, 672, 1258, 720,  1156,
        384,  -238,  -144, 1020, -96,  612,  -104, 476, 80,   -170}}};
  for (const auto& [padding, first] : cases) {
    std::vector<double> expected = first;
    for (const double value : first) expected.push_back(value / 4);
    for (const OpFunctions& kernel : {kReference, kFast}) {
      OpTest test;
      test.Input<float>({2, 4, 4, 2}, images);
      test.Const<int8_t>({1, 2, 2, 2}, {1, -1, -2, 5, 3, 2, 4, -3},
                         {{0.5f, 2}, {0, 0}, 3});
      TfLiteDepthwiseConvParams params{};
      params.padding = padding;
      params.stride_height = params.stride_width = 1;
      params.dilation_height_factor = params.dilation_width_factor = 2;
      test.Output<float>().Params(params);
      ASSERT_TRUE(IsOk(test.Run(kernel)));
      EXPECT_TRUE(test.OutputIs(expected, 1e-3)) << "padding " << padding;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, DepthwiseConv2dCpu,
                         testing::ValuesIn(kAllSumTypes), [](const auto& info) {
                           return SumTypesName(info.param);
                         });

}  // namespace
}  // namespace tflite::kernels
