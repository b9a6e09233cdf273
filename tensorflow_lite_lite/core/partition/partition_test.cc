#include "tensorflow_lite_lite/core/partition/partition.h"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::core {
namespace {

// A graph in which node i writes tensor i and reads the tensors in its list;
// tensor n is the graph's input.
struct TestGraph {
  std::vector<std::vector<int>> reads;
  std::vector<std::vector<int>> writes;
  std::vector<bool> supported;
  std::vector<bool> ordered;

  int num_tensors() const { return static_cast<int>(reads.size()) + 1; }
  void Add(std::vector<int> inputs, bool is_supported,
           bool is_ordered = false) {
    writes.push_back({static_cast<int>(reads.size())});
    reads.push_back(std::move(inputs));
    supported.push_back(is_supported);
    ordered.push_back(is_ordered);
  }
  std::vector<PartitionNode> nodes() const {
    std::vector<PartitionNode> nodes(reads.size());
    for (size_t i = 0; i < reads.size(); ++i) {
      nodes[i] = {reads[i], writes[i], supported[i], ordered[i]};
    }
    return nodes;
  }
};

std::vector<std::vector<int>> Delegated(const std::vector<Partition>& all) {
  std::vector<std::vector<int>> out;
  for (const Partition& p : all) {
    if (p.delegated) out.push_back(p.nodes);
  }
  return out;
}

// Checks that every node occurs once, that partitions do not mix delegated and
// other nodes, and that each node comes after the writers of its inputs.
void ExpectSound(const TestGraph& graph, const std::vector<Partition>& all) {
  std::vector<int> place(graph.reads.size(), -1);
  int next = 0, last_ordered = -1;
  for (const Partition& p : all) {
    EXPECT_FALSE(p.nodes.empty());
    EXPECT_TRUE(std::is_sorted(p.nodes.begin(), p.nodes.end()));
    for (const int i : p.nodes) {
      EXPECT_EQ(place[i], -1);
      EXPECT_EQ(graph.supported[i], p.delegated);
      place[i] = next++;
      if (!graph.ordered[i]) continue;
      EXPECT_LT(last_ordered, i);
      last_ordered = i;
    }
  }
  for (size_t i = 0; i < place.size(); ++i) {
    ASSERT_GE(place[i], 0);
    for (const int t : graph.reads[i]) {
      if (t >= static_cast<int>(place.size())) continue;
      EXPECT_LT(place[t], place[i]);
    }
  }
}

// Returns the minimum number of delegated partitions over all orders. Searches
// states that consist of the set of executed nodes and whether the last one was
// delegated.
int LeastDelegated(const TestGraph& graph) {
  const int n = static_cast<int>(graph.reads.size());
  const int states = 2 << n;
  const int kInfinite = std::numeric_limits<int>::max();
  std::vector<int> cost(states, kInfinite);
  cost[0] = 0;
  for (int s = 0; s < states; ++s) {
    if (cost[s] == kInfinite) continue;
    const int done = s >> 1;
    for (int i = 0; i < n; ++i) {
      if (done >> i & 1) continue;
      bool ready = true;
      for (const int t : graph.reads[i]) ready &= t >= n || (done >> t & 1);
      for (int j = 0; j < i; ++j) {
        if (graph.ordered[i] && graph.ordered[j]) ready &= (done >> j & 1);
      }
      if (!ready) continue;
      const int opens = graph.supported[i] && !(s & 1) ? 1 : 0;
      const int to = ((done | 1 << i) << 1) | (graph.supported[i] ? 1 : 0);
      cost[to] = std::min(cost[to], cost[s] + opens);
    }
  }
  return std::min(cost[states - 2], cost[states - 1]);
}

TEST(PartitionGraph, EmptyGraphHasNone) {
  EXPECT_TRUE(PartitionGraph({}, 0, {}).empty());
}

TEST(PartitionGraph, AllOrNothingIsOnePartition) {
  for (const bool supported : {false, true}) {
    TestGraph graph;
    graph.Add({3}, supported);
    graph.Add({0}, supported);
    graph.Add({1}, supported);
    const auto all = PartitionGraph(graph.nodes(), graph.num_tensors(), {});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].delegated, supported);
    EXPECT_EQ(all[0].nodes, (std::vector<int>{0, 1, 2}));
  }
}

TEST(PartitionGraph, IndependentBranchesShareAPartition) {
  // 0 -> 1(delegate) -> 2 ; 3(delegate) reads the graph's input only.
  TestGraph graph;
  graph.Add({4}, false);
  graph.Add({0}, true);
  graph.Add({1}, false);
  graph.Add({4}, true);
  const auto all = PartitionGraph(graph.nodes(), graph.num_tensors(), {});
  ExpectSound(graph, all);
  EXPECT_EQ(Delegated(all), (std::vector<std::vector<int>>{{1, 3}}));
}

