// Small graphs, the operators a delegate takes, and the partitions that must
// come of it. Each graph also runs, and its results are the reference's.

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/conformance/suite.h"

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

class PartitionTest : public ::testing::Test {
 protected:
  // Takes `operators`, compares results, and leaves the interpreter in run().
  void Run(const Case& c, const std::set<int>& operators,
           int max_partitions = 0) {
    MirrorOptions options;
    options.operators = operators;
    options.max_delegated_partitions = max_partitions;
    case_ = std::make_unique<Case>(c);
    delegate_ = CreateMirrorDelegate(options);
    CaseRun reference(*case_, 7);
    ASSERT_EQ(reference.Build(ReferenceKernels(), nullptr), base::OkStatus());
    ASSERT_EQ(reference.Allocate(), base::OkStatus());
    run_ = std::make_unique<CaseRun>(*case_, 7);
    ASSERT_EQ(run_->Build(FastKernels(), nullptr), base::OkStatus());
    ASSERT_EQ(run_->interpreter().ModifyGraphWithDelegate(delegate_.get()),
              kTfLiteOk);
    ASSERT_EQ(run_->Allocate(), base::OkStatus());
    for (int i = 0; i < 2; ++i) {
      const auto want = reference.Invoke();
      const auto got = run_->Invoke();
      ASSERT_TRUE(want.ok()) << want.status();
      ASSERT_TRUE(got.ok()) << got.status();
      EXPECT_EQ(CompareResults(*case_, *got, *want), base::OkStatus());
    }
  }
  Partitions partitions(int graph = 0) {
    return PartitionsOf(*run_->interpreter().subgraph(graph));
  }

 private:
  std::unique_ptr<Case> case_;
  TfLiteDelegateUniquePtr delegate_ = CreateMirrorDelegate({});
  std::unique_ptr<CaseRun> run_;
};

constexpr int kAbs = kTfLiteBuiltinAbs;
constexpr int kNeg = kTfLiteBuiltinNeg;
constexpr int kMax = kTfLiteBuiltinMaximum;

// Tensor 0 -> node 0 -> tensor 1 -> node 1 ... of the given operators.
Case Chain(const std::vector<int>& codes) {
  Case c("Chain", "float32");
  for (size_t i = 0; i < codes.size(); ++i) {
    c.Op(codes[i]);
    i == 0 ? c.In(kFloat32, {2, 3}) : c.Same(static_cast<int>(i));
    i + 1 == codes.size() ? c.Out(kFloat32) : c.Inner(kFloat32);
  }
  return c;
}

TEST_F(PartitionTest, ChainIsOnePartition) {
  Run(Chain({kAbs, kNeg, kAbs, kNeg}), {kAbs, kNeg});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

TEST_F(PartitionTest, UnsupportedMiddleCutsAChain) {
  Run(Chain({kAbs, kAbs, kNeg, kAbs}), {kAbs});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}, {3}}));
}

TEST_F(PartitionTest, NothingSupportedLeavesTheGraphAlone) {
  Run(Chain({kAbs, kAbs}), {kNeg});
  EXPECT_EQ(partitions(), Partitions{});
}

TEST_F(PartitionTest, MostPartitionsKeepsTheLargest) {
  Run(Chain({kAbs, kNeg, kAbs, kAbs, kAbs, kNeg, kAbs}), {kAbs}, 1);
  EXPECT_EQ(partitions(), (Partitions{{2, 3, 4}}));
}

// 0 splits into 1 and 2, which 3 joins.
Case Diamond(int left, int right) {
  return Case("Diamond", "float32")
      .Op(kAbs)
      .In(kFloat32, {2, 3})  // tensor 0
      .Inner(kFloat32)       // 1
      .Op(left)
      .Same(1)
      .Inner(kFloat32)  // 2
      .Op(right)
      .Same(1)
      .Inner(kFloat32)  // 3
      .Op(kMax)
      .Same(2)
      .Same(3)
      .Out(kFloat32);
}

TEST_F(PartitionTest, DiamondIsOnePartition) {
  Run(Diamond(kNeg, kNeg), {kAbs, kNeg, kMax});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2, 3}}));
}

// Taking 0, 1 and 3 as one would need 2 between them.
TEST_F(PartitionTest, UnsupportedSideOfADiamondMakesTwo) {
  Run(Diamond(kAbs, kNeg), {kAbs, kMax});
  const Partitions found = partitions();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (std::vector<int>{0, 1}));
  EXPECT_EQ(found[1], (std::vector<int>{3}));
}

