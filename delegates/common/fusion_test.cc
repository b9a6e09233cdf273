#include "delegates/common/fusion.h"

#include <string>

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

using Kind = PartitionValue::Kind;

struct Call : PartitionCall {
  bool copy = false;
  bool is_copy() const { return copy; }
};

class Fusion : public ::testing::Test {
 protected:
  ValueId Add(Kind kind) {
    graph_.values.emplace_back().kind = kind;
    return static_cast<ValueId>(graph_.values.size()) - 1;
  }
  ValueId Inner() { return Add(Kind::kInner); }
  void AddCall(const char* label, std::vector<ValueId> from, ValueId to) {
    Call& call = graph_.calls.emplace_back();
    call.copy = std::string(label) == "copy";
    call.label = label;
    call.nodes = {static_cast<int>(graph_.calls.size()) - 1};
    for (const ValueId v : from) call.operands.push_back({v, false});
    call.operands.push_back({to, true});
  }
  // Fuses consumers with this name, as many as the device has room for.
  void Fuse(const std::string& name) {
    FuseIntoProducers(&graph_, [&](Call& producer, Call& consumer, ValueId v) {
      ++asked_;
      if (consumer.label != name) return false;
      const ValueId to = consumer.operands.back().value;
      producer.operands.back().value = to;
      consumer.operands.pop_back();
      for (const ValueUse& use : consumer.operands) {
        if (use.value == v) continue;
        producer.operands.insert(producer.operands.begin(), use);
      }
      return true;
    });
  }
  std::string Labels() const {
    std::string all;
    for (const Call& call : graph_.calls) all += call.label + ";";
    return all;
  }

  int asked_ = 0;  // how often there was something to fuse
  ValueGraph<Call> graph_;
  const ValueId in_ = Add(Kind::kInput);
  const ValueId out_ = Add(Kind::kOutput);
};

TEST_F(Fusion, ProducersDoTheWorkOfTheirOnlyReaders) {
  const ValueId x = Inner(), y = Inner();
  AddCall("conv", {in_}, x);
  AddCall("relu", {x}, y);
  AddCall("pool", {y}, out_);
  Fuse("relu");
  EXPECT_EQ(Labels(), "conv+relu;pool;");
  EXPECT_EQ(graph_.calls[0].operands.back().value, y);
  EXPECT_EQ(graph_.calls[0].nodes, (std::vector<int>{0, 1}));
}

TEST_F(Fusion, ProducersMoveToWhereAllOperandsAre) {
  const ValueId x = Inner(), residual = Inner();
  AddCall("conv", {in_}, x);
  AddCall("other", {in_}, residual);
  AddCall("add", {residual, x}, out_);
  // Both operands could be fused; the first is chosen, although `other` is
  // nearer.
  Fuse("add");
  EXPECT_EQ(Labels(), "conv;other+add;");
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(graph_.calls[1].operands[0].value, x);
}

TEST_F(Fusion, ValuesThatOthersNeedStay) {
  const ValueId x = Inner();
  const ValueId second = Add(Kind::kOutput), border = Add(Kind::kOutput);
  AddCall("conv", {in_}, x);
  AddCall("relu", {x}, out_);
  AddCall("relu", {x}, second);
  Fuse("relu");
  EXPECT_EQ(Labels(), "conv;relu;relu;");
  graph_.calls.clear();
  AddCall("conv", {in_}, border);
  AddCall("relu", {border}, out_);
  Fuse("relu");
  EXPECT_EQ(Labels(), "conv;relu;");
  graph_.calls.clear();
  AddCall("conv", {in_}, x);
  AddCall("square", {x, x}, out_);
  Fuse("square");
  EXPECT_EQ(Labels(), "conv;square;");
}

TEST_F(Fusion, AValueOfSeveralWritersHasNoProducer) {
  const ValueId x = Inner();
  AddCall("left", {in_}, x);
  AddCall("right", {in_}, x);
  AddCall("relu", {x}, out_);
  Fuse("relu");
  EXPECT_EQ(Labels(), "left;right;relu;");
}

TEST_F(Fusion, CopiesOfInnerValuesGo) {
  const ValueId x = Inner(), y = Inner(), z = Inner();
  AddCall("copy", {in_}, x);
  AddCall("conv", {x}, y);
  AddCall("copy", {y}, z);
  AddCall("copy", {z}, out_);
  RemoveCopies(&graph_);
  ASSERT_EQ(Labels(), "conv;");
  EXPECT_EQ(graph_.calls[0].operands[0].value, in_);
  EXPECT_EQ(graph_.calls[0].operands[1].value, out_);
}

TEST_F(Fusion, ACopyFromBoundaryToBoundaryStays) {
  AddCall("copy", {in_}, out_);
  RemoveCopies(&graph_);
  EXPECT_EQ(Labels(), "copy;");
}

TEST_F(Fusion, UnusedCallsGo) {
  const ValueId x = Inner(), y = Inner(), z = Inner();
  const ValueId faults = Add(Kind::kFaults);
  AddCall("unread", {in_}, x);
  AddCall("unread", {x}, y);
  AddCall("checks", {in_}, faults);
  AddCall("read", {in_}, z);
  AddCall("output", {z}, out_);
  RemoveUnused(&graph_);
  EXPECT_EQ(Labels(), "checks;read;output;");
}

}  // namespace
}  // namespace tflite::delegates
