#include <gtest/gtest.h>

#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/kernels/functions.inc"

namespace tflite::gpu {
namespace {

class Fusion : public ::testing::Test {
 protected:
  GpuValueId Add(GpuValue::Kind kind, uint64_t bytes = 64) {
    GpuValue value;
    value.kind = kind;
    value.bytes = bytes;
    graph_.values.push_back(value);
    return static_cast<GpuValueId>(graph_.values.size()) - 1;
  }
  GpuValueId Inner() { return Add(GpuValue::Kind::kInner); }

  // Adds a kernel that supports a chain.
  void AddKernel(GpuValueId from, GpuValueId to, bool takes_chain = true) {
    GpuCall call;
    call.spec.kernel = call.label = "kernel";
    call.operands = {{from, false}, {to, true}};
    call.post_operand = takes_chain ? 1 : -1;
    call.channels = 8;
    graph_.calls.push_back(call);
  }
  void AddMap(GpuValueId from, GpuValueId to, GpuFunction f) {
    GpuCall call;
    call.kind = GpuCall::Kind::kMap;
    call.label = "map";
    call.operands = {{from, false}, {to, true}};
    call.post_operand = 1;
    call.channels = 8;
    call.chain = {f};
    graph_.calls.push_back(call);
  }
  void AddCopy(GpuValueId from, GpuValueId to) {
    GpuCall call;
    call.kind = GpuCall::Kind::kCopy;
    call.operands = {{from, false}, {to, true}};
    graph_.calls.push_back(call);
  }
  static GpuFunction Relu() {
    GpuFunction f;
    f.code = GPU_FN_CLAMP;
    f.q = 6;
    return f;
  }
  static GpuFunction AddOf(
      GpuValueId other, GpuFunction::Place place = GpuFunction::Place::kSame) {
    GpuFunction f;
    f.code = GPU_FN_ADD;
    f.place = place;
    f.other = other;
    return f;
  }

  GpuGraph graph_;
  const GpuValueId in_ = Add(GpuValue::Kind::kInput);
  const GpuValueId out_ = Add(GpuValue::Kind::kOutput);
};

TEST_F(Fusion, EndsAKernelByTheActivationThatFollows) {
  const GpuValueId x = Inner();
  AddKernel(in_, x);
  AddMap(x, out_, Relu());
  FuseGpuGraph(&graph_);
  ASSERT_EQ(graph_.calls.size(), 1u);
  EXPECT_EQ(graph_.calls[0].operands[1].value, out_);
  ASSERT_EQ(graph_.calls[0].chain.size(), 1u);
  EXPECT_EQ(graph_.calls[0].chain[0].code, GPU_FN_CLAMP);
  EXPECT_EQ(graph_.calls[0].label, "kernel+map");
}

TEST_F(Fusion, AddsAResidualThatIsMadeLater) {
  const GpuValueId x = Inner(), residual = Inner();
  AddKernel(in_, x);
  AddKernel(in_, residual, /*takes_chain=*/false);
  AddMap(x, out_, AddOf(residual));
  FuseGpuGraph(&graph_);
  ASSERT_EQ(graph_.calls.size(), 2u);
  EXPECT_EQ(graph_.calls[0].operands[1].value, residual);
  EXPECT_EQ(graph_.calls[1].chain[0].other, residual);
  EXPECT_EQ(graph_.calls[1].operands[1].value, out_);
}

TEST_F(Fusion, ExchangesTheOperandsWhereOnlyTheSecondCanTakeTheFunction) {
  const GpuValueId x = Inner(), y = Inner();
  AddKernel(in_, x, /*takes_chain=*/false);
  AddKernel(in_, y);
  GpuFunction f = AddOf(y);
  f.code = GPU_FN_SUB;
  AddMap(x, out_, f);
  FuseGpuGraph(&graph_);
  ASSERT_EQ(graph_.calls.size(), 2u);
  EXPECT_EQ(graph_.calls[1].chain[0].other, x);
  EXPECT_TRUE(graph_.calls[1].chain[0].swapped);
}

TEST_F(Fusion, LeavesAValueThatOthersRead) {
  const GpuValueId x = Inner();
  const GpuValueId second = Add(GpuValue::Kind::kOutput);
  AddKernel(in_, x);
  AddMap(x, out_, Relu());
  AddMap(x, second, Relu());
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 3u);
}

TEST_F(Fusion, LeavesASquare) {
  const GpuValueId x = Inner();
  AddKernel(in_, x);
  AddMap(x, out_, AddOf(x));
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 2u);
}

TEST_F(Fusion, StopsAtTheMostFunctions) {
  GpuValueId from = in_;
  for (size_t i = 0; i < kMostGpuFunctions + 1; ++i) {
    const GpuValueId to = i == kMostGpuFunctions ? out_ : Inner();
    AddMap(from, to, Relu());
    from = to;
  }
  FuseGpuGraph(&graph_);
  ASSERT_EQ(graph_.calls.size(), 2u);
  EXPECT_EQ(graph_.calls[0].chain.size(), kMostGpuFunctions);
}