TEST(PartitionGraph, DetourThroughTheCpuSplits) {
  // 0(d) -> 2(d), 0 -> 1(cpu) -> 2: merging 0 and 2 would create a cycle.
  TestGraph graph;
  graph.Add({3}, true);
  graph.Add({0}, false);
  graph.Add({0, 1}, true);
  const auto all = PartitionGraph(graph.nodes(), graph.num_tensors(), {});
  ExpectSound(graph, all);
  EXPECT_EQ(Delegated(all), (std::vector<std::vector<int>>{{0}, {2}}));
}

TEST(PartitionGraph, OrderedNodesKeepTheirOrder) {
  // Without data dependencies, 0 and 2 form a partition; side effects prevent
  // it.
  TestGraph graph;
  graph.Add({3}, true, true);
  graph.Add({3}, false, true);
  graph.Add({3}, true, true);
  const auto all = PartitionGraph(graph.nodes(), graph.num_tensors(), {});
  ExpectSound(graph, all);
  EXPECT_EQ(Delegated(all), (std::vector<std::vector<int>>{{0}, {2}}));
}

TEST(PartitionGraph, KeepOrderNeverMovesANode) {
  TestGraph graph;
  graph.Add({4}, true);
  graph.Add({4}, false);
  graph.Add({4}, true);
  graph.Add({4}, true);
  const auto all =
      PartitionGraph(graph.nodes(), graph.num_tensors(), {true, false});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(Delegated(all), (std::vector<std::vector<int>>{{0}, {2, 3}}));
}

TEST(PartitionGraph, OneNodeEach) {
  TestGraph graph;
  graph.Add({3}, true);
  graph.Add({0}, true);
  graph.Add({1}, false);
  const auto all =
      PartitionGraph(graph.nodes(), graph.num_tensors(), {false, true});
  EXPECT_EQ(Delegated(all), (std::vector<std::vector<int>>{{0}, {1}}));
}

TEST(PartitionGraph, RandomGraphsAreSoundWithTheFewestPartitions) {
  std::mt19937 rng(77);
  for (int trial = 0; trial < 300; ++trial) {
    TestGraph graph;
    const int n = 1 + rng() % 9;
    for (int i = 0; i < n; ++i) {
      std::set<int> reads;
      for (unsigned k = 0; k < 1 + rng() % 3; ++k) {
        const int t = static_cast<int>(rng() % (i + 1));
        reads.insert(t == i ? n : t);
      }
      graph.Add({reads.begin(), reads.end()}, rng() % 2, rng() % 5 == 0);
    }
    const auto all = PartitionGraph(graph.nodes(), graph.num_tensors(), {});
    ExpectSound(graph, all);
    EXPECT_EQ(static_cast<int>(Delegated(all).size()), LeastDelegated(graph));
  }
}

TEST(PartitionBoundaries, ListsWhatCrossesOnce) {
  // in(4) -> 0 -> 1(d) -> 2(d) -> 3; 1 is also read by 3; -1 is an omitted
  // input.
  TestGraph graph;
  graph.Add({4}, false);
  graph.Add({0, 0, -1}, true);
  graph.Add({1, 4}, true);
  graph.Add({2, 1}, false);
  const auto nodes = graph.nodes();
  const auto all = PartitionGraph(nodes, graph.num_tensors(), {});
  const auto boundaries =
      PartitionBoundaries(nodes, all, {3}, graph.num_tensors());
  ASSERT_EQ(boundaries.size(), 3u);
  EXPECT_TRUE(boundaries[0].inputs.empty());
  EXPECT_EQ(boundaries[1].inputs, (std::vector<int>{0, 4}));
  EXPECT_EQ(boundaries[1].outputs, (std::vector<int>{1, 2}));
}

TEST(PartitionBoundaries, UnusedOutputsStayInsideAndGraphOutputsLeave) {
  TestGraph graph;
  graph.Add({2}, true);
  graph.Add({2}, true);
  const auto nodes = graph.nodes();
  const auto all = PartitionGraph(nodes, graph.num_tensors(), {});
  const auto boundaries =
      PartitionBoundaries(nodes, all, {1}, graph.num_tensors());
  ASSERT_EQ(boundaries.size(), 1u);
  EXPECT_EQ(boundaries[0].outputs, (std::vector<int>{1}));
}

}  // namespace
}  // namespace tflite::core
