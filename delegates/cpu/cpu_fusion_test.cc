// What fuses into layers, and which layers make a chain. Results are the same
// either way.
#include <string>
#include <utility>
#include <vector>

#include "delegates/cpu/cpu_program.h"
#include "gtest/gtest.h"

namespace tflite::cpu {
namespace {

using Kind = CpuCall::Kind;

constexpr ChainLimits kChains{/*strip_bytes=*/1000, /*least_value_bytes=*/100};

LayerSpec Convolution(int filter, int groups = 1) {
  kernels::Conv2d op;
  op.groups = groups;
  op.window.filter_height = op.window.filter_width = filter;
  op.window.in_height = 10;
  op.window.in_width = 20;
  op.window.in_channels = 8;
  op.sum.float_range = {-100, 100};
  LayerSpec spec;
  spec.op = op;
  return spec;
}
LayerSpec Depthwise(int channels = 8, int multiplier = 1) {
  kernels::DepthwiseConv2d op;
  op.multiplier = multiplier;
  op.window.in_channels = channels;
  op.sum.float_range = {-100, 100};
  LayerSpec spec;
  spec.op = op;
  return spec;
}
LayerSpec FullyConnected() {
  LayerSpec spec;
  spec.op = kernels::FullyConnected();
  return spec;
}

// Calls one after another, the first of which reads the graph's input. Values
// between them have 100 bytes.
class CpuFusion : public ::testing::Test {
 protected:
  CpuFusion() { graph_.values.resize(3); }

  CpuCall& Add(CpuCall call) {
    const ValueId out = static_cast<ValueId>(graph_.values.size());
    graph_.values.emplace_back().bytes = 100;
    call.operands = {{last_}, {out, /*written=*/true}};
    call.nodes = {static_cast<int>(graph_.calls.size())};
    last_ = out;
    graph_.calls.push_back(std::move(call));
    return graph_.calls.back();
  }
  CpuCall& AddLayer(LayerSpec spec) {
    CpuCall call;
    call.steps.push_back({std::move(spec), nullptr});
    return Add(std::move(call));
  }
  // Of the last value and `kOther`, in one order or the other.
  void AddSum(bool last_first = true) {
    const ValueId last = last_;
    CpuCall sum;
    sum.kind = Kind::kAdd;
    sum.binary = kernels::Binary();
    CpuCall& call = Add(std::move(sum));
    call.operands[0].value = last_first ? last : kOther;
    call.operands.push_back({last_first ? kOther : last});
  }
  void AddClamp(float min, float max) {
    CpuCall clamp;
    clamp.kind = Kind::kClamp;
    clamp.min = min;
    clamp.max = max;
    Add(std::move(clamp));
  }
  void AddPad() {
    CpuCall pad;
    pad.kind = Kind::kPad;
    pad.pad_top = 1;
    pad.pad_left = 2;
    pad.in_height = 7;
    pad.in_width = 16;
    Add(std::move(pad));
  }

  void AddRows() {
    CpuCall rows;
    rows.kind = Kind::kRows;
    rows.rows = RowSteps{{/*rows=*/4, /*width=*/8}, {RowStep{}}};
    Add(std::move(rows));
  }

  // The calls that are left: the layers of each, "+" if it adds, or its kind.
  std::string Fused(const ChainLimits& limits = {}) {
    graph_.values[kIn].kind = PartitionValue::Kind::kInput;
    graph_.values[kOther].kind = PartitionValue::Kind::kInput;
    graph_.values[last_].kind = PartitionValue::Kind::kOutput;
    FuseCalls(limits, &graph_);
    std::string text;
    for (const CpuCall& call : graph_.calls) {
      if (!text.empty()) text += ' ';
      text += call.kind == Kind::kAdd     ? "add"
              : call.kind == Kind::kPad   ? "pad"
              : call.kind == Kind::kClamp ? "clamp"
                                          : std::to_string(call.steps.size());
      if (call.kind == Kind::kLayers && call.binary) text += '+';
    }
    EXPECT_EQ(graph_.calls.empty() ? -1 : graph_.calls.back().out(), last_);
    return text;
  }