TEST_F(Fusion, StopsAtTheMostValues) {
  const GpuValueId a = Add(GpuValue::Kind::kConstant);
  const GpuValueId b = Add(GpuValue::Kind::kConstant);
  const GpuValueId c = Add(GpuValue::Kind::kConstant);
  const GpuValueId x = Inner(), y = Inner();
  AddMap(in_, x, AddOf(a));
  AddMap(x, y, AddOf(b));
  AddMap(y, out_, AddOf(c));
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 2u);
}

TEST_F(Fusion, KeepsChannelsApartThatDiffer) {
  const GpuValueId x = Inner();
  const GpuValueId bias = Add(GpuValue::Kind::kConstant);
  AddKernel(in_, x);
  AddMap(x, out_, AddOf(bias, GpuFunction::Place::kChannel));
  graph_.calls[1].channels = 4;
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 2u);
}

// The values of a vector have the same channels in each vector.
TEST_F(Fusion, HasWholeVectorsOfChannels) {
  const GpuValueId bias = Add(GpuValue::Kind::kConstant);
  for (const int unit : {4, 3}) {
    graph_.calls.clear();
    const GpuValueId x = Inner();
    AddKernel(in_, x);
    graph_.calls[0].post_unit = unit;
    AddMap(x, out_, AddOf(bias, GpuFunction::Place::kChannel));
    FuseGpuGraph(&graph_);
    EXPECT_EQ(graph_.calls.size(), unit == 4 ? 1u : 2u);
  }
}

TEST_F(Fusion, CountsAValueOnce) {
  const GpuValueId a = Add(GpuValue::Kind::kConstant);
  const GpuValueId b = Add(GpuValue::Kind::kConstant);
  const GpuValueId x = Inner(), y = Inner();
  AddMap(in_, x, AddOf(b));
  AddMap(x, y, AddOf(a));
  AddMap(y, out_, AddOf(b));
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 1u);
}

TEST_F(Fusion, LeavesOperandsInOrderIfNoneCanTakeTheFunction) {
  const GpuValueId x = Inner(), y = Inner();
  AddKernel(in_, x, /*takes_chain=*/false);
  AddKernel(in_, y, /*takes_chain=*/false);
  AddMap(x, out_, AddOf(y));
  FuseGpuGraph(&graph_);
  ASSERT_EQ(graph_.calls.size(), 3u);
  EXPECT_EQ(graph_.calls[2].operands[0].value, x);
  EXPECT_EQ(graph_.calls[2].chain[0].other, y);
  EXPECT_FALSE(graph_.calls[2].chain[0].swapped);
}

TEST_F(Fusion, TakesOutCopies) {
  const GpuValueId x = Inner(), y = Inner();
  AddKernel(in_, x);
  AddCopy(x, y);
  AddMap(y, out_, Relu());
  FuseGpuGraph(&graph_);
  EXPECT_EQ(graph_.calls.size(), 1u);
}

TEST_F(Fusion, BindsTheChainsValuesAndConstants) {
  const GpuValueId bias = Add(GpuValue::Kind::kConstant);
  const GpuValueId dummy = Add(GpuValue::Kind::kConstant);
  const GpuValueId x = Inner();
  AddMap(in_, x, AddOf(bias, GpuFunction::Place::kChannel));
  AddMap(x, out_, Relu());
  FuseGpuGraph(&graph_);
  GpuCaps caps;
  caps.max_invocations = 64;
  FinishGpuCalls(&graph_, caps, dummy);
  ASSERT_EQ(graph_.calls.size(), 1u);
  const GpuCall& call = graph_.calls[0];
  EXPECT_EQ(call.spec.kernel, "map_f4");
  const std::vector<std::pair<std::string, int32_t>> constants = {
      {"POST0", GPU_FN_ADD | GPU_POST_CHANNEL}, {"POST1", GPU_FN_CLAMP}};
  EXPECT_EQ(call.spec.constants, constants);
  ASSERT_EQ(call.operands.size(), 4u);
  EXPECT_EQ(call.operands[2].value, bias);
  EXPECT_EQ(call.operands[3].value, dummy);
  // Units, channels in units, then p and q of each function.
  const std::vector<uint32_t> params = {4, 2, 0, 0, FloatBits(0), FloatBits(6),
                                        0, 0, 0, 0};
  EXPECT_EQ(call.params, params);
}

TEST(FlatGroups, FoldsLongGrids) {
  GpuCaps caps;
  EXPECT_EQ(FlatGroups(65, 64, caps), (std::array<uint32_t, 3>{2, 1, 1}));
  EXPECT_EQ(FlatGroups(int64_t{64} * 32768, 64, caps),
            (std::array<uint32_t, 3>{32768, 1, 1}));
  EXPECT_EQ(FlatGroups(int64_t{64} * 32768 + 1, 64, caps),
            (std::array<uint32_t, 3>{32768, 2, 1}));
  caps.max_groups[0] = 100;
  EXPECT_EQ(FlatGroups(6400, 64, caps), (std::array<uint32_t, 3>{100, 1, 1}));
  EXPECT_EQ(FlatGroups(12801, 64, caps), (std::array<uint32_t, 3>{100, 3, 1}));
}

}  // namespace
}  // namespace tflite::gpu
