#include "tools/plugin_check/compiled_nodes.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "tools/edgetpu_compiler/compile_model.h"
#include "tools/plugin_check/plugin_check.h"

namespace tflite {
namespace plugin_check {
namespace {

// The devices of this process are read once.
[[maybe_unused]] const int kSet = setenv("TFLL_EDGETPU_DEVICES", "usb,pci", 1);

constexpr char kSource[] = "examples/digits/digits_int8.tflite";

std::string Written(const char* name, const std::string& file) {
  const std::string path = ::testing::TempDir() + "/" + name + ".tflite";
  std::ofstream(path, std::ios::binary) << file;
  return path;
}

std::string Compiled(const char* name,
                     const edgetpu_compiler::CompileOptions& options) {
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(kSource);
  EXPECT_NE(source, nullptr);
  if (source == nullptr) return "";
  const auto compiled = edgetpu_compiler::CompileModel(*source, options);
  EXPECT_TRUE(compiled.ok()) << compiled.status().message();
  return compiled.ok() ? Written(name, compiled->file) : "";
}

std::string LinesOf(const std::string& path,
                    const external::PluginOptions& options = {}) {
  const auto lines = DescribeCompiledNodes(path, options);
  if (!lines.ok()) return "error: " + std::string(lines.status().message());
  std::string text;
  for (const std::string& line : *lines) text += line + "\n";
  return text;
}

void ExpectIn(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "lacks: " << part;
}

TEST(CompiledNodes, SayWhichDeviceRunsThem) {
  const std::string path = Compiled("fits", {});
  ExpectIn(LinesOf(path), "compiled node 0 runs on /virtual/usb/0 (target '");
  ExpectIn(LinesOf(path), "CONV_2D");
  ExpectIn(LinesOf(path, {{"device", "pci"}}), "runs on /virtual/pci/0");
  ExpectIn(LinesOf(path, {{"device", "pci:4"}}), "error: ");
}

TEST(CompiledNodes, SayWhatTheCpuRunsAndWhy) {
  edgetpu_compiler::CompileOptions options;
  options.target.name = "other";
  options.target.clock_hz /= 2;
  const std::string text = LinesOf(Compiled("other_target", options));
  ExpectIn(text, "compiled node 0 runs on the CPU: ");
  ExpectIn(text, "CONV_2D");
  ExpectIn(text, "the executable is for target 'other'");
}

// A model of one compiled node with these options.
std::string NodeWith(const char* name, const std::vector<uint8_t>& options) {
  ModelT model = fault::AddModel();
  auto& code = *model.operator_codes[0];
  code.builtin_code = BuiltinOperator_CUSTOM;
  code.deprecated_builtin_code = static_cast<int8_t>(BuiltinOperator_CUSTOM);
  code.custom_code = edgetpu::kCustomOpName;
  OperatorT& op = *model.subgraphs[0]->operators[0];
  op.builtin_options.Reset();
  op.custom_options = options;
  return Written(name, fault::Pack(model));
}

TEST(CompiledNodes, OfAnotherCompilerAreRefused) {
  const std::string google = "....DWN1....";
  ExpectIn(LinesOf(NodeWith("google", {google.begin(), google.end()})),
           "refused: an executable of Google's compiler (DWN1)");
}

TEST(CompiledNodes, MayHaveOriginalNodesWithoutAnOperator) {
  ModelT nodes = fault::AddModel();
  nodes.subgraphs[0]->operators[0]->opcode_index = 1000;
  const std::string file = fault::Pack(nodes);
  edgetpu::Executable executable;
  executable.version = edgetpu::kExecutableVersion + 1;
  executable.original_nodes.assign(file.begin(), file.end());
  const auto options = edgetpu::SerializeExecutable(executable);
  ASSERT_TRUE(options.ok()) << options.status().message();
  ExpectIn(LinesOf(NodeWith("no_operator", *options)),
           "runs on the CPU: 1 node (no operator 1): the executable has");
}

TEST(CompiledNodes, AreNoneInOtherModels) {
  EXPECT_EQ(LinesOf(kSource), "");
  ExpectIn(LinesOf("no_such_file.tflite"), "error: ");
}

TEST(CompiledNodes, AreCheckedWithoutALibrary) {
  const Findings findings = CheckPlugin({"", {}, Compiled("alone", {})});
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  ExpectIn(findings.text, "compiled node 0 runs on /virtual/usb/0");
  const Findings none = CheckPlugin({"", {}, "no_such_file.tflite"});
  EXPECT_FALSE(none.status.ok());
}

}  // namespace
}  // namespace plugin_check
}  // namespace tflite
