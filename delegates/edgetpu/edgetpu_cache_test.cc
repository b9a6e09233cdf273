// Compiled partitions on disk.
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "delegates/edgetpu/compiled_cache.h"
#include "delegates/edgetpu/isa/array_kind.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/captured_log.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

namespace fs = std::filesystem;
using delegates::ProgramCache;
using Kind = delegates::PartitionValue::Kind;

// A directory that does not exist yet.
std::string NewDirectory() {
  std::string root = ::testing::TempDir() + "/edgetpu_cache_XXXXXX";
  return std::string(mkdtemp(&root[0])) + "/cache";
}

ProgramCache CacheIn(const std::string& directory) {
  ProgramCache::Options options;
  options.directory = directory;
  return ProgramCache(options);
}

// A convolution, with what CompileLayers gets.
struct Model {
  LayerGraph graph;
  std::vector<Image> images;
  Target target = DefaultTarget();

  Model() {
    WeightedLayer sum;
    sum.in = {6, 6, 5};
    sum.out = {6, 6, 12};
    sum.filter.height = sum.filter.width = 3;
    sum.filter.pad_top = sum.filter.pad_left = 1;
    sum.weights.resize(12 * 9 * 5, 3);
    sum.bias.resize(12);
    sum.factors.assign(12, 1 << 30);
    sum.shifts.resize(12);
    sum.max = 255;
    images = {sum.in, sum.out};
    graph.values.resize(2);
    graph.values[0].kind = Kind::kInput;
    graph.values[0].tensor = 4;
    graph.values[1].kind = Kind::kOutput;
    graph.values[1].tensor = 9;
    for (int i = 0; i < 2; ++i) graph.values[i].bytes = images[i].bytes();
    graph.calls.resize(1);
    graph.calls[0].operands = {{0, false}, {1, true}};
    graph.calls[0].layer = sum;
  }
  WeightedLayer& layer() {
    return std::get<WeightedLayer>(graph.calls[0].layer);
  }
  std::string key() const { return CacheKeyOf(graph, images, target).bytes(); }
  CompiledProgram Compile(const ProgramCache& cache, bool from_cache) const {
    bool loaded = !from_cache;
    auto compiled = CompileLayersOnce(graph, images, target, cache, &loaded);
    EXPECT_TRUE(compiled.ok()) << compiled.status();
    EXPECT_EQ(loaded, from_cache);
    return compiled.ok() ? *std::move(compiled) : CompiledProgram();
  }
};

bool Same(const CompiledProgram& a, const CompiledProgram& b) {
  return a.program.code == b.program.code &&
         a.program.load_code == b.program.load_code &&
         a.program.parameters == b.program.parameters &&
         a.program.memory.store == b.program.memory.store &&
         a.program.memory.scratch == b.program.memory.scratch &&
         a.program.memory.inputs == b.program.memory.inputs &&
         a.program.memory.outputs == b.program.memory.outputs &&
         a.program.layers.size() == b.program.layers.size() &&
         a.inputs == b.inputs && a.outputs == b.outputs && a.states == b.states;
}

TEST(EdgeTpuCache, GivesTheProgramBack) {
  const std::string directory = NewDirectory();
  const Model model;
  const CompiledProgram fresh = model.Compile(CacheIn(directory), false);
  const CompiledProgram loaded = model.Compile(CacheIn(directory), true);
  EXPECT_TRUE(Same(fresh, loaded));
  EXPECT_EQ(loaded.inputs, std::vector<int>{4});
  EXPECT_EQ(loaded.outputs, std::vector<int>{9});
}

