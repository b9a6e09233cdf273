// Damaged executables: an error each; with a repaired checksum, an error or a
// run. Nothing crashes.
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "delegates/edgetpu/compiled_node.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "delegates/edgetpu/testing/trailer.h"
#include "flatbuffers/flatbuffers.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {
namespace {

using edgetpu::CompiledNode;
using edgetpu::Executable;
using edgetpu::ParseExecutable;

std::vector<uint8_t> DigitsExecutable() {
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(
      "examples/digits/digits_int8.tflite");
  EXPECT_NE(source, nullptr);
  if (source == nullptr) return {};
  const auto compiled = CompileModel(*source, {});
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  if (!compiled.ok()) return {};
  const auto model = FlatBufferModel::VerifyAndBuildFromBuffer(
      compiled->file.data(), compiled->file.size());
  for (const Operator* op :
       *model->GetModel()->subgraphs()->Get(0)->operators()) {
    const auto* options = op->custom_options();
    if (options != nullptr && options->size() > edgetpu::kTrailer) {
      return {options->begin(), options->end()};
    }
  }
  ADD_FAILURE() << "nothing was compiled";
  return {};
}

void Mutate(std::mt19937* random, std::vector<uint8_t>* bytes) {
  const int changes = 1 + static_cast<int>((*random)() % 4);
  for (int i = 0; i < changes; ++i) {
    uint8_t& byte = (*bytes)[(*random)() % bytes->size()];
    byte = static_cast<uint8_t>(byte + 1 + (*random)() % 255);
  }
  if ((*random)() % 16 == 0) bytes->resize((*random)() % bytes->size());
}

bool Runs(const Executable& executable,
          std::shared_ptr<edgetpu::VirtualDevice> device) {
  uint64_t bytes = 0;
  for (const auto* tensors : {&executable.inputs, &executable.outputs}) {
    for (const auto& t : *tensors) {
      if (t.bytes > 1u << 24 || tensors->size() > 1000) return false;
      bytes += t.bytes;
    }
  }
  const auto node = CompiledNode::Create(executable, std::move(device));
  if (!node.ok()) {
    EXPECT_FALSE(node.status().message().empty());
    return false;
  }
  std::vector<uint8_t> memory(bytes + 1, 3);
  uint8_t* next = memory.data();
  edgetpu::HostInputs inputs;
  edgetpu::HostOutputs outputs;
  for (const auto& t : (*node)->inputs()) {
    inputs.emplace_back(next, t.bytes);
    next += t.bytes;
  }
  for (const auto& t : (*node)->outputs()) {
    outputs.emplace_back(next, t.bytes);
    next += t.bytes;
  }
  return (*node)->Run(std::move(inputs), std::move(outputs)).ok();
}

int Repeats(int usual) {
  const char* text = std::getenv("TFLL_MUTATIONS");
  return text == nullptr ? usual : std::atoi(text);
}

TEST(MutatedExecutable, IsAnError) {
  const std::vector<uint8_t> original = DigitsExecutable();
  ASSERT_TRUE(ParseExecutable(original).ok());
  std::mt19937 random(7);
  for (int n = 0; n < 10000; ++n) {
    std::vector<uint8_t> bytes = original;
    Mutate(&random, &bytes);
    ASSERT_FALSE(ParseExecutable(bytes).ok()) << n;
  }
}

TEST(MutatedExecutable, WithRepairedChecksumHarmsNothing) {
  const std::vector<uint8_t> original = DigitsExecutable();
  ASSERT_FALSE(original.empty());
  const std::vector<uint8_t> contents(original.begin(),
                                      original.end() - edgetpu::kTrailer);
  const auto device = std::make_shared<edgetpu::VirtualDevice>();
  std::mt19937 random(9);
  int refused = 0, on_device = 0, on_cpu = 0;
  for (int n = 0; n < Repeats(200); ++n) {
    std::vector<uint8_t> bytes = contents;
    Mutate(&random, &bytes);
    const auto executable = ParseExecutable(edgetpu::WithTrailer(bytes));
    if (!executable.ok()) {
      ++refused;
      continue;
    }
    on_device += Runs(*executable, device) ? 1 : 0;
    on_cpu += Runs(*executable, nullptr) ? 1 : 0;
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(on_device, 0);
  EXPECT_GT(on_cpu, 0);
}

TEST(MutatedExecutable, ThatOverwritesItsParametersIsRefused) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  edgetpu::Program& program = executable->program;
  const auto device = std::make_shared<edgetpu::VirtualDevice>();
  EXPECT_TRUE(CompiledNode::Create(*executable, device).ok());
  const auto load = edgetpu::DecodeInstructions(program.load_code);
  ASSERT_TRUE(load.ok()) << load.status();
  ASSERT_FALSE(load->empty());
  const auto* parameters = std::get_if<edgetpu::Dma>(&load->front());
  ASSERT_NE(parameters, nullptr);
  edgetpu::Dma overwrites;
  overwrites.to = parameters->to;
  overwrites.row_bytes = 1;
  edgetpu::AppendInstruction(overwrites, &program.code);
  ++program.layers.back().num_instructions;
  const auto node = CompiledNode::Create(*executable, device);
  ASSERT_FALSE(node.ok());
  EXPECT_NE(node.status().message().find("it overwrites parameters"),
            std::string_view::npos)
      << node.status();
}

// On the CPU, with the outputs of the device.
TEST(MutatedExecutable, ForATargetThatIsNotKnownRunsItsOriginalNodes) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  const auto device = std::make_shared<edgetpu::VirtualDevice>();
  const auto outputs = [&](const Executable& e, const char* reason) {
    const auto node = CompiledNode::Create(e, device);
    EXPECT_TRUE(node.ok()) << node.status();
    if (!node.ok()) return std::vector<uint8_t>();
    EXPECT_NE((*node)->cpu_reason().find(reason), std::string::npos)
        << (*node)->cpu_reason();
    EXPECT_EQ((*node)->cpu_reason().empty(), *reason == 0);
    const std::vector<uint8_t> in(e.inputs[0].bytes, 77);
    std::vector<uint8_t> out(e.outputs[0].bytes);
    const auto run =
        (*node)->Run({absl::MakeSpan(in)}, {absl::Span<uint8_t>(out)});
    EXPECT_TRUE(run.ok()) << run;
    return out;
  };
  const std::vector<uint8_t> on_device = outputs(*executable, "");
  executable->target_text = "name = chip\ndataflow = mychip\n";
  executable->target_problem = "no such array";
  const auto bytes = edgetpu::SerializeExecutable(*executable);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto read = ParseExecutable(*bytes);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(outputs(*read,
                    "the executable is for a target that is not known here: "
                    "target, line 2: no dataflow is called 'mychip'"),
            on_device);
  // Of kinds whose functions have changed since.
  auto blocks = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(blocks.ok()) << blocks.status();
  blocks->depth_block = 8;
  EXPECT_EQ(outputs(*blocks, "blocks of 8 channels"), on_device);
}

