#include "tensorflow_lite_lite/core/delegates/original_plan.h"

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/array.h"

namespace tflite {
namespace core {
namespace {

// Tensors 0 -> 1 -> 2 with two nodes; a delegate adds a third node.
class OriginalPlanTest : public ::testing::Test {
 protected:
  OriginalPlanTest() {
    graph_.tensors.resize(3);
    AddNode({0}, {1});
    AddNode({1}, {2});
    graph_.execution_plan = {0, 1};
    original_.Remember(graph_);
    AddNode({0}, {2});
    graph_.execution_plan = {2};
  }
  ~OriginalPlanTest() override {
    for (auto& entry : graph_.nodes) {
      TfLiteIntArrayFree(entry.first.inputs);
      TfLiteIntArrayFree(entry.first.outputs);
    }
  }
  void AddNode(const std::vector<int>& inputs,
               const std::vector<int>& outputs) {
    graph_.nodes.emplace_back();
    SetInputs(static_cast<int>(graph_.nodes.size()) - 1, inputs);
    graph_.nodes.back().first.outputs =
        BuildTfLiteArray<int>(outputs).release();
  }
  void SetInputs(int node, const std::vector<int>& inputs) {
    TfLiteIntArrayFree(graph_.nodes[node].first.inputs);
    graph_.nodes[node].first.inputs = BuildTfLiteArray<int>(inputs).release();
  }
  std::vector<int> Inputs(int node) const {
    const Indices list(graph_.nodes[node].first.inputs);
    return {list.begin(), list.end()};
  }

  Graph graph_;
  OriginalPlan original_;
};

TEST_F(OriginalPlanTest, RestoresPlanAndInputs) {
  SetInputs(1, {0, 2});
  EXPECT_EQ(original_.RestoreAll(&graph_), 2);
  EXPECT_EQ(graph_.execution_plan, (std::vector<int>{0, 1}));
  EXPECT_EQ(Inputs(1), std::vector<int>{1});
  EXPECT_TRUE(original_.empty());
}

TEST_F(OriginalPlanTest, RestoresInputsOfMarkedNodesAlone) {
  SetInputs(0, {2});
  SetInputs(1, {2});
  original_.RestoreInputs(&graph_, {false, true, false});
  EXPECT_EQ(Inputs(0), std::vector<int>{2});
  EXPECT_EQ(Inputs(1), std::vector<int>{1});
  EXPECT_EQ(graph_.execution_plan, std::vector<int>{2});
  EXPECT_FALSE(original_.empty());
}

}  // namespace
}  // namespace core
}  // namespace tflite
