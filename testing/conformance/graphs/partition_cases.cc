// Small graphs, the operators that the delegate under test may take, and the
// expected partitions. Each graph also runs, and its results are compared with
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

// Graphs consist of abs_ and neg_, which the delegate takes, max_ to join two
// values, and other_, which it may not take.
class PartitionTest : public OnTestedDelegate {
 protected:
  void SetUp() override {
    OnTestedDelegate::SetUp();
    abs_ = first_;
    neg_ = last_;
  }

  bool CanJoin() {
    return !tested_delegate->Taken({kTfLiteBuiltinMaximum}, e_).empty();
  }

  // Lets the delegate take `operators`, compares results, and leaves the
  // interpreter in run_.
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

  // Node 0 feeds nodes 1 and 2, and node 3 joins their results.
  Case Diamond(int top, int left, int right) const {
    TensorHandle split, one, two;
    return Case("Diamond", e_.name)
        .Op(top)
        .In(e_, {2, 3})
        .Inner(e_)
        .As(split)
        .Op(left)
        .Same(split)
        .Inner(e_)
        .As(one)
        .Op(right)
        .Same(split)
        .Inner(e_)
        .As(two)
        .Op(kTfLiteBuiltinMaximum)
        .Same(one)
        .Same(two)
        .Out(e_);
  }

  int abs_ = 0, neg_ = 0;
  const int max_ = kTfLiteBuiltinMaximum;

 private:
  tools::TfLiteDelegatePtr delegate_ = tools::CreateNullDelegate();
  std::unique_ptr<ComparedRun> run_;
};

TEST_F(PartitionTest, ChainIsOnePartition) {
  Run(Chain({abs_, neg_, abs_, neg_}, {3, 5}, e_), {abs_, neg_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

TEST_F(PartitionTest, UnsupportedMiddleCutsAChain) {
  Run(Chain({abs_, abs_, other_, abs_}, {3, 5}, e_), {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}, {3}}));
}

TEST_F(PartitionTest, NothingSupportedLeavesTheGraphAlone) {
  Run(Chain({abs_, abs_}, {3, 5}, e_), {other_});
  EXPECT_EQ(partitions(), Partitions{});
}

TEST_F(PartitionTest, MostPartitionsKeepsTheLargest) {
  Run(Chain({abs_, other_, abs_, abs_, abs_, other_, abs_}, {3, 5}, e_), {abs_},
      1);
  EXPECT_EQ(partitions(), (Partitions{{2, 3, 4}}));
}

TEST_F(PartitionTest, DiamondIsOnePartition) {
  if (!CanJoin()) GTEST_SKIP() << "it does not take MAXIMUM";
  Run(Diamond(abs_, neg_, neg_), {abs_, neg_, max_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

// Nodes 0, 1 and 3 cannot be one partition: node 2 would have to run in the
// middle of it.
TEST_F(PartitionTest, UnsupportedSideOfADiamondMakesTwo) {
  if (!CanJoin()) GTEST_SKIP() << "it does not take MAXIMUM";
  Run(Diamond(abs_, abs_, other_), {abs_, max_});
  const Partitions found = partitions();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (std::vector<int>{0, 1}));
  EXPECT_EQ(found[1], (std::vector<int>{3}));
}

// Independent chains are not divided at each other's nodes.
TEST_F(PartitionTest, IndependentChainsAreJoined) {
  TensorHandle abs;
  const Case c = Case("Parallel", e_.name)
                     .Op(abs_)
                     .In(e_, {4})
                     .Inner(e_)
                     .As(abs)
                     .Op(other_)
                     .In(e_, {4})
                     .Out(e_)
                     .Op(abs_)
                     .Same(abs)
                     .Out(e_);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 2}}));
}

// A node whose result is never read still belongs to the partition.
TEST_F(PartitionTest, DeadEndIsTaken) {
  TensorHandle abs;
  const Case c = Case("DeadEnd", e_.name)
                     .Op(abs_)
                     .In(e_, {4})
                     .Inner(e_)
                     .As(abs)
                     .Op(abs_)
                     .Same(abs)
                     .Inner(e_)  // never read
                     .Op(abs_)
                     .Same(abs)
                     .Out(e_);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2}}));
}

