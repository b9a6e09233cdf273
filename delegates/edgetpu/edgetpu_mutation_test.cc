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

Status RunOnce(Simulator& simulator) {
  const std::vector<uint8_t> in(simulator.program().memory.inputs[0], 7);
  std::vector<uint8_t> out(simulator.program().memory.outputs[0]);
  return simulator.Run({absl::MakeConstSpan(in)}, {absl::MakeSpan(out)});
}

TEST(EdgeTpuMutation, TenThousandDamagedPrograms) {
  const auto compiled = Compiled();
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
