// Programs that the compiler makes give the bits of the reference kernels, on
// the simulator of several targets.
#include <string>
#include <vector>

#include "delegates/edgetpu/isa/target_file.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

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
  const DelegatePtr delegate = DelegateOn(GetParam());
  ASSERT_NE(delegate, nullptr);
  const int taken = conformance::ExpectExactBytes(delegate.get());
  RecordProperty("cases", taken);
  EXPECT_GT(taken, 740);
}

// However axes are counted, and whether or not they are neighbours.
TEST(EdgeTpuMean, TakesAnyAxes) {
  const DelegatePtr delegate = DelegateOn();
  ASSERT_NE(delegate, nullptr);
  for (const std::vector<double>& axes :
       std::vector<std::vector<double>>{{1, 2},
                                        {-3, 2},
                                        {1, -2},
                                        {-3, -2},
                                        {0, 1, 2},
                                        {-4, 1, 2},
                                        {1, 2, 3},
                                        {1, 2, -1},
                                        {1},
                                        {2, 3},
                                        {0, 3}}) {
    SCOPED_TRACE(::testing::PrintToString(axes));
    TfLiteReducerParams params{};
    params.keep_dims = true;
    const conformance::Elements& e = conformance::kInt8;
    conformance::Case c("Axes", "int8");
    c.Op(kTfLiteBuiltinMean, params).In(e, {2, 3, 4, 5});
    c.List(axes).Out(e);
    const auto run = conformance::Prepared(c, delegate.get());
    EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(c, *run);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EdgeTpuExact,
    ::testing::Values(DefaultTarget(), SmallTiles(),
                      *ReadTarget("delegates/edgetpu/example_chip.target"),
                      PlainArrayTarget(Dataflow::kWeightStationary, 64, 64),
                      PlainArrayTarget(Dataflow::kOutputStationary, 16, 8),
                      PlainArrayTarget(Dataflow::kInputStationary, 16, 8)),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace tflite::edgetpu
