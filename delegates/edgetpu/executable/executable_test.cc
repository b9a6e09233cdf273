#include "delegates/edgetpu/executable/executable.h"

#include <string>

#include "delegates/edgetpu/executable/executable_generated.h"
#include "delegates/edgetpu/isa/array_kind.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/testing/trailer.h"
#include "flatbuffers/flatbuffers.h"
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

// What is wrong with an executable made by hand.
std::string Problem(flatbuffers::FlatBufferBuilder& fbb,
                    file::ExecutableBuilder& executable) {
  executable.add_version(kExecutableVersion);
  fbb.Finish(executable.Finish(), file::ExecutableIdentifier());
  return Problem(WithTrailer(
      {fbb.GetBufferPointer(), fbb.GetBufferPointer() + fbb.GetSize()}));
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

TEST(Executable, OfATargetThatIsNotKnownHasNoProgram) {
  Executable e = Small();
  e.target_text = TargetText(e.program.target);
  const std::string kind = "broadcast";
  e.target_text.replace(e.target_text.find(kind), kind.size(), "mychip");
  e.target_problem = "it was not known before either";
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->target_text, e.target_text);
  EXPECT_TRUE(read->program.code.empty());
  EXPECT_EQ(read->program.parameters, e.program.parameters);
  EXPECT_EQ(read->original_nodes, e.original_nodes);
  EXPECT_EQ(ObstacleTo(*read, DefaultTarget()),
            "the executable is for a target that is not known here: target, "
            "line 2: no dataflow is called 'mychip'; there are broadcast, "
            "weight_stationary, output_stationary, input_stationary, "
            "single_buffered");
}

TEST(Executable, ObstaclesAreNamed) {
  const auto obstacle = [](const Executable& e) {
    return ObstacleTo(e, DefaultTarget());
  };
  Executable e = Small();
  EXPECT_EQ(obstacle(e), "");
  e.program.target.name = "mine";
  EXPECT_EQ(obstacle(e),
            "the executable is for target 'mine', the device is 'tiles_4x4'");
  e = Small();
  e.program.target.tile_columns = 3;
  e.program.target.clock_hz = 1000;
  EXPECT_EQ(obstacle(e),
            "the executable is for target 'tiles_4x4', the device is "
            "'tiles_4x4': tile_columns = 3 in place of 4");
  e.version = 9;
  EXPECT_EQ(obstacle(e),
            "the executable has version 9, the device runs version 5");
}

int32_t my_lanes = 64;

// The functions of a kind may be other ones in the program that runs it.
TEST(Executable, OfOtherBlocksIsNotRun) {
  const auto depth = [](const Target&) { return 4; };
  const auto lanes = [](const Target&) { return my_lanes; };
  const auto cycles = [](const Target&, const ArrayWork& work) {
    return work.steps;
  };
  const auto mine = AddArrayKind({"mine", false, depth, lanes, cycles});
  ASSERT_TRUE(mine.ok()) << mine.status();
  Executable e = Small();
  e.program.target.dataflow = *mine;
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(ObstacleTo(*read, e.program.target), "");
  my_lanes = 32;
  EXPECT_EQ(ObstacleTo(*read, e.program.target),
            "the executable is for arrays with blocks of 4 channels and 64 "
            "lanes, the device's have 4 and 32");
}

// Zeros, of which many thousands become a few bytes.
TEST(Executable, OfTooManyRegionsIsRefused) {
  Executable e = Small();
  e.program.memory.regions.assign(kMostRegions, {});
  const auto most = SerializeExecutable(e);
  ASSERT_TRUE(most.ok()) << most.status();
  EXPECT_LT(most->size(), 1u << 20);
  EXPECT_EQ(Problem(*most), "");
  e.program.memory.regions.emplace_back();
  EXPECT_EQ(SerializeExecutable(e).status().message(),
            "the memory map has more than 1048576 regions");
  // A size alone, which is refused before anything is unpacked.
  flatbuffers::FlatBufferBuilder fbb;
  const std::vector<uint8_t> few = {1, 2, 3};
  const auto parameters = file::CreateContentsDirect(fbb, 0, &few);
  const auto regions =
      file::CreateContentsDirect(fbb, 20 * (kMostRegions + 1), &few);
  const auto target = fbb.CreateString(TargetText(DefaultTarget()));
  file::ExecutableBuilder executable(fbb);
  executable.add_parameters(parameters);
  executable.add_original_nodes(parameters);
  executable.add_target(target);
  executable.add_regions(regions);
  EXPECT_EQ(Problem(fbb, executable),
            "the executable is damaged: its memory map has more than 1048576 "
            "regions");
}

// One long name, to which many layers refer.
TEST(Executable, OfTooManyInstructionsIsRefused) {
  Executable e = Small();
  e.program.layers[0].num_instructions = 1u << 31;
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_NE(Problem(*bytes).find("it has too many instructions"),
            std::string::npos)
      << Problem(*bytes);
}

TEST(Executable, ThatGrowsWhenItIsCopiedIsRefused) {
  flatbuffers::FlatBufferBuilder fbb;
  const auto name = fbb.CreateString(std::string(100000, 'x'));
  const std::vector<flatbuffers::Offset<file::Layer>> layers(
      100000, file::CreateLayer(fbb, name));
  const auto list = fbb.CreateVector(layers);
  file::ExecutableBuilder executable(fbb);
  executable.add_layers(list);
  EXPECT_EQ(Problem(fbb, executable),
            "the executable is damaged: its names and shapes are larger than "
            "the file");
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
