#ifndef TOOLS_EDGETPU_COMPILER_COMPILE_MODEL_H_
#define TOOLS_EDGETPU_COMPILER_COMPILE_MODEL_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "delegates/edgetpu/isa/target.h"
#include "delegates/edgetpu/simulator/report.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/edgetpu_compiler/operation_log.h"

namespace tflite::edgetpu_compiler {

struct CompileOptions {
  edgetpu::Target target = edgetpu::DefaultTarget();
  // Several subgraphs of the model may be mapped. If compilation fails, it is
  // tried again without the last `search_step` operators, and so on.
  bool search_delegate = false;
  int search_step = 1;
  // Names of tensors: what follows them stays on the CPU. Empty: no limit.
  std::vector<std::string> intermediate_tensors;
  // Compilation fails if it takes longer; looked at between its steps.
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();
  // For programs that share a device with others of the token
  // (edgetpu::Program): where the parameters of all parts begin in the store,
  // one after the other. Without it, those of each part begin where its values
  // end.
  std::optional<uint64_t> store_begin;
  uint64_t caching_token = 0;
};

// A part of the model that one custom operator has replaced.
struct MappedSubgraph {
  std::vector<int> nodes;  // of the source's primary subgraph
  uint64_t executable_bytes = 0, code_bytes = 0;
  uint64_t cached_bytes = 0, streamed_bytes = 0;  // parameters
  // Of the store, from its beginning: for values during a run, and with the
  // parameters.
  uint64_t value_bytes = 0, store_bytes = 0;
  uint64_t estimated_cycles = 0;
  double estimated_seconds = 0;
  edgetpu::RunReport report;            // without a name
  std::map<int, uint64_t> node_cycles;  // by node
};

struct CompiledModel {
  std::string file;  // the .tflite
  std::vector<Operation> operations;
  std::vector<MappedSubgraph> subgraphs;
};

// Invalid behind the deadline.
base::Status CheckTime(const CompileOptions& options);

// Compiles the primary subgraph. Invalid if nothing can be mapped, with the
// reasons, if the model is compiled already, or at the deadline.
base::StatusOr<CompiledModel> CompileModel(const FlatBufferModel& model,
                                           const CompileOptions& options);

// Compiles models that will run on one device in turn, so that the parameters
// of all stay in its store; the first ones have priority. The same for several
// subgraphs of one model. An error names the model by its number.
base::StatusOr<std::vector<CompiledModel>> CompileTogether(
    const std::vector<const FlatBufferModel*>& models, CompileOptions options);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_COMPILE_MODEL_H_
