#include "delegates/common/value_builder.h"

#include <cstring>

#include "delegates/common/testing/add_node.h"
#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

using Kind = PartitionValue::Kind;

// A partition 0, 1 -> 2 -> 3, 4: tensor 0 is an input, 1 a constant, 3 an
// output, 4 is not read, and 5 is a variable. Each has two FLOAT32 elements.
class ValueBuilderTest : public ::testing::Test {
 protected:
  ValueBuilderTest() {
    for (int t = 0; t < 6; ++t) {
      tensors_[t].type = kTfLiteFloat32;
      tensors_[t].allocation_type = kTfLiteArenaRw;
      tensors_[t].name = "t";
      tensors_[t].dims = ToIntArray({2});
      tensors_[t].bytes = 8;
    }
    tensors_[1].allocation_type = kTfLiteMmapRo;
    tensors_[1].data.f = constant_;
    tensors_[5].is_variable = true;
    context_.tensors = tensors_;
    context_.tensors_size = 6;
    AddNode({0, 1, 5}, {2}, &partition_);
    AddNode({2}, {3, 4}, &partition_);
    partition_.inputs = {0, 1, 5};
    partition_.outputs = {3};
  }
  ~ValueBuilderTest() override {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
  }

  NodeView Node(int i) {
    return NodeView(&context_, partition_.nodes[i]->get().node,
                    NodeView::Phase::kPrepare);
  }

  float constant_[2] = {1.5f, -2};
  TfLiteTensor tensors_[6] = {};
  TfLiteContext context_{};
  DelegatedPartition partition_;
};

TEST_F(ValueBuilderTest, TensorsHaveRoles) {
  const PartitionBuilder builder(&context_, partition_, {});
  const TensorRole expected[] = {TensorRole::kInput,  TensorRole::kConstant,
                                 TensorRole::kInner,  TensorRole::kOutput,
                                 TensorRole::kUnread, TensorRole::kVariable};
  for (int t = 0; t < 6; ++t) EXPECT_EQ(builder.RoleOf(t), expected[t]) << t;
  EXPECT_EQ(builder.num_unread(), 1u);
  EXPECT_TRUE(builder.IsOutput(3));
  EXPECT_FALSE(builder.IsOutput(4));
}

TEST_F(ValueBuilderTest, ATensorHasOneValue) {
  CallBuilder<PartitionCall> builder(&context_, partition_, {});
  const ValueId in = builder.Input(Node(0), 0);
  const ValueId inner = builder.Output(Node(0), 0);
  const ValueId out = builder.Output(Node(1), 0);
  EXPECT_EQ(builder.Input(Node(1), 0), inner);
  builder.Constant(std::vector<float>{1});
  builder.StartNode(0);
  builder.Inner(4);
  const auto graph = builder.Take();
  ASSERT_EQ(graph.values.size(), 5u);
  EXPECT_EQ(graph.values[in].label, "tensor 0 't'");
  EXPECT_EQ(graph.values[inner].label, "tensor 2 't'");
  EXPECT_EQ(graph.values[3].label, "");
  EXPECT_EQ(graph.values[4].label, "memory of node 0");
  EXPECT_EQ(graph.values[in].kind, Kind::kInput);
  EXPECT_EQ(graph.values[in].tensor, 0);
  EXPECT_EQ(graph.values[inner].kind, Kind::kInner);
  EXPECT_EQ(graph.values[inner].bytes, 8u);
  EXPECT_EQ(graph.values[out].kind, Kind::kOutput);
  EXPECT_EQ(graph.values[out].tensor, 3);
}

TEST_F(ValueBuilderTest, ConstantsHaveTheirElements) {
  CallBuilder<PartitionCall> builder(&context_, partition_, {});
  const ValueId tensor = builder.Input(Node(0), 1);
  const ValueId own = builder.Constant(std::vector<int32_t>{3, 4});
  EXPECT_EQ(builder.Floats(Node(0), 1), (std::vector<float>{1.5f, -2}));
  EXPECT_EQ(builder.KnownFloats(Node(0), 1).data(), constant_);
  const auto graph = builder.Take();
  EXPECT_EQ(graph.values[tensor].kind, Kind::kConstant);
  EXPECT_EQ(graph.values[tensor].label, "tensor 1 't'");
  const std::vector<uint8_t> bytes = ConstantBytes(graph.values[tensor]);
  ASSERT_EQ(bytes.size(), sizeof(constant_));
  EXPECT_EQ(std::memcmp(bytes.data(), constant_, bytes.size()), 0);
  int32_t words[2];
  ASSERT_EQ(ConstantBytes(graph.values[own]).size(), sizeof(words));
  std::memcpy(words, ConstantBytes(graph.values[own]).data(), sizeof(words));
  EXPECT_EQ(words[1], 4);
}

TEST_F(ValueBuilderTest, UnalignedFloatsAreCopied) {
  alignas(float) char memory[sizeof(constant_) + 1];
  std::memcpy(memory + 1, constant_, sizeof(constant_));
  tensors_[1].data.raw = memory + 1;
  const PartitionBuilder builder(&context_, partition_, {});
  const ConstantElements<float> floats = builder.KnownFloats(Node(0), 1);
  EXPECT_NE(static_cast<const void*>(floats.data()), memory + 1);
  ASSERT_EQ(floats.size(), 2u);
  EXPECT_EQ(floats.data()[1], -2);
}

TEST_F(ValueBuilderTest, TheHostGetsTheLastStateOfAVariable) {
  CallBuilder<PartitionCall> builder(&context_, partition_, {});
  const ValueId before = builder.Input(Node(0), 2);
  const ValueId first = builder.NextState(Node(0), 2);
  const ValueId last = builder.NextState(Node(0), 2);
  EXPECT_EQ(builder.Input(Node(0), 2), last);
  const auto graph = builder.Take();
  EXPECT_EQ(graph.values[before].kind, Kind::kInput);
  EXPECT_TRUE(graph.values[before].state);
  EXPECT_EQ(graph.values[first].kind, Kind::kInner);
  EXPECT_EQ(graph.values[last].kind, Kind::kOutput);
  EXPECT_EQ(graph.values[last].tensor, 5);
  EXPECT_TRUE(graph.values[last].state);
  EXPECT_EQ(graph.values[last].bytes, 8u);
  EXPECT_EQ(graph.values[last].label, "tensor 5 't'");
}

TEST_F(ValueBuilderTest, CallsKnowTheirNode) {
  CallBuilder<PartitionCall> builder(&context_, partition_, {});
  builder.StartNode(0);
  builder.Add({});
  builder.StartNode(9);
  builder.Add({});
  PartitionCall of_two;
  of_two.nodes = {3, 4};
  builder.Add(of_two);
  const auto fault = builder.AddFault(Node(0), "index 3 of 2");
  EXPECT_EQ(builder.AddFault(Node(1), "again").word, 1u);
  const auto graph = builder.Take();
  EXPECT_EQ(graph.calls[0].nodes, std::vector<int>{0});
  EXPECT_EQ(graph.calls[1].nodes, std::vector<int>{9});
  EXPECT_EQ(graph.calls[2].nodes, (std::vector<int>{3, 4}));
  EXPECT_EQ(graph.values[fault.value].kind, Kind::kFaults);
  EXPECT_EQ(graph.values[fault.value].bytes, 8u);
  EXPECT_EQ(graph.faults[0], "tensor 2 't': index 3 of 2");
}

}  // namespace
}  // namespace tflite::delegates
