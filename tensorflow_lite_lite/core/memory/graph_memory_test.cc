#include "tensorflow_lite_lite/core/memory/graph_memory.h"

#if defined(__linux__)
#include <sys/resource.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::core {
namespace {

// A graph of byte tensors whose nodes have no kernels.
class TestGraph {
 public:
  ~TestGraph() {
    for (auto& [node, registration] : graph.nodes) {
      TfLiteIntArrayFree(node.inputs);
      TfLiteIntArrayFree(node.outputs);
      TfLiteIntArrayFree(node.temporaries);
    }
  }
  int Tensor(size_t bytes, TfLiteAllocationType type = kTfLiteArenaRw) {
    TfLiteTensor t{};
    t.bytes = bytes;
    t.allocation_type = type;
    graph.tensors.push_back(t);
    return static_cast<int>(graph.tensors.size()) - 1;
  }
  void Node(const std::vector<int>& inputs, const std::vector<int>& outputs,
            const std::vector<int>& temporaries = {},
            uint64_t inplace = kTfLiteInplaceOpNone) {
    TfLiteNode node{};
    node.inputs = Array(inputs);
    node.outputs = Array(outputs);
    node.temporaries = Array(temporaries);
    TfLiteRegistration registration{};
    registration.inplace_operator = inplace;
    graph.execution_plan.push_back(static_cast<int>(graph.nodes.size()));
    graph.nodes.emplace_back(node, registration);
  }
  int last() const { return static_cast<int>(graph.execution_plan.size()) - 1; }
  char* data(int t) const { return graph.tensors[t].data.raw; }

  Graph graph;

 private:
  static TfLiteIntArray* Array(const std::vector<int>& v) {
    TfLiteIntArray* a = TfLiteIntArrayCreate(static_cast<int>(v.size()));
    for (size_t i = 0; i < v.size(); ++i) a->data[i] = v[i];
    return a;
  }
};

TEST(GraphMemory, LivesFromWriterToLastReader) {
  TestGraph g;
  const int in = g.Tensor(64), a = g.Tensor(64), b = g.Tensor(64),
            c = g.Tensor(64), out = g.Tensor(64);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in}, {a});
  g.Node({a}, {b});
  g.Node({b}, {c});
  g.Node({c, a}, {out});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, g.last()).ok());
  EXPECT_NE(g.data(a), g.data(c));
  EXPECT_EQ(g.data(b), g.data(out));  // b is not live any more
  EXPECT_EQ(memory.arena_bytes(), 4 * 64u);
  EXPECT_EQ(memory.LowerBound(), 4 * 64u);
}

TEST(GraphMemory, TemporariesShareAcrossNodes) {
  TestGraph g;
  const int in = g.Tensor(1), mid = g.Tensor(1), out = g.Tensor(1),
            t0 = g.Tensor(1000), t1 = g.Tensor(1000);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in}, {mid}, {t0});
  g.Node({mid}, {out}, {t1});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, g.last()).ok());
  EXPECT_EQ(g.data(t0), g.data(t1));
}

TEST(GraphMemory, ZeroBytesAndOthersHaveNoArenaMemory) {
  TestGraph g;
  const int in = g.Tensor(0), out = g.Tensor(8),
            constant = g.Tensor(8, kTfLiteMmapRo),
            heap = g.Tensor(8, kTfLiteDynamic);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in, constant}, {out, heap});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, g.last()).ok());
  EXPECT_EQ(g.data(in), nullptr);
  EXPECT_EQ(g.data(constant), nullptr);
  EXPECT_EQ(g.data(heap), nullptr);
  EXPECT_NE(g.data(out), nullptr);
}

TEST(GraphMemory, PersistentTensorsKeepTheirContents) {
  TestGraph g;
  const int in = g.Tensor(8), state = g.Tensor(8, kTfLiteArenaRwPersistent),
            out = g.Tensor(8);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.graph.variables = {state};
  g.Node({in, state}, {out});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, 0).ok());
  std::memset(g.data(state), 7, 8);
  memory.Release();
  EXPECT_EQ(g.data(in), nullptr);
  EXPECT_EQ(g.data(state)[0], 7);
  ASSERT_TRUE(memory.Reacquire().ok());
  EXPECT_NE(g.data(in), nullptr);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, 0).ok());
  EXPECT_EQ(g.data(state)[7], 7);
  EXPECT_EQ(memory.persistent_bytes(), 8u);
  memory.ReleasePersistent();
  EXPECT_EQ(g.data(state), nullptr);
}

