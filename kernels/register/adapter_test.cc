#include "kernels/register/adapter.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gmock/gmock.h"
#include "kernels/testing/fake_graph.h"
#include "kernels/testing/op_test.h"
#include "tensorflow_lite_lite/base/run_constraint.h"

namespace tflite::kernels {
namespace {

// out = in + the first constant, which is "packed" before the first evaluation.
struct Sum : BoundOp {};

struct Packed : KernelState {
  size_t MemoryBytes() const override { return filled ? 1000 : 10; }
  bool filled = false;
  float value = 0;
};

std::atomic<int> works{0};          // calls of the deferred work
std::atomic<int> failures_left{0};  // of those, how many fail

StatusOr<Sum> BindSum(const NodeView& node) {
  Sum op;
  op.outputs.push_back(OutputSpec::Known(node.input(0).shape()));
  return op;
}

Status PrepareSum(const Sum&, PrepareContext& context) {
  if (context.state == nullptr) context.state = std::make_unique<Packed>();
  auto* state = static_cast<Packed*>(context.state.get());
  context.BeforeFirstEval([state](const NodeView& node) {
    ++works;
    if (failures_left.fetch_sub(1) > 0) {
      return Internal("not enough memory to pack ", node.input(1).ToString());
    }
    state->value = node.input(1).data<float>()[0];
    state->filled = true;
    return OkStatus();
  });
  return OkStatus();
}

Status EvalSum(const Sum&, EvalContext& context) {
  context.out<float>(0)[0] =
      context.in<float>(0)[0] + context.state<Packed>()->value;
  return OkStatus();
}

constexpr OpFunctions kSum = MakeOpFunctions<&BindSum, &EvalSum, &PrepareSum>();

class BeforeFirstEval : public testing::Test {
 protected:
  BeforeFirstEval() {
    works = 0;
    failures_left = 0;
    test_.Input<float>({1}, {1}).Const<float>({1}, {2}).Output<float>();
  }
  int64_t counted() {
    return static_cast<FakeGraph&>(test_.host()).kernel_bytes();
  }
  OpTest test_;
};

TEST_F(BeforeFirstEval, RunsOnceAndNotWhilePreparing) {
  ASSERT_TRUE(IsOk(test_.Prepare(kSum)));
  EXPECT_EQ(works, 0);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(IsOk(test_.Invoke()));
    EXPECT_TRUE(test_.OutputIs({3}));
    EXPECT_EQ(works, 1);
  }
}

TEST_F(BeforeFirstEval, FailureNamesTheTensorAndIsTriedAgain) {
  failures_left = 1;
  ASSERT_TRUE(IsOk(test_.Prepare(kSum)));
  const Status status = test_.Invoke();
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("not enough memory to pack"));
  ASSERT_TRUE(IsOk(test_.Invoke()));
  EXPECT_TRUE(test_.OutputIs({3}));
  EXPECT_EQ(works, 2);
}

TEST_F(BeforeFirstEval, TheHostKnowsOfTheMemory) {
  ASSERT_TRUE(IsOk(test_.Prepare(kSum)));
  EXPECT_EQ(counted(), 10);
  ASSERT_TRUE(IsOk(test_.Invoke()));
  EXPECT_EQ(counted(), 1000);
  // A fresh node; the old one is freed.
  ASSERT_TRUE(IsOk(test_.Prepare(kSum)));
  EXPECT_EQ(counted(), 10);
}

// Like kSum, but keeps what an earlier prepare has packed.
Status PrepareKeptSum(const Sum&, PrepareContext& context) {
  if (context.state == nullptr) context.state = std::make_unique<Packed>();
  auto* state = static_cast<Packed*>(context.state.get());
  context.BeforeFirstEval([state](const NodeView& node) {
    if (state->filled) return OkStatus();
    ++works;
    state->value = node.input(1).data<float>()[0];
    state->filled = true;
    return OkStatus();
  });
  return OkStatus();
}

TEST_F(BeforeFirstEval, RunsAgainForConstantsThatAreComputedAnew) {
  test_.input(1)->allocation_type = kTfLitePersistentRo;
  ASSERT_TRUE(IsOk(
      test_.Prepare(MakeOpFunctions<&BindSum, &EvalSum, &PrepareKeptSum>())));
  const struct {
    float value;
    int works;
  } kSteps[] = {{2, 1}, {2, 1}, {5, 2}, {5, 2}, {2, 3}};
  for (const auto& step : kSteps) {
    test_.SetInput<float>(1, {step.value});
    ASSERT_TRUE(IsOk(test_.PrepareAgain()));
    ASSERT_TRUE(IsOk(test_.Invoke()));
    EXPECT_TRUE(test_.OutputIs({1 + step.value}));
    EXPECT_EQ(works, step.works);
  }
  // Another shape with the same values.
  test_.ResizeInput(1, {1, 1});
  test_.SetInput<float>(1, {2});
  ASSERT_TRUE(IsOk(test_.PrepareAgain()));
  ASSERT_TRUE(IsOk(test_.Invoke()));
  EXPECT_EQ(works, 4);
}

