#ifndef TESTING_FAULT_MODEL_RUN_H_
#define TESTING_FAULT_MODEL_RUN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite::fault {

// The stages in which an application uses a model.
enum class RunStage {
  kOpen,      // FlatBufferModel::BuildFromBuffer
  kBuild,     // InterpreterBuilder
  kAllocate,  // Interpreter::AllocateTensors
  kInvoke,    // Interpreter::Invoke, twice
  kResize,    // if requested, another input shape: allocate and invoke
  kDone,
};

struct RunOptions {
  const OpResolver* resolver = nullptr;  // not owned; must be set
  // Contents of the inputs, in order; missing ones are random.
  std::vector<std::string> inputs;
  uint64_t seed = 0;  // of the random inputs and shapes
  bool resize = false;
  // A model whose tensors need more memory than this is not allocated, and the
  // run counts as a success, because large models are not an error.
  int64_t most_bytes = int64_t{16} << 20;
  // The run is cancelled after this many nodes.
  int64_t most_nodes = 20000;
  // Applies delegates before tensors are allocated, if set.
  std::function<TfLiteStatus(Interpreter&)> apply;
  bool keep_outputs = false;
};

// A graph output after a run.
struct RunOutput {
  TfLiteType type;
  bool quantized;
  std::vector<int> shape;
  std::string bytes;  // empty if they are more than 64 MiB
};

struct RunResult {
  RunStage stage = RunStage::kOpen;  // the failed stage, or kDone
  bool too_large = false;
  std::string message;  // the reported message
  bool cancelled = false;
  // Of all runs that succeeded, if requested.
  std::vector<RunOutput> outputs;
};

// Runs the stages on a file, which is aligned to 8 bytes, until one fails.
RunResult RunModel(const std::string& file, const RunOptions& options);

// Describes the first output of `got` that is further from that of `want` than
// rounding explains: by more than three steps, or one percent of the largest
// float. Empty if there is none. Runs that only one of them completed are not
// compared.
std::string FirstDifference(const RunResult& got, const RunResult& want);

}  // namespace tflite::fault

#endif  // TESTING_FAULT_MODEL_RUN_H_
