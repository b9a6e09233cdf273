#include "delegates/edgetpu/simulator/simulator.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/isa/encoding.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

Program ProgramOf(const std::vector<Instruction>& instructions) {
  Program program;
  program.target = DefaultTarget();
  program.target.host_bytes_per_second = 440'000'000;
  program.target.request_cycles = 1000;
  program.target.ring_bytes_per_cycle = 64;
  program.memory.inputs = {64};
  program.memory.outputs = {64};
  program.memory.tile = 196608;
  for (const Instruction& i : instructions) {
    AppendInstruction(i, &program.code);
  }
  program.layers = {{"all", 0, static_cast<uint32_t>(instructions.size()), 0}};
  return program;
}

Dma Transfer(Address from, Address to, uint32_t bytes) {
  Dma d;
  d.from = from;
  d.to = to;
  d.row_bytes = bytes;
  return d;
}

constexpr Address kIn = {Space::kInput, 0, 0};
constexpr Address kOut = {Space::kOutput, 0, 0};
constexpr uint32_t kTiles = 0xFFFF;
constexpr uint32_t kDmas = kLinkEngine | kRingEngine;

Address InTile(uint16_t tile, uint32_t offset) {
  return {Space::kTile, tile, offset};
}

TEST(Simulator, RunsTheStreamAndNothingElse) {
  Lookup lookup;
  lookup.tile = 2;
  lookup.input = 0;
  lookup.output = 128;
  lookup.table = 1024;
  lookup.count = 64;
  Fill fill;
  fill.tile = 2;
  fill.output = 1024;
  fill.row_bytes = 256;
  fill.value = 9;
  Program program = ProgramOf({Transfer(kIn, InTile(2, 0), 64), fill,
                               Sync{kTiles, kDmas}, lookup, Sync{kDmas, kTiles},
                               Transfer(InTile(2, 128), kOut, 32)});
  const auto simulator = Simulator::Create(std::move(program));
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  const std::vector<uint8_t> in(64, 3);
  std::vector<uint8_t> out(64, 7);
  ASSERT_TRUE(
      (*simulator)->Run({absl::MakeConstSpan(in)}, {absl::MakeSpan(out)}).ok());
  EXPECT_EQ(out[31], 9);
  EXPECT_EQ(out[32], 7);  // no instruction writes it
}

TEST(Simulator, ParametersAreLoadedOnce) {
  Program program = ProgramOf({Transfer({Space::kStore, 0, 0}, InTile(0, 0), 4),
                               Transfer(InTile(0, 0), kOut, 4),
                               // Destroys what the second run reads.
                               Transfer(kIn, {Space::kStore, 0, 0}, 4)});
  program.parameters = {1, 2, 3, 4};
  program.memory.parameters = program.memory.store = 4;
  AppendInstruction(
      Transfer({Space::kParameters, 0, 0}, {Space::kStore, 0, 0}, 4),
      &program.load_code);
  const auto simulator = Simulator::Create(std::move(program));
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  const std::vector<uint8_t> in(64, 9);
  std::vector<uint8_t> out(64);
  for (const int expected : {3, 9}) {
    ASSERT_TRUE((*simulator)
                    ->Run({absl::MakeConstSpan(in)}, {absl::MakeSpan(out)})
                    .ok());
    EXPECT_EQ(out[2], expected);
  }
}

void ExpectRefused(Program program, const std::string& part) {
  const auto simulator = Simulator::Create(std::move(program));
  ASSERT_FALSE(simulator.ok()) << part;
  EXPECT_NE(simulator.status().message().find(part), std::string_view::npos)
      << simulator.status();
}

TEST(Simulator, FaultsNameTheInstruction) {
  ExpectRefused(ProgramOf({Sync{}, Transfer(kIn, InTile(0, 196545), 64)}),
                "instruction 1, 'dma to=tile0+196545 row_bytes=64': to covers "
                "bytes 196545 to 196609 of a memory of 196608");
}