  static constexpr ValueId kIn = 0, kOther = 1;
  CpuGraph graph_;
  ValueId last_ = kIn;
};

TEST_F(CpuFusion, AdditionsBecomePartOfALayer) {
  for (const bool result_first : {true, false}) {
    graph_ = {};
    graph_.values.resize(3);
    last_ = kIn;
    AddLayer(Convolution(3));
    AddSum(result_first);
    EXPECT_EQ(Fused(), "1+");
    const CpuCall& call = graph_.calls[0];
    EXPECT_EQ(call.result_first, result_first);
    EXPECT_EQ(call.in(), kIn);
    ASSERT_EQ(call.operands.size(), 3u);
    EXPECT_EQ(call.operands[2].value, kOther);
    EXPECT_TRUE(call.operands[1].written);
    EXPECT_FALSE(call.operands[2].written);
  }
}

TEST_F(CpuFusion, ALayerHasOneAddition) {
  AddLayer(Convolution(3));
  AddSum();
  AddSum();
  EXPECT_EQ(Fused(), "1+ add");
}

TEST_F(CpuFusion, ClampsNarrowTheRange) {
  AddLayer(Convolution(3));
  AddClamp(0, 6);
  AddClamp(-1, 1);
  EXPECT_EQ(Fused(), "1");
  const auto& range = graph_.calls[0].steps[0].layer.sum().float_range;
  EXPECT_EQ(range.min, 0);
  EXPECT_EQ(range.max, 1);
}

// The layer's own range may be outside of the clamp's.
TEST_F(CpuFusion, ClampsMayLeaveOneNumber) {
  LayerSpec layer = Convolution(3);
  layer.sum().float_range = {-5, -2};
  AddLayer(std::move(layer));
  AddClamp(0, 6);
  EXPECT_EQ(Fused(), "1");
  const auto& range = graph_.calls[0].steps[0].layer.sum().float_range;
  EXPECT_EQ(range.min, 0);
  EXPECT_EQ(range.max, 0);
}

TEST_F(CpuFusion, SumsAreNotClamped) {
  AddLayer(Convolution(3));
  AddSum();
  AddClamp(0, 6);
  EXPECT_EQ(Fused(), "1+ clamp");
}

TEST_F(CpuFusion, PaddingBecomesPartOfAWindow) {
  AddPad();
  LayerSpec layer = Convolution(3);
  layer.window()->pad_top = 3;
  layer.window()->pad_left = 4;
  AddLayer(std::move(layer));
  EXPECT_EQ(Fused(), "1");
  const CpuCall& call = graph_.calls[0];
  EXPECT_EQ(call.in(), kIn);
  EXPECT_EQ(call.steps[0].layer.window()->pad_top, 4);
  EXPECT_EQ(call.steps[0].layer.window()->pad_left, 6);
  EXPECT_EQ(call.steps[0].layer.window()->in_height, 7);
  EXPECT_EQ(call.steps[0].layer.window()->in_width, 16);
}

TEST_F(CpuFusion, PaddingNeedsAWindow) {
  AddPad();
  AddLayer(FullyConnected());
  EXPECT_EQ(Fused(), "pad 1");
}

TEST_F(CpuFusion, FactorsBecomePartOfALayerByPixels) {
  const std::vector<char> weights(64);
  for (const int64_t most_weight_bytes : {64, 63}) {
    graph_ = {};
    graph_.values.resize(3);
    last_ = kIn;
    CpuCall scale;
    scale.kind = Kind::kScale;
    scale.binary = kernels::Binary();
    scale.factors_per_image = true;
    Add(std::move(scale)).operands.push_back({kOther});
    LayerSpec layer = Convolution(1);
    layer.window()->out_height = layer.window()->in_height;
    layer.window()->out_width = layer.window()->in_width;
    layer.weights = {weights.data(), weights.size()};
    AddLayer(std::move(layer));
    ChainLimits limits = kChains;
    limits.most_weight_bytes = most_weight_bytes;
    const bool fits = most_weight_bytes == 64;
    EXPECT_EQ(Fused(limits), fits ? "1" : "0 1");
    if (!fits) continue;
    const CpuCall& call = graph_.calls[0];
    EXPECT_EQ(call.in(), kIn);
    EXPECT_EQ(call.factors(), kOther);
    EXPECT_TRUE(call.scale.has_value());
    EXPECT_TRUE(call.factors_per_image);
  }
}

TEST_F(CpuFusion, OperatorsOnRowsBecomeOne) {
  AddRows();
  const ValueId first = last_;
  AddRows();
  const ValueId second = last_;
  AddRows();
  graph_.values[first].bytes = 200;
  graph_.values[second].kind = PartitionValue::Kind::kOutput;
  graph_.values[second].bytes = 300;
  EXPECT_EQ(Fused(), "0");
  const CpuCall& call = graph_.calls[0];
  EXPECT_EQ(call.kind, Kind::kRows);
  EXPECT_EQ(call.rows->steps.size(), 3u);
  EXPECT_EQ(call.nodes, (std::vector<int>{0, 1, 2}));
  // The first result is gone.
  EXPECT_EQ(call.fused_bytes, 200);
  std::string operands;
  for (const ValueUse& use : call.operands) {
    operands += (use.written ? " to " : " from ") + std::to_string(use.value);
  }
  EXPECT_EQ(operands, " to 4 to 5 from 0");
}

TEST_F(CpuFusion, PaddingAfterALayerStays) {
  AddLayer(Convolution(3));
  AddPad();
  EXPECT_EQ(Fused(), "1 pad");
}

TEST_F(CpuFusion, ChainsExpandAndProject) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise());
  AddLayer(Convolution(1));
  AddSum(/*last_first=*/false);
  EXPECT_EQ(Fused(kChains), "3+");
  const CpuCall& call = graph_.calls[0];
  EXPECT_EQ(call.in(), kIn);
  EXPECT_EQ(call.operands[2].value, kOther);
  EXPECT_FALSE(call.result_first);
  EXPECT_EQ(call.steps[0].layer.op.index(), 0u);
  EXPECT_EQ(call.steps[1].layer.op.index(), 1u);
  EXPECT_EQ(call.steps[2].layer.op.index(), 0u);
}

