#include "tensorflow_lite_lite/core/delegates/delegation_report.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/delegation_log.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

// Takes the nodes in `take` and reports reasons for those in `refuse`.
struct TalkingDelegate : TestDelegate {
  TalkingDelegate(const char* name, std::vector<int> take,
                  std::map<int, std::string> refuse)
      : TestDelegate(std::move(take)), refused(std::move(refuse)) {
    on_prepare = [this, name](TfLiteContext* context) {
      TfllDelegationLog* log = TfllGetDelegationLog(context);
      ASSERT_NE(log, nullptr);
      for (const int n : nodes) log->claim(log, context, name, n);
      for (const auto& [n, reason] : refused) {
        log->refuse(log, context, name, n, reason.c_str());
      }
    };
  }
  std::map<int, std::string> refused;
};

using DelegationReportTest = DelegateTest;

TEST_F(DelegationReportTest, WithoutDelegatesAllNodesAreTheCpus) {
  Make(2);
  const DelegationReport report = interpreter_->GetDelegationReport();
  ASSERT_EQ(report.graphs.size(), 1u);
  const DelegationReport::Graph& graph = report.graphs[0];
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[1].op, "AddOne");
  EXPECT_EQ(graph.nodes[1].delegate, "");
  EXPECT_EQ(graph.nodes[1].partition, -1);
  EXPECT_TRUE(graph.nodes[1].refusals.empty());
  EXPECT_TRUE(graph.partitions.empty());
  EXPECT_EQ(graph.NodesDelegated(), 0);
}

TEST_F(DelegationReportTest, TellsPartitionsAndReasons) {
  Make(5);
  interpreter_->tensor(3)->name = "third";
  TalkingDelegate d("npu", {0, 1, 4}, {{2, "too big"}});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  ASSERT_EQ(graph.partitions.size(), 2u);
  EXPECT_EQ(graph.partitions[0].delegate, "npu");
  EXPECT_EQ(graph.partitions[0].node_index, 5);
  EXPECT_EQ(graph.partitions[0].nodes, (std::vector<int>{0, 1}));
  EXPECT_EQ(graph.partitions[1].nodes, (std::vector<int>{4}));
  EXPECT_EQ(graph.nodes[1].delegate, "npu");
  EXPECT_EQ(graph.nodes[1].partition, 0);
  EXPECT_EQ(graph.nodes[4].partition, 1);
  EXPECT_EQ(graph.nodes[2].output, "third");
  EXPECT_EQ(graph.NodesDelegated(), 3);
  EXPECT_EQ(Refusals(2), "npu: too big");
  EXPECT_EQ(Refusals(3), "npu: not asked for");
  EXPECT_EQ(DescribeNodesOnCpu(graph, 1),
            "node 2 (AddOne): npu: too big; and 1 more");
}

