#include "delegates/dummy/dummy_delegate.h"

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "testing/add_sub_add.h"

namespace tflite {
namespace testing {
namespace {

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DummyDelegateOptions Taking(int builtin_code) {
  DummyDelegateOptions options = TfLiteDummyDelegateOptionsDefault();
  options.allowed_builtin_code = builtin_code;
  return options;
}

DelegatePtr Create(const DummyDelegateOptions& options) {
  return TfLiteDummyDelegateCreateUnique(&options);
}

DelegatePtr Create(const DummyDelegateOptions& options,
                   const SimpleDelegateInterface::Options& common) {
  return {dummy::CreateDummyDelegate(options, common),
          TfLiteDummyDelegateDelete};
}

TfLiteStatus Apply(AddSubAdd* graph, const DelegatePtr& delegate) {
  return graph->interpreter().ModifyGraphWithDelegate(delegate.get());
}

// Why the first delegate did not run a node: its refusal or its error.
std::string WhyOnCpu(const DelegationReport::Node& node) {
  if (!node.delegate.empty() || node.refusals.empty()) return "";
  return node.refusals[0].reason;
}

TEST(DummyDelegate, TakesNothingByDefault) {
  const DelegatePtr delegate = TfLiteDummyDelegateCreateUnique(nullptr);
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  EXPECT_EQ(graph.DelegateNodes(), 0);
  EXPECT_EQ(graph.Run(), kAllOnCpu);
}

TEST(DummyDelegate, GivesZerosForTheOperatorItTakes) {
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  EXPECT_EQ(graph.DelegateNodes(), 1);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
}

TEST(DummyDelegate, FollowsChangesOfShape) {
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  ASSERT_EQ(graph.interpreter().ResizeInputTensor(0, {5}), kTfLiteOk);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  EXPECT_EQ(graph.interpreter().output_tensor(0)->bytes, 5 * sizeof(float));
  EXPECT_EQ(graph.interpreter().typed_output_tensor<float>(0)[4], 1.0f);
  EXPECT_EQ(graph.DelegateNodes(), 1);
}

TEST(DummyDelegate, NamesAnOutputWithoutMemory) {
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  Interpreter& interpreter = graph.interpreter();
  const int node = interpreter.execution_plan()[1];
  const int t = interpreter.node_and_registration(node)->first.outputs->data[0];
  interpreter.tensor(t)->data.raw = nullptr;
  interpreter.Invoke();
  const std::string name = interpreter.tensor(t)->name;
  EXPECT_TRUE(graph.Reported("output '" + name + "' has no memory"))
      << graph.reported();
}

TEST(DummyDelegate, UserListsApply) {
  SimpleDelegateInterface::Options common;
  common.deny = "#2";
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinAdd), common);
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  EXPECT_EQ(graph.DelegateNodes(), 1);
  EXPECT_EQ(graph.Run(), (std::vector<float>{2, 2}));
}

TEST(DummyDelegate, KeepsToTheMostPartitions) {
  SimpleDelegateInterface::Options common;
  common.max_delegated_partitions = 1;
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinAdd), common);
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  EXPECT_EQ(graph.DelegateNodes(), 1);
}

TEST(DummyDelegate, SeveralFollowOneAnother) {
  const DelegatePtr first = Create(Taking(kTfLiteBuiltinAdd));
  const DelegatePtr second = Create(Taking(kTfLiteBuiltinSub));
  const DelegatePtr third = Create(Taking(kTfLiteBuiltinAdd));
  AddSubAdd graph;
  for (const DelegatePtr* d : {&first, &second, &third}) {
    ASSERT_EQ(Apply(&graph, *d), kTfLiteOk);
  }
  EXPECT_EQ(graph.DelegateNodes(), 3);
  EXPECT_EQ(graph.Run(), kAddGivesZeros);
}

TEST(DummyDelegate, ReportSaysWhoHasEachNodeAndWhy) {
  SimpleDelegateInterface::Options common;
  common.deny = "#0";
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinAdd), common);
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  const auto nodes = graph.interpreter().GetDelegationReport().graphs[0].nodes;
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(WhyOnCpu(nodes[0]), "the user denied '#0'");
  EXPECT_EQ(WhyOnCpu(nodes[1]),
            "SUB is not the operator that it was told to take");
  EXPECT_EQ(nodes[2].delegate, "DummyDelegate");
}

