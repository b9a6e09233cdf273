// Small graphs, the operators that the delegate under test may take, and the
// partitions that must come of it. Each graph also runs, and its results are
// the reference's.

#include <algorithm>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/graphs/tested_delegate.h"

namespace tflite {
namespace conformance {
namespace {

using Partitions = std::vector<std::vector<int>>;

// The nodes of each partition of a graph, in the order in which they run.
Partitions PartitionsOf(const Subgraph& graph) {
  Partitions out;
  for (const int index : graph.execution_plan()) {
    const TfLiteNode& node = graph.node_and_registration(index)->first;
    if (node.delegate == nullptr) continue;
    const auto& params =
        *static_cast<const TfLiteDelegateParams*>(node.builtin_data);
    const TfLiteIntArray& nodes = *params.nodes_to_replace;
    out.emplace_back(nodes.data, nodes.data + nodes.size);
    std::sort(out.back().begin(), out.back().end());
  }
  return out;
}

// Graphs are made of abs_ and neg_, which the delegate takes, max_ to join, and
// other_, which it may not take.
class PartitionTest : public OnTestedDelegate {
 protected:
  void SetUp() override {
    OnTestedDelegate::SetUp();
    abs_ = first_;
    neg_ = last_;
  }

  bool CanJoin() {
    return !tested_delegate->Taken({kTfLiteBuiltinMaximum}).empty();
  }

  // Takes `operators`, compares results, and leaves the interpreter in run_.
  void Run(const Case& c, const std::vector<int>& operators,
           int max_partitions = 0) {
    delegate_ = tested_delegate->Make(operators, max_partitions);
    run_ = std::make_unique<ComparedRun>(c);
    ASSERT_EQ(run_->Start(delegate_.get()), base::OkStatus());
    for (int i = 0; i < 2; ++i) ASSERT_EQ(run_->Invoke(), base::OkStatus());
  }
  Partitions partitions(int graph = 0) {
    return PartitionsOf(*run_->interpreter().subgraph(graph));
  }

  int abs_ = 0, neg_ = 0;
  const int max_ = kTfLiteBuiltinMaximum;

 private:
  tools::TfLiteDelegatePtr delegate_ = tools::CreateNullDelegate();
  std::unique_ptr<ComparedRun> run_;
};

TEST_F(PartitionTest, ChainIsOnePartition) {
  Run(Chain({abs_, neg_, abs_, neg_}), {abs_, neg_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

TEST_F(PartitionTest, UnsupportedMiddleCutsAChain) {
  Run(Chain({abs_, abs_, other_, abs_}), {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}, {3}}));
}

TEST_F(PartitionTest, NothingSupportedLeavesTheGraphAlone) {
  Run(Chain({abs_, abs_}), {other_});
  EXPECT_EQ(partitions(), Partitions{});
}

TEST_F(PartitionTest, MostPartitionsKeepsTheLargest) {
  Run(Chain({abs_, other_, abs_, abs_, abs_, other_, abs_}), {abs_}, 1);
  EXPECT_EQ(partitions(), (Partitions{{2, 3, 4}}));
}

// 0 splits into 1 and 2, which 3 joins.
Case Diamond(int top, int left, int right) {
  TensorHandle split, one, two;
  return Case("Diamond", "float32")
      .Op(top)
      .In(kFloat32, {2, 3})
      .Inner(kFloat32)
      .As(split)
      .Op(left)
      .Same(split)
      .Inner(kFloat32)
      .As(one)
      .Op(right)
      .Same(split)
      .Inner(kFloat32)
      .As(two)
      .Op(kTfLiteBuiltinMaximum)
      .Same(one)
      .Same(two)
      .Out(kFloat32);
}

TEST_F(PartitionTest, DiamondIsOnePartition) {
  if (!CanJoin()) GTEST_SKIP() << "it does not take MAXIMUM";
  Run(Diamond(abs_, neg_, neg_), {abs_, neg_, max_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

// Taking 0, 1 and 3 as one would need 2 between them.
TEST_F(PartitionTest, UnsupportedSideOfADiamondMakesTwo) {
  if (!CanJoin()) GTEST_SKIP() << "it does not take MAXIMUM";
  Run(Diamond(abs_, abs_, other_), {abs_, max_});
  const Partitions found = partitions();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (std::vector<int>{0, 1}));
  EXPECT_EQ(found[1], (std::vector<int>{3}));
}

// Two chains side by side need not be cut by each other's nodes.
TEST_F(PartitionTest, IndependentChainsAreJoined) {
  TensorHandle abs;
  const Case c = Case("Parallel", "float32")
                     .Op(abs_)
                     .In(kFloat32, {4})
                     .Inner(kFloat32)
                     .As(abs)
                     .Op(other_)
                     .In(kFloat32, {4})
                     .Out(kFloat32)
                     .Op(abs_)
                     .Same(abs)
                     .Out(kFloat32);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 2}}));
}

// A node whose result nobody reads belongs to the partition all the same.
TEST_F(PartitionTest, DeadEndIsTaken) {
  TensorHandle abs;
  const Case c = Case("DeadEnd", "float32")
                     .Op(abs_)
                     .In(kFloat32, {4})
                     .Inner(kFloat32)
                     .As(abs)
                     .Op(abs_)
                     .Same(abs)
                     .Inner(kFloat32)  // read by nobody
                     .Op(abs_)
                     .Same(abs)
                     .Out(kFloat32);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2}}));
}

