#include "testing/conformance/delegated_case.h"

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "testing/conformance/compare.h"

namespace tflite {
namespace conformance {
namespace {

bool HasBytesOfBuiltins(const Case& c) {
  if (c.type().find("int8") == std::string::npos) return false;
  for (const Graph& graph : c.graphs()) {
    for (const Node& node : graph.nodes) {
      if (node.code == kTfLiteBuiltinCustom) return false;
    }
  }
  return true;
}

}  // namespace

std::unique_ptr<CaseRun> Prepared(const Case& c, TfLiteDelegate* delegate,
                                  int threads, TfLiteStatus applied) {
  static const ops::builtin::BuiltinRefOpResolver reference;
  CaseRun shaped(c, 1);
  EXPECT_TRUE(shaped.Build(reference, nullptr).ok());
  EXPECT_TRUE(shaped.Allocate().ok());
  const TensorShapes shapes = shaped.Shapes();
  auto run = std::make_unique<CaseRun>(c, 1);
  EXPECT_TRUE(run->Build(reference, &shapes, threads).ok());
  if (delegate != nullptr) {
    EXPECT_EQ(run->interpreter().ModifyGraphWithDelegate(delegate), applied);
  }
  const base::Status allocated = run->Allocate();
  EXPECT_TRUE(allocated.ok()) << allocated;
  return run;
}

void ExpectSame(const Case& c, CaseRun& run, int before) {
  const auto reference = Prepared(c, nullptr);
  for (int i = 0; i < before; ++i) EXPECT_TRUE(reference->Invoke().ok());
  for (int i = 0; i < 2; ++i) {
    const auto want = reference->Invoke();
    const auto got = run.Invoke();
    ASSERT_TRUE(want.ok()) << want.status();
    ASSERT_TRUE(got.ok()) << got.status();
    const base::Status same = CompareResults(c, *got, *want);
    EXPECT_TRUE(same.ok()) << same;
  }
}

void ExpectSameOnDelegate(const std::vector<Case>& cases,
                          TfLiteDelegate* delegate) {
  int i = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.id() + " " + c.type() + ", case " + std::to_string(i++));
    const auto run = Prepared(c, delegate);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0) << Refusals(run->interpreter());
    ExpectSame(c, *run);
  }
}

int ExpectExactBytes(TfLiteDelegate* delegate) {
  int taken = 0;
  const CaseTable table = LinkedCases();
  for (const Case& linked : table.cases()) {
    if (!HasBytesOfBuiltins(linked)) continue;
    const Case c = Case(linked).Within(Exact());
    SCOPED_TRACE(OperatorName(c) + "/" + c.id() + "/" + c.type());
    const auto run = Prepared(c, delegate);
    if (NodesLeft(run->interpreter()) > 0) continue;
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0) << Refusals(run->interpreter());
    ++taken;
  }
  return taken;
}

int DelegatedPartitions(const Interpreter& interpreter) {
  int count = 0;
  for (const int n : interpreter.execution_plan()) {
    count += interpreter.node_and_registration(n)->first.delegate != nullptr;
  }
  return count;
}

int NodesLeft(const Interpreter& interpreter) {
  return static_cast<int>(interpreter.execution_plan().size()) -
         DelegatedPartitions(interpreter);
}

std::string Refusals(const Interpreter& interpreter) {
  const DelegationReport report = interpreter.GetDelegationReport();
  std::string all;
  for (const auto& node : report.graphs.at(0).nodes) {
    for (const auto& refusal : node.refusals) all += refusal.reason + "\n";
  }
  return all;
}

}  // namespace conformance
}  // namespace tflite