// Like kSum, but packs in the second run.
Status PrepareLateSum(const Sum&, PrepareContext& context) {
  context.state = std::make_unique<Packed>();
  return OkStatus();
}

Status EvalLateSum(const Sum& op, EvalContext& context) {
  auto* state = context.state<Packed>();
  state->filled = state->value != 0;
  state->value = context.in<float>(1)[0];
  return EvalSum(op, context);
}

TEST_F(BeforeFirstEval, TheHostKnowsOfMemoryThatTheSecondRunFills) {
  constexpr OpFunctions kLateSum =
      MakeOpFunctions<&BindSum, &EvalLateSum, &PrepareLateSum>();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(IsOk(test_.Prepare(kLateSum)));
    EXPECT_EQ(counted(), 10);
    ASSERT_TRUE(IsOk(test_.Invoke()));
    EXPECT_EQ(counted(), 10);
    ASSERT_TRUE(IsOk(test_.Invoke()));
    EXPECT_EQ(counted(), 1000);
  }
}

// Nodes of an input and a constant, which begins with a given value.
class SumNodes : public FakeGraph {
 public:
  explicit SumNodes(int threads) : FakeGraph(threads) {}
  ~SumNodes() override {
    for (TfLiteNode& node : nodes_) {
      FreeOp(context(), node.user_data);
      TfLiteIntArrayFree(node.inputs);
      TfLiteIntArrayFree(node.outputs);
      TfLiteIntArrayFree(node.temporaries);
    }
  }

 protected:
  void AddNode(float value, int elements) {
    const int in = AddTensor(kTfLiteFloat32);
    const int constant = AddTensor(kTfLiteFloat32);
    const int out = AddTensor(kTfLiteFloat32);
    tensor(constant)->allocation_type = kTfLiteMmapRo;
    EXPECT_EQ(Resize(in, ToIntArray({1})), kTfLiteOk);
    EXPECT_EQ(Resize(constant, ToIntArray({elements})), kTfLiteOk);
    std::vector<uint8_t> bytes(static_cast<size_t>(elements) * sizeof(float));
    std::memcpy(bytes.data(), &value, sizeof(value));
    SetData(constant, bytes);
    TfLiteNode node{};
    node.inputs = ToIntArray({in, constant});
    node.outputs = ToIntArray({out});
    node.user_data = InitOp(context(), nullptr, 0);
    nodes_.push_back(node);
  }

  std::deque<TfLiteNode> nodes_;
};

// One that adds 2 to its input, 1, and can be prepared more than once.
class OneNode : public SumNodes {
 public:
  explicit OneNode(const OpFunctions& functions)
      : SumNodes(1), functions_(functions) {
    works = 0;
    failures_left = 0;
    AddNode(2, 1);
  }
  TfLiteStatus PrepareNode() {
    return PrepareOp(context(), &nodes_[0], functions_, "SUM");
  }
  TfLiteStatus InvokeNode() {
    tensor(nodes_[0].inputs->data[0])->data.f[0] = 1;
    return InvokeOp(context(), &nodes_[0], functions_, "SUM");
  }
  float Result() { return tensor(nodes_[0].outputs->data[0])->data.f[0]; }

 private:
  const OpFunctions functions_;
};

TEST(Adapter, CountsTheMemoryOfAKernelThatIsPreparedAgain) {
  OneNode graph(MakeOpFunctions<&BindSum, &EvalLateSum, &PrepareLateSum>());
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(graph.PrepareNode(), kTfLiteOk) << graph.TakeError();
    if (i == 0) graph.AllocateArena();
    EXPECT_EQ(graph.kernel_bytes(), 10);
    for (int run = 0; run < 3; ++run) {
      ASSERT_EQ(graph.InvokeNode(), kTfLiteOk) << graph.TakeError();
      EXPECT_EQ(graph.kernel_bytes(), run == 0 ? 10 : 1000);
    }
  }
}

bool refuse = false;

StatusOr<Sum> BindUnlessRefused(const NodeView& node) {
  TFLL_RUN_CONSTRAINT(C1, node, !refuse, "the node is refused");
  return BindSum(node);
}