TEST_F(DelegationReportTest, TheLastWordCounts) {
  Make(3);
  TalkingDelegate d("npu", {0}, {{1, "first"}});
  const auto talk = d.on_prepare;
  d.on_prepare = [&](TfLiteContext* context) {
    talk(context);
    TfllDelegationLog* log = TfllGetDelegationLog(context);
    log->refuse(log, context, "npu", 1, "second");
    log->refuse(log, context, "npu", 2, "no");
    log->claim(log, context, "npu", 2);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(Refusals(1), "npu: second");
  EXPECT_EQ(Refusals(2), "npu: supported, but left out of the partitions");
}

TEST_F(DelegationReportTest, DelegatesOneAfterAnotherKeepTheirReasons) {
  Make(4);
  TalkingDelegate gpu("gpu", {1}, {{0, "gpu says no"}, {2, "gpu cannot"}});
  TalkingDelegate cpu("vector", {0}, {{3, "odd shape"}});
  ASSERT_EQ(Apply(&gpu), kTfLiteOk);
  ASSERT_EQ(Apply(&cpu), kTfLiteOk);
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  EXPECT_EQ(graph.nodes[0].delegate, "vector");
  EXPECT_EQ(Refusals(0), "gpu: gpu says no");
  EXPECT_EQ(graph.nodes[1].delegate, "gpu");
  EXPECT_EQ(Refusals(1), "");
  EXPECT_EQ(Refusals(2), "gpu: gpu cannot\nvector: not asked for");
  EXPECT_EQ(Refusals(3), "gpu: not asked for\nvector: odd shape");
  ASSERT_EQ(graph.delegates.size(), 2u);
  EXPECT_EQ(graph.delegates[0].name, "gpu");
  EXPECT_EQ(graph.delegates[0].failure, "");
}

TEST_F(DelegationReportTest, ALaterDelegateMayTakeADelegatesNode) {
  Make(3);
  TalkingDelegate inner("inner", {0, 1}, {});
  ASSERT_EQ(Apply(&inner), kTfLiteOk);
  TalkingDelegate outer("outer", {2, 3}, {});
  ASSERT_EQ(Apply(&outer), kTfLiteOk);
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  ASSERT_EQ(graph.partitions.size(), 1u);
  EXPECT_EQ(graph.partitions[0].nodes.size(), 3u);
  EXPECT_EQ(graph.nodes[0].delegate, "outer");
}

// It gets them in the order of the plan, as the original one has no place for
// another delegate's node.
TEST_F(DelegationReportTest, ALaterDelegateGetsADelegatesNodeInOrder) {
  Make(5);
  TalkingDelegate inner("inner", {2, 3}, {});
  ASSERT_EQ(Apply(&inner), kTfLiteOk);
  TalkingDelegate outer("outer", {0, 1, 4, 5}, {});
  ASSERT_EQ(Apply(&outer), kTfLiteOk);
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  ASSERT_EQ(graph.partitions.size(), 1u);
  EXPECT_EQ(graph.partitions[0].nodes, (std::vector<int>{0, 1, 5, 4}));
}

TEST_F(DelegationReportTest, SurvivesAResize) {
  Make(3);
  TalkingDelegate d("npu", {0}, {{1, "too big"}});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  const std::string before =
      DelegationReportAsJson(interpreter_->GetDelegationReport());
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  EXPECT_EQ(Refusals(0), "npu: removed for a change of the graph");
  EXPECT_EQ(Refusals(1), "npu: too big");
  d.refused = {{1, "bigger still"}};
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(Refusals(0), "");
  EXPECT_EQ(Refusals(1), "npu: bigger still");
  d.refused = {{1, "too big"}};
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(DelegationReportAsJson(interpreter_->GetDelegationReport()),
            before);
}

TEST_F(DelegationReportTest, AFailureSaysWhatWasTakenOff) {
  Make(3);
  TalkingDelegate good("good", {0}, {{1, "too big"}});
  TalkingDelegate bad("bad", {1}, {{2, "unknown"}});
  bad.fail_kernel_prepare = 0;
  ASSERT_EQ(Apply(&good), kTfLiteOk);
  ASSERT_EQ(Apply(&bad), kTfLiteDelegateError);
  EXPECT_EQ(Refusals(0),
            "good: removed when bad failed\n"
            "bad: each of its partitions failed");
  EXPECT_EQ(Refusals(1),
            "good: too big\n"
            "bad: the kernel failed to prepare: kernel says no");
  EXPECT_EQ(Refusals(2), "good: removed when bad failed\nbad: unknown");
  // When the first delegate is applied again, its failure is removed.
  ASSERT_EQ(Apply(&good), kTfLiteOk);
  EXPECT_EQ(Refusals(2), "bad: unknown\ngood: not asked for");
}

TEST_F(DelegationReportTest, AFailureToPrepareKeepsTheDelegatesMessage) {
  Make(1);
  TalkingDelegate d("npu", {0}, {});
  d.fail_prepare = true;
  const auto talk = d.on_prepare;
  d.on_prepare = [&](TfLiteContext* context) {
    talk(context);
    context->ReportError(context, "device %d is busy", 3);
  };
  ASSERT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_EQ(Refusals(0), "npu: its Prepare failed: device 3 is busy");
}

TEST_F(DelegationReportTest, RemovingDelegatesForgetsThem) {
  Make(2);
  TalkingDelegate d("npu", {0}, {{1, "too big"}});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  EXPECT_EQ(Refusals(0), "");
  EXPECT_EQ(Refusals(1), "");
  EXPECT_TRUE(interpreter_->GetDelegationReport().graphs[0].delegates.empty());
}

TEST_F(DelegationReportTest, FailedDelegatesDoNotPileUp) {
  Make(1);
  std::vector<std::unique_ptr<TalkingDelegate>> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(std::make_unique<TalkingDelegate>(
        "npu", std::vector<int>{0}, std::map<int, std::string>{}));
    all.back()->fail_prepare = true;
    EXPECT_EQ(Apply(all.back().get()), kTfLiteDelegateError);
  }
  const auto graph = interpreter_->GetDelegationReport().graphs[0];
  EXPECT_GE(graph.delegates.size(), 2u);
  EXPECT_LE(graph.delegates.size(), 20u);
}

TEST_F(DelegationReportTest, EverySubgraphHasItsReport) {
  Make(2);
  interpreter_->AddSubgraphs(1);
  ASSERT_EQ(
      interpreter_->primary_subgraph().MarkSubgraphAsDelegationSkippable(1),
      kTfLiteOk);
  const DelegationReport report = interpreter_->GetDelegationReport();
  ASSERT_EQ(report.graphs.size(), 2u);
  EXPECT_FALSE(report.graphs[0].skipped);
  EXPECT_TRUE(report.graphs[1].skipped);
  EXPECT_EQ(report.graphs[1].index, 1);
}

TEST_F(DelegationReportTest, ACallersContextOfThisTypeChangesNothing) {
  Make(2);
  TfLiteExternalContext mine{};
  const auto type = static_cast<TfLiteExternalContextType>(kTfllDelegationLog);
  mine.type = type;
  interpreter_->SetExternalContext(type, &mine);
  EXPECT_TRUE(errors_.Has("There is no external context of type 7"));
  TalkingDelegate d("npu", {0}, {{1, "too big"}});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(Refusals(1), "npu: too big");
}