// in -> a -> b -> out, where b uses the memory of a if the kernel allows it.
struct InPlace {
  explicit InPlace(uint64_t flags, size_t b_bytes = 64) {
    in = g.Tensor(64);
    a = g.Tensor(64);
    b = g.Tensor(b_bytes);
    out = g.Tensor(64);
    g.graph.inputs = {in};
    g.graph.outputs = {out};
    g.Node({in}, {a});
    g.Node({a}, {b}, {}, flags);
    g.Node({b}, {out});
  }
  bool Shared(bool preserve = false) {
    GraphMemory memory(&g.graph);
    memory.Reset(preserve);
    EXPECT_TRUE(memory.Allocate(0, g.last()).ok());
    return g.data(a) == g.data(b);
  }
  TestGraph g;
  int in, a, b, out;
};

TEST(GraphMemory, KernelsThatWorkInPlaceShare) {
  EXPECT_FALSE(InPlace(kTfLiteInplaceOpNone).Shared());
  EXPECT_TRUE(InPlace(kTfLiteInplaceOpInput0Shared).Shared());
  EXPECT_FALSE(InPlace(kTfLiteInplaceOpInput1Shared).Shared());
  EXPECT_FALSE(InPlace(kTfLiteInplaceOpInput0Shared, 128).Shared());
  EXPECT_FALSE(InPlace(kTfLiteInplaceOpInput0Shared).Shared(/*preserve=*/true));
  EXPECT_TRUE(
      InPlace(kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput).Shared());
}

// As many bytes of another type may be more elements: of a broadcast operand.
TEST(GraphMemory, ElementsOfAnotherSizeAreNotOverwritten) {
  for (const bool unmodified : {false, true}) {
    InPlace chain(kTfLiteInplaceOpInput0Shared |
                  (unmodified ? uint64_t{kTfLiteInplaceOpDataUnmodified} : 0));
    chain.g.graph.tensors[chain.a].type = kTfLiteInt16;
    chain.g.graph.tensors[chain.b].type = kTfLiteInt8;
    EXPECT_EQ(chain.Shared(), unmodified);
  }
}

TEST(GraphMemory, NothingIsOverwrittenThatIsStillRead) {
  for (const bool unmodified : {false, true}) {
    InPlace chain(kTfLiteInplaceOpInput0Shared |
                  (unmodified ? uint64_t{kTfLiteInplaceOpDataUnmodified} : 0));
    const int late = chain.g.Tensor(64);
    chain.g.graph.outputs.push_back(late);
    chain.g.Node({chain.a}, {late});  // a is read after b has been written
    EXPECT_EQ(chain.Shared(), unmodified);
  }
}

TEST(GraphMemory, GraphInputsAreNeverShared) {
  TestGraph g;
  const int in = g.Tensor(64), out = g.Tensor(64);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in}, {out}, {},
         kTfLiteInplaceOpInput0Shared | kTfLiteInplaceOpDataUnmodified);
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, 0).ok());
  EXPECT_NE(g.data(in), g.data(out));
}

// Random chains with skip connections, allocated in sections like graphs with
// dynamic tensors. Each live tensor must keep the bytes written to it.
TEST(GraphMemory, SectionsNeverDisturbLiveTensors) {
  std::mt19937 rng(99);
  for (int trial = 0; trial < 40; ++trial) {
    TestGraph g;
    const int nodes = 3 + rng() % 20;
    std::vector<int> tensors = {g.Tensor(1 + rng() % 300)};
    g.graph.inputs = {tensors[0]};
    for (int i = 0; i < nodes; ++i) {
      std::vector<int> reads = {tensors[rng() % tensors.size()],
                                tensors.back()};
      const int out = g.Tensor(rng() % 300);
      const uint64_t flags =
          rng() % 3 == 0 ? kTfLiteInplaceOpInput0Shared : kTfLiteInplaceOpNone;
      g.Node(reads, {out}, {g.Tensor(rng() % 200)}, flags);
      tensors.push_back(out);
    }
    g.graph.outputs = {tensors.back()};
    GraphMemory memory(&g.graph);
    memory.Reset(false);
    const auto fill = [&](int t) {
      if (g.data(t) != nullptr)
        std::memset(g.data(t), t, g.graph.tensors[t].bytes);
    };
    const auto intact = [&](int t) {
      const size_t bytes = g.graph.tensors[t].bytes;
      for (size_t i = 0; i < bytes; ++i) {
        if (g.data(t)[i] != static_cast<char>(t)) return false;
      }
      return true;
    };
    int prepared = rng() % nodes;
    ASSERT_TRUE(memory.Allocate(0, prepared).ok());
    for (int run = 0; run < 3; ++run) {
      fill(tensors[0]);
      for (int step = 0; step < nodes; ++step) {
        if (step > prepared) {
          const int end = std::min<int>(nodes - 1, step + rng() % 4);
          ASSERT_TRUE(memory.Allocate(step, end).ok());
          prepared = end;
        }
        const TfLiteNode& node = g.graph.nodes[step].first;
        for (const int t : Indices(node.inputs)) {
          ASSERT_TRUE(intact(t)) << "trial " << trial << " step " << step;
        }
        fill(node.temporaries->data[0]);
        fill(node.outputs->data[0]);
        if (rng() % 4 == 0 &&
            step + 1 < nodes) {  // the output has a different size
          memory.ForgetAfter(step);
          prepared = step;
        }
      }
      ASSERT_TRUE(intact(tensors[0]));
      ASSERT_TRUE(intact(tensors.back()));
    }
  }
}