TEST(Adapter, DoesNoWorkOfAnOperatorThatHasBeenReplaced) {
  OneNode graph(MakeOpFunctions<&BindUnlessRefused, &EvalSum, &PrepareSum>());
  for (const bool refused : {false, true, false}) {
    refuse = refused;
    ASSERT_EQ(graph.PrepareNode(), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(works, 0);
    if (!refused) graph.AllocateArena();
    if (refused) {
      EXPECT_EQ(graph.InvokeNode(), kTfLiteError);
      EXPECT_THAT(graph.TakeError(), testing::HasSubstr("C1: the node is"));
      EXPECT_EQ(works, 0);
    }
  }
  ASSERT_EQ(graph.InvokeNode(), kTfLiteOk) << graph.TakeError();
  EXPECT_EQ(graph.Result(), 3);
  EXPECT_EQ(works, 1);
}

uint64_t scratch_bytes = 0;

Status PrepareScratch(const Sum&, PrepareContext& context) {
  context.RequestScratch(scratch_bytes);
  return OkStatus();
}

constexpr OpFunctions kScratch =
    MakeOpFunctions<&BindSum, &EvalSum, &PrepareScratch>();

TEST(Scratch, IsNoLargerThanAnExtent) {
  for (const uint64_t beyond : {0, 1}) {
    scratch_bytes = uint64_t{INT32_MAX} + beyond;
    OneNode graph(kScratch);
    EXPECT_EQ(graph.PrepareNode(), beyond == 0 ? kTfLiteOk : kTfLiteError);
    EXPECT_EQ(
        graph.TakeError(),
        beyond == 0 ? "" : "SUM: scratch of 2147483648 bytes is too large");
  }
}

TEST(Scratch, ThatCannotBeAddedIsReported) {
  scratch_bytes = 1;
  OneNode graph(kScratch);
  graph.context()->AddTensors = [](TfLiteContext*, int, int*) {
    return kTfLiteError;
  };
  EXPECT_EQ(graph.PrepareNode(), kTfLiteError);
  EXPECT_EQ(graph.TakeError(), "SUM: cannot add a scratch tensor");
}

// A graph of four nodes on two threads. Node i adds 10 * i to its input, 1; its
// constant is large enough for work on the pool's threads.
class PlanOfFour : public SumNodes {
 public:
  explicit PlanOfFour(int elements = 10000) : SumNodes(2) {
    works = 0;
    failures_left = 0;
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

// Asks for more memory than there is, in what `hungry` names.
enum class Phase { kPrepare, kFirstEval, kEval, kThread, kNone };
Phase hungry = Phase::kNone;

void TakeMemory(Phase phase) {
  if (phase != hungry) return;
  std::vector<char> all(size_t{1} << 62);
  EXPECT_TRUE(all.empty());
}

Status PrepareHungry(const Sum&, PrepareContext& context) {
  TakeMemory(Phase::kPrepare);
  context.BeforeFirstEval([](const NodeView&) {
    TakeMemory(Phase::kFirstEval);
    return OkStatus();
  });
  return OkStatus();
}

Status EvalHungry(const Sum&, EvalContext& context) {
  TakeMemory(Phase::kEval);
  context.threads().ParallelFor(
      8, 1, [](int64_t, int64_t) { TakeMemory(Phase::kThread); });
  context.out<float>(0)[0] = context.in<float>(0)[0];
  return OkStatus();
}

constexpr OpFunctions kHungry =
    MakeOpFunctions<&BindSum, &EvalHungry, &PrepareHungry>();

// A container that gets no memory throws; the process must not end.
TEST(Adapter, NodeThatGetsNoMemoryFailsAndCanBeRunAgain) {
  for (const Phase phase :
       {Phase::kPrepare, Phase::kFirstEval, Phase::kEval, Phase::kThread}) {
    OpTest test(3);
    test.Input<float>({1}, {5}).Output<float>();
    hungry = phase;
    Status status = test.Prepare(kHungry);
    if (phase != Phase::kPrepare) {
      ASSERT_TRUE(IsOk(status));
      status = test.Invoke();
    }
    hungry = Phase::kNone;
    EXPECT_THAT(std::string(status.message()),
                testing::HasSubstr("not enough memory"))
        << static_cast<int>(phase);
    ASSERT_TRUE(IsOk(test.Run(kHungry)));
    EXPECT_TRUE(test.OutputIs({5}));
  }
}

// How often an operator that does nothing else was evaluated.
int evaluations = 0;

Status EvalCounting(const Sum&, EvalContext&) {
  ++evaluations;
  return OkStatus();
}
constexpr OpFunctions kCounting = MakeOpFunctions<&BindSum, &EvalCounting>();

// How often a node is evaluated whose input and output have a shape.
int Evaluations(OpTest& test, const OpFunctions& functions = kCounting) {
  evaluations = 0;
  EXPECT_TRUE(IsOk(test.Run(functions)));
  return evaluations;
}

// An application that writes strings decides their number while it does so.
TEST(Adapter, RefusesMoreStringsThanItWasBoundTo) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<std::string>({2}, {"a", "b"});
  test.Output<float>();
  EXPECT_EQ(Evaluations(test), 1);
  test.ResizeInput(1, {3});
  EXPECT_THAT(std::string(test.Invoke().message()),
              testing::HasSubstr("strings of an input are more or fewer"));
  EXPECT_EQ(evaluations, 1);
}

TEST(Adapter, VariantsNeedNoMemory) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {2}).Output<float>();
  EXPECT_EQ(Evaluations(test), 1);
  test.input(1)->data.raw = nullptr;
  EXPECT_THAT(std::string(test.Invoke().message()),
              testing::HasSubstr("input 1, tensor 1"));
  test.input(1)->type = kTfLiteVariant;
  EXPECT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(evaluations, 2);
}

