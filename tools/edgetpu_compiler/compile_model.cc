#include "tools/edgetpu_compiler/compile_model.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "delegates/edgetpu/compiler/pack.h"
#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tools/edgetpu_compiler/model_editing.h"
#include "tools/edgetpu_compiler/partition_compiler.h"

namespace tflite::edgetpu_compiler {
namespace {

using namespace edgetpu;

class Messages : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override {
    char line[1024];
    std::vsnprintf(line, sizeof(line), format, args);
    if (text_.find(line) == std::string::npos) {
      text_ += (text_.empty() ? "" : "; ") + std::string(line);
    }
    return 0;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The operators that a tensor of the list depends on, and those that write it.
StatusOr<std::set<int>> NodesBefore(const std::vector<std::string>& names,
                                    const SubGraphT& graph) {
  std::set<int> wanted;
  for (const std::string& name : names) {
    const auto at =
        std::find_if(graph.tensors.begin(), graph.tensors.end(),
                     [&](const auto& tensor) { return tensor->name == name; });
    if (at == graph.tensors.end()) {
      return Invalid("the model has no tensor '", name, "'");
    }
    wanted.insert(static_cast<int>(at - graph.tensors.begin()));
  }
  // Operators follow those whose results they read.
  std::set<int> nodes;
  for (int n = static_cast<int>(graph.operators.size()) - 1; n >= 0; --n) {
    const OperatorT& op = *graph.operators[static_cast<size_t>(n)];
    if (std::none_of(op.outputs.begin(), op.outputs.end(),
                     [&](int t) { return wanted.count(t) != 0; })) {
      continue;
    }
    nodes.insert(n);
    wanted.insert(op.inputs.begin(), op.inputs.end());
  }
  return nodes;
}

// Moves the constants that the parameters hold out of the original nodes.
void TakePackedConstants(const CompiledPart& part, ModelT* nodes,
                         Executable* executable) {
  SubGraphT& graph = *nodes->subgraphs[0];
  const std::vector<uint8_t>& parameters = executable->program.parameters;
  const auto take = [&](const OperatorT& op, int input,
                        const std::vector<uint8_t>& bytes) -> uint32_t {
    if (input < 0 || input >= static_cast<int>(op.inputs.size())) return 0;
    const int tensor = op.inputs[static_cast<size_t>(input)];
    if (tensor < 0) return 0;
    const uint32_t buffer = graph.tensors[static_cast<size_t>(tensor)]->buffer;
    std::vector<uint8_t>& data = nodes->buffers[buffer]->data;
    if (buffer == 0 || data != bytes) return 0;
    data.clear();
    return buffer;
  };
  for (const PackedNode& packed : part.compiled.packed) {
    const auto at =
        std::find(part.nodes.begin(), part.nodes.end(), packed.node);
    if (at == part.nodes.end()) continue;
    const OperatorT& op =
        *graph.operators[static_cast<size_t>(at - part.nodes.begin())];
    const auto weights = UnpackWeights(packed.packing, parameters);
    const auto bias = UnpackBias(packed.packing, parameters);
    if (!weights.ok() || !bias.ok()) continue;
    std::vector<uint8_t> bias_bytes(bias->size() * sizeof(int32_t));
    std::memcpy(bias_bytes.data(), bias->data(), bias_bytes.size());
    PackedLayer layer = packed.packing;
    layer.weights_buffer = take(op, packed.weights_input, *weights);
    layer.bias_buffer = take(op, packed.bias_input, bias_bytes);
    if (layer.weights_buffer != 0 || layer.bias_buffer != 0) {
      executable->packed_layers.push_back(layer);
    }
  }
}

class Compilation {
 public:
  Compilation(const FlatBufferModel& model, const CompileOptions& options)
      : model_(model), options_(options) {}