// Faults ------------------------------------------------------------------

// Checks that a delegate whose partitions all fail is not applied, with the
// reason in the error message.
void ExpectRefused(const DummyDelegateOptions& options, const char* reason) {
  const DelegatePtr delegate = Create(options);
  const DelegatePtr other = Create(Taking(kTfLiteBuiltinSub));
  AddSubAdd graph;
  EXPECT_EQ(Apply(&graph, delegate), kTfLiteDelegateError);
  EXPECT_TRUE(graph.Reported(reason)) << graph.reported();
  EXPECT_EQ(graph.DelegateNodes(), 0);
  EXPECT_EQ(graph.Run(), kAllOnCpu);
  // The interpreter still accepts another delegate.
  ASSERT_EQ(Apply(&graph, other), kTfLiteOk);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
}

TEST(DummyDelegateFaults, FailureInInitLeavesTheGraphAsItWas) {
  DummyDelegateOptions options = Taking(kTfLiteBuiltinAdd);
  options.error_during_init = true;
  ExpectRefused(options, "DummyDelegate fails in Init, as requested.");
}

TEST(DummyDelegateFaults, FailureInPrepareLeavesTheGraphAsItWas) {
  DummyDelegateOptions options = Taking(kTfLiteBuiltinAdd);
  options.error_during_prepare = true;
  ExpectRefused(options, "DummyDelegate fails in Prepare, as requested.");
}

TEST(DummyDelegateFaults, FailureInInvokeGivesTheNodesBackToTheCpu) {
  DummyDelegateOptions options = Taking(kTfLiteBuiltinAdd);
  options.error_during_invoke = true;
  const DelegatePtr failing = Create(options);
  const DelegatePtr sound = Create(Taking(kTfLiteBuiltinSub));
  AddSubAdd graph;
  ASSERT_EQ(Apply(&graph, failing), kTfLiteOk);
  ASSERT_EQ(Apply(&graph, sound), kTfLiteOk);
  EXPECT_EQ(graph.DelegateNodes(), 3);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  EXPECT_TRUE(graph.Reported("DummyDelegate fails in Invoke, as requested."))
      << graph.reported();
  EXPECT_EQ(graph.DelegateNodes(), 1);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  const auto nodes = graph.interpreter().GetDelegationReport().graphs[0].nodes;
  for (const int n : {0, 2}) {
    EXPECT_NE(WhyOnCpu(nodes[n]).find("fails in Invoke, as requested"),
              std::string::npos)
        << WhyOnCpu(nodes[n]);
  }
  EXPECT_EQ(nodes[1].delegate, "DummyDelegate");
}

// Lifetimes ---------------------------------------------------------------

TEST(DummyDelegateLifetime, InterpreterOwnsIt) {
  AddSubAdd graph;
  const DummyDelegateOptions options = Taking(kTfLiteBuiltinSub);
  ASSERT_EQ(graph.interpreter().ModifyGraphWithDelegate(
                TfLiteDummyDelegateCreateUnique(&options)),
            kTfLiteOk);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
}

TEST(DummyDelegateLifetime, ServesInterpretersOneAfterAnother) {
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  for (int i = 0; i < 3; ++i) {
    AddSubAdd graph;
    ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
    EXPECT_EQ(graph.Run(), kSubGivesZeros);
  }
}

TEST(DummyDelegateLifetime, InterpretersShareItOnManyThreads) {
  const DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  std::vector<std::vector<float>> results(4);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&, i] {
      AddSubAdd graph;
      if (Apply(&graph, delegate) == kTfLiteOk) results[i] = graph.Run();
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& result : results) EXPECT_EQ(result, kSubGivesZeros);
}

TEST(DummyDelegateLifetime, DeletedBeforeItsInterpreter) {
  AddSubAdd graph;
  DelegatePtr delegate = Create(Taking(kTfLiteBuiltinSub));
  ASSERT_EQ(Apply(&graph, delegate), kTfLiteOk);
  delegate.reset();
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
  ASSERT_EQ(graph.interpreter().ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(graph.Run(), kSubGivesZeros);
}

TEST(DummyDelegateLifetime, NullIsAllowed) {
  TfLiteDummyDelegateDelete(nullptr);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