// in -> 0 -> a -> 1, in place -> out. Then two nodes take the place of node 0,
// which need more memory.
class ReplacedNodeTest : public testing::Test {
 protected:
  void SetUp() override {
    g_.graph.inputs = {in_};
    g_.graph.outputs = {out_};
    g_.Node({in_}, {a_});
    g_.Node({a_}, {out_}, {}, kTfLiteInplaceOpInput0Shared);
    memory_.Reset(false);
    ASSERT_TRUE(memory_.Allocate(0, 1).ok());
    ASSERT_EQ(g_.data(out_), g_.data(a_));
  }
  void Replace() {
    g_.Node({in_}, {between_});
    g_.Node({between_}, {a_});
    g_.graph.execution_plan = {2, 3, 1};
    memory_.ForgetAfter(-1, /*keep_outputs=*/true);
    memory_.LearnLifetimes();
    ASSERT_TRUE(memory_.Allocate(0, 2).ok());
  }
  // Writes to the tensors in the order of the plan.
  void ExpectNoOverlap() {
    const int order[] = {in_, between_, a_, out_};
    for (size_t i = 0; i < std::size(order); ++i) {
      const int t = order[i];
      std::memset(g_.data(t), t, g_.graph.tensors[t].bytes);
      for (const int live : {in_, order[i > 0 ? i - 1 : 0]}) {
        const size_t bytes = g_.graph.tensors[live].bytes;
        if (live == a_ && g_.data(live) == g_.data(t)) continue;  // in place
        EXPECT_EQ(g_.data(live)[0], live);
        EXPECT_EQ(g_.data(live)[bytes - 1], live);
      }
    }
  }

  TestGraph g_;
  const int in_ = g_.Tensor(64), a_ = g_.Tensor(64), out_ = g_.Tensor(64),
            between_ = g_.Tensor(6400);
  GraphMemory memory_{&g_.graph};
};

TEST_F(ReplacedNodeTest, WhatTheApplicationMayPointToStays) {
  const char* in = g_.data(in_);
  const char* out = g_.data(out_);
  Replace();
  EXPECT_EQ(g_.data(in_), in);
  EXPECT_EQ(g_.data(out_), out);
  ExpectNoOverlap();
}

TEST_F(ReplacedNodeTest, OutputOfAnotherSizeGetsOtherMemory) {
  const char* in = g_.data(in_);
  g_.graph.tensors[a_].bytes = g_.graph.tensors[out_].bytes = 640;
  Replace();
  EXPECT_EQ(g_.data(in_), in);
  ExpectNoOverlap();
}

#if defined(__linux__)
// Limits the address space to what the process has.
class NoMoreMemory {
 public:
  NoMoreMemory() {
    getrlimit(RLIMIT_AS, &before_);
    struct rlimit none = before_;
    none.rlim_cur = 1;
    setrlimit(RLIMIT_AS, &none);
  }
  ~NoMoreMemory() { setrlimit(RLIMIT_AS, &before_); }

 private:
  struct rlimit before_;
};

TEST(GraphMemory, MemoryThatDidNotComeBackMayComeBackLater) {
  constexpr size_t kMany = size_t{64} << 20;
  TestGraph g;
  const int in = g.Tensor(kMany), out = g.Tensor(kMany);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in}, {out});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  ASSERT_TRUE(memory.Allocate(0, 0).ok());
  memory.Release();
  bool failed = false;
  {
    const NoMoreMemory limited;
    failed = !memory.Reacquire().ok();
  }
  // Sanitizers and emulators do not know the limit.
  if (!failed) GTEST_SKIP() << "The address space cannot be limited";
  EXPECT_TRUE(memory.released());
  ASSERT_TRUE(memory.Reacquire().ok());
  for (const int t : {in, out}) {
    ASSERT_NE(g.data(t), nullptr);
    g.data(t)[kMany - 1] = 1;
  }
}
#endif

TEST(GraphMemory, HugeTensorsAreAnError) {
  TestGraph g;
  const int in = g.Tensor(SIZE_MAX - 10), out = g.Tensor(1);
  g.graph.inputs = {in};
  g.graph.outputs = {out};
  g.Node({in}, {out});
  GraphMemory memory(&g.graph);
  memory.Reset(false);
  EXPECT_FALSE(memory.Allocate(0, 0).ok());
}

}  // namespace
}  // namespace tflite::core