TEST_F(CpuFusion, ChainsOfMoreThanABlockFitStrips) {
  for (int i = 0; i < 2; ++i) {
    AddLayer(Convolution(1));
    AddLayer(Depthwise());
  }
  EXPECT_EQ(Fused(kChains), "4");
}

TEST_F(CpuFusion, ChainsHaveEightLayersAtMost) {
  for (int i = 0; i < 5; ++i) {
    AddLayer(Convolution(1));
    AddLayer(Depthwise());
  }
  EXPECT_EQ(Fused(kChains), "8 2");
}

TEST_F(CpuFusion, ConvolutionsAloneMakeNoChain) {
  AddLayer(Convolution(1));
  AddLayer(Convolution(1));
  EXPECT_EQ(Fused(kChains), "1 1");
}

TEST_F(CpuFusion, ProjectionsAreOneByOne) {
  AddLayer(Depthwise());
  AddLayer(Convolution(3));
  EXPECT_EQ(Fused(kChains), "1 1");
}

TEST_F(CpuFusion, NarrowFiltersAreNoProjections) {
  AddLayer(Depthwise());
  LayerSpec layer = Convolution(1);
  layer.window()->filter_width = 2;
  AddLayer(std::move(layer));
  EXPECT_EQ(Fused(kChains), "1 1");
}

TEST_F(CpuFusion, ProjectionsMakeAChain) {
  AddLayer(Depthwise());
  AddLayer(Convolution(1));
  EXPECT_EQ(Fused(kChains), "2");
}

TEST_F(CpuFusion, FullyConnectedLayersMakeNoChain) {
  AddLayer(Depthwise());
  AddLayer(FullyConnected());
  EXPECT_EQ(Fused(kChains), "1 1");
}

TEST_F(CpuFusion, DepthwiseLayersMakeNoChain) {
  AddLayer(Depthwise());
  AddLayer(Depthwise());
  EXPECT_EQ(Fused(kChains), "1 1");
}

// Kernels of these do not compute parts of images.
TEST_F(CpuFusion, GroupsMakeNoChain) {
  AddLayer(Convolution(1, /*groups=*/2));
  AddLayer(Depthwise());
  EXPECT_EQ(Fused(kChains), "1 1");
}
TEST_F(CpuFusion, SingleChannelsMakeNoChain) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise(/*channels=*/1));
  EXPECT_EQ(Fused(kChains), "1 1");
}
TEST_F(CpuFusion, TwoChannelsMakeAChain) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise(/*channels=*/2));
  EXPECT_EQ(Fused(kChains), "2");
}
TEST_F(CpuFusion, MultipliersMakeNoChain) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise(8, /*multiplier=*/2));
  EXPECT_EQ(Fused(kChains), "1 1");
}

TEST_F(CpuFusion, NothingFollowsASumInAChain) {
  AddLayer(Convolution(1));
  AddSum();
  AddLayer(Depthwise());
  EXPECT_EQ(Fused(kChains), "1+ 1");
}

TEST_F(CpuFusion, SmallValuesMakeNoChain) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise());
  EXPECT_EQ(Fused({/*strip_bytes=*/1, /*least_value_bytes=*/101}), "1 1");
}

TEST_F(CpuFusion, WithoutStripsThereAreNoChains) {
  AddLayer(Convolution(1));
  AddLayer(Depthwise());
  EXPECT_EQ(Fused({/*strip_bytes=*/0, /*least_value_bytes=*/0}), "1 1");
  EXPECT_EQ(Fused({/*strip_bytes=*/1, /*least_value_bytes=*/100}), "2");
}

}  // namespace
}  // namespace tflite::cpu
