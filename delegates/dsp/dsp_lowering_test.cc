// The limits of what plans accept: the most, and what is just too much.
#include "delegates/dsp/dsp_lowering.h"

#include <climits>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "delegates/dsp/lowering/box.h"
#include "delegates/dsp/lowering/checks.h"
#include "delegates/dsp/lowering/move.h"
#include "delegates/dsp/lowering/pool.h"
#include "delegates/dsp/lowering/rows.h"
#include "delegates/dsp/lowering/weighted.h"
#include "delegates/dsp/lowering/window.h"
#include "delegates/dsp/wire/check_steps.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

using ::testing::HasSubstr;

using Dims = std::unique_ptr<TfLiteIntArray, void (*)(TfLiteIntArray*)>;
Dims ToDims(const Shape& shape) {
  return {ToIntArray(shape), TfLiteIntArrayFree};
}

// A node with two inputs, an absent one, and two outputs; of one INT8 element
// each, if not said otherwise.
class SmallNode {
 public:
  SmallNode() {
    for (int i = 0; i < kTensors; ++i) {
      dims_.push_back(ToDims({1}));
      tensors_[i].type = kTfLiteInt8;
      tensors_[i].dims = dims_[i].get();
    }
    context_.tensors = tensors_;
    context_.tensors_size = kTensors;
    node_.inputs = inputs_.get();
    node_.outputs = outputs_.get();
  }

  static constexpr int kTensors = 4;
  TfLiteTensor& tensor(int i) { return tensors_[i]; }
  void Resize(int i, int32_t elements) { dims_[i]->data[0] = elements; }
  NodeView view() {
    return NodeView(&context_, &node_, NodeView::Phase::kPrepare);
  }

 private:
  std::vector<Dims> dims_;
  TfLiteTensor tensors_[kTensors] = {};
  TfLiteContext context_ = {};
  TfLiteNode node_ = {};
  Dims inputs_ = ToDims({0, -1, 1}), outputs_ = ToDims({2, 3});
};

