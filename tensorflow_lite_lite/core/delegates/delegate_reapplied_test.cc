// Tests for delegates that are applied again after a resize or with other
// outputs, or cannot be.
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

constexpr int kNodes = 3;

std::unique_ptr<Interpreter> Chain() {
  auto interpreter = std::make_unique<Interpreter>();
  GraphMaker(interpreter.get()).Chain(kNodes, {4});
  return interpreter;
}

void ExpectRuns(Interpreter* interpreter, int extent) {
  ASSERT_EQ(interpreter->ResizeInputTensor(interpreter->inputs()[0], {extent}),
            kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < extent; ++i) {
    interpreter->typed_input_tensor<float>(0)[i] = static_cast<float>(i);
  }
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  for (int i = 0; i < extent; ++i) {
    EXPECT_EQ(interpreter->typed_output_tensor<float>(0)[i], i + kNodes);
  }
}

int DelegatedNodes(const Interpreter& interpreter) {
  return interpreter.GetDelegationReport().graphs[0].NodesDelegated();
}

// A partition does not provide what only its own nodes read.
TEST(DelegateReapplied, OutputsMayBeChosenInsideAPartition) {
  TestDelegate d({0, 1});
  const auto interpreter = Chain();
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(&d.delegate), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter->SetOutputs({1}), kTfLiteOk);
  d.nodes = {0};
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(d.kernels, 2);
  EXPECT_EQ(*d.live_kernels, 1);
  interpreter->typed_input_tensor<float>(0)[0] = 5;
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  ASSERT_NE(interpreter->typed_output_tensor<float>(0), nullptr);
  EXPECT_EQ(interpreter->typed_output_tensor<float>(0)[0], 6);
  // The same outputs change nothing.
  ASSERT_EQ(interpreter->SetOutputs({1}), kTfLiteOk);
  EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
  EXPECT_EQ(d.kernels, 2);
}

// Each of three delegates takes a node, and one of them fails.
void OneFails(int faulty, bool in_prepare) {
  SCOPED_TRACE(faulty);
  std::vector<std::unique_ptr<TestDelegate>> all;
  const auto interpreter = Chain();
  for (int node = 0; node < kNodes; ++node) {
    all.push_back(std::make_unique<TestDelegate>(std::vector<int>{node}));
    ASSERT_EQ(interpreter->ModifyGraphWithDelegate(&all.back()->delegate),
              kTfLiteOk);
  }
  ExpectRuns(interpreter.get(), 2);
  EXPECT_EQ(DelegatedNodes(*interpreter), kNodes);
  TestDelegate& bad = *all[faulty];
  if (in_prepare) {
    bad.fail_prepare = true;
  } else {
    bad.fail_init = bad.kernels;
  }
  ExpectRuns(interpreter.get(), 3);
  EXPECT_EQ(DelegatedNodes(*interpreter), kNodes - 1);
  EXPECT_EQ(*bad.live_kernels, 0);
  // It is not applied again.
  bad.fail_prepare = false;
  ExpectRuns(interpreter.get(), 5);
  EXPECT_EQ(DelegatedNodes(*interpreter), kNodes - 1);
}

TEST(DelegateReapplied, OneThatFailsLeavesTheOthers) {
  for (int faulty = 0; faulty < kNodes; ++faulty) {
    for (const bool in_prepare : {false, true}) OneFails(faulty, in_prepare);
  }
}

TEST(DelegateReapplied, AllMayFail) {
  const auto interpreter = Chain();
  TestDelegate a({0}), b({1, 2});
  for (TestDelegate* d : {&a, &b}) {
    ASSERT_EQ(interpreter->ModifyGraphWithDelegate(&d->delegate), kTfLiteOk);
  }
  ExpectRuns(interpreter.get(), 2);
  a.fail_prepare = b.fail_prepare = true;
  ExpectRuns(interpreter.get(), 3);
  EXPECT_EQ(DelegatedNodes(*interpreter), 0);
  EXPECT_FALSE(interpreter->primary_subgraph().HasDelegates());
}

// For up to four elements.
TfLiteRegistration SmallAddOneOp() {
  TfLiteRegistration op = AddOneOp();
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& in = context->tensors[node->inputs->data[0]];
    return in.dims->data[0] > 4 ? kTfLiteError
                                : AddOneOp().prepare(context, node);
  };
  return op;
}

TEST(DelegateReapplied, ShapeThatTheCpuRefusesLeavesAllForTheNext) {
  for (const bool first_takes_dynamic : {false, true}) {
    SCOPED_TRACE(first_takes_dynamic);
    Interpreter interpreter;
    GraphMaker graph(&interpreter);
    for (int t = 0; t <= kNodes; ++t) ASSERT_EQ(graph.Tensor({4}), t);
    graph.Node({0}, {1}, SmallAddOneOp());
    for (int t = 1; t < kNodes; ++t) graph.Node({t}, {t + 1}, AddOneOp());
    interpreter.SetInputs({0});
    interpreter.SetOutputs({kNodes});
    TestDelegate a({1}), b({2});
    if (first_takes_dynamic) {
      a.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    }
    for (TestDelegate* d : {&a, &b}) {
      ASSERT_EQ(interpreter.ModifyGraphWithDelegate(&d->delegate), kTfLiteOk);
    }
    for (const int extent : {3, 2}) {
      ASSERT_EQ(interpreter.ResizeInputTensor(0, {5}), kTfLiteOk);
      for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteError);
        EXPECT_EQ(interpreter.Invoke(), kTfLiteError);
      }
      ExpectRuns(&interpreter, extent);
      EXPECT_EQ(DelegatedNodes(interpreter), 2);
    }
  }
}

// As of a branch that returns its input.
TEST(DelegateReapplied, GraphWithoutNodesCanBeResized) {
  Interpreter interpreter;
  GraphMaker(&interpreter).Tensor({2});
  interpreter.SetInputs({0});
  interpreter.SetOutputs({0});
  TestDelegate a({}), b({});
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(&a.delegate), kTfLiteOk);
  for (const int extent : {3, 1, 7}) {
    ASSERT_EQ(interpreter.ResizeInputTensor(0, {extent}), kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
    ASSERT_EQ(interpreter.input_tensor(0)->bytes, extent * sizeof(float));
    interpreter.typed_input_tensor<float>(0)[extent - 1] = 5;
    ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
    EXPECT_EQ(interpreter.typed_output_tensor<float>(0)[extent - 1], 5);
    if (extent != 3) continue;
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(&b.delegate), kTfLiteOk);
  }
}

TEST(DelegateReapplied, FailureIsAnErrorWithoutFallback) {
  const auto interpreter = Chain();
  InterpreterOptions options;
  options.SetDelegateFallback(false);
  interpreter->ApplyOptions(&options);
  TestDelegate d({1});
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(&d.delegate), kTfLiteOk);
  ExpectRuns(interpreter.get(), 2);
  d.fail_prepare = true;
  ASSERT_EQ(interpreter->ResizeInputTensor(interpreter->inputs()[0], {3}),
            kTfLiteOk);
  EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteDelegateError);
  ExpectRuns(interpreter.get(), 3);
  EXPECT_EQ(DelegatedNodes(*interpreter), 0);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
