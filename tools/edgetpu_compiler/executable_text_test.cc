// What an executable records of memory, and what is printed of it.
#include "tools/edgetpu_compiler/executable_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/isa/accesses.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "testing/golden/shared_model.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {
namespace {

using namespace edgetpu;

std::string Compiled(const FlatBufferModel& source) {
  const auto compiled = CompileModel(source, {});
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  return compiled.ok() ? compiled->file : "";
}

std::string CompiledDigits() {
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(
      "examples/digits/digits_int8.tflite");
  EXPECT_NE(source, nullptr);
  return source == nullptr ? "" : Compiled(*source);
}

std::vector<Executable> ExecutablesIn(const std::string& file) {
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  std::vector<Executable> all;
  for (const Operator* op :
       *model->GetModel()->subgraphs()->Get(0)->operators()) {
    const auto* options = op->custom_options();
    if (options == nullptr) continue;
    auto executable = ParseExecutable({options->data(), options->size()});
    if (executable.ok()) all.push_back(*std::move(executable));
  }
  return all;
}

// The end of the last byte of a tile that an instruction uses.
uint64_t TileBytes(const Program& program) {
  const auto instructions = DecodeInstructions(program.code);
  EXPECT_TRUE(instructions.ok()) << instructions.status();
  uint64_t most = 0;
  Accesses accesses(program.target);
  for (const Instruction& instruction : *instructions) {
    accesses.Of(instruction);
    for (const Access& access : accesses.list()) {
      if (access.space == Space::kTile) most = std::max(most, access.end);
    }
  }
  return most;
}

bool Meet(const MemoryRegion& a, const MemoryRegion& b) {
  return a.space == b.space && a.offset < b.offset + b.bytes &&
         b.offset < a.offset + a.bytes && a.first_layer <= b.last_layer &&
         b.first_layer <= a.last_layer;
}

void ExpectTrueMap(const Program& program) {
  const MemoryMap& memory = program.memory;
  uint64_t most = TileBytes(program);
  for (size_t i = 0; i < memory.regions.size(); ++i) {
    const MemoryRegion& region = memory.regions[i];
    if (region.space == Space::kTile) {
      most = std::max(most, region.offset + region.bytes);
    }
    for (size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(Meet(region, memory.regions[j])) << i << " and " << j;
    }
  }
  EXPECT_EQ(memory.tile, most);
  EXPECT_LE(memory.tile,
            static_cast<uint64_t>(program.target.tile_memory_bytes));
}

class MemoryMapOf : public ::testing::TestWithParam<const char*> {};

TEST_P(MemoryMapOf, AProgramIsTrue) {
  TFLL_OPEN_SHARED_MODEL(source, GetParam());
  const auto executables = ExecutablesIn(Compiled(source));
  ASSERT_FALSE(executables.empty());
  for (const Executable& executable : executables) {
    ExpectTrueMap(executable.program);
    EXPECT_FALSE(executable.program.memory.regions.empty());
    // A byte less, and the program does not run.
    Program program = executable.program;
    --program.memory.tile;
    EXPECT_FALSE(Simulator::Create(std::move(program)).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, MemoryMapOf,
    ::testing::Values("mobilenet_v2_1.0_224_quant", "keras_lstm_mnist_ptq",
                      "movenet_single_pose_lightning_ptq", "ad01_int8"),
    [](const auto& param) { return golden::TestNameOfModel(param.param); });

TEST(ExecutablesText, HasWhatTheFileHas) {
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const auto text = ExecutablesText(*model, false);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto executables = ExecutablesIn(file);
  ASSERT_EQ(executables.size(), 1u);
  const Program& program = executables[0].program;
  for (const std::string& part :
       {std::string("Executable 0\nVersion 5, compiler tensorflow_lite_lite"),
        std::string("\nInput 0: INT8 [1,"), std::string("\nOutput 0: INT8 [1,"),
        std::string("\nname = tiles_4x4\n"),
        "each tile: " + std::to_string(program.memory.tile) + " of 196608",
        "parameter store: " + std::to_string(program.memory.store) +
            " of 8388608",
        std::string("bytes, layers    0 to"), std::string(", parameters\n"),
        std::string("\n  from input"), std::string("\n  to   output"),
        std::to_string(executables[0].layer_cycles[0]) + " cycles",
        std::to_string(executables[0].estimated_cycles) + " cycles with"}) {
    EXPECT_NE(text->find(part), std::string::npos) << part << "\nin\n" << *text;
  }
  EXPECT_EQ(text->find("Instructions:"), std::string::npos);
  const auto code = ExecutablesText(*model, true);
  ASSERT_TRUE(code.ok()) << code.status();
  EXPECT_NE(code->find("Instructions that load parameters:\n  0: dma"),
            std::string::npos);
  EXPECT_NE(code->find(": multiply"), std::string::npos);
}

std::string TextOf(const Executable& executable) {
  const auto bytes = SerializeExecutable(executable);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  ModelT model = fault::AddModel();
  model.operator_codes[0]->builtin_code = BuiltinOperator_CUSTOM;
  model.operator_codes[0]->deprecated_builtin_code = BuiltinOperator_CUSTOM;
  model.operator_codes[0]->custom_code = kCustomOpName;
  model.subgraphs[0]->operators[0]->builtin_options.Reset();
  model.subgraphs[0]->operators[0]->custom_options = *bytes;
  const std::string file = fault::Pack(model);
  const auto opened =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  EXPECT_NE(opened, nullptr);
  const auto text = ExecutablesText(*opened, false);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : "";
}

TEST(ExecutablesText, ShowsATargetThatIsNotKnown) {
  auto executables = ExecutablesIn(CompiledDigits());
  ASSERT_EQ(executables.size(), 1u);
  executables[0].target_text = "name = a\x1b[2J\ndataflow = mychip\n";
  executables[0].target_problem = "no such array";
  const std::string text = TextOf(executables[0]);
  EXPECT_NE(text.find("Target, not known here: target, line 1: name is"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nname = a\\x1b[2J\ndataflow = mychip\n"),
            std::string::npos)
      << text;
}

TEST(ExecutablesText, EscapesControlCharacters) {
  auto executables = ExecutablesIn(CompiledDigits());
  ASSERT_EQ(executables.size(), 1u);
  const std::string name("a\0b\x1b[2J\nc", 9);
  executables[0].inputs[0].name = name;
  executables[0].program.layers[0].name = name;
  executables[0].compiler = name;
  const std::string text = TextOf(executables[0]);
  for (const char c : text) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 32) << text;
  }
  EXPECT_NE(text.find("'a\\x00b\\x1b[2J\\nc'"), std::string::npos) << text;
}

TEST(ExecutablesText, OfOthersIsAnError) {
  const std::string plain = fault::Pack(fault::AddModel());
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(plain.data(), plain.size());
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(ExecutablesText(*model, false).status().message(),
            "it has no executable");
  ModelT damaged = fault::AddModel();
  damaged.operator_codes[0]->builtin_code = BuiltinOperator_CUSTOM;
  damaged.operator_codes[0]->deprecated_builtin_code = BuiltinOperator_CUSTOM;
  damaged.operator_codes[0]->custom_code = kCustomOpName;
  damaged.subgraphs[0]->operators[0]->builtin_options.Reset();
  damaged.subgraphs[0]->operators[0]->custom_options = {1, 2, 3};
  const std::string file = fault::Pack(damaged);
  const auto other =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(ExecutablesText(*other, false).status().message(),
            "executable 0: it is not an executable of edgetpu_compiler");
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
