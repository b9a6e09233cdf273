#ifndef TOOLS_BENCHMARK_BENCHMARK_MODEL_H_
#define TOOLS_BENCHMARK_BENCHMARK_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/benchmark/benchmark_listener.h"  // IWYU pragma: export
#include "tools/command_line_flags.h"
#include "tools/profiling/memory_usage.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace benchmark {

template <typename T>
Flag CreateFlag(const char* name, BenchmarkParams* params,
                const std::string& usage) {
  return Flag(
      name,
      [params, name](const T& value, int position) {
        params->Set<T>(name, value, position);
      },
      params->Get<T>(name), usage, Flag::kOptional);
}

// Measures something that is initialized once and run many times: warm-up runs,
// then measured runs until their number and duration are sufficient. Subclasses
// define what is run.
class BenchmarkModel {
 public:
  static BenchmarkParams DefaultParams();

  BenchmarkModel();
  explicit BenchmarkModel(BenchmarkParams params);
  virtual ~BenchmarkModel() = default;

  // Loads what is to be measured.
  virtual TfLiteStatus Init() = 0;
  // Parses the flags, then runs the benchmark.
  virtual TfLiteStatus Run(int argc, char** argv);
  virtual TfLiteStatus Run();

  void AddListener(BenchmarkListener* listener) {
    listeners_.AddListener(listener);
  }
  void RemoveListeners(int index) { listeners_.RemoveListeners(index); }
  int NumListeners() const { return listeners_.NumListeners(); }
  BenchmarkParams* mutable_params() { return &params_; }

  // Removes known flags from argv and warns about the rest. An invalid value is
  // an error that names the flag. With --help, prints the flags and fails.
  TfLiteStatus ParseFlags(int* argc, char** argv);

 protected:
  virtual void LogParams();
  virtual TfLiteStatus ValidateParams();
  TfLiteStatus ParseFlags(int argc, char** argv) {
    return ParseFlags(&argc, argv);
  }
  virtual std::vector<Flag> GetFlags();
  // In bytes; negative if unknown.
  virtual int64_t MayGetModelFileSize() { return -1; }
  virtual uint64_t ComputeInputBytes() = 0;
  // Runs at least `min_num_times` and for at least `min_secs`, at most for
  // `max_secs`.
  virtual tensorflow::StatWithPercentiles<int64_t> Run(
      int min_num_times, float min_secs, float max_secs, RunType run_type,
      TfLiteStatus* invoke_status);
  virtual TfLiteStatus PrepareInputData() { return kTfLiteOk; }
  virtual TfLiteStatus ResetInputsAndOutputs() { return kTfLiteOk; }
  virtual TfLiteStatus RunImpl() = 0;
  // Whether a delegate failed in the last run and the CPU took over. Such a run
  // and those before it are not measured together with later ones.
  virtual bool FellBack() { return false; }
  // Called after the last run, before the results are reported.
  virtual TfLiteStatus Finish() { return kTfLiteOk; }
  // Null unless the peak memory was requested.
  virtual std::unique_ptr<profiling::memory::MemoryUsageMonitor>
  MayCreateMemoryUsageMonitor() const;

  BenchmarkParams params_;
  BenchmarkListeners listeners_;

 private:
  TfLiteStatus Measure(int64_t startup_latency_us, double model_size_mb,
                       const profiling::memory::MemoryUsage& start,
                       profiling::memory::MemoryUsageMonitor* monitor);

  BenchmarkLoggingListener log_output_;
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_BENCHMARK_MODEL_H_