// A tensor inside a partition that is an output of the graph stays visible.
TEST_F(PartitionTest, InnerOutputIsAnOutputOfThePartition) {
  TensorHandle abs;
  const Case c = Case("InnerOutput", "float32")
                     .Op(abs_)
                     .In(kFloat32, {4})
                     .Out(kFloat32)
                     .As(abs)
                     .Op(neg_)
                     .Same(abs)
                     .Out(kFloat32);
  Run(c, {abs_, neg_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}}));
}

// The shape that node 0 makes is known only when it runs; node 1 depends on
// it, node 2 does not.
TEST_F(PartitionTest, DynamicTensorsCostOnlyNodesThatTouchThem) {
  TensorHandle reshaped, x;
  const Case c = Case("Dynamic", "float32")
                     .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
                     .In(kFloat32, {2, 3})
                     .As(x)
                     .In(kInt32, {2}, {3, 2})
                     .Inner(kFloat32)
                     .As(reshaped)
                     .Op(abs_)
                     .Same(reshaped)
                     .Out(kFloat32)
                     .Op(abs_)
                     .Same(x)
                     .Out(kFloat32);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{2}}));
}

// Reads and writes of a variable keep their order; what lies between them
// without touching it may be delegated.
TEST_F(PartitionTest, SideEffectsKeepTheirOrder) {
  TensorHandle variable, abs, value;
  const TfLiteVarHandleParams kHandle = {"", "state"};
  const Case c = Case("SideEffects", "float32")
                     .Op(kTfLiteBuiltinVarHandle, kHandle)
                     .Inner(kResource)
                     .As(variable)
                     .Op(abs_)
                     .In(kFloat32, {4})
                     .Inner(kFloat32)
                     .As(abs)
                     .Op(kTfLiteBuiltinAssignVariable)
                     .Same(variable)
                     .Same(abs)
                     .Op(kTfLiteBuiltinReadVariable)
                     .Same(variable)
                     .Inner(kFloat32)
                     .As(value)
                     .Op(abs_)
                     .Same(value)
                     .Out(kFloat32);
  Run(c, {abs_});
  const Partitions found = partitions();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], (std::vector<int>{1}));
}

// Graphs that control flow calls get the delegate too.
TEST_F(PartitionTest, CalledGraphsAreDelegated) {
  TensorHandle other;
  Case c = Case("Branches", "float32")
               .Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
               .In(kBool, {1})
               .In(kFloat32, {4})
               .Out(kFloat32)
               .NextGraph()
               .Op(abs_)
               .In(kFloat32, {4})
               .Out(kFloat32)
               .NextGraph()
               .Op(other_)
               .In(kFloat32, {4})
               .Inner(kFloat32)
               .As(other)
               .Op(abs_)
               .Same(other)
               .Out(kFloat32);
  Run(c, {abs_});
  EXPECT_EQ(partitions(0), Partitions{});
  EXPECT_EQ(partitions(1), (Partitions{{0}}));
  EXPECT_EQ(partitions(2), (Partitions{{1}}));
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
