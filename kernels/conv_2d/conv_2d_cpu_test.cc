#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/conv_2d/conv_2d_compute.h"
#include "kernels/gemm/stored/float_row.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"
#include "kernels/testing/sum_inputs.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindConv2d, &EvalConv2dReference>();
constexpr OpFunctions kFast =
    MakeOpFunctions<&BindConv2d, &EvalConv2dCpu, &PrepareConv2dCpu>();

struct Layer {
  Shape input;
  int32_t out_channels, groups;
  int32_t filter_height, filter_width;
  TfLiteConvParams params;
};

Shape FilterShape(const Layer& layer) {
  return {layer.out_channels, layer.filter_height, layer.filter_width,
          layer.input.dim(3) / layer.groups};
}

std::string Name(const Layer& layer) {
  const TfLiteConvParams& p = layer.params;
  return base::StrCat("input ", layer.input.ToString(), " filter ",
                      FilterShape(layer).ToString(), " stride ",
                      p.stride_height, "x", p.stride_width, " dilation ",
                      p.dilation_height_factor, "x", p.dilation_width_factor,
                      " padding ", p.padding);
}

void ExpectAgreement(const Layer& layer, SumTypes types, uint32_t seed,
                     bool bias, bool constant, int threads) {
  OpTest test(threads);
  SumInputs inputs(types, seed);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(test, FilterShape(layer), 0, constant);
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
  layer.groups = pick(0, 3) == 0 ? pick(2, 3) : 1;
  layer.out_channels = layer.groups * pick(1, pick(0, 1) ? 40 : 6);
  layer.filter_height = pick(1, 3);
  layer.filter_width = pick(1, 3);
  layer.input = {pick(1, 3), pick(1, 11), pick(1, 11),
                 layer.groups * pick(1, pick(0, 1) ? 33 : 5)};
  TfLiteConvParams& p = layer.params;
  p = {};
  p.padding = pick(0, 1) ? kTfLitePaddingSame : kTfLitePaddingValid;
  p.stride_height = pick(1, 2);
  p.stride_width = pick(1, 3);
  p.dilation_height_factor = pick(1, 2);
  p.dilation_width_factor = pick(1, 2);
  p.activation = static_cast<TfLiteFusedActivation>(pick(0, 3));
  return layer;
}

class Conv2dCpu : public testing::TestWithParam<SumTypes> {};

TEST_P(Conv2dCpu, AgreesWithReference) {
  std::mt19937 engine(7);
  for (uint32_t i = 0; i < 40; ++i) {
    ExpectAgreement(RandomLayer(engine), GetParam(), i, i % 4 != 0, i % 5 != 0,
                    i % 3 == 0 ? 3 : 1);
  }
}

TEST_P(Conv2dCpu, AgreesOnPointwiseAndEmptyLayers) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingValid;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  for (const Layer& layer : {Layer{{2, 9, 7, 20}, 35, 1, 1, 1, params},
                             Layer{{1, 1, 1, 64}, 10, 2, 1, 1, params},
                             Layer{{0, 5, 5, 3}, 4, 1, 3, 3, params},
                             Layer{{1, 2, 5, 6}, 4, 2, 3, 3, params}}) {
    ExpectAgreement(layer, GetParam(), 5, true, true, 2);
  }
}

// Vectors of results that reach beyond the last one, of a few filters and of a
// vector and a half of them.
TEST_P(Conv2dCpu, StaysInsideItsResults) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingValid;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  for (const int32_t filters : {1, 5, 7, 13, 17, 21, 23, 29}) {
    for (const int32_t width : {9, 10, 18}) {
      ExpectAgreement({{1, 4, width, 3}, filters, 1, 3, 3, params}, GetParam(),
                      5, true, true, 1);
      ExpectAgreement({{1, 1, width, 6}, filters, 1, 1, 1, params}, GetParam(),
                      5, true, true, 1);
    }
  }
}

// Adjacent windows that share pixels, in tiles within lines and across their
// ends.
TEST_P(Conv2dCpu, AgreesOnFewFiltersOfManyWindows) {
  TfLiteConvParams params{};
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  uint32_t seed = 0;
  for (const int32_t filters : {1, 7, 16}) {
    for (const int32_t width : {16, 19, 32, 50}) {
      for (const int32_t channels : {4, 12, 16}) {
        for (const bool same : {false, true}) {
          params.padding = same ? kTfLitePaddingSame : kTfLitePaddingValid;
          ExpectAgreement({{2, 6, width, channels}, filters, 1, 3, 3, params},
                          GetParam(), ++seed, true, true, 1);
        }
      }
    }
  }
}

