// Cycles of compiled layers, on plain arrays and on tiles.
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

using Kind = delegates::PartitionValue::Kind;

// A convolution without padding.
struct Shape {
  const char* name;
  int32_t extent, channels, filter, stride, outputs;
};

WeightedLayer LayerOf(const Shape& shape) {
  WeightedLayer layer;
  const int32_t out = (shape.extent - shape.filter) / shape.stride + 1;
  layer.in = {shape.extent, shape.extent, shape.channels};
  layer.out = {out, out, shape.outputs};
  layer.filter.height = layer.filter.width = shape.filter;
  layer.filter.stride_y = layer.filter.stride_x = shape.stride;
  layer.weights.resize(static_cast<size_t>(shape.outputs) * shape.filter *
                       shape.filter * shape.channels);
  layer.bias.resize(shape.outputs);
  layer.factors.resize(shape.outputs);
  layer.shifts.resize(shape.outputs);
  layer.max = 255;
  return layer;
}

// The report of a program of this layer alone.
RunReport Timed(const Shape& shape, const Target& target) {
  LayerGraph graph;
  const WeightedLayer layer = LayerOf(shape);
  graph.values.resize(2);
  graph.values[0].kind = Kind::kInput;
  graph.values[0].bytes = layer.in.bytes();
  graph.values[1].kind = Kind::kOutput;
  graph.values[1].bytes = layer.out.bytes();
  LayerCall call;
  call.operands = {{0, false}, {1, true}};
  call.label = shape.name;
  call.layer = layer;
  graph.calls.push_back(std::move(call));
  auto compiled = CompileLayers(graph, {layer.in, layer.out}, target);
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  if (!compiled.ok()) return {};
  const auto simulator = Simulator::Create(std::move(compiled->program));
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  return simulator.ok() ? (*simulator)->Time() : RunReport();
}

// Recorded from an independent simulator of systolic arrays, which numbers
// cycles from 0 and reports the last one.
struct Recorded {
  Shape shape;
  uint64_t ws_128, ws_64, os_64;
};
constexpr Recorded kResNet50[] = {
    // That simulator rounds the extent of its output up, to 113.
    {{"conv1 7x7/2", 231, 3, 7, 2, 64}, 26301, 38876, 54599},
    {{"C2 1x1 64->64", 56, 64, 1, 1, 64}, 3517, 3325, 9309},
    {{"C2 3x3 64", 58, 64, 3, 1, 64}, 17589, 29933, 34397},
    {{"C2 1x1 64->256", 56, 64, 1, 1, 256}, 7035, 13303, 37239},
    {{"C3 3x3 128", 30, 128, 3, 1, 128}, 10493, 35063, 33227},
    {{"C3 1x1 128->512", 28, 128, 1, 1, 512}, 4663, 15583, 26415},
    {{"C4 3x3 256", 16, 256, 3, 1, 256}, 20807, 55583, 38879},
    {{"C4 1x1 1024->256", 14, 1024, 1, 1, 256}, 9247, 24703, 18399},
    {{"C5 3x3 512", 9, 512, 3, 1, 512}, 62063, 137663, 37871},
    {{"C5 1x1 512->2048", 7, 512, 1, 1, 2048}, 27583, 61183, 20415},
    {{"FC 2048->1000", 1, 2048, 1, 1, 1000}, 49023, 97791, 34783},
};

TEST(PlainArrays, HaveTheRecordedCyclesOfResNet50) {
  const Target ws_128 = PlainArrayTarget(Dataflow::kWeightStationary, 128, 128);
  const Target ws_64 = PlainArrayTarget(Dataflow::kWeightStationary, 64, 64);
  const Target os_64 = PlainArrayTarget(Dataflow::kOutputStationary, 64, 64);
  for (const Recorded& r : kResNet50) {
    SCOPED_TRACE(r.shape.name);
    EXPECT_EQ(Timed(r.shape, ws_128).array_cycles() - 1, r.ws_128);
    EXPECT_EQ(Timed(r.shape, ws_64).array_cycles() - 1, r.ws_64);
    EXPECT_EQ(Timed(r.shape, os_64).array_cycles() - 1, r.os_64);
  }
}

