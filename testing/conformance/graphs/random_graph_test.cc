#include "testing/conformance/graphs/random_graph.h"

#include <map>
#include <set>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

constexpr uint64_t kSeeds = 300;

TEST(RandomGraph, IsTheSameForTheSameSeed) {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    EXPECT_EQ(DescribeGraph(RandomGraph(seed)),
              DescribeGraph(RandomGraph(seed)));
  }
  EXPECT_NE(DescribeGraph(RandomGraph(1)), DescribeGraph(RandomGraph(2)));
}

// Properties that small hand-written graphs rarely have.
TEST(RandomGraph, HasUnreadResultsSharedOperandsAndInnerOutputs) {
  int unread = 0, shared = 0, twice = 0, inner_outputs = 0;
  std::set<int> operators;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Case c = RandomGraph(seed);
    const Graph& graph = c.graphs()[0];
    std::map<int, std::set<size_t>> readers;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      operators.insert(node.code);
      for (size_t i = 0; i < node.inputs.size(); ++i) {
        readers[node.inputs[i]].insert(n);
        twice += i == 1 && node.inputs[0] == node.inputs[1];
      }
    }
    for (size_t t = 0; t < graph.tensors.size(); ++t) {
      const Role role = graph.tensors[t].role;
      const size_t count = readers[static_cast<int>(t)].size();
      unread += role == Role::kInner && count == 0;
      inner_outputs += role == Role::kOutput && count > 0;
      shared += role == Role::kInner && count > 1;
    }
  }
  EXPECT_GT(unread, 100);
  EXPECT_GT(inner_outputs, 100);
  EXPECT_GT(shared, 50);
  EXPECT_GT(twice, 20);
  EXPECT_GT(operators.size(), 25u);
}

TEST(RandomGraph, RunsOnTheReferenceKernels) {
  for (uint64_t i = 1; i <= 2 * kSeeds; ++i) {
    const uint64_t seed = i / 2;
    const Case c = RandomGraph(seed, i % 2 == 0);
    CaseRun run(c, seed);
    base::Status status = run.Build(ReferenceKernels(), nullptr);
    if (status.ok()) status = run.Allocate();
    if (status.ok()) status = run.Invoke().status();
    EXPECT_TRUE(status.ok())
        << "seed " << seed << ": " << status.message() << "\n"
        << DescribeGraph(c);
  }
}

TEST(RandomGraph, HasNoFloatsIfQuantized) {
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Case c = RandomGraph(seed, true);
    for (const Tensor& tensor : c.graphs()[0].tensors) {
      EXPECT_NE(tensor.elements.type, kTfLiteFloat32) << "seed " << seed << "\n"
                                                      << DescribeGraph(c);
    }
  }
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
