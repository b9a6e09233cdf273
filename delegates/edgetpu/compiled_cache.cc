#include "delegates/edgetpu/compiled_cache.h"

#include <optional>
#include <string>
#include <utility>

#include "delegates/edgetpu/compiler/program_key.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::edgetpu {
namespace {

using delegates::ProgramCache;
using delegates::ProgramKey;

std::vector<HostTensor> TensorsOf(const std::vector<uint64_t>& bytes) {
  std::vector<HostTensor> tensors(bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) tensors[i].bytes = bytes[i];
  return tensors;
}

// As an executable without original nodes and states, which the graph has.
StatusOr<std::vector<uint8_t>> Serialized(const CompiledProgram& compiled) {
  Executable executable;
  executable.program = compiled.program;
  executable.inputs = TensorsOf(compiled.program.memory.inputs);
  executable.outputs = TensorsOf(compiled.program.memory.outputs);
  return SerializeExecutable(executable);
}

// None if it is no program for these tensors that the target runs.
std::optional<CompiledProgram> Parsed(const std::vector<uint8_t>& bytes,
                                      const LayerGraph& graph,
                                      const Target& target) {
  auto executable = ParseExecutable(bytes);
  if (!executable.ok() || !ObstacleTo(*executable, target).empty()) {
    return std::nullopt;
  }
  CompiledProgram compiled = BoundaryOf(graph);
  const MemoryMap expected = std::move(compiled.program.memory);
  compiled.program = std::move(executable->program);
  if (compiled.program.memory.inputs != expected.inputs ||
      compiled.program.memory.outputs != expected.outputs ||
      !Simulator::Create(compiled.program).ok()) {
    return std::nullopt;
  }
  return compiled;
}

}  // namespace

ProgramKey CacheKeyOf(const LayerGraph& graph, const std::vector<Image>& images,
                      const Target& target, std::string_view compiler) {
  return ProgramKey().Add(compiler).Add(ProgramKeyOf(graph, images, target));
}

StatusOr<CompiledProgram> CompileLayersOnce(const LayerGraph& graph,
                                            const std::vector<Image>& images,
                                            const Target& target,
                                            const ProgramCache& cache,
                                            bool* from_cache) {
  const ProgramKey key = CacheKeyOf(graph, images, target);
  const auto stored = cache.Load(key);
  std::optional<CompiledProgram> compiled;
  if (stored.has_value()) compiled = Parsed(*stored, graph, target);
  if (from_cache != nullptr) *from_cache = compiled.has_value();
  if (compiled.has_value()) return *std::move(compiled);
  TFLL_ASSIGN_OR_RETURN(CompiledProgram fresh,
                        CompileLayers(graph, images, target));
  TFLL_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, Serialized(fresh));
  const Status written = cache.Store(key, bytes.data(), bytes.size());
  if (!written.ok()) {
    base::Log(base::LogLevel::kWarning, "Edge TPU: %s",
              std::string(written.message()).c_str());
  }
  return fresh;
}

}  // namespace tflite::edgetpu
