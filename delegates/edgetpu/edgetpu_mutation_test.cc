// Damaged programs are refused or run; none leaves the memories.
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/order.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

using Kind = delegates::PartitionValue::Kind;

Target TinyTarget() {
  Target t = DefaultTarget();
  t.name = "tiny";
  t.tile_rows = t.tile_columns = 2;
  t.tile_memory_bytes = 8192;
  t.parameter_store_bytes = 4096;
  return t;
}

// A convolution and a maximum of its results.
StatusOr<CompiledProgram> Compiled() {
  WeightedLayer sum;
  sum.in = {6, 6, 5};
  sum.out = {6, 6, 12};
  sum.filter.height = sum.filter.width = 3;
  sum.filter.pad_top = sum.filter.pad_left = 1;
  sum.weights.resize(12 * 9 * 5);
  sum.bias.resize(12);
  sum.factors.assign(12, 1 << 30);
  sum.shifts.resize(12);
  sum.max = 255;
  PooledLayer pool;
  pool.in = sum.out;
  pool.out = {3, 3, 12};
  pool.filter.height = pool.filter.width = 2;
  pool.filter.stride_y = pool.filter.stride_x = 2;
  pool.max = 255;
  LayerGraph graph;
  const std::vector<Image> images = {sum.in, sum.out, pool.out};
  graph.values.resize(3);
  graph.values[0].kind = Kind::kInput;
  graph.values[2].kind = Kind::kOutput;
  graph.calls.resize(2);
  for (int i = 0; i < 3; ++i) graph.values[i].bytes = images[i].bytes();
  graph.calls[0].operands = {{0, false}, {1, true}};
  graph.calls[0].layer = sum;
  graph.calls[1].operands = {{1, false}, {2, true}};
  graph.calls[1].layer = pool;
  return CompileLayers(graph, images, TinyTarget());
}

WeightedLayer Matrix(int32_t inputs, int32_t outputs) {
  WeightedLayer m;
  m.in = {1, 1, inputs};
  m.out = {1, 1, outputs};
  m.weights.assign(static_cast<size_t>(inputs * outputs), 5);
  m.bias.resize(static_cast<size_t>(outputs));
  m.factors.assign(static_cast<size_t>(outputs), 1 << 30);
  m.shifts.resize(static_cast<size_t>(outputs));
  m.flags = kSigned | kSignedWeights;
  m.min = -128;
  m.max = 127;
  return m;
}

// A recurrent layer with a projection, then its outputs scaled to length 1.
StatusOr<CompiledProgram> CompiledRecurrent() {
  RecurrentLayer cells;
  cells.steps = 3;
  cells.batch = 2;
  cells.inputs = 5;
  cells.cells = 70;
  cells.outputs = 6;
  for (int gate = 0; gate < 4; ++gate) {
    cells.gates.push_back({Matrix(5, 70), Matrix(6, 70)});
  }
  cells.projection = {Matrix(70, 6)};
  cells.finish.factor = 1 << 30;
  cells.finish.factor_shift = -20;
  cells.finish.min = -128;
  cells.finish.max = 127;
  NormalizedLayer unit;
  unit.image = {6, 1, 6};
  Unitize u;
  u.flags = kSigned;
  u.shift_after = 7;
  u.min = -128;
  u.max = 127;
  unit.operation = u;
  LayerGraph graph;
  const std::vector<Image> images = {{6, 1, 5}, {1, 1, 12}, {1, 1, 280},
                                     {6, 1, 6}, {1, 1, 12}, {1, 1, 280},
                                     {6, 1, 6}};
  const Kind kinds[] = {Kind::kInput, Kind::kInput,  Kind::kInput,
                        Kind::kInner, Kind::kOutput, Kind::kOutput,
                        Kind::kOutput};
  graph.values.resize(images.size());
  for (size_t i = 0; i < images.size(); ++i) {
    graph.values[i].kind = kinds[i];
    graph.values[i].bytes = images[i].bytes();
  }
  graph.calls.resize(2);
  for (int i = 0; i < 6; ++i) graph.calls[0].operands.push_back({i, i > 2});
  graph.calls[0].layer = cells;
  graph.calls[1].operands = {{3, false}, {6, true}};
  graph.calls[1].layer = unit;
  Target target = TinyTarget();
  target.tile_memory_bytes = 32768;
  return CompileLayers(graph, images, target);
}

// A layer of each kind, from an image to one of the same extents.
std::vector<Layer> LayersOfEachKind(const Image& image) {
  WeightedLayer sum = Matrix(image.channels, image.channels);
  sum.in = sum.out = image;
  PooledLayer pool;
  pool.in = pool.out = image;
  pool.filter.height = pool.filter.width = 3;
  pool.filter.pad_top = pool.filter.pad_left = 1;
  pool.max = 255;
  CombinedLayer both;
  both.image = image;
  both.operation = Extreme();
  NormalizedLayer unit;
  unit.image = image;
  Unitize u;
  u.max = 255;
  unit.operation = u;
  CopiedLayer copy;
  copy.copy.Add(static_cast<int64_t>(image.bytes()), 1, 1);
  BlendedLayer blend;
  blend.in = blend.out = image;
  for (int32_t y = 0; y < image.height; ++y) blend.rows.push_back({y, y, 0});
  for (int32_t x = 0; x < image.width; ++x) blend.columns.push_back({x, x, 0});
  return {sum,
          pool,
          both,
          unit,
          copy,
          blend,
          MappedLayer{image, std::vector<uint8_t>(256)},
          MovedLayer{image, image},
          FilledLayer{image, 3}};
}

