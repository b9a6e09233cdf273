// Results equal those of the reference kernels bit by bit. The tolerance of
// some cases of the suite is one step.
#include <string>

#include "delegates/dsp/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

// 8-bit cases of built-in operators.
bool IsLikely(const Case& c) {
  if (c.type().find("int8") == std::string::npos) return false;
  for (const conformance::Graph& graph : c.graphs()) {
    for (const conformance::Node& node : graph.nodes) {
      if (node.code == kTfLiteBuiltinCustom) return false;
    }
  }
  return true;
}

class DspExact : public ::testing::TestWithParam<DspBackend> {};

TEST_P(DspExact, EveryCaseThatItTakes) {
  const DelegatePtr delegate = On(GetParam());
  ASSERT_NE(delegate, nullptr);
  int taken = 0;
  const conformance::CaseTable table = conformance::LinkedCases();
  for (const Case& linked : table.cases()) {
    if (!IsLikely(linked)) continue;
    const Case c = Case(linked).Within(conformance::Exact());
    SCOPED_TRACE(OperatorName(c) + "/" + c.id() + "/" + c.type());
    const auto run = Prepared(c, delegate.get());
    if (NodesLeft(run->interpreter()) > 0) continue;
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0) << Refusals(run->interpreter());
    ++taken;
  }
  EXPECT_GT(taken, 700);
}

INSTANTIATE_TEST_SUITE_P(Guests, DspExact, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