TEST(Simulator, TheParameterStoreIsNeverExceeded) {
  Program program = ProgramOf({Sync{}});
  program.memory.store = (8u << 20) + 1;
  ExpectRefused(std::move(program), "8388609 bytes of the parameter store");
  program = ProgramOf({Transfer(kIn, {Space::kStore, 0, 961}, 64)});
  program.memory.store = 1024;
  ExpectRefused(std::move(program), "of a memory of 1024");
}

TEST(Simulator, DamagedProgramsAreRefused) {
  Program program = ProgramOf({Sync{}});
  program.code.pop_back();
  ExpectRefused(program, "is cut off");
  program = ProgramOf({Sync{}});
  program.layers[0].num_instructions = 2;
  ExpectRefused(program, "layer 'all'");
  program.layers.clear();
  ExpectRefused(program, "the last 1 instructions belong to no layer");
  program.layers = {{"one", 1, 1, 0}};
  ExpectRefused(program, "layer 'one'");
  program = ProgramOf({Sync{}, Sync{}, Sync{}});
  program.layers = {{"a", 0, 2, 0}, {"b", 2, 1, 0}};
  EXPECT_TRUE(Simulator::Create(program).ok());
  program.layers[1].num_instructions = 2;
  ExpectRefused(program, "layer 'b'");
  program.layers = {{"a", 0, 2, 0}, {"b", 0, 1, 0}};
  ExpectRefused(program, "layer 'b'");
  program.layers.pop_back();
  ExpectRefused(program, "the last 1 instructions belong to no layer");
  program = ProgramOf({Sync{}});
  program.memory.parameters = 5;
  ExpectRefused(program, "0 bytes of parameters in place of 5");
  program = ProgramOf({Sync{}});
  program.target.tile_rows = 0;
  ExpectRefused(program, "tile_rows is 0");
}

TEST(Simulator, ProgramsUseUpTo2GiBOfTheHost) {
  Program program = ProgramOf({Sync{}});
  program.memory.scratch = uint64_t{1} << 31;
  EXPECT_TRUE(Simulator::Create(program).ok());
  ++program.memory.scratch;
  ExpectRefused(program, "needs 2147483649 bytes of the host's memory");
}

TEST(Simulator, TensorsOfOtherSizesAreErrors) {
  const auto simulator = Simulator::Create(ProgramOf({Sync{}}));
  ASSERT_TRUE(simulator.ok());
  const std::vector<uint8_t> in(63);
  std::vector<uint8_t> out(64);
  const auto problem = [&](std::vector<absl::Span<const uint8_t>> inputs,
                           std::vector<absl::Span<uint8_t>> outputs) {
    return std::string(
        (*simulator)->Run(std::move(inputs), std::move(outputs)).message());
  };
  EXPECT_EQ(problem({absl::MakeConstSpan(in)}, {absl::MakeSpan(out)}),
            "input 0 has 63 bytes in place of 64");
  EXPECT_EQ(problem({}, {absl::MakeSpan(out)}),
            "there are 0 inputs in place of 1");
  EXPECT_EQ(problem({absl::MakeConstSpan(out)}, {}),
            "there are 0 outputs in place of 1");
  EXPECT_EQ(
      problem({absl::MakeConstSpan(out)}, {absl::MakeSpan(out.data(), 63)}),
      "output 0 has 63 bytes in place of 64");
}

uint64_t Cycles(const std::vector<Instruction>& instructions) {
  const auto simulator = Simulator::Create(ProgramOf(instructions));
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  return simulator.ok() ? (*simulator)->Time().cycles : 0;
}

