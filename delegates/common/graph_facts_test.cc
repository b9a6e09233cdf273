#include "delegates/common/graph_facts.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"

namespace tflite::delegates {
namespace {

using ::tflite::testing::FakeHost;

std::vector<int> Indices(const std::vector<Neighbours::Node>& nodes) {
  std::vector<int> indices;
  for (const Neighbours::Node& node : nodes) indices.push_back(node.index);
  return indices;
}

TEST(Neighbours, KnowWritersAndReaders) {
  FakeHost host({kTfLiteBuiltinConv2d, kTfLiteBuiltinRelu, kTfLiteBuiltinAdd});
  host.nodes[2].inputs = host.Array({2, 1, -1});
  const auto found = Neighbours::Find(&host);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->WriterOf(0), nullptr);
  ASSERT_NE(found->WriterOf(1), nullptr);
  EXPECT_EQ(found->WriterOf(1)->builtin_code, kTfLiteBuiltinConv2d);
  EXPECT_EQ(Indices(found->ReadersOf(0)), std::vector<int>{0});
  EXPECT_EQ(Indices(found->ReadersOf(1)), (std::vector<int>{1, 2}));
  EXPECT_TRUE(found->ReadersOf(-1).empty());
  EXPECT_EQ(found->ReadersOf(1)[0].builtin_code, kTfLiteBuiltinRelu);
  EXPECT_TRUE(found->ReadersOf(3).empty());
  EXPECT_TRUE(found->ReadersOf(99).empty());
  const Neighbours nobody;
  EXPECT_EQ(nobody.WriterOf(1), nullptr);
  EXPECT_TRUE(nobody.ReadersOf(1).empty());
}

TEST(LongestPrefix, EndsBehindANodeOfOthers) {
  // 0 -> 1 -> 2 -> 3, and 4 reads the graph's input.
  FakeHost host({kTfLiteBuiltinRelu, kTfLiteBuiltinRelu, kTfLiteBuiltinAbs,
                 kTfLiteBuiltinRelu, kTfLiteBuiltinRelu});
  host.nodes[4].inputs = host.Array({0});
  const auto found = Neighbours::Find(&host);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*LongestPrefix(&host, *found, {0, 1, 3, 4}),
            (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(*LongestPrefix(&host, *found, {1, 2, 3}), std::vector<int>{});
}

TEST(StaticTensors, AreWidenedConstants) {
  FakeHost host({kTfLiteBuiltinDequantize});
  host.nodes[0].inputs = host.Array({1});
  host.nodes[0].outputs = host.Array({0});
  TfLiteTensor& constant = host.tensors_store[1];
  constant.type = kTfLiteFloat16;
  constant.allocation_type = kTfLiteMmapRo;
  const auto is_static = [&](int tensor) {
    const auto found = StaticTensors::Find(&host);
    EXPECT_TRUE(found.ok());
    return found->Contains(tensor);
  };
  EXPECT_TRUE(is_static(0));
  EXPECT_FALSE(is_static(1));
  TfLiteSparsity sparsity{};
  constant.sparsity = &sparsity;
  EXPECT_FALSE(is_static(0));
  constant.sparsity = nullptr;
  constant.allocation_type = kTfLiteArenaRw;
  EXPECT_FALSE(is_static(0));
  constant.allocation_type = kTfLiteMmapRo;
  host.tensors_store[0].type = kTfLiteFloat16;
  EXPECT_FALSE(is_static(0));
  host.tensors_store[0].type = kTfLiteFloat32;
  host.nodes[0].outputs = host.Array({-1});
  EXPECT_FALSE(is_static(-1));
}

TEST(NotedGraphs, KnowTheFactsOfManyGraphs) {
  NotedGraphs graphs;
  std::vector<std::unique_ptr<FakeHost>> hosts;
  for (int i = 0; i < 100; ++i) {
    hosts.push_back(std::make_unique<FakeHost>(
        std::vector<int>{kTfLiteBuiltinDequantize, kTfLiteBuiltinRelu}));
    hosts[i]->tensors_store[0].type = kTfLiteFloat16;
    hosts[i]->tensors_store[0].allocation_type = kTfLiteMmapRo;
    ASSERT_TRUE(graphs.Note(hosts[i].get()).ok());
  }
  for (const auto& host : hosts) {
    const auto facts = graphs.Of(host.get());
    ASSERT_TRUE(facts.ok());
    EXPECT_TRUE(facts->statics.Contains(1));
    EXPECT_FALSE(facts->statics.Contains(2));
    EXPECT_NE(facts->neighbours.WriterOf(2), nullptr);
  }
}

// Of others, the facts are those of the moment.
TEST(NotedGraphs, KeepSixtyFour) {
  NotedGraphs graphs;
  std::vector<std::unique_ptr<FakeHost>> hosts;
  for (int i = 0; i < 66; ++i) {
    hosts.push_back(
        std::make_unique<FakeHost>(std::vector<int>{kTfLiteBuiltinRelu}));
    ASSERT_TRUE(graphs.Note(hosts[i].get()).ok());
    hosts[i]->registrations[0].builtin_code = kTfLiteBuiltinAbs;
    EXPECT_EQ(graphs.Of(hosts[i].get())->neighbours.WriterOf(1)->builtin_code,
              kTfLiteBuiltinRelu);
  }
  int kept = 0;
  for (const auto& host : hosts) {
    kept += graphs.Of(host.get())->neighbours.WriterOf(1)->builtin_code ==
            kTfLiteBuiltinRelu;
  }
  EXPECT_EQ(kept, 64);
}

// Interpreters on threads of their own share a delegate.
TEST(NotedGraphs, AreSharedByThreads) {
  NotedGraphs graphs;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&graphs, &wrong] {
      std::vector<std::unique_ptr<FakeHost>> hosts;
      for (int i = 0; i < 40; ++i) {
        hosts.push_back(
            std::make_unique<FakeHost>(std::vector<int>{kTfLiteBuiltinRelu}));
      }
      for (int round = 0; round < 50; ++round) {
        for (const auto& host : hosts) {
          const bool noted = graphs.Note(host.get()).ok();
          const auto facts = graphs.Of(host.get());
          if (!noted || !facts.ok() ||
              facts->neighbours.WriterOf(1) == nullptr) {
            ++wrong;
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(NotedGraphs, WantAHostThatShowsItsNodes) {
  NotedGraphs graphs;
  FakeHost host({kTfLiteBuiltinRelu, kTfLiteBuiltinAbs});
  host.GetNodeAndRegistration = [](TfLiteContext*, int i, TfLiteNode**,
                                   TfLiteRegistration**) {
    return i == 0 ? kTfLiteError : kTfLiteOk;
  };
  EXPECT_EQ(graphs.Note(&host).message(), "the host does not return node 0");
  host.GetExecutionPlan = [](TfLiteContext*, TfLiteIntArray**) {
    return kTfLiteError;
  };
  EXPECT_EQ(graphs.Of(&host).status().message(),
            "the host does not return its execution plan");
}

TEST(NotedGraphs, KeepWhatWasNotedLast) {
  FakeHost host({kTfLiteBuiltinRelu});
  NotedGraphs graphs;
  ASSERT_TRUE(graphs.Note(&host).ok());
  host.registrations[0].builtin_code = kTfLiteBuiltinAbs;
  EXPECT_EQ(graphs.Of(&host)->neighbours.WriterOf(1)->builtin_code,
            kTfLiteBuiltinRelu);
  ASSERT_TRUE(graphs.Note(&host).ok());
  EXPECT_EQ(graphs.Of(&host)->neighbours.WriterOf(1)->builtin_code,
            kTfLiteBuiltinAbs);
}

}  // namespace
}  // namespace tflite::delegates
