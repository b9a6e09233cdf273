#include "kernels/register/adapter.h"

#include <memory>

#include "gmock/gmock.h"
#include "kernels/testing/fake_graph.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

// out = in + the first constant, which is "packed" before the first evaluation.
struct Sum : BoundOp {};

struct Packed : KernelState {
  size_t MemoryBytes() const override { return filled ? 1000 : 10; }
  bool filled = false;
  float value = 0;
};

int works = 0;          // calls of the deferred work
int failures_left = 0;  // of those, how many fail

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
    if (failures_left > 0) {
      --failures_left;
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
    works = failures_left = 0;
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

// How often an operator that does nothing else was evaluated.
int evaluations = 0;

Status EvalCounting(const Sum&, EvalContext&) {
  ++evaluations;
  return OkStatus();
}
constexpr OpFunctions kCounting = MakeOpFunctions<&BindSum, &EvalCounting>();

// How often a node is evaluated whose input and output have a shape.
int Evaluations(OpTest& test) {
  evaluations = 0;
  EXPECT_TRUE(IsOk(test.Run(kCounting)));
  return evaluations;
}

TEST(NodesWithoutResults, AreLeftOutWhereLoopsWouldNotEnd) {
  OpTest test;
  test.Input<float>({1 << 20, 0, 1 << 20}, {}).Output<float>();
  EXPECT_EQ(Evaluations(test), 0);
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
