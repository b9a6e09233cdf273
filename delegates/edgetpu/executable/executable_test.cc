#include "delegates/edgetpu/executable/executable.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/executable/code_codec.h"
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
      {{Space::kTile, false, 1, 0, 0, 7},
       {Space::kStore, true, 0x1020304, 0x2131415, 0x3242526, 0x4353637}}};
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
  EXPECT_EQ(tile.first_layer, 0u);
  const MemoryRegion& store = read->program.memory.regions[1];
  EXPECT_EQ(store.space, Space::kStore);
  EXPECT_TRUE(store.parameters);
  EXPECT_EQ(store.offset, 0x1020304u);
  EXPECT_EQ(store.first_layer, 0x2131415u);
  EXPECT_EQ(store.last_layer, 0x3242526u);
  EXPECT_EQ(store.bytes, 0x4353637u);
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

TEST(Executable, WithoutEstimatesHasNone) {
  Executable e = Small();
  e.layer_cycles.clear();
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->layer_cycles, std::vector<uint64_t>{0});
}

TEST(Executable, ListsTransfers) {
  Program program = Small().program;
  Dma more;
  more.to.space = Space::kTile;
  more.row_bytes = 5;
  more.rows = 3;
  more.planes = 7;
  more.copies = 2;  // of what the link transfers once
  AppendInstruction(more, &program.code);
  const auto transfers = TransfersOf(program);
  ASSERT_TRUE(transfers.ok()) << transfers.status();
  ASSERT_EQ(transfers->size(), 2u);
  EXPECT_EQ((*transfers)[0].space, Space::kInput);
  EXPECT_FALSE((*transfers)[0].to_host);
  EXPECT_EQ((*transfers)[0].count, 2u);
  EXPECT_EQ((*transfers)[0].bytes, 8u + 5 * 3 * 7);
  EXPECT_EQ((*transfers)[1].count, 1u);
  EXPECT_EQ((*transfers)[1].bytes, 8u);
  EXPECT_TRUE((*transfers)[1].to_host);
}

// Decompression takes time, which has to save 5 percent.
TEST(Executable, IsCompressedWhereThatSavesMuch) {
  std::mt19937 random(7);
  int compressed = 0, kept = 0;
  for (uint32_t values = 60; values <= 256; values += 4) {
    Executable e = Small();
    e.original_nodes.resize(20000);
    for (uint8_t& byte : e.original_nodes) {
      byte = static_cast<uint8_t>(random() % values);
    }
    const auto bytes = SerializeExecutable(e);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    const bool saves = CompressBytes(e.original_nodes).size() <= 19000;
    const auto* nodes = file::GetExecutable(bytes->data())->original_nodes();
    EXPECT_EQ(nodes->size(), saves ? 20000u : 0u) << values;
    ++(saves ? compressed : kept);
    const auto read = ParseExecutable(*bytes);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->original_nodes, e.original_nodes);
  }
  EXPECT_GT(compressed, 5);
  EXPECT_GT(kept, 5);
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

TEST(Executable, OfTooManyInstructionsIsRefused) {
  Executable e = Small();
  e.program.layers = {{"a", 0, (1u << 30) - 5, 0}, {"b", 0, 5, 0}};
  const auto most = SerializeExecutable(e);
  ASSERT_TRUE(most.ok()) << most.status();
  EXPECT_EQ(Problem(*most), "");
  ++e.program.layers[1].num_instructions;
  const auto bytes = SerializeExecutable(e);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_NE(Problem(*bytes).find("it has too many instructions"),
            std::string::npos)
      << Problem(*bytes);
}

// The least that is read, made by hand; -1 in place of what it lacks.
struct ByHand {
  int size = 0;     // of the parameters, decompressed
  int regions = 0;  // bytes
  int layers = 0, code = 0;
  int depth_block = 1, lane_block = 1;

  std::string Problem() const {
    flatbuffers::FlatBufferBuilder fbb;
    const std::vector<uint8_t> none;
    const std::vector<uint8_t> bytes(static_cast<size_t>(std::max(regions, 0)));
    const auto empty = file::CreateContentsDirect(
        fbb, static_cast<uint32_t>(size < 0 ? 0 : size), &none);
    const auto map = file::CreateContentsDirect(fbb, 0, &bytes);
    const auto raw = file::CreateContentsDirect(fbb, 0, &none);
    const auto list =
        fbb.CreateVector(std::vector<flatbuffers::Offset<file::Layer>>());
    const auto target = fbb.CreateString(TargetText(DefaultTarget()));
    file::ExecutableBuilder executable(fbb);
    if (size >= 0) executable.add_parameters(empty);
    executable.add_original_nodes(raw);
    executable.add_target(target);
    if (regions >= 0) executable.add_regions(map);
    if (code >= 0) executable.add_code(raw);
    executable.add_load_code(raw);
    if (layers >= 0) executable.add_layers(list);
    if (depth_block >= 0) {
      executable.add_depth_block(static_cast<uint32_t>(depth_block));
    }
    if (lane_block >= 0) {
      executable.add_lane_block(static_cast<uint32_t>(lane_block));
    }
    return edgetpu::Problem(fbb, executable);
  }
};