// Without a device, so that the original nodes are needed.
TEST(MutatedExecutable, WhoseOriginalNodesDoNotFitIsRefused) {
  const auto original = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(original.ok()) << original.status();
  const auto problem = [&](const Executable& executable) {
    const std::string before = "there is no device; the original nodes: ";
    const std::string text(
        CompiledNode::Create(executable, nullptr).status().message());
    EXPECT_EQ(text.rfind(before, 0), 0u) << text;
    return text.substr(std::min(before.size(), text.size()));
  };
  Executable changed = *original;
  ASSERT_FALSE(changed.packed_layers.empty());
  for (auto buffer : {&edgetpu::PackedLayer::weights_buffer,
                      &edgetpu::PackedLayer::bias_buffer}) {
    changed = *original;
    changed.packed_layers.back().*buffer = 1000;
    const std::string outside = "a packed layer belongs to buffer 1000 of ";
    const std::string text = problem(changed);
    ASSERT_EQ(text.rfind(outside, 0), 0u) << text;
    // The first that does not exist.
    const std::string count = text.substr(outside.size());
    changed.packed_layers.back().*buffer =
        static_cast<uint32_t>(std::stoul(count));
    EXPECT_EQ(problem(changed),
              "a packed layer belongs to buffer " + count + " of " + count);
  }
  changed = *original;
  changed.original_nodes.resize(100);
  EXPECT_EQ(problem(changed), "they are damaged");
  changed = *original;
  ++changed.inputs[0].bytes;
  EXPECT_EQ(problem(changed), "have other tensors than the executable");
  changed = *original;
  changed.outputs.push_back(changed.outputs[0]);
  EXPECT_EQ(problem(changed), "have other tensors than the executable");
}