// A record of one layer on a weight-stationary array of 32x32 came without the
// layer: 112,283 cycles, and 94.53 % of the cells are used. 112,284 cycles are
// 36 blocks of weights of 3025 + 94 cycles each, and 3025 = 55 * 55 positions
// with 36 blocks are the first layer of AlexNet, which uses that many cells.
TEST(PlainArrays, HaveTheRecordedCyclesOfAlexNet) {
  const Shape shape = {"conv1 11x11/4", 227, 3, 11, 4, 96};
  const Target target = PlainArrayTarget(Dataflow::kWeightStationary, 32, 32);
  EXPECT_EQ(Timed(shape, target).array_cycles() - 1, 112'283u);
  const WeightedLayer layer = LayerOf(shape);
  EXPECT_EQ(layer.out.height, 55);
  EXPECT_NEAR(static_cast<double>(layer.weights.size()) / (36 * 32 * 32),
              0.9453, 0.00005);
}

// The number of the last cycle, counted from 0, of the product of a matrix of
// positions x depth and one of depth x lanes.
uint64_t ClosedForm(const Shape& shape, const Target& target) {
  const WeightedLayer layer = LayerOf(shape);
  const auto ceil = [](uint64_t a, uint64_t b) { return (a + b - 1) / b; };
  const uint64_t m = static_cast<uint64_t>(layer.out.height) * layer.out.width;
  const uint64_t k =
      static_cast<uint64_t>(layer.filter.taps()) * layer.in.channels;
  const auto n = static_cast<uint64_t>(layer.out.channels);
  const auto r = static_cast<uint64_t>(target.array_rows);
  const auto c = static_cast<uint64_t>(target.array_columns);
  switch (target.dataflow) {
    case Dataflow::kWeightStationary:
      return ceil(k, r) * ceil(n, c) * (m + 2 * r + c - 2) - 1;
    case Dataflow::kOutputStationary:
      return ceil(m, r) * ceil(n, c) * (k + r + c - 2) - 1;
    default:
      return ceil(k, r) * ceil(m, c) * (n + 2 * r + c - 2) - 1;
  }
}

constexpr Dataflow kSystolic[] = {Dataflow::kWeightStationary,
                                  Dataflow::kOutputStationary,
                                  Dataflow::kInputStationary};

void ExpectClosedForm(const Shape& shape, const Target& target) {
  EXPECT_EQ(Timed(shape, target).array_cycles() - 1, ClosedForm(shape, target))
      << target.name << ", " << shape.name << ": " << shape.extent << "x"
      << shape.extent << "x" << shape.channels << ", filter " << shape.filter
      << " / " << shape.stride << ", " << shape.outputs << " outputs";
}

TEST(PlainArrays, HaveTheCyclesOfTheClosedForms) {
  for (const Dataflow dataflow : kSystolic) {
    for (const auto& [rows, columns] :
         {std::pair(128, 128), std::pair(64, 64), std::pair(32, 16)}) {
      const Target target = PlainArrayTarget(dataflow, rows, columns);
      for (const Recorded& r : kResNet50) ExpectClosedForm(r.shape, target);
    }
  }
}

TEST(PlainArrays, HaveTheCyclesOfTheClosedFormsOnRandomLayers) {
  std::mt19937 random(17);
  const auto among = [&](int32_t least, int32_t most) {
    return least + static_cast<int32_t>(
                       random() % static_cast<uint32_t>(most - least + 1));
  };
  for (int i = 0; i < 150; ++i) {
    Shape shape = {"random",    0,           among(1, 70),
                   among(1, 5), among(1, 3), among(1, 150)};
    shape.extent = among(shape.filter, 20);
    ExpectClosedForm(
        shape, PlainArrayTarget(kSystolic[i % 3], among(1, 80), among(1, 80)));
  }
}

// More products, or bytes of weights, than one instruction may have.
TEST(PlainArrays, CutLargeLayersIntoSeveralInstructions) {
  const Target target = PlainArrayTarget(Dataflow::kWeightStationary, 64, 64);
  for (const Shape& shape : {Shape{"large image", 514, 64, 3, 1, 64},
                             Shape{"deep sums", 1, 1 << 18, 1, 1, 64}}) {
    SCOPED_TRACE(shape.name);
    const uint64_t least = ClosedForm(shape, target);
    const uint64_t cycles = Timed(shape, target).array_cycles();
    EXPECT_GT(cycles, least);
    EXPECT_LT(cycles, least + least / 10);
  }
}

TEST(Tiles, KeepTheirMultipliersBusy) {
  for (const Recorded& r : kResNet50) {
    const RunReport report = Timed(r.shape, DefaultTarget());
    ASSERT_EQ(report.layers.size(), 1u);
    const LayerReport& layer = report.layers[0];
    const WeightedLayer l = LayerOf(r.shape);
    const auto ceil = [](uint64_t a, uint64_t b) { return (a + b - 1) / b; };
    // A position, a tap and four channels in each cycle of a tile.
    const bool single = l.out.height == 1;
    const uint64_t steps = l.filter.taps() * ceil(l.in.channels, 4);
    const uint64_t least = single
                               ? steps * ceil(ceil(l.out.channels, 64), 16)
                               : ceil(l.out.height, 4) * ceil(l.out.width, 4) *
                                     steps * ceil(l.out.channels, 64);
    EXPECT_GE(layer.array_cycles, least) << r.shape.name;
    // With four positions or fewer, weights arrive too slowly.
    EXPECT_LE(layer.array_cycles, single ? 5 * least : least + least / 5)
        << r.shape.name;
    EXPECT_GE(layer.cycles(), layer.array_cycles);
    std::printf("%s", ReportTable(report).c_str());
  }
}

}  // namespace
}  // namespace tflite::edgetpu
