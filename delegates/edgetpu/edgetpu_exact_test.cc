// Programs that the compiler makes give the bits of the reference kernels, on
// the simulator of several targets.
#include <memory>
#include <string>

#include "delegates/edgetpu/edgetpu_options.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

using DelegatePtr =
    std::unique_ptr<TfLiteDelegate, decltype(&DeleteEdgeTpuDelegate)>;

DelegatePtr On(const Target& target) {
  EdgeTpuOptions options;
  options.target = target;
  const auto delegate = CreateEdgeTpuDelegate(options);
  EXPECT_TRUE(delegate.ok()) << delegate.status();
  return DelegatePtr(delegate.ok() ? *delegate : nullptr,
                     DeleteEdgeTpuDelegate);
}

// Cases of 8 bits, of operators that the library has.
bool IsLikely(const Case& c) {
  if (c.type().find("int8") == std::string::npos) return false;
  for (const conformance::Graph& graph : c.graphs()) {
    for (const conformance::Node& node : graph.nodes) {
      if (node.code == kTfLiteBuiltinCustom) return false;
    }
  }
  return true;
}

Target SmallTiles() {
  Target t = DefaultTarget();
  t.name = "small_tiles";
  t.tile_rows = 2;
  t.tile_columns = 3;
  t.array_columns = 8;
  // Bands, chunks and values in the host's memory.
  t.tile_memory_bytes = 4096;
  t.parameter_store_bytes = 512;
  return t;
}

class EdgeTpuExact : public ::testing::TestWithParam<Target> {};

TEST_P(EdgeTpuExact, EveryCaseThatItTakes) {
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
  RecordProperty("cases", taken);
  EXPECT_GT(taken, 290);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EdgeTpuExact,
    ::testing::Values(DefaultTarget(), SmallTiles(),
                      PlainArrayTarget(Dataflow::kWeightStationary, 64, 64),
                      PlainArrayTarget(Dataflow::kOutputStationary, 16, 8),
                      PlainArrayTarget(Dataflow::kInputStationary, 16, 8)),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace tflite::edgetpu
