#ifndef TOOLS_EDGETPU_COMPILER_PARTITION_COMPILER_H_
#define TOOLS_EDGETPU_COMPILER_PARTITION_COMPILER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::edgetpu_compiler {

// A partition that the delegate below has compiled.
struct CompiledPart {
  std::vector<int> nodes;  // of the graph, ascending
  edgetpu::CompiledProgram compiled;
  // Of the program's inputs and outputs.
  std::vector<edgetpu::HostTensor> inputs, outputs;
  // Contents of tensors of the graph that the nodes read and that the runtime
  // computed from shapes and constants, before any run.
  std::map<int, std::vector<uint8_t>> computed;
};

// A delegate that compiles partitions for the target and appends them to
// `parts`, which must outlive it. It runs nothing. `store_begin` is that of
// CompileOptions.
TfLiteDelegateUniquePtr CreatePartitionCompiler(
    const edgetpu::Target& target,
    const SimpleDelegateInterface::Options& options,
    std::optional<uint64_t> store_begin, std::vector<CompiledPart>* parts);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_PARTITION_COMPILER_H_