// Whether the plan of an operator accepts it; `reason` is part of the reason
// why not.
template <typename Plan, typename Op>
bool Accepts(Plan plan, const Op& op, const std::string& reason) {
  SmallNode node;
  const Status status = plan(op, node.view(), DspCaps()).status();
  if (status.ok()) return true;
  EXPECT_TRUE(base::IsUnsupported(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(reason));
  return false;
}

TEST(DspLowering, AnyTensorMayBeTooLargeOrEmpty) {
  for (int i = 0; i < SmallNode::kTensors; ++i) {
    SmallNode node;
    node.tensor(i).type = kTfLiteInt32;
    node.Resize(i, 25);
    DspCaps caps;
    caps.most_bytes = 100;
    EXPECT_TRUE(CheckSizes(node.view(), caps).ok()) << i;
    caps.most_bytes = 99;
    EXPECT_EQ(CheckSizes(node.view(), caps).message(),
              "a tensor of 100 bytes is too large for the device")
        << i;
    node.Resize(i, 0);
    EXPECT_EQ(CheckSizes(node.view(), caps).message(),
              "tensors without elements are not supported")
        << i;
  }
}

TEST(DspLowering, BoxesHaveSixLoops) {
  Shape extents = Shape::Filled(kMostDims, 2);
  // Every other element of everything, so that no loops are one.
  Strides strides;
  for (int d = 0, stride = 1 << 14; d <= kMostDims; ++d, stride /= 4) {
    strides.push_back(stride);
  }
  const auto box = MergedBox(extents, {strides, strides});
  ASSERT_TRUE(box.ok()) << box.status();
  EXPECT_EQ(box->rank, kMostDims);
  extents.push_back(1);
  EXPECT_TRUE(MergedBox(extents, {strides, strides}).ok());
  extents[kMostDims] = 2;
  EXPECT_TRUE(
      base::IsUnsupported(MergedBox(extents, {strides, strides}).status()));
  // The two innermost loops become one if they are so in both arrays.
  strides[kMostDims] = strides[kMostDims - 1] / 2;
  EXPECT_TRUE(MergedBox(extents, {strides, strides}).ok());
  Strides other = strides;
  other[kMostDims] = other[kMostDims - 1];
  EXPECT_FALSE(MergedBox(extents, {strides, other}).ok());
  EXPECT_FALSE(MergedBox(extents, {other, strides}).ok());
}

TEST(DspLowering, WindowsHaveLimits) {
  ConvWindow w;
  w.out_height = w.out_width = w.filter_height = w.filter_width = 4;
  EXPECT_TRUE(CheckWindow(w).ok());
  for (const auto member :
       {&ConvWindow::out_height, &ConvWindow::out_width,
        &ConvWindow::stride_height, &ConvWindow::stride_width,
        &ConvWindow::filter_height, &ConvWindow::filter_width,
        &ConvWindow::dilation_height, &ConvWindow::dilation_width}) {
    ConvWindow changed = w;
    // Times 1 or 4.
    const int32_t end = w.*member == 4 ? 1 << 24 : 1 << 22;
    changed.*member = end - 1;
    EXPECT_TRUE(CheckWindow(changed).ok());
    changed.*member = end;
    EXPECT_TRUE(base::IsUnsupported(CheckWindow(changed)));
  }
}

TEST(DspLowering, PoolsHaveLimits) {
  const auto accepts = [](const Pool2d& op) {
    return Accepts(PlanPool, op, "window");
  };
  Pool2d op = {};
  op.kind = PoolKind::kAverage;
  op.type = kTfLiteInt8;
  op.out_height = op.out_width = op.stride_height = op.stride_width = 1;
  // The elements of a window.
  op.filter_height = 2048;
  op.filter_width = 2047;
  EXPECT_TRUE(accepts(op));
  op.filter_width = 2048;
  EXPECT_FALSE(accepts(op));
  // Coordinates.
  op.filter_height = op.filter_width = 1;
  for (const auto member : {&Pool2d::stride_height, &Pool2d::stride_width,
                            &Pool2d::out_height, &Pool2d::out_width}) {
    Pool2d changed = op;
    changed.*member = (1 << 24) - 1;
    EXPECT_TRUE(accepts(changed));
    changed.*member = 1 << 24;
    EXPECT_FALSE(accepts(changed));
  }
  for (const auto member : {&Pool2d::filter_height, &Pool2d::filter_width}) {
    Pool2d changed = op;
    changed.*member = 1 << 24;
    EXPECT_TRUE(base::IsUnsupported(CheckWindow(changed)));
  }
}

TEST(DspLowering, RowsHaveLimits) {
  L2Normalization op = {};
  op.type = kTfLiteUInt8;
  op.rows = 1;
  op.out.scale = 1.0f / 128;
  op.depth = 33024;
  EXPECT_TRUE(Accepts(PlanL2Normalization, op, ""));
  // The device accepts it, too.
  const L2NormalizationParams p = {
      {128, 33024}, {1 << 16, 33024}, 1, 33024, 0, 255, 0};
  EXPECT_EQ(CheckStep(p, {nullptr, 1 << 20, {0, 0}, {0, 0}}), Fault::kNone);
  op.depth = 33025;
  EXPECT_FALSE(Accepts(PlanL2Normalization, op, "more than 33024 of a row"));
}

TEST(DspLowering, ReductionsHaveLimits) {
  Reduce op = {};
  op.kind = ReduceKind::kMean;
  op.type = kTfLiteInt8;
  op.quantized = true;
  op.extents = Shape::Filled(kMostDims, 2);
  op.count = 4194303;
  EXPECT_TRUE(Accepts(PlanReduce, op, ""));
  op.extents.push_back(2);
  EXPECT_FALSE(Accepts(PlanReduce, op, "7 dimensions"));
  // The device accepts a sum of as many elements, too.
  ReduceParams p = {};
  p.input = {128, 1 << 22};
  p.output = {1 << 23, 1};
  p.rank = p.reduced = 1;
  p.extents[0] = static_cast<int32_t>(op.count);
  EXPECT_EQ(CheckStep(p, {nullptr, 1 << 24, {0, 0}, {0, 0}}), Fault::kNone);
  op.extents = {2};
  op.count = 4194304;
  EXPECT_FALSE(Accepts(PlanReduce, op, "means of 4194304 elements"));
}

TEST(DspLowering, MirrorPadHasSixDimensions) {
  MirrorPad op = {};
  op.type = kTfLiteInt8;
  op.input = Shape::Filled(kMostDims, 2);
  op.dims.assign(kMostDims, {1, 1});
  EXPECT_TRUE(Accepts(PlanMirrorPad, op, ""));
  op.input.push_back(2);
  op.dims.push_back({1, 1});
  EXPECT_FALSE(Accepts(PlanMirrorPad, op, "7 dimensions"));
}

// Weights whose padding makes them too large, though the tensor is not.
template <typename Op>
Op Sum() {
  Op op = {};
  op.sum.input_type = op.sum.output_type = kTfLiteInt8;
  op.sum.weights_constant = op.sum.bias_constant = true;
  return op;
}
constexpr char kPacked[] = "weights that take 2147483648 bytes";

TEST(DspLowering, FullyConnectedWeightsHaveALimit) {
  FullyConnected op = Sum<FullyConnected>();
  op.rows = op.units = 1;
  op.depth = (1 << 26) - 4;
  EXPECT_TRUE(Accepts(PlanFullyConnected, op, ""));
  op.depth = (1 << 26) - 3;
  EXPECT_FALSE(Accepts(PlanFullyConnected, op, kPacked));
}

// A window of 1 x 1.
ConvWindow OnePixel() {
  ConvWindow w;
  w.out_height = w.out_width = w.filter_height = w.filter_width = 1;
  return w;
}

TEST(DspLowering, Conv2dWeightsHaveALimit) {
  Conv2d op = Sum<Conv2d>();
  op.window = OnePixel();
  op.filter_channels = 1;
  // 12 bytes for each of 32 channels of a group.
  op.groups = op.window.out_channels = 5592405;
  EXPECT_TRUE(Accepts(PlanConv2d, op, ""));
  op.groups = op.window.out_channels = 5592406;
  EXPECT_FALSE(
      Accepts(PlanConv2d, op, "biases and scales that take 2147483904 bytes"));
  // The device has the same limit.
  for (const int32_t groups : {5592405, 5592406}) {
    const auto bytes = static_cast<uint32_t>(groups);
    Conv2dParams p = {};
    p.input = {128, bytes};
    p.output = {1 << 23, bytes};
    p.weights = {1 << 24, 32 * 4 * bytes};
    p.finish.planes = {1 << 30, 32 * 12 * bytes};
    p.finish.channels = p.finish.pitch = 32 * groups;
    p.window = {1, 1, 1, groups, 1, 1, groups, 1, 1, 1, 1, 1, 1, 0, 0};
    p.groups = groups;
    EXPECT_EQ(CheckStep(p, {nullptr, UINT32_MAX, {0, 0}, {0, 0}}),
              groups == 5592405 ? Fault::kNone : Fault::kParams);
  }
  // Four taps of 4 bytes.
  op.window.filter_width = 4;
  op.groups = op.window.out_channels = (1 << 22) - 1;
  EXPECT_TRUE(Accepts(PlanConv2d, op, ""));
  op.groups = op.window.out_channels = 1 << 22;
  EXPECT_FALSE(Accepts(PlanConv2d, op, kPacked));
  op.window.filter_width = 1;
  // Groups of two vectors of channels.
  op.groups = 1 << 23;
  op.window.out_channels = 33 << 23;
  EXPECT_FALSE(Accepts(PlanConv2d, op, kPacked));
}

TEST(DspLowering, DepthwiseConv2dWeightsHaveALimit) {
  DepthwiseConv2d op = Sum<DepthwiseConv2d>();
  op.window = OnePixel();
  op.window.out_channels = 1;
  op.window.filter_height = 1 << 12;
  op.window.filter_width = (1 << 14) - 4;
  EXPECT_TRUE(Accepts(PlanDepthwiseConv2d, op, ""));
  op.window.filter_width = (1 << 14) - 3;
  EXPECT_FALSE(Accepts(PlanDepthwiseConv2d, op, kPacked));
}

TEST(DspLowering, TransposeConvWeightsHaveALimit) {
  TransposeConv op = Sum<TransposeConv>();
  op.window = OnePixel();
  op.window.out_channels = 32;
  op.window.filter_width = 2;
  op.window.in_channels = (1 << 25) - 4;
  EXPECT_TRUE(Accepts(PlanTransposeConv, op, ""));
  op.window.in_channels = (1 << 25) - 3;
  EXPECT_FALSE(Accepts(PlanTransposeConv, op, kPacked));
}

// The device has a limit of its own for windows.
TEST(DspLowering, ConvolutionsHaveWindowsWithinLimits) {
  constexpr char kReason[] = "windows of more than 2^24 elements";
  Conv2d conv = Sum<Conv2d>();
  DepthwiseConv2d depthwise = Sum<DepthwiseConv2d>();
  TransposeConv transposed = Sum<TransposeConv>();
  conv.filter_channels = 1;
  for (ConvWindow* w : {&conv.window, &depthwise.window, &transposed.window}) {
    *w = OnePixel();
    w->in_channels = w->out_channels = 1;
    w->stride_width = 1 << 24;
  }
  EXPECT_FALSE(Accepts(PlanConv2d, conv, kReason));
  EXPECT_FALSE(Accepts(PlanDepthwiseConv2d, depthwise, kReason));
  EXPECT_FALSE(Accepts(PlanTransposeConv, transposed, kReason));
}

}  // namespace
}  // namespace tflite::dsp
