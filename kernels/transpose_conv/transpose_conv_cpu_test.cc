#include <random>
#include <string>

#include "gtest/gtest.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/sum_inputs.h"
#include "kernels/transpose_conv/transpose_conv.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindTransposeConv, &EvalTransposeConvReference>();
constexpr OpFunctions kFast =
    MakeOpFunctions<&BindTransposeConv, &EvalTransposeConvCpu,
                    &PrepareTransposeConvCpu>();

struct Layer {
  Shape input;
  int32_t out_channels, filter_height, filter_width;
  TfLiteTransposeConvParams params;
  int32_t extra = 0;  // pixels of the output beyond the least ones

  int32_t OutExtent(int32_t in, int32_t filter, int32_t stride) const {
    if (in == 0) return 0;
    return params.padding == kTfLitePaddingSame ? in * stride - extra % stride
                                                : (in - 1) * stride + filter;
  }
  Shape output() const {
    return {input[0], OutExtent(input[1], filter_height, params.stride_height),
            OutExtent(input[2], filter_width, params.stride_width),
            out_channels};
  }
};

std::string Name(const Layer& layer) {
  return base::StrCat(
      "input ", layer.input.ToString(), " output ", layer.output().ToString(),
      " filter ", layer.filter_height, "x", layer.filter_width, " stride ",
      layer.params.stride_height, "x", layer.params.stride_width, " padding ",
      layer.params.padding);
}

void ExpectAgreement(const Layer& layer, SumTypes types, uint32_t seed,
                     bool bias, bool constant, bool constant_shape,
                     int threads) {
  OpTest test(threads);
  const Shape out = layer.output();
  const std::vector<int32_t> extents(out.begin(), out.end());
  if (constant_shape) {
    test.Const<int32_t>({4}, extents);
  } else {
    test.Input<int32_t>({4}, extents);
  }
  SumInputs inputs(types, seed);
  inputs.AddWeights(test,
                    {layer.out_channels, layer.filter_height,
                     layer.filter_width, layer.input.dim(3)},
                    0, constant);
  inputs.AddInput(test, layer.input);
  if (bias) inputs.AddBias(test, layer.out_channels, constant);
  inputs.AddOutput(test);
  test.Params(layer.params);
  const double tolerance = inputs.is_float() ? 1e-4 : 0;
  EXPECT_TRUE(Agree(test, kReference, kFast, tolerance, tolerance))
      << SumTypesName(types) << " " << Name(layer) << (bias ? "" : " no bias")
      << (constant ? "" : " variable filter");
}

Layer RandomLayer(std::mt19937& engine) {
  const auto pick = [&](int32_t min, int32_t max) {
    return std::uniform_int_distribution<int32_t>(min, max)(engine);
  };
  Layer layer;
  layer.input = {pick(1, 2), pick(1, 6), pick(1, 7),
                 pick(1, pick(0, 1) ? 30 : 6)};
  layer.out_channels = pick(1, pick(0, 1) ? 40 : 5);
  layer.filter_height = pick(1, 5);
  layer.filter_width = pick(1, 5);
  layer.params = {};
  layer.params.padding = pick(0, 1) ? kTfLitePaddingSame : kTfLitePaddingValid;
  layer.params.stride_height = pick(1, 4);
  layer.params.stride_width = pick(1, 3);
  layer.params.activation = static_cast<TfLiteFusedActivation>(pick(0, 3));
  layer.extra = pick(0, 3);
  return layer;
}

class TransposeConvCpu : public testing::TestWithParam<SumTypes> {};

TEST_P(TransposeConvCpu, AgreesWithReference) {
  std::mt19937 engine(3);
  for (uint32_t i = 0; i < 50; ++i) {
    ExpectAgreement(RandomLayer(engine), GetParam(), i, i % 4 != 0, i % 5 != 0,
                    i % 6 != 0, i % 3 == 0 ? 3 : 1);
  }
}

TEST_P(TransposeConvCpu, AgreesOnEmptyAndWideStrideLayers) {
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 2;
  TfLiteTransposeConvParams wide = params;
  wide.stride_height = wide.stride_width = 9;
  for (const Layer& layer : {Layer{{0, 3, 3, 4}, 5, 3, 3, params},
                             Layer{{1, 0, 3, 4}, 5, 3, 3, params},
                             Layer{{1, 3, 2, 4}, 5, 3, 3, wide},
                             Layer{{1, 3, 2, 4}, 5, 1, 1, params}}) {
    ExpectAgreement(layer, GetParam(), 2, true, true, true, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, TransposeConvCpu,
                         testing::ValuesIn(kAllSumTypes), [](const auto& info) {
                           return SumTypesName(info.param);
                         });

}  // namespace
}  // namespace tflite::kernels