// Each layer reads what the one before has written.
StatusOr<CompiledProgram> CompiledChain(const Image& image,
                                        const std::vector<Layer>& layers) {
  LayerGraph graph;
  graph.values.resize(layers.size() + 1);
  for (auto& value : graph.values) value.bytes = image.bytes();
  graph.values.front().kind = Kind::kInput;
  graph.values.back().kind = Kind::kOutput;
  for (int i = 0; i < static_cast<int>(layers.size()); ++i) {
    LayerCall& call = graph.calls.emplace_back();
    call.layer = layers[static_cast<size_t>(i)];
    if (!std::holds_alternative<FilledLayer>(call.layer)) {
      call.operands.push_back({i, false});
    }
    if (std::holds_alternative<CombinedLayer>(call.layer)) {
      call.operands.push_back({i, false});
    }
    call.operands.push_back({i + 1, true});
  }
  return CompileLayers(graph, std::vector<Image>(graph.values.size(), image),
                       TinyTarget());
}

Status RunOnce(Simulator& simulator) {
  const MemoryMap& memory = simulator.program().memory;
  std::vector<std::vector<uint8_t>> in, out;
  for (const uint64_t bytes : memory.inputs) in.emplace_back(bytes, 7);
  for (const uint64_t bytes : memory.outputs) out.emplace_back(bytes);
  return simulator.Run({in.begin(), in.end()}, {out.begin(), out.end()});
}

class EdgeTpuMutations
    : public ::testing::TestWithParam<StatusOr<CompiledProgram> (*)()> {};

TEST_P(EdgeTpuMutations, TenThousandDamagedPrograms) {
  const auto compiled = GetParam()();
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  std::mt19937 random(11);
  int refused = 0, ran = 0;
  for (int n = 0; n < 10000; ++n) {
    Program program = compiled->program;
    std::vector<uint8_t>& code =
        random() % 4 == 0 ? program.load_code : program.code;
    const int bytes = 1 + static_cast<int>(random() % 3);
    for (int i = 0; i < bytes; ++i) {
      code[random() % code.size()] = static_cast<uint8_t>(random());
    }
    if (random() % 16 == 0) code.resize(random() % code.size());
    const auto simulator = Simulator::Create(std::move(program));
    if (!simulator.ok()) {
      EXPECT_FALSE(simulator.status().message().empty());
      ++refused;
      continue;
    }
    // Whatever it computes, nothing outside of the memories is touched.
    ASSERT_TRUE(RunOnce(**simulator).ok());
    (*simulator)->Time();
    ++ran;
  }
  EXPECT_GT(refused, 3000);
  EXPECT_GT(ran, 100);
}

INSTANTIATE_TEST_SUITE_P(Programs, EdgeTpuMutations,
                         ::testing::Values(Compiled, CompiledRecurrent));

void ExpectOrdered(const StatusOr<CompiledProgram>& compiled) {
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto simulator = Simulator::Create(compiled->program);
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  const Status ordered = (*simulator)->CheckOrder();
  EXPECT_TRUE(ordered.ok()) << ordered;
}

TEST(EdgeTpuMutation, ProgramsAwaitWhatTheyNeed) {
  ExpectOrdered(Compiled());
  ExpectOrdered(CompiledRecurrent());
}

// Whatever the layer before has left running in whatever memory.
TEST(EdgeTpuMutation, AnyLayerAwaitsAnyOther) {
  const Image image = {6, 6, 12};
  const std::vector<Layer> layers = LayersOfEachKind(image);
  for (const Layer& one : layers) {
    for (const Layer& other : layers) {
      SCOPED_TRACE(
          base::StrCat("layers ", one.index(), " and ", other.index()));
      ExpectOrdered(CompiledChain(image, {one, other, one}));
    }
  }
}

// The compiler emits more waits than needed, but most of them are needed.
TEST(EdgeTpuMutation, MissingWaitsAreFound) {
  const auto compiled = Compiled();
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto instructions = DecodeInstructions(compiled->program.code);
  ASSERT_TRUE(instructions.ok()) << instructions.status();
  ASSERT_TRUE(CheckOrder(*instructions, TinyTarget()).ok());
  int waits = 0, found = 0;
  for (size_t i = 0; i < instructions->size(); ++i) {
    if (!std::holds_alternative<Sync>((*instructions)[i])) continue;
    std::vector<Instruction> without = *instructions;
    without.erase(without.begin() + static_cast<ptrdiff_t>(i));
    ++waits;
    found += CheckOrder(without, TinyTarget()).ok() ? 0 : 1;
  }
  EXPECT_GT(waits, 4);
  EXPECT_GT(2 * found, waits);
  // Without any, nothing is awaited.
  std::vector<Instruction> none;
  for (const Instruction& i : *instructions) {
    if (!std::holds_alternative<Sync>(i)) none.push_back(i);
  }
  EXPECT_FALSE(CheckOrder(none, TinyTarget()).ok());
}

}  // namespace
}  // namespace tflite::edgetpu