// Images so small that edges cut most windows.
TEST_P(Conv2dCpu, AgreesOnSmallImages) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  uint32_t seed = 0;
  for (const int32_t extent : {1, 2, 3, 5, 8, 14}) {
    for (const int32_t channels : {1, 3, 20}) {
      for (const int stride : {1, 2}) {
        params.stride_height = params.stride_width = stride;
        const int32_t batch = extent == 3 ? 2 : 1;
        ExpectAgreement({{batch, extent, extent, channels}, 3, 1, 3, 3, params},
                        GetParam(), ++seed, true, true, 2);
        ExpectAgreement(
            {{batch, extent, extent, channels}, 40, 1, 3, 5, params},
            GetParam(), ++seed, true, true, 1);
      }
    }
  }
}

// Groups that threads take one by one, also of one filter, which has a scale of
// its own, and weights that they pack together.
TEST_P(Conv2dCpu, AgreesOnManyGroupsAndManyWeights) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  Layer deep{{1, 3, 3, 300}, 100, 1, 2, 2, params};
  deep.params.padding = kTfLitePaddingValid;
  uint32_t seed = 0;
  for (const Layer& layer : {Layer{{2, 20, 21, 24}, 48, 8, 3, 3, params},
                             Layer{{1, 6, 5, 8}, 4, 4, 3, 3, params}, deep}) {
    for (const int threads : {2, 3}) {
      for (const bool constant : {false, true}) {
        ExpectAgreement(layer, GetParam(), seed++, true, constant, threads);
      }
    }
  }
}

// Lines of windows that are not whole groups of four bytes.
TEST_P(Conv2dCpu, AgreesOnFewChannels) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  uint32_t seed = 0;
  for (const int32_t channels : {1, 3, 7, 13, 19, 21}) {
    for (const int32_t batch : {1, 2}) {
      ExpectAgreement({{batch, 11, 17, channels}, 16, 1, 3, 3, params},
                      GetParam(), seed, true, seed % 3 != 0, batch);
      ++seed;
    }
  }
}

// Two groups of shallow sums, for what is kept of each filter; filters that
// change are unpacked in memory of the node.
TEST_P(Conv2dCpu, ReportsItsMemory) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingValid;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  const Layer layer = {{2, 2, 2, 2}, 12000, 2, 1, 1, params};
  for (const bool constant : {false, true}) {
    OpTest test;
    SumInputs inputs(GetParam(), 1);
    inputs.AddInput(test, layer.input);
    inputs.AddWeights(test, FilterShape(layer), 0, constant);
    inputs.AddBias(test, layer.out_channels, constant);
    inputs.AddOutput(test);
    test.Params(params);
    EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast)) << constant;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Conv2dCpu, testing::ValuesIn(kAllSumTypes),
                         [](const auto& info) {
                           return SumTypesName(info.param);
                         });

TfLiteConvParams Steps(TfLitePadding padding) {
  TfLiteConvParams params{};
  params.padding = padding;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return params;
}

// The first run streams filters of 64 KB and more, and the second one packs
// them.
TEST_P(Conv2dCpu, EachRunOfLargeFiltersAgreesWithReference) {
  for (const int threads : {1, 3}) {
    for (const Layer& layer :
         {Layer{{1, 5, 4, 64}, 128, 1, 3, 3, Steps(kTfLitePaddingSame)},
          Layer{{2, 7, 7, 320}, 333, 1, 1, 1, Steps(kTfLitePaddingValid)}}) {
      OpTest test(threads);
      SumInputs inputs(GetParam(), 9);
      inputs.AddInput(test, layer.input);
      inputs.AddWeights(test, FilterShape(layer), 0);
      inputs.AddBias(test, layer.out_channels);
      inputs.AddOutput(test);
      test.Params(layer.params);
      ASSERT_TRUE(IsOk(test.Run(kReference)));
      const std::vector<double> want = test.Numbers();
      ASSERT_TRUE(IsOk(test.Prepare(kFast)));
      const double tolerance = inputs.is_float() ? 1e-3 : 0;
      for (int run = 1; run <= 3; ++run) {
        ASSERT_TRUE(IsOk(test.Invoke()));
        EXPECT_TRUE(test.OutputIs(want, tolerance, tolerance))
            << "run " << run << ", " << Name(layer);
      }
    }
  }
}