// The original nodes with further buffers, all of which are the same one.
std::vector<uint8_t> WithSharedBuffers(const std::vector<uint8_t>& nodes,
                                       size_t count, size_t bytes) {
  const std::unique_ptr<ModelT> model(UnPackModel(nodes.data()));
  flatbuffers::FlatBufferBuilder fbb;
  std::vector<flatbuffers::Offset<Buffer>> buffers;
  for (const auto& buffer : model->buffers) {
    buffers.push_back(CreateBuffer(fbb, buffer.get()));
  }
  const std::vector<uint8_t> shared(bytes, 7);
  buffers.resize(buffers.size() + count, CreateBufferDirect(fbb, &shared));
  std::vector<flatbuffers::Offset<OperatorCode>> codes;
  for (const auto& code : model->operator_codes) {
    codes.push_back(CreateOperatorCode(fbb, code.get()));
  }
  const std::vector<flatbuffers::Offset<SubGraph>> graphs = {
      CreateSubGraph(fbb, model->subgraphs[0].get())};
  FinishModelBuffer(fbb, CreateModelDirect(fbb, model->version, &codes, &graphs,
                                           "", &buffers));
  return {fbb.GetBufferPointer(), fbb.GetBufferPointer() + fbb.GetSize()};
}

// The most memory that the process has had, in bytes.
size_t MostMemory() {
  rusage usage;
  EXPECT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  return static_cast<size_t>(usage.ru_maxrss) * 1024;
}

TEST(MutatedExecutable, WhoseOriginalNodesShareBuffersStaysSmall) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  constexpr size_t kCount = 128, kBytes = 2 << 20;
  executable->original_nodes =
      WithSharedBuffers(executable->original_nodes, kCount, kBytes);
  const size_t before = MostMemory();
  EXPECT_TRUE(Runs(*executable, nullptr));
  EXPECT_LT(MostMemory() - before, kCount * kBytes / 4);
}

TEST(MutatedExecutable, WhoseLayersUnpackTheSameParametersIsRefused) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  ASSERT_FALSE(executable->packed_layers.empty());
  EXPECT_TRUE(CompiledNode::Create(*executable, nullptr).ok());
  const edgetpu::PackedLayer layer = executable->packed_layers[0];
  executable->packed_layers.resize(10000, layer);
  const auto node = CompiledNode::Create(*executable, nullptr);
  ASSERT_FALSE(node.ok());
  EXPECT_NE(node.status().message().find("packed layers share parameters"),
            std::string_view::npos)
      << node.status();
}

// They would be longer than the weights.
TEST(MutatedExecutable, LanesWhoseTapsAreReversedAreRefused) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  ASSERT_FALSE(executable->packed_layers.empty());
  edgetpu::PackedLayer& layer = executable->packed_layers[0];
  layer.lanewise = layer.reversed = true;
  layer.block = layer.chunk = 1;
  layer.taps = 2;
  layer.out_channels = layer.lanes = 3;
  layer.channels = 1000;
  const auto node = CompiledNode::Create(*executable, nullptr);
  ASSERT_FALSE(node.ok());
  EXPECT_NE(node.status().message().find("reverses the taps of lanes"),
            std::string_view::npos)
      << node.status();
}

