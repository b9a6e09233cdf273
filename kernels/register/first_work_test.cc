// The work that nodes defer to their first run (BeforeFirstEval), of all nodes
// of a plan at once.
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "gmock/gmock.h"
#include "kernels/register/adapter.h"
#include "kernels/register/sum_nodes_test_fixture.h"

namespace tflite::kernels {
namespace {

// A graph of four nodes on two threads. Node i adds 10 * i to its input, 1; its
// constant is large enough for work on the pool's threads.
class PlanOfFour : public SumNodes {
 public:
  explicit PlanOfFour(int elements = 10000) : SumNodes(2) {
    for (int i = 0; i < 4; ++i) AddNode(static_cast<float>(10 * i), elements);
    for (TfLiteNode& node : nodes_) {
      EXPECT_EQ(PrepareOp(context(), &node, kSum, "SUM"), kTfLiteOk);
    }
    AllocateArena();
    const float one = 1;
    for (const TfLiteNode& node : nodes_) {
      tensor(node.inputs->data[0])->data.f[0] = one;
    }
  }

  void ForEachNode(
      const std::function<void(TfLiteNode*, const TfLiteRegistration&)>& visit)
      override {
    ++listings;
    TfLiteRegistration registration{};
    registration.init = InitOp;
    for (TfLiteNode& node : nodes_) visit(&node, registration);
    // A delegate's node, whose user data is not the adapter's.
    TfLiteRegistration other{};
    TfLiteNode delegated{};
    delegated.user_data = &other;
    visit(&delegated, other);
  }
  void ConstantIsPacked(const TfLiteTensor& tensor) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    packed.push_back(tensor.data.raw_const);
  }

  TfLiteStatus InvokeNode(int i) {
    return InvokeOp(context(), &nodes_[static_cast<size_t>(i)], kSum, "SUM");
  }
  float Result(int i) {
    return tensor(nodes_[static_cast<size_t>(i)].outputs->data[0])->data.f[0];
  }

  std::vector<const char*> packed;
  int listings = 0;  // calls of ForEachNode