TEST(Conv2dCpuFirstRun, FiltersArePackedOnceByTheSecond) {
  const Layer layer = {{1, 5, 4, 64}, 128, 1, 3, 3, Steps(kTfLitePaddingSame)};
  OpTest test;
  SumInputs inputs(SumTypes::kInt8, 9);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(test, FilterShape(layer), 0);
  inputs.AddBias(test, layer.out_channels);
  inputs.AddOutput(test);
  test.Params(layer.params);
  ASSERT_TRUE(IsOk(test.Prepare(kFast)));
  for (const int packed : {0, 1, 1}) {
    ASSERT_TRUE(IsOk(test.Invoke()));
    EXPECT_EQ(test.PackedConstants(), packed);
  }
}

// Windows that are the whole image, whose filters are not packed.
TEST(Conv2dCpuWholeImage, AgreesWithReference) {
  uint32_t seed = 0;
  TfLiteConvParams dilated = Steps(kTfLitePaddingValid);
  dilated.dilation_width_factor = 2;
  TfLiteConvParams clamped = Steps(kTfLitePaddingValid);
  clamped.activation = kTfLiteActRelu6;
  for (const Layer& layer :
       {Layer{{1, 1, 1, 70}, 45, 1, 1, 1, Steps(kTfLitePaddingSame)},
        Layer{{1, 3, 4, 10}, 33, 1, 3, 4, clamped},
        Layer{{1, 1, 3, 10}, 33, 1, 1, 2, dilated},
        Layer{{1, 1, 1, 40}, 30, 2, 1, 1, Steps(kTfLitePaddingSame)},
        Layer{{3, 1, 1, 40}, 30, 1, 1, 1, Steps(kTfLitePaddingSame)}}) {
    for (const bool constant : {false, true}) {
      ++seed;
      ExpectAgreement(layer, SumTypes::kFloat, seed, seed % 3 != 0, constant,
                      1 + seed % 2);
    }
  }
}

bool ReadsStored(const Layer& layer, SumTypes types = SumTypes::kFloat,
                 bool constant = true) {
  OpTest test;
  SumInputs inputs(types, 1);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(test, FilterShape(layer), 0, constant);
  inputs.AddBias(test, layer.out_channels);
  inputs.AddOutput(test);
  test.Params(layer.params);
  const StatusOr<Conv2d> op = test.Bound(&BindConv2d);
  EXPECT_TRUE(op.ok()) << Name(layer) << op.status();
  Conv2dCompute compute;
  EXPECT_TRUE(op.ok() && IsOk(compute.Init(*op)));
  return compute.reads_stored();
}

TEST(Conv2dCpuWholeImage, OnlyItsConstantFloatsStayAsStored) {
  const TfLiteConvParams same = Steps(kTfLitePaddingSame);
  const TfLiteConvParams valid = Steps(kTfLitePaddingValid);
  TfLiteConvParams dilated = valid;
  dilated.dilation_height_factor = dilated.dilation_width_factor = 2;
  // One window that begins before the image.
  TfLiteConvParams apart = same;
  apart.stride_height = apart.stride_width = 3;
  apart.dilation_height_factor = apart.dilation_width_factor = 2;
  const Layer whole = {{1, 3, 4, 10}, 33, 1, 3, 4, valid};
  if (!HasStoredFloatRow()) GTEST_SKIP() << "no code for this processor";
  EXPECT_TRUE(ReadsStored(whole));
  for (const Layer& layer : {Layer{{1, 1, 1, 10}, 33, 1, 1, 1, same},
                             Layer{{1, 1, 1, 10}, 33, 1, 1, 1, dilated}}) {
    EXPECT_TRUE(ReadsStored(layer)) << Name(layer);
  }
  for (const Layer& layer : {Layer{{2, 3, 4, 10}, 33, 1, 3, 4, valid},
                             Layer{{1, 3, 4, 10}, 33, 1, 3, 4, same},
                             Layer{{1, 4, 4, 10}, 33, 1, 3, 4, valid},
                             Layer{{1, 3, 5, 10}, 33, 1, 3, 4, valid},
                             Layer{{1, 1, 1, 10}, 33, 1, 2, 1, same},
                             Layer{{1, 1, 1, 10}, 33, 1, 1, 2, same},
                             Layer{{1, 3, 1, 10}, 33, 1, 3, 1, apart},
                             Layer{{1, 1, 3, 10}, 33, 1, 1, 3, apart},
                             Layer{{1, 5, 1, 10}, 33, 1, 3, 1, dilated},
                             Layer{{1, 1, 5, 10}, 33, 1, 1, 3, dilated},
                             Layer{{1, 3, 4, 10}, 34, 2, 3, 4, valid}}) {
    EXPECT_FALSE(ReadsStored(layer)) << Name(layer);
  }
  EXPECT_FALSE(ReadsStored(whole, SumTypes::kFloat, false));
  EXPECT_FALSE(ReadsStored(whole, SumTypes::kHybridInt8));
  EXPECT_FALSE(ReadsStored(whole, SumTypes::kInt8));
}