TEST(EdgeTpuCache, TellsModelsApart) {
  const std::vector<std::function<void(Model*)>> changes = {
      [](Model* m) { m->layer().weights.back() = 4; },
      [](Model* m) { m->layer().bias[3] = 1; },
      [](Model* m) { m->layer().factors[0] += 1; },
      [](Model* m) { m->layer().shifts[11] = -1; },
      [](Model* m) { m->layer().min = 1; },
      [](Model* m) { m->layer().filter.dilation_x = 2; },
      [](Model* m) { m->layer().flags = kSigned; },
      [](Model* m) { m->layer().groups = 5; },
      [](Model* m) { m->images[1].width = 5; },
      [](Model* m) { m->target.tile_memory_bytes -= 64; },
      [](Model* m) { m->graph.values[0].tensor = 5; },
      [](Model* m) { m->graph.values[1].bytes += 1; },
      [](Model* m) { m->graph.values[1].kind = Kind::kInner; },
      [](Model* m) { m->graph.values[1].state = true; },
      [](Model* m) { m->graph.calls[0].label = "sum"; },
      [](Model* m) { m->graph.calls[0].operands[0].value = 1; },
      [](Model* m) {
        m->graph.calls[0].layer = FilledLayer{{1, 2, 3}, 4};
      },
      [](Model* m) { m->graph.calls.push_back(m->graph.calls[0]); },
  };
  const std::string before = Model().key();
  EXPECT_EQ(Model().key(), before);
  for (size_t i = 0; i < changes.size(); ++i) {
    Model model;
    changes[i](&model);
    EXPECT_NE(model.key(), before) << "change " << i;
  }
}

// Whatever differs between two layers; each is one value away from another.
TEST(EdgeTpuCache, TellsLayersApart) {
  const Image image = {1, 2, 3};
  const auto copy = [](int64_t extent, int64_t in, int64_t out) {
    kernels::StridedCopy strided;
    strided.Add(extent, in, out);
    return CopiedLayer{strided};
  };
  CopiedLayer shifted = copy(4, 1, 2);
  shifted.copy.out_offset = 1;
  WeightedLayer bias, factors;
  bias.bias = factors.factors = {7};
  PooledLayer pooled, average;
  average.flags = kAverage;
  edgetpu::Add sum, difference;
  difference.flags = kNegative;
  MovedLayer moved, further;
  further.c = 1;
  NormalizedLayer unit;
  unit.operation = Unitize();
  BlendedLayer blended;
  blended.rows = {{1, 2, 3}};
  BlendedLayer weighted = blended;
  weighted.rows[0].weight = 4;
  RecurrentLayer cells, gated;
  gated.gates.resize(1);
  RecurrentLayer biased = gated;
  biased.gates[0].state = bias;
  const std::vector<Layer> layers = {WeightedLayer(),
                                     bias,
                                     factors,
                                     pooled,
                                     average,
                                     CombinedLayer{image, sum},
                                     CombinedLayer{image, difference},
                                     CombinedLayer{image, Extreme()},
                                     MappedLayer{image, {}},
                                     MappedLayer{image, {1}},
                                     FilledLayer{image, 0},
                                     FilledLayer{image, 1},
                                     FilledLayer{{1, 3, 2}, 1},
                                     moved,
                                     further,
                                     copy(4, 1, 2),
                                     copy(4, 1, 3),
                                     shifted,
                                     NormalizedLayer(),
                                     unit,
                                     blended,
                                     weighted,
                                     cells,
                                     gated,
                                     biased};
  std::map<std::string, size_t> keys;
  for (size_t i = 0; i < layers.size(); ++i) {
    Model model;
    model.graph.calls[0].layer = layers[i];
    const auto [at, is_new] = keys.emplace(model.key(), i);
    EXPECT_TRUE(is_new) << "layers " << at->second << " and " << i;
  }
}