 private:
  std::mutex mutex_;
};

TEST(WorkOfAllNodes, IsDoneBeforeTheFirstOne) {
  PlanOfFour graph;
  ASSERT_EQ(graph.InvokeNode(0), kTfLiteOk) << graph.TakeError();
  EXPECT_EQ(works, 4);
  EXPECT_EQ(graph.kernel_bytes(), 4000);
  // Each constant once.
  EXPECT_EQ(graph.packed.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(graph.InvokeNode(i), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(graph.Result(i), 1.0f + static_cast<float>(10 * i));
  }
  EXPECT_EQ(works, 4);
}

// To tell the host of less costs more than the memory is worth.
TEST(WorkOfAllNodes, PacksConstantsFromASizeOn) {
  for (const int elements : {8191, 8192}) {
    PlanOfFour graph(elements);
    ASSERT_EQ(graph.InvokeNode(0), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(graph.packed.size(), elements == 8192 ? 4u : 0u);
  }
}

// Nodes of small constants do not list the plan one after another.
TEST(WorkOfAllNodes, ListsThePlanOnce) {
  PlanOfFour graph(/*elements=*/10);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(graph.InvokeNode(i), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(graph.Result(i), 1.0f + static_cast<float>(10 * i));
  }
  EXPECT_EQ(works, 4);
  EXPECT_EQ(graph.listings, 1);
}

// Whichever fails, its own node does the work again, and the others are done.
TEST(WorkOfAllNodes, IsTriedAgainByTheNodeThatFailed) {
  PlanOfFour graph;
  failures_left = 1;
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(graph.InvokeNode(i), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(graph.Result(i), 1.0f + static_cast<float>(10 * i));
  }
  EXPECT_EQ(works, 5);
  EXPECT_EQ(graph.packed.size(), 4u);
}

TEST(WorkOfAllNodes, FailsOnlyTheNodeThatCannotDoIt) {
  PlanOfFour graph;
  failures_left = 1000;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(graph.InvokeNode(i), kTfLiteError);
    EXPECT_THAT(graph.TakeError(),
                testing::HasSubstr("not enough memory to pack"));
  }
  EXPECT_TRUE(graph.packed.empty());
}

// The work of one node: the size of its constant, and whether the loops in it
// are divided among the pool's threads, as they are not where several nodes do
// theirs at once.
struct Work {
  int64_t size;
  bool whole_pool;
  bool operator==(const Work& other) const {
    return size == other.size && whole_pool == other.whole_pool;
  }
};
std::vector<Work> done;
std::mutex done_mutex;

StatusOr<Sum> BindOne(const NodeView&) {
  Sum op;
  op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}
Status PrepareNoting(const Sum&, PrepareContext& context) {
  context.BeforeFirstEval([](const NodeView& node) {
    std::atomic<int> ranges{0};
    ThreadPool& threads = Host::Of(node.context())->thread_pool();
    threads.ParallelFor(8, 1, [&](int64_t, int64_t) { ++ranges; });
    const std::lock_guard<std::mutex> lock(done_mutex);
    done.push_back({node.input(0).num_elements(), ranges > 1});
    return OkStatus();
  });
  return OkStatus();
}
Status EvalNothing(const Sum&, EvalContext&) { return OkStatus(); }
constexpr OpFunctions kNoting =
    MakeOpFunctions<&BindOne, &EvalNothing, &PrepareNoting>();

// Nodes whose constants have given sizes in bytes.
class PlanOfSizes : public SumNodes {
 public:
  PlanOfSizes(const std::vector<int>& sizes, int threads) : SumNodes(threads) {
    done.clear();
    for (const int size : sizes) AddBytes(size);
    AllocateArena();
  }
  void ForEachNode(
      const std::function<void(TfLiteNode*, const TfLiteRegistration&)>& visit)
      override {
    TfLiteRegistration registration{};
    registration.init = InitOp;
    for (TfLiteNode& node : nodes_) visit(&node, registration);
  }
  void InvokeFirst() {
    EXPECT_EQ(InvokeOp(context(), &nodes_[0], kNoting, "OP"), kTfLiteOk)
        << TakeError();
  }

 private:
  void AddBytes(int size) {
    const int constant = AddTensor(kTfLiteUInt8);
    const int out = AddTensor(kTfLiteFloat32);
    tensor(constant)->allocation_type = kTfLiteMmapRo;
    EXPECT_EQ(Resize(constant, ToIntArray({size})), kTfLiteOk);
    nodes_.emplace_back(this, std::vector<int>{constant},
                        std::vector<int>{out});
    EXPECT_EQ(PrepareOp(context(), &nodes_.back(), kNoting, "OP"), kTfLiteOk);
  }
};

// It is not worth waking up threads.
TEST(WorkOfAllNodes, IsDoneOneNodeAfterAnotherIfThereIsLittle) {
  PlanOfSizes graph({10, 30, 40, 20}, 2);
  graph.InvokeFirst();
  EXPECT_EQ(done, (std::vector<Work>{
                      {40, true}, {30, true}, {20, true}, {10, true}}));
}

// Four nodes of a quarter each keep two threads busy.
TEST(WorkOfAllNodes, IsSharedFromASizeOn) {
  constexpr int kQuarter = 16 * 1024;
  for (const int less : {1, 0}) {
    PlanOfSizes graph({kQuarter, kQuarter, kQuarter, kQuarter - less}, 2);
    graph.InvokeFirst();
    ASSERT_EQ(done.size(), 4u);
    for (const auto& work : done) {
      EXPECT_EQ(work.whole_pool, less == 1) << work.size;
    }
  }
}

TEST(WorkOfAllNodes, OfALargeNodeHasTheWholePool) {
  PlanOfSizes graph({1000, 200000, 1001}, 2);
  graph.InvokeFirst();
  ASSERT_EQ(done.size(), 3u);
  EXPECT_EQ(done[0], (Work{200000, /*whole_pool=*/true}));
  EXPECT_FALSE(done[1].whole_pool);
  EXPECT_FALSE(done[2].whole_pool);
}

TEST(WorkOfAllNodes, IsDoneForTwoNodesOnTwoThreads) {
  const std::vector<int> sizes = {5, 6};
  PlanOfSizes two_threads(sizes, 2);
  two_threads.InvokeFirst();
  EXPECT_EQ(done, (std::vector<Work>{{6, true}, {5, true}}));
  // On one, each node does its own.
  PlanOfSizes one_thread(sizes, 1);
  one_thread.InvokeFirst();
  EXPECT_EQ(done, (std::vector<Work>{{5, false}}));
}

}  // namespace
}  // namespace tflite::kernels
