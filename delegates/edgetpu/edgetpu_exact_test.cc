// Programs that the compiler makes give the bits of the reference kernels, on
// the simulator of several targets.
#include <fstream>
#include <iterator>
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

// The cycles of a mean over these axes.
std::string CyclesOfMean(const std::vector<double>& axes) {
  static int reports = 0;
  EdgeTpuOptions options;
  options.report_json =
      ::testing::TempDir() + "/mean" + std::to_string(++reports) + ".json";
  const conformance::Elements& e = conformance::kInt8;
  conformance::Case c("Axes", "int8");
  c.Op(kTfLiteBuiltinMean, TfLiteReducerParams{false}).In(e, {2, 3, 4, 5});
  c.List(axes).Out(e);
  const DelegatePtr delegate = DelegateWith(options);
  EXPECT_EQ(conformance::NodesLeft(
                conformance::Prepared(c, delegate.get())->interpreter()),
            0);
  std::ifstream file(options.report_json);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Images are summed in place, which other programs give the same results as.
TEST(EdgeTpuMean, OfImagesHasAProgramOfItsOwn) {
  const std::string images = CyclesOfMean({1, 2});
  for (const std::vector<double>& axes : std::vector<std::vector<double>>{
           {2, 1}, {-3, 2}, {1, -2}, {-3, -2}, {1, 2, 1}}) {
    EXPECT_EQ(CyclesOfMean(axes), images) << ::testing::PrintToString(axes);
  }
  EXPECT_NE(CyclesOfMean({1}), images);
  EXPECT_NE(CyclesOfMean({2, 3}), images);
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