TEST_F(DelegationReportTest, OddCallsOfTheLogAreHarmless) {
  Make(2);
  TestDelegate d({0});
  TfllDelegationLog* log = nullptr;
  TfLiteContext other{};
  TfLiteContext* context = interpreter_->primary_subgraph().context();
  d.on_prepare = [&](TfLiteContext* c) {
    log = TfllGetDelegationLog(c);
    ASSERT_NE(log, nullptr);
    log->refuse(log, c, nullptr, -1, nullptr);
    log->refuse(log, c, nullptr, 1 << 30, "x");
    log->refuse(log, &other, "npu", 1, "another context");
    log->refuse(log, nullptr, "npu", 1, "no context");
    log->refuse(log, c, nullptr, 1, nullptr);
  };
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  EXPECT_EQ(Refusals(1), "TestDelegate: refused without a reason");
  // No delegate is being applied at this point.
  log->refuse(log, context, "npu", 1, "late");
  EXPECT_EQ(Refusals(1), "TestDelegate: refused without a reason");
}

TEST(DelegationReportJson, IsExactAndValid) {
  DelegationReport report;
  report.graphs.emplace_back();
  DelegationReport::Graph& graph = report.graphs[0];
  graph.name = "ma\"in\\";
  graph.delegates = {{"npu", ""}, {"gpu", "no device"}};
  graph.partitions = {{"npu", 2, {0}}};
  graph.nodes.resize(2);
  graph.nodes[0] = {0, "ADD", "a\xC3\xA4\xFF", "npu", 0, {}};
  graph.nodes[1] = {1, "MUL", "\n", "", -1, {{"npu", "too big"}}};
  EXPECT_EQ(
      DelegationReportAsJson(report),
      "{\"subgraphs\": [{\"index\": 0, \"name\": \"ma\\\"in\\\\\", "
      "\"skipped\": false,\n\"delegates\": [{\"name\": \"npu\", \"failure\": "
      "null}, {\"name\": \"gpu\", \"failure\": \"no device\"}],\n"
      "\"partitions\": [{\"delegate\": \"npu\", \"node_index\": 2, "
      "\"nodes\": [0]}],\n\"nodes\": [{\"index\": 0, \"op\": \"ADD\", "
      "\"output\": \"a\xC3\xA4\\ufffd\", \"delegate\": \"npu\", "
      "\"partition\": 0, \"refusals\": []},\n{\"index\": 1, \"op\": \"MUL\", "
      "\"output\": \"\\u000a\", \"delegate\": null, \"partition\": null, "
      "\"refusals\": [{\"delegate\": \"npu\", \"reason\": \"too big\"}]}]}]}"
      "\n");
}

// --- SetRequireFullDelegation ---

class FullDelegationTest : public DelegateTest {
 protected:
  void MakeStrict(int length) {
    Make(length);
    InterpreterOptions options;
    options.SetRequireFullDelegation();
    interpreter_->ApplyOptions(&options);
  }
};

TEST_F(FullDelegationTest, NodesThatNobodyAskedForAreAnError) {
  MakeStrict(6);
  TalkingDelegate d("npu", {1}, {{2, "too big"}});
  EXPECT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has(
      "Full delegation is required, but the CPU would run 5 of 6 nodes: node 0 "
      "(AddOne): npu: not asked for; node 2 (AddOne): npu: too big; node 3 "
      "(AddOne): npu: not asked for; and 2 more"))
      << errors_.text;
  EXPECT_EQ(plan(), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(*d.live_kernels, 0);
  EXPECT_EQ(Refusals(1), "npu: removed because full delegation is required");
}

TEST_F(FullDelegationTest, OneDelegateForAllNodesIsFine) {
  MakeStrict(3);
  TalkingDelegate d("npu", {0, 1, 2}, {});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(3);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  // The delegate takes fewer nodes if the shape is different.
  d.nodes = {0, 1};
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {4}), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("the CPU would run 1 of 3 nodes: node 2 (AddOne)"));
}

TEST_F(FullDelegationTest, SeveralDelegatesTogether) {
  MakeStrict(3);
  TalkingDelegate a("a", {0, 1}, {}), b("b", {2}, {});
  ASSERT_EQ(interpreter_->ApplyDelegates({&a.delegate, &b.delegate}),
            kTfLiteOk);
  ExpectAdds(3);
}

TEST_F(FullDelegationTest, NoDelegateAtAllIsAnErrorOfAllocateTensors) {
  MakeStrict(1);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteDelegateError);
  EXPECT_TRUE(errors_.Has("node 0 (AddOne): no delegate was applied"));
}

TEST_F(FullDelegationTest, WithoutFallbackAFailedPartitionIsAnError) {
  Make(3);
  InterpreterOptions options;
  options.SetDelegateFallback(false);
  interpreter_->ApplyOptions(&options);
  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(3);
  d.fail_kernel_invoke = 0;
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteDelegateError);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