TEST(NodesWithoutResults, AreLeftOutWhereLoopsWouldNotEnd) {
  OpTest test;
  test.Input<float>({1 << 20, 0, 1 << 20}, {}).Output<float>();
  EXPECT_EQ(Evaluations(test), 0);
}

// The largest tensor counts, whichever it is and whatever the others are.
TEST(NodesWithoutResults, AreLeftOutForTheLargestTensor) {
  const Shape endless = {1 << 20, 0, 1 << 20}, small = {0, 2};
  for (const int largest : {0, 1, 2}) {
    OpTest test;
    for (const int i : {0, 1, 2}) {
      test.Input<float>(i == largest ? endless : small, {});
    }
    test.Output<float>();
    // The output has the shape of the first input.
    EXPECT_EQ(Evaluations(test), 0) << largest;
  }
}

TEST(NodesWithoutResults, AreLeftOutFromALimitOn) {
  constexpr int32_t kMost = 1 << 24;
  for (const int32_t extent : {kMost, kMost + 1}) {
    OpTest test;
    test.Input<float>({1, 0, extent}, {}).NoInput().Output<float>();
    EXPECT_EQ(Evaluations(test), extent == kMost ? 1 : 0);
  }
}

// The first output is endless, another one has an element.
StatusOr<Sum> BindEndless(const NodeView& node) {
  Sum op;
  op.outputs.push_back(OutputSpec::Known({1 << 20, 0, 1 << 20}));
  if (node.num_outputs() > 1) op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}

TEST(NodesWithoutResults, AreLeftOutForTheirOutputs) {
  OpTest test;
  test.Input<float>({0, 2}, {}).Output<float>();
  constexpr OpFunctions kEndless =
      MakeOpFunctions<&BindEndless, &EvalCounting>();
  EXPECT_EQ(Evaluations(test, kEndless), 0);
  test.Output<float>();
  EXPECT_EQ(Evaluations(test, kEndless), 1);
}

// They may find fault with their data.
TEST(NodesWithoutResults, AreEvaluatedWhereLoopsEnd) {
  OpTest test;
  test.Input<float>({8, 0, 8}, {}).Output<float>();
  EXPECT_EQ(Evaluations(test), 1);
}

TEST(NodesWithoutResults, AreEvaluatedIfTheyHaveState) {
  OpTest test;
  test.Input<float>({1 << 20, 0, 1 << 20}, {})
      .Variable<float>({1}, {0})
      .Output<float>();
  EXPECT_EQ(Evaluations(test), 1);
}

// What a graph does that an IF calls may count beyond its outputs.
TEST(NodesWithoutResults, AreEvaluatedIfTheyHaveSideEffects) {
  FakeGraph graph(1);
  const int in = graph.AddTensor(kTfLiteFloat32);
  const int out = graph.AddTensor(kTfLiteFloat32);
  const Shape shape = {1 << 20, 0, 1 << 20};
  ASSERT_EQ(graph.Resize(in, ToIntArray(shape)), kTfLiteOk);
  for (const bool side_effect : {false, true}) {
    TfLiteNode node{};
    node.inputs = ToIntArray({in});
    node.outputs = ToIntArray({out});
    node.might_have_side_effect = side_effect;
    node.user_data = InitOp(graph.context(), nullptr, 0);
    evaluations = 0;
    EXPECT_EQ(PrepareOp(graph.context(), &node, kCounting, "OP"), kTfLiteOk);
    EXPECT_EQ(InvokeOp(graph.context(), &node, kCounting, "OP"), kTfLiteOk);
    EXPECT_EQ(evaluations, side_effect ? 1 : 0);
    FreeOp(graph.context(), node.user_data);
    TfLiteIntArrayFree(node.inputs);
    TfLiteIntArrayFree(node.outputs);
  }
}

}  // namespace
}  // namespace tflite::kernels