TEST(Executable, OfWhichAPartIsMissingIsRefused) {
  const std::pair<std::function<void(ByHand*)>, const char*> kCases[] = {
      {[](ByHand* e) { e->size = -1; },
       "it has no code, no parameters or no original nodes"},
      {[](ByHand* e) { e->code = -1; },
       "it has no code, no parameters or no original nodes"},
      {[](ByHand* e) { e->layers = -1; }, "it has no layers"},
      {[](ByHand* e) { e->regions = -1; }, "it has no memory map"},
      {[](ByHand* e) { e->regions = 19; }, "its memory map is cut off"},
      {[](ByHand* e) { e->regions = 21; }, "its memory map is cut off"},
      {[](ByHand* e) { e->depth_block = -1; },
       "it does not say in what blocks the array works"},
      {[](ByHand* e) { e->lane_block = 0; },
       "it does not say in what blocks the array works"},
      {[](ByHand* e) { e->size = 1 << 30; },
       "compressed bytes have another length"},
      {[](ByHand* e) { e->size = (1 << 30) + 1; }, "it is too large"},
  };
  EXPECT_EQ(ByHand().Problem(), "");
  for (const auto& [change, message] : kCases) {
    ByHand executable;
    change(&executable);
    EXPECT_EQ(executable.Problem(),
              std::string("the executable is damaged: ") + message);
  }
}

TEST(Executable, StatesAreInputsOfTheirSize) {
  const auto problem = [](int32_t state, uint64_t bytes) {
    Executable e = Small();
    e.outputs[0].state = state;
    e.outputs[0].bytes = bytes;
    const auto written = SerializeExecutable(e);
    EXPECT_TRUE(written.ok()) << written.status();
    return Problem(*written);
  };
  EXPECT_EQ(problem(0, 8), "");
  EXPECT_EQ(problem(-1, 9), "");
  for (const auto& [state, bytes] : {std::pair(0, 9), {1, 8}, {7, 8}}) {
    EXPECT_EQ(problem(state, static_cast<uint64_t>(bytes)),
              "the executable is damaged: output 'y' is no state of input " +
                  std::to_string(state));
  }
  Executable e = Small();
  e.outputs[0].state = 0;
  const auto written = SerializeExecutable(e);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(ParseExecutable(*written)->outputs[0].state, 0);
}

// One long name, to which many layers refer.
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

// The same of the names or the shapes of tensors.
TEST(Executable, WhoseTensorsGrowWhenTheyAreCopiedIsRefused) {
  for (const bool outputs : {false, true}) {
    for (const bool names : {false, true}) {
      flatbuffers::FlatBufferBuilder fbb;
      const auto name = fbb.CreateString(std::string(names ? 9999 : 1, 'x'));
      const auto shape =
          fbb.CreateVector(std::vector<int32_t>(names ? 1 : 9999));
      const std::vector<flatbuffers::Offset<file::HostTensor>> tensors(
          100, file::CreateHostTensor(fbb, name, 9, shape));
      const auto list = fbb.CreateVector(tensors);
      file::ExecutableBuilder executable(fbb);
      if (outputs) {
        executable.add_outputs(list);
      } else {
        executable.add_inputs(list);
      }
      EXPECT_EQ(Problem(fbb, executable),
                "the executable is damaged: its names and shapes are larger "
                "than the file");
    }
  }
}

// Four bytes of the file for each extent.
TEST(Executable, MayBeShapesForTheMostPart) {
  for (const bool outputs : {false, true}) {
    Executable e = Small();
    (outputs ? e.outputs : e.inputs)[0].shape.assign(20000, 1);
    const auto bytes = SerializeExecutable(e);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_LT(bytes->size(), 5 * 20000u);
    const auto read = ParseExecutable(*bytes);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->inputs[0].shape, e.inputs[0].shape);
    EXPECT_EQ(read->outputs[0].shape, e.outputs[0].shape);
  }
}

// What is nothing but a trailer is one of this compiler.
TEST(Executable, WithoutContentsIsDamaged) {
  EXPECT_EQ(Problem(WithTrailer({})),
            "the executable is damaged: it is not a flatbuffer");
  std::vector<uint8_t> cut = WithTrailer({});
  cut.erase(cut.begin());
  EXPECT_EQ(Problem(cut), "it is not an executable of edgetpu_compiler");
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
