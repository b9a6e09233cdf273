#include "delegates/edgetpu/compiler/lower_weighted.h"

#include <string>
#include <vector>

#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/compiler/recurrent.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::edgetpu {
namespace {

// Tensors and windows of the greatest extents take too much memory to run, so
// that the limits are tested on their plans.

Status Checked(const std::vector<int>& extents) {
  TfLiteTensor tensor = {};
  tensor.type = kTfLiteInt8;
  tensor.dims = TfLiteIntArrayCreate(static_cast<int>(extents.size()));
  for (size_t i = 0; i < extents.size(); ++i) tensor.dims->data[i] = extents[i];
  const Status status = CheckExtent(TensorView(&tensor));
  TfLiteIntArrayFree(tensor.dims);
  return status;
}

TEST(LowerWeighted, TensorsHaveUpTo2To24Elements) {
  EXPECT_TRUE(CheckExtent(TensorView()).ok());
  EXPECT_TRUE(Checked({}).ok());
  EXPECT_TRUE(Checked({1}).ok());
  EXPECT_TRUE(Checked({1 << 24}).ok());
  EXPECT_TRUE(Checked({2, 1 << 11, 1 << 10, 4}).ok());
  EXPECT_EQ(std::string(Checked({(1 << 24) + 1}).message()),
            "a tensor of 16777217 elements is too large for the device");
  EXPECT_FALSE(Checked({3, 1 << 11, 1 << 10, 4}).ok());
  EXPECT_FALSE(Checked({1 << 20, 1 << 20}).ok());
  EXPECT_FALSE(Checked({4, 0}).ok());
}

// Whether an input of one channel that is spread by the strides is refused for
// its extent.
bool SpreadsTooFar(int32_t height, int32_t stride_y, int32_t width,
                   int32_t stride_x, int32_t batch) {
  TransposeConv op;
  op.window.in_height = height;
  op.window.stride_height = stride_y;
  op.window.in_width = width;
  op.window.stride_width = stride_x;
  op.window.in_channels = 1;
  op.window.batch = batch;
  op.window.filter_height = op.window.filter_width = 1;
  const TfLiteNode none = {};
  const NodeView node(nullptr, &none, NodeView::Phase::kPrepare);
  const auto plan = PlanTransposeConv(op, node, EdgeTpuCaps());
  return std::string(plan.status().message()).find("spread the input") !=
         std::string::npos;
}

TEST(LowerWeighted, StridesSpreadInputsTo2To24Elements) {
  // (in - 1) * stride + 1 pixels in each dimension.
  EXPECT_FALSE(SpreadsTooFar(1366, 3, 1366, 3, 1));  // 4096 x 4096
  EXPECT_TRUE(SpreadsTooFar(1366, 3, 1366, 3, 2));
  EXPECT_TRUE(SpreadsTooFar(1367, 3, 1366, 3, 1));
  EXPECT_TRUE(SpreadsTooFar(1366, 3, 1367, 3, 1));
  EXPECT_FALSE(SpreadsTooFar(1 << 23, 1, 1, 100, 2));
  EXPECT_TRUE(SpreadsTooFar((1 << 23) + 1, 1, 1, 100, 2));
}

// Whether an input of so many channels is refused because its channels are
// repeated so often.
bool RepeatsTooOften(int32_t extent, int32_t channels, int32_t multiplier,
                     int32_t batch) {
  DepthwiseConv2d op;
  op.window.in_height = op.window.in_width = extent;
  op.window.in_channels = channels;
  op.window.out_channels = channels * multiplier;
  op.multiplier = multiplier;
  op.window.batch = batch;
  const TfLiteNode none = {};
  const NodeView node(nullptr, &none, NodeView::Phase::kPrepare);
  const auto plan = PlanDepthwiseConv2d(op, node, EdgeTpuCaps());
  return std::string(plan.status().message()).find("repeat the input") !=
         std::string::npos;
}

TEST(LowerWeighted, MultipliersRepeatInputsTo2To24Elements) {
  EXPECT_FALSE(RepeatsTooOften(1024, 4, 4, 1));
  EXPECT_TRUE(RepeatsTooOften(1024, 4, 4, 2));
  EXPECT_TRUE(RepeatsTooOften(1025, 4, 4, 1));
  EXPECT_TRUE(RepeatsTooOften(1024, 4, 5, 1));
  EXPECT_TRUE(RepeatsTooOften(1024, 5, 4, 1));
}

TEST(LowerWeighted, BatchesHaveUpTo4096Images) {
  EXPECT_TRUE(CheckBatch(1).ok());
  EXPECT_TRUE(CheckBatch(4096).ok());
  EXPECT_EQ(std::string(CheckBatch(4097).message()),
            "a batch of 4097 images is not supported");
}

// Layers without constants, on an array whose steps have all cells.
StatusOr<RecurrentTiling> Tiled(int32_t steps, int32_t inputs, int32_t cells) {
  RecurrentLayer layer;
  layer.steps = steps;
  layer.inputs = inputs;
  layer.cells = layer.outputs = cells;
  for (int gate = 0; gate < 4; ++gate) {
    WeightedLayer input, state;
    input.in = {1, 1, inputs};
    state.in = input.out = state.out = {1, 1, cells};
    layer.gates.push_back({input, state});
  }
  return TileRecurrent(layer,
                       PlainArrayTarget(Dataflow::kInputStationary, 64, 64));
}

// With biases of 4 bytes, the weights of a step are one transfer.
TEST(TileRecurrent, WeightsOfAStepHaveUpTo2To24Bytes) {
  EXPECT_TRUE(Tiled(1, 4096 - 64, 4096).ok());
  EXPECT_TRUE(base::IsUnsupported(Tiled(1, 4096, 4096).status()));
  EXPECT_TRUE(Tiled(1, 4096, 4096 - 4).ok());
}

TEST(TileRecurrent, InstructionsHaveUpTo2To32Products) {
  const auto whole = Tiled(4096, 1024, 1024);
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(whole->chunk, 4096);
  const auto halves = Tiled(8192, 1024, 1024);
  ASSERT_TRUE(halves.ok()) << halves.status();
  EXPECT_EQ(halves->chunk, 4096);
}

// Without biases and scales, the parameters end with the weights.
TEST(LowerWeighted, PackedWeightsMayFillTheParameters) {
  WeightedLayer layer;
  layer.in = {1, 1, 200};
  layer.out = {1, 1, 3};
  for (int i = 0; i < 600; ++i) {
    layer.weights.push_back(static_cast<uint8_t>(i % 251));
  }
  WeightedTiling t;
  t.channels = 200;
  t.depth = t.chunk = 50;
  t.has_bias = t.has_scales = false;
  for (const int32_t lanes : {1, 2, 3}) {
    t.lanes = lanes;
    std::vector<uint8_t> parameters = PackWeights(layer, t, 4).bytes;
    EXPECT_EQ(parameters.size(), 600u);
    parameters.insert(parameters.begin(), 5, 77);
    const PackedLayer packed = PackingOf(layer, t, 4, 5);
    const auto weights = UnpackWeights(packed, parameters);
    ASSERT_TRUE(weights.ok()) << weights.status();
    EXPECT_EQ(*weights, layer.weights) << lanes;
    parameters.pop_back();
    EXPECT_EQ(std::string(UnpackWeights(packed, parameters).status().message()),
              "a packed layer is not within the parameters");
    parameters.resize(100);
    EXPECT_EQ(std::string(UnpackWeights(packed, parameters).status().message()),
              "a packed layer is larger than the parameters");
  }
}

TEST(LowerWeighted, PackedWeightsMayBeAllOfTheParameters) {
  WeightedLayer layer;
  layer.in = {1, 1, 8};
  layer.out = {1, 1, 3};
  layer.weights.resize(24, 5);
  WeightedTiling t;
  t.channels = 8;
  t.depth = t.chunk = 2;
  t.lanes = 3;
  t.has_bias = t.has_scales = false;
  const auto weights =
      UnpackWeights(PackingOf(layer, t, 4, 0), PackWeights(layer, t, 4).bytes);
  ASSERT_TRUE(weights.ok()) << weights.status();
  EXPECT_EQ(*weights, layer.weights);
}

// In chunks of blocks and groups of lanes, none of which are whole.
TEST(LowerWeighted, WeightsAndBiasesAreUnpackedFromTheirSteps) {
  for (const bool lanewise : {false, true}) {
    WeightedLayer layer;
    layer.lanewise = lanewise;
    layer.in = {1, 1, 10};
    layer.out = {1, 1, 7};
    const int32_t taps = 3, depth = lanewise ? 1 : 10;
    for (int32_t i = 0; i < 7 * taps * depth; ++i) {
      layer.weights.push_back(static_cast<uint8_t>(i + 1));
    }
    for (int32_t i = 0; i < 7; ++i) {
      layer.bias.push_back(0x1020304 * (i - 3));
      layer.factors.push_back(1000 + i);
      layer.shifts.push_back(-i);
    }
    WeightedTiling t;
    t.taps = taps;
    t.channels = 10;
    t.depth = lanewise ? 1 : 3;
    t.chunk = lanewise ? 1 : 2;
    t.lanes = 3;
    const PackedWeights packed = PackWeights(layer, t, 4);
    EXPECT_EQ(packed.steps.size(), lanewise ? 3u : 6u);
    std::vector<uint8_t> parameters(9, 77);
    parameters.insert(parameters.end(), packed.bytes.begin(),
                      packed.bytes.end());
    const PackedLayer at = PackingOf(layer, t, 4, 9);
    const auto weights = UnpackWeights(at, parameters);
    ASSERT_TRUE(weights.ok()) << weights.status();
    EXPECT_EQ(*weights, layer.weights);
    const auto bias = UnpackBias(at, parameters);
    ASSERT_TRUE(bias.ok()) << bias.status();
    EXPECT_EQ(*bias, layer.bias);
    parameters.pop_back();
    EXPECT_FALSE(UnpackBias(at, parameters).ok());
  }
}

TEST(LowerWeighted, PackedLayersHaveCountsFrom1To2To28) {
  const std::vector<uint8_t> parameters(100);
  for (auto count :
       {&PackedLayer::block, &PackedLayer::taps, &PackedLayer::channels,
        &PackedLayer::out_channels, &PackedLayer::lanes, &PackedLayer::chunk}) {
    const auto problem = [&](int32_t value) {
      PackedLayer layer;
      layer.*count = value;
      return std::string(UnpackWeights(layer, parameters).status().message());
    };
    EXPECT_EQ(problem(1), "");
    for (const int32_t wrong : {-1, 0, (1 << 28) + 1}) {
      EXPECT_EQ(problem(wrong),
                "a packed layer has a count of " + std::to_string(wrong));
    }
    EXPECT_EQ(problem(1 << 28).find("has a count"), std::string::npos);
  }
}

// Three taps of two channels, then four of one.
TEST(LowerWeighted, TapsAreReversedChannelByChannel) {
  std::vector<uint8_t> three = {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16};
  ReverseTaps(3, 2, &three);
  EXPECT_EQ(three,
            (std::vector<uint8_t>{5, 6, 3, 4, 1, 2, 15, 16, 13, 14, 11, 12}));
  std::vector<uint8_t> four = {1, 2, 3, 4};
  ReverseTaps(4, 1, &four);
  EXPECT_EQ(four, (std::vector<uint8_t>{4, 3, 2, 1}));
  std::vector<uint8_t> one = {1, 2, 3};
  ReverseTaps(1, 3, &one);
  EXPECT_EQ(one, (std::vector<uint8_t>{1, 2, 3}));
}

}  // namespace
}  // namespace tflite::edgetpu