TEST(Timing, EnginesOverlapUnlessTheyWait) {
  // 32 cycles of latency and 1024 of 64 bytes each.
  const Dma ring = Transfer(InTile(0, 0), InTile(1, 0), 65536);
  Fill fill;  // 4 cycles to issue and 1024 of 64 bytes each
  fill.row_bytes = 65536;
  // After the request, the link transfers the code before all else.
  const auto of_code = [](const std::vector<Instruction>& instructions) {
    // 440 MB/s at 500 MHz.
    const auto bytes = static_cast<double>(TransferredBytes(instructions));
    return 1000 + static_cast<uint64_t>(bytes * 500 / 440 + 0.999999);
  };
  EXPECT_EQ(Cycles({ring}), of_code({ring}) + 1056);
  EXPECT_EQ(Cycles({fill}), of_code({fill}) + 1028);
  EXPECT_EQ(Cycles({ring, fill}), of_code({ring, fill}) + 1056);
  const std::vector<Instruction> waits = {ring, Sync{1, kRingEngine}, fill};
  EXPECT_EQ(Cycles(waits), of_code(waits) + 1056 + 1028);
}

// Its output is byte `at` of the store, which it fills with `value`.
std::unique_ptr<Simulator> Sharing(std::shared_ptr<ParameterStore> store,
                                   uint64_t caching_token, uint32_t at,
                                   uint8_t value, uint64_t bytes = 8) {
  const Address place = {Space::kStore, 0, at};
  Program program =
      ProgramOf({Transfer(place, InTile(0, 0), 1), Sync{kDmas, kDmas},
                 Transfer(InTile(0, 0), kOut, 1)});
  program.caching_token = caching_token;
  program.parameters = {value};
  program.memory.parameters = 1;
  program.memory.store = bytes;
  AppendInstruction(Transfer({Space::kParameters, 0, 0}, place, 1),
                    &program.load_code);
  auto simulator = Simulator::Create(std::move(program), std::move(store));
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  return *std::move(simulator);
}

uint8_t FirstByte(Simulator* simulator) {
  const std::vector<uint8_t> in(64);
  std::vector<uint8_t> out(64);
  EXPECT_TRUE(
      simulator->Run({absl::MakeConstSpan(in)}, {absl::MakeSpan(out)}).ok());
  return out[0];
}

TEST(Simulator, ProgramsOfOneTokenKeepTheirParameters) {
  const auto store = std::make_shared<ParameterStore>();
  const auto a = Sharing(store, 5, 0, 10), b = Sharing(store, 5, 1, 20);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(FirstByte(b.get()), 20);
  }
  EXPECT_EQ(a->loads(), 1u);
  EXPECT_EQ(b->loads(), 1u);
  EXPECT_GT(a->LoadCycles(), 32u);
  // Another token takes the store, also where it overwrites nothing.
  const auto other = Sharing(store, 6, 0, 30);
  EXPECT_EQ(FirstByte(other.get()), 30);
  EXPECT_EQ(FirstByte(b.get()), 20);
  EXPECT_EQ(FirstByte(a.get()), 10);
  EXPECT_EQ(a->loads(), 2u);
  EXPECT_EQ(b->loads(), 2u);
}

// The second one needs more of the store than there was before.
TEST(Simulator, ParametersStayWhenTheStoreGrows) {
  const auto store = std::make_shared<ParameterStore>();
  const auto a = Sharing(store, 5, 7, 10),
             b = Sharing(store, 5, 99'999, 20, 100'000);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(FirstByte(b.get()), 20);
  }
  EXPECT_EQ(a->loads(), 1u);
}

// As two executables may do that were not compiled together.
TEST(Simulator, ProgramsOfOneTokenThatOverlapLoadAgain) {
  const auto store = std::make_shared<ParameterStore>();
  const auto a = Sharing(store, 5, 0, 10), b = Sharing(store, 5, 0, 20);
  const auto c = Sharing(store, 5, 1, 30);
  for (uint64_t i = 1; i < 4; ++i) {
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(FirstByte(b.get()), 20);
    EXPECT_EQ(FirstByte(c.get()), 30);
    EXPECT_EQ(a->loads(), i);
    EXPECT_EQ(b->loads(), i);
    EXPECT_EQ(c->loads(), 1u);
  }
}