  StatusOr<CompiledModel> Run() {
    TFLL_ASSIGN_OR_RETURN(unpacked_, UnpackWhole(model_));
    if (unpacked_->subgraphs.empty()) {
      return Invalid("the model has no subgraphs");
    }
    for (const auto& code : unpacked_->operator_codes) {
      if (code->custom_code == kCustomOpName) {
        return Invalid("the model is compiled already");
      }
    }
    TFLL_RETURN_IF_ERROR(DenyOperators());
    TFLL_RETURN_IF_ERROR(CompileParts());
    std::sort(parts_.begin(), parts_.end(),
              [](const auto& a, const auto& b) { return a.nodes < b.nodes; });
    std::vector<Part> parts;
    std::vector<std::vector<uint8_t>> executables;
    for (CompiledPart& part : parts_) {
      TFLL_RETURN_IF_ERROR(CheckTime(options_));
      parts.push_back({part.nodes, part.compiled.inputs, {}});
      for (size_t i = 0; i < part.outputs.size(); ++i) {
        if (part.outputs[i].state >= 0) continue;
        parts.back().outputs.push_back(part.compiled.outputs[i]);
      }
      TFLL_ASSIGN_OR_RETURN(auto bytes, ExecutableOf(part, parts.back()));
      executables.push_back(std::move(bytes));
    }
    ReplaceParts(parts, std::move(executables), unpacked_.get());
    result_.file = PackWhole(*unpacked_);
    return std::move(result_);
  }

 private:
  Status DenyOperators() {
    if (options_.intermediate_tensors.empty()) return OkStatus();
    const SubGraphT& graph = *unpacked_->subgraphs[0];
    TFLL_ASSIGN_OR_RETURN(const std::set<int> allowed,
                          NodesBefore(options_.intermediate_tensors, graph));
    for (int n = 0; n < static_cast<int>(graph.operators.size()); ++n) {
      if (allowed.count(n) != 0) continue;
      denied_ += StrCat(denied_.empty() ? "#" : ",#", n);
    }
    return OkStatus();
  }

  Status CompileParts() {
    const int nodes =
        static_cast<int>(unpacked_->subgraphs[0]->operators.size());
    const int step = std::max(options_.search_step, 1);
    Status last;
    for (int end = nodes; end > 0; end -= step) {
      TFLL_RETURN_IF_ERROR(CheckTime(options_));
      last = CompileUpTo(end - 1);
      if (last.ok() || !options_.search_delegate) return last;
    }
    if (!last.ok()) return last;
    return Invalid("the model has no operators");
  }

  // Compiles with operators after `last_node` on the CPU.
  Status CompileUpTo(int last_node) {
    parts_.clear();
    Messages messages;
    const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
    std::unique_ptr<Interpreter> interpreter;
    InterpreterBuilder(model_, resolver, &messages, nullptr)(&interpreter);
    if (interpreter == nullptr) return Invalid(messages.text());
    SimpleDelegateInterface::Options nodes;
    nodes.max_delegated_partitions = options_.search_delegate ? 0 : 1;
    nodes.last_delegate_node_index = last_node;
    nodes.deny = denied_;
    const TfLiteDelegateUniquePtr delegate = CreatePartitionCompiler(
        options_.target, nodes, options_.store_begin, &parts_);
    const TfLiteStatus applied =
        interpreter->ModifyGraphWithDelegate(delegate.get(), {0});
    result_.operations =
        OperationsOf(interpreter->GetDelegationReport().graphs[0], *unpacked_);
    interpreter.reset();
    if (applied != kTfLiteOk) return Invalid(messages.text());
    if (!parts_.empty()) return OkStatus();
    return Invalid("no operation can be mapped:\n",
                   OperationTable(result_.operations));
  }

