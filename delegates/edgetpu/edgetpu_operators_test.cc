// Single operators with random shapes and quantizations: all run on the device,
// with the bits of the reference.
#include "delegates/common/testing/byte_cases.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

using delegates::ByteCases;

Target SmallTiles() {
  Target t = DefaultTarget();
  t.name = "small_tiles";
  t.tile_rows = 2;
  t.tile_columns = 3;
  t.array_columns = 16;
  t.tile_memory_bytes = 65536;
  t.parameter_store_bytes = 2048;
  return t;
}

class EdgeTpuOperators : public ::testing::TestWithParam<Target> {};

TEST_P(EdgeTpuOperators, HaveTheBitsOfTheReference) {
  const DelegatePtr delegate = DelegateOn(GetParam());
  ASSERT_NE(delegate, nullptr);
  delegates::ExpectBytesOfTheReference(
      delegate.get(),
      {&ByteCases::GroupedConv, &ByteCases::Conv, &ByteCases::Depthwise,
       &ByteCases::TransposeConv, &ByteCases::Mean, &ByteCases::Lstm,
       &ByteCases::Lstm, &ByteCases::L2Normalization, &ByteCases::Softmax,
       &ByteCases::ResizeBilinear, &ByteCases::FullyConnected, &ByteCases::Add,
       &ByteCases::Pool, &ByteCases::Concatenation},
      30);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EdgeTpuOperators,
    ::testing::Values(DefaultTarget(), SmallTiles(),
                      PlainArrayTarget(Dataflow::kWeightStationary, 16, 16)),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace tflite::edgetpu