// Large enough for Winograd's method, with tiles of both sizes; filters that
// change are multiplied as they are.
TEST(Conv2dCpuWinograd, AgreesWithReference) {
  const TfLiteConvParams params = Steps(kTfLitePaddingSame);
  TfLiteConvParams valid = Steps(kTfLitePaddingValid);
  valid.activation = kTfLiteActRelu6;
  uint32_t seed = 0;
  for (const Layer& layer : {Layer{{2, 13, 12, 32}, 32, 1, 3, 3, params},
                             Layer{{1, 26, 25, 64}, 64, 1, 3, 3, valid}}) {
    for (const int threads : {1, 3}) {
      for (const bool constant : {false, true}) {
        ExpectAgreement(layer, SumTypes::kFloat, seed, seed % 2 == 0, constant,
                        threads);
        ++seed;
      }
    }
  }
}

// An instruction set of the machine that transforms bytes, or null.
const GemmIsa* ByteWinogradIsa() {
  int count = 0;
  const GemmIsa* const* isas = GemmIsas(&count);
  const auto* const found = std::find_if(isas, isas + count, [](auto* isa) {
    return isa->winograd_bytes != nullptr;
  });
  return found == isas + count ? nullptr : *found;
}

Conv2d BoundSquare(int32_t side, SumTypes types) {
  OpTest test;
  SumInputs inputs(types, 1);
  inputs.AddInput(test, {1, side, side, 64});
  inputs.AddWeights(test, {64, 3, 3, 64}, 0);
  inputs.AddBias(test, 64);
  inputs.AddOutput(test);
  test.Params(Steps(kTfLitePaddingSame));
  return *test.Bound(&BindConv2d);
}

// A resized image may want other filters than those that were packed.
TEST(Conv2dCpuWinograd, PacksFiltersAgainForOtherTiles) {
  const auto bound = [](int32_t side) {
    return BoundSquare(side, SumTypes::kFloat);
  };
  const Conv2d direct = bound(4), small_tiles = bound(16),
               large_tiles = bound(24);
  const std::vector<float> filters(64 * 9 * 64, 1.0f);
  Conv2dCompute compute;
  for (const Conv2d* op :
       {&direct, &large_tiles, &small_tiles, &direct, &small_tiles}) {
    ASSERT_TRUE(IsOk(compute.Init(*op)));
    EXPECT_EQ(compute.by_winograd(), op != &direct);
    EXPECT_FALSE(compute.has_filters());
    ASSERT_TRUE(IsOk(compute.SetFilters(*op, filters.data(), 0, nullptr)));
    ASSERT_TRUE(IsOk(compute.Init(*op)));
    EXPECT_TRUE(compute.has_filters());
    // Nothing is left of the others.
    Conv2dCompute alone;
    ASSERT_TRUE(IsOk(alone.Init(*op)));
    ASSERT_TRUE(IsOk(alone.SetFilters(*op, filters.data(), 0, nullptr)));
    EXPECT_EQ(compute.MemoryBytes(), alone.MemoryBytes());
  }
}

TEST(Conv2dCpuWinograd, ReportsItsMemory) {
  OpTest test;
  SumInputs inputs(SumTypes::kFloat, 1);
  inputs.AddInput(test, {1, 16, 16, 64});
  inputs.AddWeights(test, {64, 3, 3, 64}, 0);
  inputs.AddBias(test, 64);
  inputs.AddOutput(test);
  test.Params(Steps(kTfLitePaddingSame));
  EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast));
}