  StatusOr<std::vector<uint8_t>> ExecutableOf(CompiledPart& part,
                                              const Part& nodes) {
    Executable executable;
    executable.inputs = part.inputs;
    executable.outputs = part.outputs;
    executable.program = part.compiled.program;
    executable.program.caching_token = options_.caching_token;
    TFLL_ASSIGN_OR_RETURN(const auto simulator,
                          Simulator::Create(std::move(part.compiled.program)));
    TFLL_RETURN_IF_ERROR(simulator->CheckOrder());
    TFLL_RETURN_IF_ERROR(simulator->CheckStore());
    const RunReport report = simulator->Time();
    MappedSubgraph mapped;
    for (size_t i = 0; i < report.layers.size(); ++i) {
      executable.layer_cycles.push_back(report.layers[i].cycles());
      mapped.node_cycles[part.compiled.layer_nodes[i]] +=
          report.layers[i].cycles();
    }
    executable.estimated_cycles = report.cycles;
    TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<ModelT> original,
                          UnpackWhole(model_));
    SetConstants(part.computed, original.get());
    KeepOnly(nodes, original.get());
    TakePackedConstants(part, original.get(), &executable);
    const std::string file = PackWhole(*original);
    executable.original_nodes.assign(file.begin(), file.end());
    TFLL_ASSIGN_OR_RETURN(auto bytes, SerializeExecutable(executable));
    mapped.nodes = part.nodes;
    mapped.executable_bytes = bytes.size();
    mapped.code_bytes = executable.program.code.size();
    mapped.cached_bytes = part.compiled.cached_bytes;
    mapped.streamed_bytes = part.compiled.streamed_bytes;
    mapped.value_bytes = part.compiled.value_bytes;
    mapped.store_bytes = executable.program.memory.store;
    mapped.estimated_cycles = report.cycles;
    mapped.estimated_seconds = report.seconds;
    mapped.report = report;
    result_.subgraphs.push_back(std::move(mapped));
    return bytes;
  }

  const FlatBufferModel& model_;
  const CompileOptions& options_;
  std::unique_ptr<ModelT> unpacked_;
  std::string denied_;
  std::vector<CompiledPart> parts_;
  CompiledModel result_;
};

}  // namespace

Status CheckTime(const CompileOptions& options) {
  if (std::chrono::steady_clock::now() <= options.deadline) return OkStatus();
  return Invalid("the compilation has timed out");
}

StatusOr<CompiledModel> CompileModel(const FlatBufferModel& model,
                                     const CompileOptions& options) {
  return Compilation(model, options).Run();
}

namespace {

// FNV-1a of what each model is compiled to alone: other models, and the same
// ones for another target or with other options, have another token, as their
// parameters are elsewhere in the store.
uint64_t TokenOf(const std::vector<CompiledModel>& alone) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const CompiledModel& model : alone) {
    for (const char byte : model.file) {
      hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001B3;
    }
  }
  return std::max<uint64_t>(hash, 1);
}

StatusOr<std::vector<CompiledModel>> CompileInTurn(
    const std::vector<const FlatBufferModel*>& models, CompileOptions options) {
  std::vector<CompiledModel> compiled;
  for (size_t i = 0; i < models.size(); ++i) {
    auto one = CompileModel(*models[i], options);
    if (!one.ok()) {
      return models.size() == 1
                 ? one.status()
                 : Annotate(one.status(), StrCat("model ", i + 1));
    }
    for (const MappedSubgraph& part : one->subgraphs) {
      if (options.store_begin.has_value()) {
        options.store_begin = std::max(*options.store_begin, part.store_bytes);
      }
    }
    compiled.push_back(*std::move(one));
  }
  return compiled;
}

}  // namespace

StatusOr<std::vector<CompiledModel>> CompileTogether(
    const std::vector<const FlatBufferModel*>& models, CompileOptions options) {
  TFLL_ASSIGN_OR_RETURN(std::vector<CompiledModel> alone,
                        CompileInTurn(models, options));
  // Values need the beginning of the store during a run only, so that all
  // programs have theirs there.
  uint64_t values = 0;
  size_t programs = 0;
  for (const CompiledModel& model : alone) {
    programs += model.subgraphs.size();
    for (const MappedSubgraph& part : model.subgraphs) {
      values = std::max(values, part.value_bytes);
    }
  }
  if (programs == 1) return alone;
  options.store_begin = values;
  options.caching_token = TokenOf(alone);
  return CompileInTurn(models, options);
}

}  // namespace tflite::edgetpu_compiler
