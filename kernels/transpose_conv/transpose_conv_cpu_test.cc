#include <random>
#include <string>

#include "gtest/gtest.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"
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

TEST_P(TransposeConvCpu, AgreesOnEmptySmallAndWideStrideLayers) {
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 2;
  TfLiteTransposeConvParams wide = params, same = params, high = params;
  wide.stride_height = wide.stride_width = 9;
  high.stride_height = 3;
  same.stride_height = same.stride_width = 1;
  for (const Layer& layer : {Layer{{0, 3, 3, 4}, 5, 3, 3, params},
                             Layer{{1, 0, 3, 4}, 5, 3, 3, params},
                             Layer{{1, 3, 2, 4}, 5, 3, 3, wide},
                             Layer{{1, 3, 2, 4}, 5, 1, 1, params},
                             Layer{{1, 1, 1, 4}, 1, 3, 3, same},
                             Layer{{1, 9, 60, 31}, 90, 1, 3, high}}) {
    ExpectAgreement(layer, GetParam(), 2, true, true, true, 2);
  }
}

// The filter, a pixel of padding, and, where the output's extents
// are not constant, scratch memory.
TEST_P(TransposeConvCpu, ReportsItsMemory) {
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  for (const Layer& layer : {Layer{{1, 2, 2, 60}, 50, 4, 4, params},
                             Layer{{1, 2, 2, 2000}, 1, 2, 3, params},
                             Layer{{1, 40, 40, 30}, 1, 3, 3, params}}) {
    for (const bool constant_shape : {false, true}) {
      const Shape out = layer.output();
      OpTest test;
      const std::vector<int32_t> extents(out.begin(), out.end());
      if (constant_shape) {
        test.Const<int32_t>({4}, extents);
      } else {
        test.Input<int32_t>({4}, extents);
      }
      SumInputs inputs(GetParam(), 1);
      inputs.AddWeights(test,
                        {layer.out_channels, layer.filter_height,
                         layer.filter_width, layer.input.dim(3)},
                        0);
      inputs.AddInput(test, layer.input);
      inputs.AddBias(test, layer.out_channels);
      inputs.AddOutput(test);
      test.Params(layer.params);
      EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast)) << Name(layer);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, TransposeConvCpu,
                         testing::ValuesIn(kAllSumTypes), [](const auto& info) {
                           return SumTypesName(info.param);
                         });

// A filter of one weight per input channel and of one pixel.
size_t ScratchRequests(int32_t stride_height, int32_t stride_width,
                       int32_t depth) {
  OpTest test;
  test.Const<int32_t>({4}, {1, stride_height, stride_width, 1});
  test.Const<int8_t>({1, 1, 1, depth}, std::vector<int8_t>(depth, 1), 0.5f);
  test.Input<float>({1, 1, 1, depth}, std::vector<float>(depth, 1));
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = stride_height;
  params.stride_width = stride_width;
  test.Output<float>().Params(params);
  EXPECT_TRUE(IsOk(test.Prepare(kFast)));
  return test.ScratchBytes().size();
}

// The plain kernel has no scratch memory.
TEST(TransposeConvCpuLimits, LeavesManyPhasesAndDeepSumsToThePlainKernel) {
  EXPECT_EQ(ScratchRequests(8, 8, 4), 2u);
  EXPECT_EQ(ScratchRequests(13, 5, 4), 0u);
  EXPECT_EQ(ScratchRequests(1, 1, 32999), 2u);
  EXPECT_EQ(ScratchRequests(1, 1, 33000), 0u);
}

// The row x, spread by the filter 1 10 100 times `factor`, with stride 2.
std::vector<double> Spread(const std::vector<float>& x, double factor) {
  std::vector<double> y(2 * x.size() + 1, 0.5);
  for (size_t i = 0; i < x.size(); ++i) {
    y[2 * i] += factor * x[i];
    y[2 * i + 1] += 10 * factor * x[i];
    y[2 * i + 2] += 100 * factor * x[i];
  }
  return y;
}

// Constant filters are packed for the first run and not read again, also after
// the node is prepared for other extents; others are read in each run.
TEST(TransposeConvCpuState, PacksConstantFiltersOnce) {
  for (const bool constant : {false, true}) {
    OpTest test;
    test.Const<int32_t>({4}, {1, 1, 5, 1});
    if (constant) {
      test.Const<float>({1, 1, 3, 1}, {1, 10, 100});
    } else {
      test.Input<float>({1, 1, 3, 1}, {1, 10, 100});
    }
    test.Input<float>({1, 1, 2, 1}, {1, 2}).Const<float>({1}, {0.5f});
    TfLiteTransposeConvParams params{};
    params.padding = kTfLitePaddingValid;
    params.stride_height = params.stride_width = 2;
    test.Output<float>().Params(params);
    ASSERT_TRUE(IsOk(test.Run(kFast)));
    EXPECT_TRUE(test.OutputIs(Spread({1, 2}, 1)));
    test.SetInput<float>(1, {2, 20, 200});
    for (const std::vector<float>& x :
         {std::vector<float>{1, 2, 3}, {4, 5}, {6}}) {
      const auto width = static_cast<int32_t>(x.size());
      test.SetInput<int32_t>(0, {1, 1, 2 * width + 1, 1});
      test.ResizeInput(2, {1, 1, width, 1});
      test.SetInput<float>(2, x);
      ASSERT_TRUE(IsOk(test.PrepareAgain()));
      for (int run = 0; run < 2; ++run) {
        ASSERT_TRUE(IsOk(test.Invoke()));
        EXPECT_TRUE(test.OutputIs(Spread(x, constant ? 1 : 2)));
      }
    }
  }
}

// Whose sums may no longer fit 32 bits.
TEST(TransposeConvCpuState, LeavesFiltersThatHaveGrownToThePlainKernel) {
  OpTest test;
  test.Const<int32_t>({4}, {1, 1, 1, 1});
  test.Input<int8_t>({1, 1, 1, 4}, std::vector<int8_t>(4, 1), 0.5f);
  test.Input<float>({1, 1, 1, 4}, std::vector<float>(4, 1)).Output<float>();
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_TRUE(test.OutputIs({2}, 0.01));
  constexpr int32_t kDepth = 33000;
  test.ResizeInput(1, {1, 1, 1, kDepth});
  test.SetInput<int8_t>(1, std::vector<int8_t>(kDepth, 1));
  test.ResizeInput(2, {1, 1, 1, kDepth});
  test.SetInput<float>(2, std::vector<float>(kDepth, 1));
  ASSERT_TRUE(IsOk(test.PrepareAgain()));
  EXPECT_TRUE(test.ScratchBytes().empty());
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({kDepth / 2}, 100));
}

}  // namespace
}  // namespace tflite::kernels