Conv2dPlan PlanOf(const Layer& layer, int threads) {
  OpTest test;
  SumInputs inputs(SumTypes::kInt8, 1);
  inputs.AddInput(test, layer.input);
  inputs.AddWeights(test, FilterShape(layer), 0);
  inputs.AddBias(test, layer.out_channels);
  inputs.AddOutput(test);
  test.Params(layer.params);
  const Conv2d op = *test.Bound(&BindConv2d);
  Conv2dCompute compute;
  EXPECT_TRUE(IsOk(compute.Init(op)));
  return compute.Plan(op, op.window, threads);
}

// What a filter without elements has of width and groups is bounded by nothing.
TEST(Conv2dPlan, LeavesLayersWithoutFiltersToTheReference) {
  Conv2d op;
  op.filter_channels = op.window.filter_height = op.window.filter_width = 1;
  for (const int32_t filters : {0, 1}) {
    op.window.out_channels = filters;
    EXPECT_EQ(Conv2dCompute::Supports(op), filters > 0);
  }
}

TEST(Conv2dPlan, WindowsOfOnePixelAreTheImage) {
  const TfLiteConvParams same = Steps(kTfLitePaddingSame);
  TfLiteConvParams high = same, wide = same;
  high.stride_height = 2;
  wide.stride_width = 2;
  EXPECT_TRUE(PlanOf({{2, 9, 7, 20}, 35, 1, 1, 1, same}, 1).one_by_one);
  for (const Layer& layer : {Layer{{2, 9, 7, 20}, 35, 1, 2, 1, same},
                             Layer{{2, 9, 7, 20}, 35, 1, 1, 2, same},
                             Layer{{2, 9, 7, 20}, 35, 1, 3, 3, same},
                             Layer{{2, 9, 7, 20}, 35, 1, 1, 1, high},
                             Layer{{2, 9, 7, 20}, 35, 1, 1, 1, wide}}) {
    EXPECT_FALSE(PlanOf(layer, 1).one_by_one) << Name(layer);
  }
}

// Threads take groups where each has two of them; otherwise they share each
// group's product.
TEST(Conv2dPlan, GroupsForEachThread) {
  const struct {
    int32_t groups;
    int threads, group_tasks;
  } cases[] = {{8, 1, 1}, {8, 3, 3}, {8, 4, 4}, {8, 5, 1}, {200, 100, 64}};
  for (const auto& c : cases) {
    const Conv2dPlan plan = PlanOf({{1, 6, 5, c.groups},
                                    c.groups,
                                    c.groups,
                                    3,
                                    3,
                                    Steps(kTfLitePaddingSame)},
                                   c.threads);
    EXPECT_EQ(plan.group_tasks, c.group_tasks) << c.groups;
    EXPECT_EQ(plan.product.slots, c.group_tasks > 1 ? 1 : c.threads);
    EXPECT_GT(plan.product.scratch_bytes(), 0u);
    EXPECT_EQ(plan.scratch_bytes(),
              plan.product.scratch_bytes() * c.group_tasks);
  }
}

TEST(Conv2dCpuWinograd, PacksBytesAgainForOtherTiles) {
  const GemmIsa* const isa = ByteWinogradIsa();
  if (isa == nullptr) GTEST_SKIP() << "no code for this processor";
  const std::vector<uint8_t> filters(64 * 9 * 64, 1);
  const std::vector<int32_t> bias(64);
  Conv2dCompute compute;
  const Conv2d direct = BoundSquare(2, SumTypes::kInt8),
               tiles = BoundSquare(16, SumTypes::kInt8),
               other_type = BoundSquare(16, SumTypes::kUInt8);
  for (const Conv2d* op : {&direct, &tiles, &other_type, &direct, &tiles}) {
    ASSERT_TRUE(IsOk(compute.Init(*op, *isa)));
    EXPECT_EQ(compute.by_winograd(), op != &direct);
    EXPECT_FALSE(compute.has_filters());
    ASSERT_TRUE(IsOk(compute.SetFilters(*op, filters.data(), 0, nullptr)));
    compute.SetBias(bias.data());
    EXPECT_GE(compute.MemoryBytes(), (op == &direct ? 9u : 32u) * 64 * 64);
    ASSERT_TRUE(IsOk(compute.Init(*op, *isa)));
    EXPECT_TRUE(compute.has_filters());
  }
}