TEST(EdgeTpuCache, TellsNodesAndConstantsApart) {
  Model named, numbered, constant, other;
  // Without its length, the name would be the list of nodes.
  named.graph.calls[0].label = std::string("\1\0\0\0\0\0\0\0", 8);
  numbered.graph.calls[0].nodes = {0};
  EXPECT_NE(numbered.key(), Model().key());
  EXPECT_NE(numbered.key(), named.key());
  constant.graph.values[0].kind = Kind::kConstant;
  constant.graph.values[0].data.assign(constant.graph.values[0].bytes, 1);
  other = constant;
  EXPECT_EQ(other.key(), constant.key());
  other.graph.values[0].data.back() = 2;
  EXPECT_NE(other.key(), constant.key());
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}
void WriteFile(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

// A compiler that has been changed finds nothing of what it wrote before, even
// if its version is the same.
TEST(EdgeTpuCache, BelongsToACompilerOfTheSameSources) {
  const ProgramCache cache = CacheIn(NewDirectory());
  const Model model;
  const auto fresh = CompileLayers(model.graph, model.images, model.target);
  ASSERT_TRUE(fresh.ok()) << fresh.status();
  const auto key = [&](const std::string& compiler) {
    return CacheKeyOf(model.graph, model.images, model.target, compiler);
  };
  std::string other = kCompilerDigest;
  ASSERT_EQ(other.size(), 64u);
  other[63] = other[63] == '0' ? '1' : '0';
  model.Compile(cache, false);
  const auto entry = cache.Load(key(kCompilerDigest));
  ASSERT_TRUE(entry.has_value());
  fs::remove(cache.FileOf(key(kCompilerDigest)));
  ASSERT_TRUE(cache.Store(key(other), entry->data(), entry->size()).ok());
  EXPECT_TRUE(Same(model.Compile(cache, false), *fresh));
  EXPECT_TRUE(Same(model.Compile(cache, true), *fresh));
}

// What a change of changes the digest.
TEST(EdgeTpuCache, KnowsAllSourcesOfTheCompiler) {
  const std::string list = ReadFile("delegates/edgetpu/compiler_sources.txt");
  for (const char* path :
       {"compile.cc", "emit_weighted.cc", "layers.h", "pack.cc", "tiling.cc"}) {
    EXPECT_NE(list.find(std::string("delegates/edgetpu/compiler/") + path),
              std::string::npos)
        << path;
  }
  for (const char* path :
       {"delegates/edgetpu/isa/encoding.cc",
        "delegates/edgetpu/isa/instruction.h",
        "delegates/edgetpu/executable/executable_generated.h",
        "delegates/edgetpu/executable/executable.cc",
        "delegates/edgetpu/isa/array_single_buffered.cc",
        "delegates/common/memory_plan.cc"}) {
    EXPECT_NE(list.find(path), std::string::npos) << path;
  }
  // And how they are compiled.
  for (const char* options :
       {"\n//delegates/edgetpu/compiler:compiler -std=c++17 -ffp-contract=off",
        "\n//delegates/edgetpu/isa:isa -std=c++17", "\nall "}) {
    EXPECT_NE(list.find(options), std::string::npos) << options;
  }
}

// Whatever differs between two targets; the text has all properties.
TEST(EdgeTpuCache, TellsTargetsApart) {
  const std::string before = Model().key();
  const std::string text = TargetText(DefaultTarget());
  int changed = 0;
  for (size_t at = text.find("= "); at != std::string::npos;
       at = text.find("= ", at + 1)) {
    std::string other = text;
    const size_t end = text.find('\n', at);
    const std::string value = text.substr(at + 2, end - at - 2);
    other.replace(at + 2, value.size(),
                  value == "broadcast" ? "single_buffered"
                  : value == "tiles_4x4"
                      ? "tiles"
                      : std::to_string(std::stoll(value) / 2 + 1));
    const auto target = ParseTarget(other);
    ASSERT_TRUE(target.ok()) << target.status();
    Model model;
    model.target = *target;
    EXPECT_NE(model.key(), before) << other;
    ++changed;
  }
  EXPECT_EQ(changed, 17);
}

int32_t my_depth = 4, my_lanes = 64;

// What is no property: another process may have a kind of the same name.
TEST(EdgeTpuCache, TellsKindsOfArraysApart) {
  const auto depth = [](const Target&) { return my_depth; };
  const auto lanes = [](const Target&) { return my_lanes; };
  const auto cycles = [](const Target&, const ArrayWork& work) {
    return work.steps;
  };
  const auto mine = AddArrayKind({"mine", false, depth, lanes, cycles});
  ASSERT_TRUE(mine.ok()) << mine.status();
  Model model;
  model.target.dataflow = *mine;
  const std::string before = model.key();
  my_depth = 8;
  EXPECT_NE(model.key(), before);
  my_depth = 4;
  my_lanes = 32;
  EXPECT_NE(model.key(), before);
  my_lanes = 64;
  EXPECT_EQ(model.key(), before);
  // The list is not constant; kinds are, for users.
  const_cast<ArrayKind*>(FindArrayKind(*mine))->multiplies_matrices = true;
  EXPECT_NE(model.key(), before);
}

TEST(EdgeTpuCache, HoldsTheConstantsOnce) {
  const ProgramCache cache = CacheIn(NewDirectory());
  Model model;
  model.layer().in = model.images[0] = {4, 4, 512};
  model.layer().out = model.images[1] = {4, 4, 256};
  for (int i = 0; i < 2; ++i) {
    model.graph.values[i].bytes = model.images[i].bytes();
  }
  std::vector<uint8_t>& weights = model.layer().weights;
  weights.resize(256 * 9 * 512);
  std::minstd_rand random(1);
  for (uint8_t& weight : weights) weight = static_cast<uint8_t>(random() >> 8);
  model.layer().bias.resize(256);
  model.layer().factors.resize(256, 1 << 30);
  model.layer().shifts.resize(256);
  model.Compile(cache, false);
  const auto key = CacheKeyOf(model.graph, model.images, model.target);
  EXPECT_LT(key.bytes().size(), 200u);
  EXPECT_LT(fs::file_size(cache.FileOf(key)), weights.size() * 5 / 4);
  model.Compile(cache, true);
}

TEST(EdgeTpuCache, ReplacesTheEntryOfAnotherModel) {
  const ProgramCache cache = CacheIn(NewDirectory());
  Model model, other;
  other.layer().weights.back() = 4;
  const auto file = [&](const Model& m) {
    return cache.FileOf(CacheKeyOf(m.graph, m.images, m.target));
  };
  const CompiledProgram fresh = model.Compile(cache, false);
  other.Compile(cache, false);
  fs::copy(file(other), file(model), fs::copy_options::overwrite_existing);
  EXPECT_TRUE(Same(model.Compile(cache, false), fresh));
  EXPECT_TRUE(Same(model.Compile(cache, true), fresh));
}

TEST(EdgeTpuCache, ReplacesDamagedAndCutFiles) {
  const ProgramCache cache = CacheIn(NewDirectory());
  const Model model;
  const CompiledProgram fresh = model.Compile(cache, false);
  const std::string file =
      cache.FileOf(CacheKeyOf(model.graph, model.images, model.target));
  const std::string whole = ReadFile(file);
  ASSERT_GT(whole.size(), 1000u);
  for (size_t i = 0; i < 40; ++i) {
    std::string damaged = whole;
    if (i % 2 == 0) {
      damaged[i * whole.size() / 40] ^= 0x10;
    } else {
      damaged.resize(i * whole.size() / 40);
    }
    WriteFile(file, damaged);
    EXPECT_TRUE(Same(model.Compile(cache, false), fresh)) << i;
    EXPECT_EQ(ReadFile(file), whole) << i;
  }
}

// Entries that the cache itself has no fault to find with.
TEST(EdgeTpuCache, ReplacesForeignAndOldEntries) {
  const ProgramCache cache = CacheIn(NewDirectory());
  const Model model;
  const auto key = CacheKeyOf(model.graph, model.images, model.target);
  const CompiledProgram fresh = model.Compile(cache, false);
  const auto stored = [&](Executable executable) {
    auto bytes = SerializeExecutable(executable);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return bytes.ok() ? *bytes : std::vector<uint8_t>();
  };
  Executable same;
  same.program = fresh.program;
  same.inputs.resize(1);
  same.outputs.resize(1);
  same.inputs[0].bytes = fresh.program.memory.inputs[0];
  same.outputs[0].bytes = fresh.program.memory.outputs[0];
  Executable old = same, other_target = same, other_sizes = same,
             leaves_memory = same;
  old.version = kExecutableVersion - 1;
  other_target.program.target.clock_hz += 1;
  other_sizes.inputs[0].bytes += 4;
  leaves_memory.program.memory.store = 0;
  const std::vector<std::vector<uint8_t>> entries = {{},
                                                     {1, 2, 3},
                                                     stored(old),
                                                     stored(other_target),
                                                     stored(other_sizes),
                                                     stored(leaves_memory)};
  for (size_t i = 0; i < entries.size(); ++i) {
    ASSERT_TRUE(cache.Store(key, entries[i].data(), entries[i].size()).ok());
    EXPECT_TRUE(Same(model.Compile(cache, false), fresh)) << i;
    EXPECT_TRUE(Same(model.Compile(cache, true), fresh)) << i;
  }
  const std::vector<uint8_t> good = stored(same);
  ASSERT_TRUE(cache.Store(key, good.data(), good.size()).ok());
  EXPECT_TRUE(Same(model.Compile(cache, true), fresh));
}

TEST(EdgeTpuCache, DoesWithoutAFolderThatItCannotWrite) {
  const Model model;
  // Not even root makes folders there; nor below a file.
  const std::string file = ::testing::TempDir() + "/a_file";
  WriteFile(file, "");
  for (const std::string& directory :
       {std::string("/proc/edgetpu_cache"), file + "/cache"}) {
    for (int run = 0; run < 2; ++run) {
      const base::CapturedLog log;
      model.Compile(CacheIn(directory), false);
      EXPECT_FALSE(log.lines().empty());
      for (const auto& [level, text] : log.lines()) {
        EXPECT_EQ(level, base::LogLevel::kWarning);
        EXPECT_EQ(text.find("Edge TPU: "), 0u) << text;
        EXPECT_NE(text.find(directory), std::string::npos) << text;
      }
    }
  }
}

// Both processes find a program that is whole, or none.
TEST(EdgeTpuCache, MayBeSharedByProcesses) {
  const std::string directory = NewDirectory();
  const auto run = [&]() -> int {
    for (int i = 0; i < 60; ++i) {
      Model model;
      model.layer().bias[0] = i / 4;
      const auto expected =
          CompileLayers(model.graph, model.images, model.target);
      const auto compiled = CompileLayersOnce(
          model.graph, model.images, model.target, CacheIn(directory), nullptr);
      if (!expected.ok() || !compiled.ok() || !Same(*expected, *compiled)) {
        return 1;
      }
    }
    return 0;
  };
  std::vector<pid_t> processes;
  for (int i = 0; i < 2; ++i) {
    const pid_t process = fork();
    ASSERT_GE(process, 0);
    if (process == 0) _exit(run());
    processes.push_back(process);
  }
  for (const pid_t process : processes) {
    int status = -1;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  // One file per program, no partial ones.
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(directory)) {
    EXPECT_EQ(entry.path().extension(), ".program") << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 15u);
}

TEST(EdgeTpuCache, IsUsedByTheDelegate) {
  using namespace conformance;
  const Case c = Case("Chain", "int8")
                     .Op(kTfLiteBuiltinRelu6)
                     .In(kInt8, {1, 5, 5, 3})
                     .Out(kInt8)
                     .Within(Exact());
  EdgeTpuOptions options;
  options.program_dir = NewDirectory();
  options.report_json = options.program_dir + ".json";
  fs::file_time_type written;
  for (int run = 0; run < 2; ++run) {
    {
      const DelegatePtr delegate = DelegateWith(options);
      ASSERT_NE(delegate, nullptr);
      const auto prepared = Prepared(c, delegate.get());
      EXPECT_EQ(NodesLeft(prepared->interpreter()), 0);
      ExpectSame(c, *prepared);
    }
    ASSERT_TRUE(fs::is_directory(options.program_dir));
    const fs::directory_iterator files(options.program_dir);
    ASSERT_NE(files, fs::directory_iterator());
    if (run == 1) {
      EXPECT_EQ(fs::last_write_time(files->path()), written);
    }
    written = fs::last_write_time(files->path());
  }
  const std::string report = ReadFile(options.report_json);
  const size_t first = report.find("{\"name\": \"a partition of 1 nodes\"");
  EXPECT_NE(first, std::string::npos) << report;
  EXPECT_NE(report.find("{\"name\": \"a partition of 1 nodes (kept on disk)\"",
                        first),
            std::string::npos)
      << report;
}

}  // namespace
}  // namespace tflite::edgetpu
