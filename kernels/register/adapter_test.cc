#include "kernels/register/adapter.h"

#include <memory>
#include <vector>

#include "gmock/gmock.h"
#include "kernels/register/sum_nodes_test_fixture.h"
#include "kernels/testing/op_test.h"
#include "tensorflow_lite_lite/base/run_constraint.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

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

// Like kSum, but without anything of the constant in its state.
struct Lasting : Packed {
  bool OutlivesConstants() const override { return true; }
};
Status PrepareLasting(const Sum&, PrepareContext& context) {
  if (context.state == nullptr) {
    ++works;
    context.state = std::make_unique<Lasting>();
  }
  return OkStatus();
}

TEST_F(BeforeFirstEval, KeepsAStateThatOutlivesConstants) {
  test_.input(1)->allocation_type = kTfLitePersistentRo;
  ASSERT_TRUE(IsOk(
      test_.Prepare(MakeOpFunctions<&BindSum, &EvalSum, &PrepareLasting>())));
  test_.SetInput<float>(1, {5});
  ASSERT_TRUE(IsOk(test_.PrepareAgain()));
  EXPECT_EQ(works, 1);
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
      // Nothing is known of it.
      EXPECT_EQ(graph.output().allocation_type, kTfLiteDynamic);
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

Status PrepareThreeScratches(const Sum&, PrepareContext& context) {
  for (int i = 0; i < 3; ++i) context.RequestScratch(scratch_bytes);
  return OkStatus();
}

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

// The graph, and the operator that a constant's new value begins, go by the
// list of them.
TEST(Scratch, IsListedWhereOneIsTooLarge) {
  OneNode graph(MakeOpFunctions<&BindSum, &EvalSum, &PrepareThreeScratches>());
  for (const uint64_t bytes : {uint64_t{1} << 31, uint64_t{1}}) {
    scratch_bytes = bytes;
    EXPECT_EQ(graph.PrepareNode(), bytes == 1 ? kTfLiteOk : kTfLiteError);
    const TfLiteIntArray& list = *graph.node().temporaries;
    EXPECT_THAT(std::vector<int>(list.data, list.data + list.size),
                testing::ElementsAre(3, 4, 5));
    FreeOp(graph.context(), graph.node().user_data);
    graph.node().user_data = InitOp(graph.context(), nullptr, 0);
  }
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
  for (const int i : {0, 1}) {
    OpTest test;
    if (i == 1) test.Input<float>({1}, {1});
    test.Input<std::string>({2}, {"a", "b"}).Output<float>();
    EXPECT_EQ(Evaluations(test), 1);
    test.ResizeInput(i, {3});
    EXPECT_THAT(std::string(test.Invoke().message()),
                testing::HasSubstr("strings of an input are more or fewer"));
    EXPECT_EQ(evaluations, 1);
  }
}

TEST(Adapter, VariantsNeedNoMemory) {
  for (const int i : {0, 1}) {
    OpTest test;
    test.Input<float>({1}, {1}).Input<float>({1}, {2}).Output<float>();
    EXPECT_EQ(Evaluations(test), 1);
    test.input(i)->data.raw = nullptr;
    EXPECT_THAT(std::string(test.Invoke().message()),
                testing::HasSubstr(base::StrCat("input ", i, ", tensor ", i)));
    test.input(i)->type = kTfLiteVariant;
    EXPECT_TRUE(IsOk(test.Invoke()));
    EXPECT_EQ(evaluations, 2);
  }
}

TEST(Adapter, MissesTheMemoryOfTheFirstTensor) {
  OpTest test;
  test.Output<float>().Input<float>({1}, {1});
  EXPECT_EQ(Evaluations(test), 1);
  test.output(0)->data.raw = nullptr;
  EXPECT_THAT(std::string(test.Invoke().message()),
              testing::HasSubstr("output 0, tensor 0"));
  EXPECT_EQ(evaluations, 1);
}

TEST(NodesWithoutResults, AreLeftOutWhereLoopsWouldNotEnd) {
  OpTest test;
  test.Input<float>({1 << 20, 0, 1 << 20}, {}).Output<float>();
  EXPECT_EQ(Evaluations(test), 0);
}

StatusOr<Sum> BindSmall(const NodeView&) {
  Sum op;
  op.outputs.push_back(OutputSpec::Known({0, 2}));
  return op;
}

// The largest tensor counts, whichever it is and whatever the others are.
TEST(NodesWithoutResults, AreLeftOutForTheLargestInput) {
  constexpr OpFunctions kSmall = MakeOpFunctions<&BindSmall, &EvalCounting>();
  const Shape endless = {1 << 20, 0, 1 << 20}, small = {0, 2};
  for (const int largest : {0, 1, 2}) {
    OpTest test;
    for (const int i : {0, 1, 2}) {
      test.Input<float>(i == largest ? endless : small, {});
    }
    test.Output<float>();
    EXPECT_EQ(Evaluations(test, kSmall), 0) << largest;
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

// As BindEndless, which is known when the node runs.
StatusOr<Sum> BindEndlessLate(const NodeView& node) {
  if (!node.preparing()) return BindEndless(node);
  Sum op;
  op.outputs.push_back(OutputSpec::Dynamic());
  return op;
}

TEST(NodesWithoutResults, AreLeftOutForOutputsThatAreKnownWhenRunning) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  constexpr OpFunctions kLate =
      MakeOpFunctions<&BindEndlessLate, &EvalCounting>();
  EXPECT_EQ(Evaluations(test, kLate), 0);
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