// Values of one program, with a gap, where the other one has its parameters.
TEST(Simulator, ValuesOverwriteParametersOfOthers) {
  const auto store = std::make_shared<ParameterStore>();
  const auto a = Sharing(store, 5, 3, 10);
  Dma values = Transfer(kIn, {Space::kStore, 0, 0}, 1);
  values.rows = 2;
  values.from_row = 1;
  values.to_row = 3;
  Program program = ProgramOf({values});
  program.caching_token = 5;
  program.memory.store = 8;
  const auto b = Simulator::Create(std::move(program), store);
  ASSERT_TRUE(b.ok()) << b.status();
  for (uint64_t i = 1; i < 4; ++i) {
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(a->loads(), i);
    FirstByte(b->get());
  }
}

void ExpectRanges(const std::vector<StoreRange>& ranges,
                  const std::vector<StoreRange>& expected) {
  ASSERT_EQ(ranges.size(), expected.size());
  for (size_t i = 0; i < ranges.size(); ++i) {
    EXPECT_EQ(ranges[i].begin, expected[i].begin) << i;
    EXPECT_EQ(ranges[i].end, expected[i].end) << i;
  }
}

TEST(StoreUse, HasWhatTransfersWriteWithTheirGaps) {
  const auto to_store = [](uint32_t at, uint32_t bytes) {
    return Transfer(kIn, {Space::kStore, 0, at}, bytes);
  };
  Dma planes = to_store(1000, 5);
  planes.rows = 3;
  planes.to_row = 10;
  planes.planes = 4;
  planes.to_plane = 100;
  const StoreUse use =
      StoreUseOf({to_store(50, 10), to_store(0, 40), to_store(10, 5), Sync{}},
                 {planes, Transfer({Space::kStore, 0, 0}, InTile(0, 0), 9)});
  // The second range of the first list lies within the first one.
  ExpectRanges(use.loaded, {{0, 40}, {50, 60}});
  ExpectRanges(use.written, {{1000, 1000 + 2 * 10 + 3 * 100 + 5}});
}

TEST(StoreUse, RangesOverlapInOneByte) {
  const std::vector<StoreRange> list = {{10, 20}, {30, 40}};
  for (const StoreRange& range : {StoreRange{0, 11}, StoreRange{19, 30},
                                  StoreRange{20, 31}, StoreRange{39, 50}}) {
    EXPECT_TRUE(Overlap(list, {range})) << range.begin;
    EXPECT_TRUE(Overlap({range}, list)) << range.begin;
  }
  EXPECT_FALSE(Overlap(list, {{0, 10}, {20, 30}, {40, 50}}));
  EXPECT_FALSE(Overlap(list, {}));
}

TEST(Simulator, ProgramsThatOverwriteTheirParametersAreFound) {
  const auto overwrites = [](uint32_t at) {
    Program program = ProgramOf({Transfer(kIn, InTile(0, 0), 4),
                                 Transfer(kIn, {Space::kStore, 0, at}, 4)});
    program.parameters = {1, 2, 3, 4};
    program.memory.parameters = 4;
    program.memory.store = 100;
    AppendInstruction(
        Transfer({Space::kParameters, 0, 0}, {Space::kStore, 0, 20}, 4),
        &program.load_code);
    const auto simulator = Simulator::Create(std::move(program));
    EXPECT_TRUE(simulator.ok()) << simulator.status();
    return std::string((*simulator)->CheckStore().message());
  };
  EXPECT_EQ(overwrites(16), "");
  EXPECT_EQ(overwrites(24), "");
  for (const uint32_t at : {17u, 20u, 23u}) {
    EXPECT_EQ(overwrites(at).rfind("instruction 1, 'dma ", 0), 0u)
        << overwrites(at);
  }
}