// Two chains side by side need not be cut by each other's nodes.
TEST_F(PartitionTest, IndependentChainsAreJoined) {
  const Case c = Case("Parallel", "float32")
                     .Op(kAbs)
                     .In(kFloat32, {4})  // 0
                     .Inner(kFloat32)    // 1
                     .Op(kNeg)
                     .In(kFloat32, {4})  // 2
                     .Out(kFloat32)      // 3
                     .Op(kAbs)
                     .Same(1)
                     .Out(kFloat32);
  Run(c, {kAbs});
  EXPECT_EQ(partitions(), (Partitions{{0, 2}}));
}

// A node whose result nobody reads belongs to the partition all the same.
TEST_F(PartitionTest, DeadEndIsTaken) {
  const Case c = Case("DeadEnd", "float32")
                     .Op(kAbs)
                     .In(kFloat32, {4})
                     .Inner(kFloat32)
                     .Op(kAbs)
                     .Same(1)
                     .Inner(kFloat32)  // read by nobody
                     .Op(kAbs)
                     .Same(1)
                     .Out(kFloat32);
  Run(c, {kAbs});
  EXPECT_EQ(partitions(), (Partitions{{0, 1, 2}}));
}

// A tensor inside a partition that is an output of the graph stays visible.
TEST_F(PartitionTest, InnerOutputIsAnOutputOfThePartition) {
  const Case c = Case("InnerOutput", "float32")
                     .Op(kAbs)
                     .In(kFloat32, {4})
                     .Out(kFloat32)  // 1, read again
                     .Op(kNeg)
                     .Same(1)
                     .Out(kFloat32);
  Run(c, {kAbs, kNeg});
  EXPECT_EQ(partitions(), (Partitions{{0, 1}}));
}

// The shape that node 0 makes is known only when it runs; node 1 depends on
// it, node 2 does not.
TEST_F(PartitionTest, DynamicTensorsCostOnlyNodesThatTouchThem) {
  const Case c = Case("Dynamic", "float32")
                     .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
                     .In(kFloat32, {2, 3})
                     .In(kInt32, {2}, {3, 2})
                     .Inner(kFloat32)  // 2
                     .Op(kAbs)
                     .Same(2)
                     .Out(kFloat32)  // 3
                     .Op(kAbs)
                     .Same(0)
                     .Out(kFloat32);
  Run(c, {kAbs});
  EXPECT_EQ(partitions(), (Partitions{{2}}));
}

// Reads and writes of a variable keep their order; what lies between them
// without touching it may be delegated.
TEST_F(PartitionTest, SideEffectsKeepTheirOrder) {
  const TfLiteVarHandleParams kHandle = {"", "state"};
  const Case c = Case("SideEffects", "float32")
                     .Op(kTfLiteBuiltinVarHandle, kHandle)
                     .Inner(kResource)  // 0
                     .Op(kAbs)
                     .In(kFloat32, {4})  // 1
                     .Inner(kFloat32)    // 2
                     .Op(kTfLiteBuiltinAssignVariable)
                     .Same(0)
                     .Same(2)
                     .Op(kTfLiteBuiltinReadVariable)
                     .Same(0)
                     .Inner(kFloat32)  // 3
                     .Op(kAbs)
                     .Same(3)
                     .Out(kFloat32);
  Run(c, {kAbs});
  const Partitions found = partitions();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], (std::vector<int>{1}));
}

// Graphs that control flow calls get the delegate too.
TEST_F(PartitionTest, CalledGraphsAreDelegated) {
  Case c = Case("Branches", "float32")
               .Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
               .In(kBool, {1})
               .In(kFloat32, {4})
               .Out(kFloat32)
               .NextGraph()
               .Op(kAbs)
               .In(kFloat32, {4})
               .Out(kFloat32)
               .NextGraph()
               .Op(kNeg)
               .In(kFloat32, {4})
               .Inner(kFloat32)
               .Op(kAbs)
               .Same(1)
               .Out(kFloat32);
  Run(c, {kAbs});
  EXPECT_EQ(partitions(0), Partitions{});
  EXPECT_EQ(partitions(1), (Partitions{{0}}));
  EXPECT_EQ(partitions(2), (Partitions{{1}}));
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
