#ifndef TESTING_FAULT_MODEL_RUN_H_
#define TESTING_FAULT_MODEL_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite::fault {

// The steps of an application's use of a model.
enum class RunStage {
  kOpen,      // FlatBufferModel::BuildFromBuffer
  kBuild,     // InterpreterBuilder
  kAllocate,  // Interpreter::AllocateTensors
  kInvoke,    // Interpreter::Invoke, twice
  kResize,    // if asked for, an input of another shape: allocate and invoke
  kDone,
};

struct RunOptions {
  const OpResolver* resolver = nullptr;  // not owned; must be set
  // For inputs, in order, as far as they go; the rest is random.
  std::vector<std::string> inputs;
  uint64_t seed = 0;  // of the random inputs and shapes
  bool resize = false;
  // A model whose tensors need more memory than this stops before it is
  // allocated, with success: it is no fault to be large.
  int64_t most_bytes = int64_t{16} << 20;
  // A run is cancelled once this many nodes have begun.
  int64_t most_nodes = 20000;
};

struct RunResult {
  RunStage stage = RunStage::kOpen;  // that failed, or kDone
  bool too_large = false;
  std::string message;  // what was reported
};

// Takes a file, aligned to 8 bytes, as far as it goes.
RunResult RunModel(const std::string& file, const RunOptions& options);

}  // namespace tflite::fault

#endif  // TESTING_FAULT_MODEL_RUN_H_
