#include "delegates/edgetpu/executable/executable.h"

#include <string>

#include "delegates/edgetpu/isa/encoding.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

Executable Small() {
  Executable e;
  e.inputs = {{"x", 9, {1, 8}, 8}};
  e.outputs = {{"y", 9, {8}, 8}};
  Program& p = e.program;
  p.target = DefaultTarget();
  p.memory = {
      {8},
      {8},
      3,
      100,
      3,
      8,
      {{Space::kTile, false, 1, 0, 0, 7}, {Space::kStore, true, 0, 0, 0, 3}}};
  p.parameters = {1, 2, 3};
  Dma in, out;
  in.to.space = Space::kTile;
  in.row_bytes = out.row_bytes = 8;
  out.from.space = Space::kTile;
  out.to.space = Space::kOutput;
  AppendInstruction(in, &p.code);
  AppendInstruction(out, &p.code);
  p.layers = {{"copy", 0, 2, 5}};
  e.layer_cycles = {77};
  e.estimated_cycles = 99;
  e.program.caching_token = 0x123456789ABCDEF0;
  e.packed_layers = {{4, 5, 6, true, 4, 9, 8, 7, 3, 2}};
  e.original_nodes = {9, 8};
  return e;
}

std::string Problem(const std::vector<uint8_t>& bytes) {
  const auto read = ParseExecutable(bytes);
  return read.ok() ? "" : std::string(read.status().message());
}

TEST(Executable, IsReadAsWritten) {
  const auto bytes = SerializeExecutable(Small());
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  const Executable e = Small();
  EXPECT_EQ(read->version, kExecutableVersion);
  EXPECT_EQ(read->compiler, e.compiler);
  EXPECT_EQ(read->inputs[0].shape, e.inputs[0].shape);
  EXPECT_EQ(read->outputs[0].name, "y");
  EXPECT_EQ(TargetText(read->program.target), TargetText(e.program.target));
  EXPECT_EQ(read->program.memory.inputs, e.program.memory.inputs);
  EXPECT_EQ(read->program.memory.scratch, 100u);
  EXPECT_EQ(read->program.memory.store, 3u);
  EXPECT_EQ(read->program.memory.tile, 8u);
  ASSERT_EQ(read->program.memory.regions.size(), 2u);
  const MemoryRegion& tile = read->program.memory.regions[0];
  EXPECT_EQ(tile.space, Space::kTile);
  EXPECT_FALSE(tile.parameters);
  EXPECT_EQ(tile.offset, 1u);
  EXPECT_EQ(tile.bytes, 7u);
  EXPECT_EQ(tile.last_layer, 0u);
  EXPECT_TRUE(read->program.memory.regions[1].parameters);
  EXPECT_EQ(read->program.parameters, e.program.parameters);
  EXPECT_EQ(read->program.code, e.program.code);
  EXPECT_TRUE(read->program.load_code.empty());
  EXPECT_EQ(read->program.layers[0].num_instructions, 2u);
  EXPECT_EQ(read->layer_cycles, e.layer_cycles);
  EXPECT_EQ(read->estimated_cycles, 99u);
  EXPECT_EQ(read->program.caching_token, 0x123456789ABCDEF0u);
  EXPECT_EQ(read->packed_layers[0].chunk, 2);
  EXPECT_EQ(read->packed_layers[0].out_channels, 7);
  EXPECT_EQ(read->original_nodes, e.original_nodes);
}

TEST(Executable, ListsTransfers) {
  const auto transfers = TransfersOf(Small().program);
  ASSERT_TRUE(transfers.ok()) << transfers.status();
  ASSERT_EQ(transfers->size(), 2u);
  EXPECT_EQ((*transfers)[0].space, Space::kInput);
  EXPECT_FALSE((*transfers)[0].to_host);
  EXPECT_EQ((*transfers)[1].bytes, 8u);
  EXPECT_TRUE((*transfers)[1].to_host);
}

TEST(Executable, OfAnotherVersionHasNoProgram) {
  Executable e = Small();
  e.version = kExecutableVersion + 1;
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->version, kExecutableVersion + 1);
  EXPECT_TRUE(read->program.code.empty());
  EXPECT_EQ(read->program.parameters, e.program.parameters);
  EXPECT_EQ(read->original_nodes, e.original_nodes);
}

TEST(Executable, EveryDamagedByteIsAnError) {
  const auto bytes = SerializeExecutable(Small());
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  for (size_t i = 0; i < bytes->size(); ++i) {
    std::vector<uint8_t> damaged = *bytes;
    damaged[i] ^= 0x10;
    EXPECT_NE(Problem(damaged), "") << i;
    damaged = *bytes;
    damaged.resize(i);
    EXPECT_NE(Problem(damaged), "") << i;
  }
}

TEST(Executable, NamesGoogles) {
  // The identifier follows a root offset somewhere inside of FlexBuffers.
  const std::string googles = "4 " + std::string(3, '\0') + "DWN1 and so on";
  EXPECT_NE(Problem({googles.begin(), googles.end()}).find("Google's compiler"),
            std::string::npos);
  EXPECT_NE(Problem({1, 2, 3}).find("not an executable"), std::string::npos);
}

}  // namespace
}  // namespace tflite::edgetpu
