#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_GRAPHS_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_GRAPHS_H_

#include <cstddef>
#include <utility>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/profiling/root_profiler.h"
#include "tensorflow_lite_lite/core/runtime.h"

namespace tflite::core {

// See Interpreter::SetNumThreads.
Status CheckNumThreads(int num_threads);

// The unit of an Interpreter that creates its subgraphs and passes on what
// concerns all of them: threads, precision, memory, profilers. Not thread-safe.
class ModelGraphs {
 public:
  // `runtime` must outlive this object.
  explicit ModelGraphs(Runtime* runtime) : runtime_(runtime) {}

  // Appends empty subgraphs, which get the settings of the first.
  void Add(int count);
  // See Interpreter.
  Status SetNumThreads(int num_threads);
  void SetAllowFp16PrecisionForFp32(bool allow);
  void ReleaseMemory();
  void ResetVariables();
  // Returns the subgraph that has the tensor, or null if none does.
  Subgraph* GraphOf(const TfLiteTensor* tensor) const;

  // SetProfiler replaces all profilers. A null profiler is ignored.
  template <typename ProfilerPointer>
  void SetProfiler(ProfilerPointer profiler) {
    profiler_.RemoveChildProfilers();
    AddProfiler(std::move(profiler));
  }
  template <typename ProfilerPointer>
  void AddProfiler(ProfilerPointer profiler) {
    profiler_.AddProfiler(std::move(profiler));
    InstallProfiler(0);
  }
  // Null if there is no profiler.
  Profiler* profiler() { return profiler_.empty() ? nullptr : &profiler_; }

 private:
  Subgraph& primary() { return *runtime_->subgraphs.front(); }
  // Gives the profiler to the subgraphs from index `first` on.
  void InstallProfiler(size_t first);

  Runtime* runtime_;
  profiling::RootProfiler profiler_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_MODEL_GRAPHS_H_