// A tensor inside a partition that is also an output of the graph stays
// visible.
TEST_F(PartitionTest, InnerOutputIsAnOutputOfThePartition) {
  TensorHandle abs;
  const Case c = Case("InnerOutput", e_.name)
                     .Op(abs_)
                     .In(e_, {4})
                     .Out(e_)
                     .As(abs)
                     .Op(neg_)
                     .Same(abs)
                     .Out(e_);
  Run(c, {abs_, neg_});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}}));
}

// The shape of a tensor inside the graph is known before the run.
TEST_F(PartitionTest, ShapeOfAnInnerTensorDividesNothing) {
  TensorHandle abs, shape, reshaped;
  const Case c = Case("InnerShape", e_.name)
                     .Op(abs_)
                     .In(e_, {2, 3})
                     .Inner(e_)
                     .As(abs)
                     .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
                     .Same(abs)
                     .Inner(kInt32)
                     .As(shape)
                     .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
                     .Same(abs)
                     .Same(shape)
                     .Inner(e_)
                     .As(reshaped)
                     .Op(abs_)
                     .Same(reshaped)
                     .Out(e_);
  Run(c, {abs_, kTfLiteBuiltinReshape});
  if (partitions() == (Partitions{{0}, {3}})) {
    GTEST_SKIP() << "it does not take RESHAPE";
  }
  EXPECT_EQ(partitions(), (Partitions{{0, 2, 3}}));
}

// The shape of node 0's output is known only at run time. Node 1 depends on it,
// node 2 does not.
TEST_F(PartitionTest, DynamicTensorsCostOnlyNodesThatTouchThem) {
  TensorHandle reshaped, x;
  const Case c = Case("Dynamic", e_.name)
                     .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
                     .In(e_, {2, 3})
                     .As(x)
                     .In(kInt32, {2}, {3, 2})
                     .Inner(e_)
                     .As(reshaped)
                     .Op(abs_)
                     .Same(reshaped)
                     .Out(e_)
                     .Op(abs_)
                     .Same(x)
                     .Out(e_);
  Run(c, {abs_});
  EXPECT_EQ(partitions(), (Partitions{{2}}));
}

// Reads and writes of a variable keep their order. Nodes between them that do
// not use the variable may be delegated.
TEST_F(PartitionTest, SideEffectsKeepTheirOrder) {
  TensorHandle variable, abs, value;
  const TfLiteVarHandleParams kHandle = {"", "state"};
  const Case c = Case("SideEffects", e_.name)
                     .Op(kTfLiteBuiltinVarHandle, kHandle)
                     .Inner(kResource)
                     .As(variable)
                     .Op(abs_)
                     .In(e_, {4})
                     .Inner(e_)
                     .As(abs)
                     .Op(kTfLiteBuiltinAssignVariable)
                     .Same(variable)
                     .Same(abs)
                     .Op(kTfLiteBuiltinReadVariable)
                     .Same(variable)
                     .Inner(e_)
                     .As(value)
                     .Op(abs_)
                     .Same(value)
                     .Out(e_);
  Run(c, {abs_});
  const Partitions found = partitions();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], (std::vector<int>{1}));
}

// The delegate is also applied to graphs that control flow calls.
TEST_F(PartitionTest, CalledGraphsAreDelegated) {
  TensorHandle other;
  Case c = Case("Branches", e_.name)
               .Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
               .In(kBool, {1})
               .In(e_, {4})
               .Out(e_)
               .NextGraph()
               .Op(abs_)
               .In(e_, {4})
               .Out(e_)
               .NextGraph()
               .Op(other_)
               .In(e_, {4})
               .Inner(e_)
               .As(other)
               .Op(abs_)
               .Same(other)
               .Out(e_);
  Run(c, {abs_});
  EXPECT_EQ(partitions(0), Partitions{});
  EXPECT_EQ(partitions(1), (Partitions{{0}}));
  EXPECT_EQ(partitions(2), (Partitions{{1}}));
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