TEST(Conv2dCpuWinograd, TransformsConstantBytesOnly) {
  const GemmIsa* const isa = ByteWinogradIsa();
  if (isa == nullptr) GTEST_SKIP() << "no code for this processor";
  const auto transforms = [&](const Conv2d& op) {
    Conv2dCompute compute;
    EXPECT_TRUE(IsOk(compute.Init(op, *isa)));
    return compute.by_winograd();
  };
  for (const SumTypes types : kAllSumTypes) {
    const bool bytes = types == SumTypes::kInt8 ||
                       types == SumTypes::kInt8Channels ||
                       types == SumTypes::kInt8Int4 ||
                       types == SumTypes::kUInt8 || types == SumTypes::kFloat;
    EXPECT_EQ(transforms(BoundSquare(16, types)), bytes) << SumTypesName(types);
  }
  Conv2d op = BoundSquare(16, SumTypes::kInt8);
  op.sum.weights_constant = false;
  EXPECT_FALSE(transforms(op));
  op = BoundSquare(16, SumTypes::kInt8);
  op.sum.output_type = kTfLiteInt16;
  EXPECT_FALSE(transforms(op));
  op = BoundSquare(16, SumTypes::kInt8);
  op.sum.bias_type = kTfLiteInt64;
  EXPECT_FALSE(transforms(op));
  op = BoundSquare(16, SumTypes::kInt8);
  op.groups = 2;
  op.filter_channels = 32;
  EXPECT_FALSE(transforms(op));
}

// Also where another instruction set of the machine is better.
TEST(Conv2dCpuWinograd, GivesTheBytesOfTheReference) {
  const GemmIsa* const isa = ByteWinogradIsa();
  if (isa == nullptr) GTEST_SKIP() << "no code for this processor";
  uint32_t seed = 0;
  for (const SumTypes types : {SumTypes::kInt8Channels, SumTypes::kUInt8}) {
    for (const bool bias : {true, false}) {
      OpTest test;
      SumInputs inputs(types, ++seed);
      inputs.AddInput(test, {2, 9, 8, 64});
      inputs.AddWeights(test, {48, 3, 3, 64}, 0);
      if (bias) inputs.AddBias(test, 48);
      inputs.AddOutput(test);
      test.Params(Steps(kTfLitePaddingSame));
      ASSERT_TRUE(IsOk(test.Run(kReference)));
      const char* const results = test.output(0)->data.raw;
      const std::vector<char> want(results, results + test.output(0)->bytes);
      const Conv2d op = *test.Bound(&BindConv2d);
      Conv2dCompute compute;
      ASSERT_TRUE(IsOk(compute.Init(op, *isa)));
      ASSERT_TRUE(compute.by_winograd());
      ASSERT_TRUE(
          IsOk(compute.SetFilters(op, test.input(1)->data.raw, 0, nullptr)));
      compute.SetBias(bias ? test.input(2)->data.raw : nullptr);
      ThreadPool threads(2);
      const Conv2dPlan plan = compute.Plan(op, op.window, 2);
      GemmBuffer scratch;
      ASSERT_TRUE(scratch.Allocate(plan.scratch_bytes()));
      std::vector<char> got(want.size());
      Conv2dCompute::Args args;
      args.plan = &plan;
      args.in = test.input(0)->data.raw;
      args.out = got.data();
      args.scratch = scratch.data();
      compute.Run(op, args, threads);
      EXPECT_EQ(got, want) << SumTypesName(types) << (bias ? "" : " no bias");
    }
  }
}

// The state of the fast kernel does not serve sums that it does not support.
TEST(Conv2dCpuState, EndsWhereAResizeGivesTooDeepSums) {
  OpTest test;
  test.Input<float>({1, 1, 1, 4}, {127, 0, 0, 0});
  test.Input<int8_t>({2, 1, 1, 4}, {1, 1, 1, 1, 2, 2, 2, 2}, 0.5f);
  test.Output<float>().Params(Steps(kTfLitePaddingValid));
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_TRUE(test.OutputIs({63.5, 127}, 1e-3));
  constexpr int32_t kDepth = 33000;
  test.ResizeInput(0, {1, 1, 1, kDepth});
  test.SetInput(0, std::vector<float>(kDepth, 1));
  test.ResizeInput(1, {2, 1, 1, kDepth});
  test.SetInput(1, std::vector<int8_t>(2 * kDepth, 1));
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_TRUE(test.OutputIs({16500, 16500}, 0, 1e-5));
}

}  // namespace
}  // namespace tflite::kernels
