#include "delegates/edgetpu/compiler/lower_weighted.h"

#include <string>
#include <vector>

#include "delegates/edgetpu/compiler/pack.h"
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

}  // namespace
}  // namespace tflite::edgetpu