// Recorded use of memory that is not true, in files that are otherwise right.
TEST(MutatedExecutable, ThatRecordsAnotherUseOfMemoryIsRefused) {
  const auto original = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(original.ok()) << original.status();
  const auto device = std::make_shared<edgetpu::VirtualDevice>();
  const auto problem = [&](const Executable& changed) {
    const auto bytes = edgetpu::SerializeExecutable(changed);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    auto read = ParseExecutable(*bytes);
    EXPECT_TRUE(read.ok()) << read.status();
    const auto node = CompiledNode::Create(*std::move(read), device);
    return std::string(node.status().message());
  };
  EXPECT_EQ(problem(*original), "");
  Executable more = *original, less = *original, region = *original;
  more.program.memory.tile = 196609;
  EXPECT_EQ(problem(more),
            "the program needs 196609 bytes of each tile's memory, which has "
            "196608");
  --less.program.memory.tile;
  EXPECT_NE(problem(less).find("of a memory of"), std::string::npos);
  ASSERT_FALSE(region.program.memory.regions.empty());
  region.program.memory.regions[0].last_layer = 1000;
  EXPECT_EQ(problem(region).rfind("the memory map has a region", 0), 0u);
}

// What is between two compiled nodes is allocated as their files say.
TEST(MutatedExecutable, HugeTensorsBetweenNodesAreRefused) {
  auto executable = ParseExecutable(DigitsExecutable());
  ASSERT_TRUE(executable.ok()) << executable.status();
  const std::vector<int32_t> in = executable->inputs[0].shape;
  const std::vector<int32_t> out = executable->outputs[0].shape;
  executable->outputs[0].bytes = uint64_t{1} << 60;
  const auto bytes = edgetpu::SerializeExecutable(*executable);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  fault::AddTensor(&model, 0, "x", TensorType_INT8, in);
  fault::AddTensor(&model, 0, "between", TensorType_INT8, out);
  fault::AddTensor(&model, 0, "y", TensorType_INT8, out);
  for (const int i : {0, 1}) {
    fault::AddNode(&model, 0, BuiltinOperator_CUSTOM, {i}, {i + 1},
                   edgetpu::kCustomOpName)
        ->custom_options = *bytes;
  }
  model.subgraphs[0]->inputs = {0};
  model.subgraphs[0]->outputs = {2};
  const std::string file = fault::Pack(model);
  const auto built =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(built, nullptr);
  const auto delegate = edgetpu::DelegateOn();
  edgetpu::ModelRun run(*built, delegate.get());
  ASSERT_NE(run.interpreter(), nullptr);
  EXPECT_TRUE(run.applied() != kTfLiteOk || run.prepared() != kTfLiteOk);
}

// The reason why the delegate leaves the node of a compiled model.
std::string Refusal(const std::vector<uint8_t>& executable) {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  fault::AddTensor(&model, 0, "x", TensorType_INT8, {1, 8});
  fault::AddTensor(&model, 0, "y", TensorType_INT8, {1, 8});
  fault::AddNode(&model, 0, BuiltinOperator_CUSTOM, {0}, {1},
                 edgetpu::kCustomOpName)
      ->custom_options = executable;
  model.subgraphs[0]->inputs = {0};
  model.subgraphs[0]->outputs = {1};
  const std::string file = fault::Pack(model);
  const auto opened =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  const auto delegate = edgetpu::DelegateOn();
  edgetpu::ModelRun run(*opened, delegate.get());
  EXPECT_NE(run.prepared(), kTfLiteOk);
  const DelegationReport report = run.interpreter()->GetDelegationReport();
  const auto& refusals = report.graphs[0].nodes[0].refusals;
  return refusals.empty() ? "" : refusals[0].reason;
}

TEST(MutatedExecutable, OrOneOfAnotherCompilerIsRefusedByTheDelegate) {
  EXPECT_NE(Refusal({1, 2, 3}).find("not an executable"), std::string::npos);
  const std::string googles = "x" + std::string(7, '\0') + "DWN1 and more";
  EXPECT_NE(Refusal({googles.begin(), googles.end()}).find("Google's"),
            std::string::npos);
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