TEST(Simulator, ProgramsWithoutATokenLoadAfterOthers) {
  const auto store = std::make_shared<ParameterStore>();
  const auto a = Sharing(store, 0, 0, 10), b = Sharing(store, 0, 0, 20);
  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(FirstByte(a.get()), 10);
    EXPECT_EQ(FirstByte(b.get()), 20);
    EXPECT_EQ(a->loads(), static_cast<uint64_t>(i));
    EXPECT_EQ(b->loads(), static_cast<uint64_t>(i));
  }
}

TEST(Timing, TheReportHasTheLayers) {
  Program program = ProgramOf({Transfer(kIn, InTile(0, 0), 64)});
  program.layers[0].name = "in \"it\"\n";
  const auto simulator = Simulator::Create(std::move(program));
  ASSERT_TRUE(simulator.ok());
  const RunReport report = (*simulator)->Time();
  ASSERT_EQ(report.layers.size(), 1u);
  EXPECT_EQ(report.layers[0].host_bytes, 64u);
  EXPECT_STREQ(report.layers[0].bound(), "host link");
  EXPECT_NE(ReportTable(report).find("host link"), std::string::npos);
  EXPECT_EQ(report.layers[0].tile_bytes, 64u);
  EXPECT_EQ(report.target, "tiles_4x4");
  const std::string json = ReportJson({report, report});
  for (const char* part :
       {"{\"programs\": [\n{\"name\": \"\", \"target\": \"tiles_4x4\"",
        "{\"name\": \"in \\\"it\\\"\\u000a\", \"cycles\": ",
        "\"utilisation\": 0.0000, \"bound\": \"host link\"",
        "\"host_bytes\": 64", "\"tile_bytes\": 64}]},\n{\"name\""}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
  }
  EXPECT_EQ(ReportJson({}), "{\"programs\": []}\n");
}

TEST(Simulator, TheMemoryOfTilesIsNeverExceeded) {
  const Dma in = Transfer(kIn, InTile(3, 36), 64);
  Program program = ProgramOf({in});
  program.memory.tile = 100;
  EXPECT_TRUE(Simulator::Create(program).ok());
  // More than the program says that it uses, or than the target has.
  program.memory.tile = 99;
  ExpectRefused(program, "bytes 36 to 100 of a memory of 99");
  program.memory.tile = 196609;
  ExpectRefused(program,
                "196609 bytes of each tile's memory, which has 196608");
}

TEST(Simulator, RegionsAreWithinTheirMemories) {
  Program program = ProgramOf({Transfer(kIn, InTile(0, 0), 64)});
  program.memory.tile = 64;
  program.memory.store = 100;
  program.memory.scratch = 10;
  const auto with = [&](const MemoryRegion& region) {
    Program changed = program;
    changed.memory.regions = {region};
    return changed;
  };
  for (const MemoryRegion& region :
       {MemoryRegion{Space::kTile, false, 0, 0, 0, 64},
        MemoryRegion{Space::kStore, true, 90, 0, 0, 10},
        MemoryRegion{Space::kScratch, false, 10, 0, 0, 0}}) {
    const auto simulator = Simulator::Create(with(region));
    EXPECT_TRUE(simulator.ok()) << simulator.status();
  }
  ExpectRefused(with({Space::kTile, false, 1, 0, 0, 64}),
                "a region of 64 bytes at 1 of a memory of 64");
  ExpectRefused(with({Space::kTile, false, 1, 0, 0, UINT64_MAX}), "at 1 of");
  ExpectRefused(with({Space::kStore, true, 91, 0, 0, 10}), "a memory of 100");
  ExpectRefused(with({Space::kScratch, false, 11, 0, 0, 0}), "a memory of 10");
  for (const int space : {0, 1, 2, 6, 77, 255}) {
    ExpectRefused(with({static_cast<Space>(space), false, 0, 0, 0, 0}),
                  "a region in no memory of its own");
  }
  ExpectRefused(with({Space::kTile, false, 0, 0, 1, 1}), "layers 0 to 1 of 1");
  ExpectRefused(with({Space::kTile, false, 0, 1, 0, 1}), "layers 1 to 0");
}

}  // namespace
}  // namespace tflite::edgetpu
