#ifndef TOOLS_BENCHMARK_BENCHMARK_MODEL_H_
#define TOOLS_BENCHMARK_BENCHMARK_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/command_line_flags.h"
#include "tools/profiling/memory_usage.h"
#include "tools/profiling/stats.h"
#include "tools/tool_params.h"

namespace tflite {
namespace benchmark {

enum RunType { WARMUP, REGULAR };

using BenchmarkParams = tools::ToolParams;
using BenchmarkParam = tools::ToolParam;

// The results of a benchmark. Times are in microseconds.
class BenchmarkResults {
 public:
  BenchmarkResults() = default;
  BenchmarkResults(double model_size_mb, int64_t startup_latency_us,
                   uint64_t input_bytes,
                   tensorflow::StatWithPercentiles<int64_t> warmup_time_us,
                   tensorflow::StatWithPercentiles<int64_t> inference_time_us,
                   const profiling::memory::MemoryUsage& init_mem_usage,
                   const profiling::memory::MemoryUsage& overall_mem_usage,
                   float peak_mem_mb)
      : model_size_mb_(model_size_mb),
        startup_latency_us_(startup_latency_us),
        input_bytes_(input_bytes),
        warmup_time_us_(std::move(warmup_time_us)),
        inference_time_us_(std::move(inference_time_us)),
        init_mem_usage_(init_mem_usage),
        overall_mem_usage_(overall_mem_usage),
        peak_mem_mb_(peak_mem_mb) {}

  double model_size_mb() const { return model_size_mb_; }
  tensorflow::StatWithPercentiles<int64_t> inference_time_us() const {
    return inference_time_us_;
  }
  tensorflow::StatWithPercentiles<int64_t> warmup_time_us() const {
    return warmup_time_us_;
  }
  int64_t startup_latency_us() const { return startup_latency_us_; }
  uint64_t input_bytes() const { return input_bytes_; }
  // Processed input per second.
  double throughput_MB_per_second() const {
    const double seconds = inference_time_us_.avg() * 1e-6;
    return input_bytes_ / (1024.0 * 1024.0) / seconds;
  }
  const profiling::memory::MemoryUsage& init_mem_usage() const {
    return init_mem_usage_;
  }
  const profiling::memory::MemoryUsage& overall_mem_usage() const {
    return overall_mem_usage_;
  }
  float peak_mem_mb() const { return peak_mem_mb_; }

 private:
  double model_size_mb_ = 0.0;
  int64_t startup_latency_us_ = 0;
  uint64_t input_bytes_ = 0;
  tensorflow::StatWithPercentiles<int64_t> warmup_time_us_;
  tensorflow::StatWithPercentiles<int64_t> inference_time_us_;
  profiling::memory::MemoryUsage init_mem_usage_;
  profiling::memory::MemoryUsage overall_mem_usage_;
  float peak_mem_mb_ =
      profiling::memory::MemoryUsageMonitor::kInvalidMemUsageMB;
};

// Receives the events of a benchmark.
class BenchmarkListener {
 public:
  virtual ~BenchmarkListener() = default;
  virtual void OnBenchmarkStart(const BenchmarkParams& params) {}
  virtual void OnSingleRunStart(RunType run_type) {}
  virtual void OnSingleRunEnd() {}
  // Called after a run in which a delegate failed. Measuring restarts, since
  // the runs so far, including this one, are not comparable with later ones.
  virtual void OnFallback() {}
  virtual void OnBenchmarkEnd(const BenchmarkResults& results) {}
  // Called at the end. An error, which the listener has logged, makes the
  // benchmark fail, e.g. because an output file could not be written.
  virtual TfLiteStatus Status() const { return kTfLiteOk; }
};

// Forwards events to listeners that it does not own.
class BenchmarkListeners : public BenchmarkListener {
 public:
  void AddListener(BenchmarkListener* listener) {
    listeners_.push_back(listener);
  }
  // Removes the listeners from `index` on.
  void RemoveListeners(int index) {
    if (index >= 0 && index < NumListeners()) listeners_.resize(index);
  }
  int NumListeners() const { return static_cast<int>(listeners_.size()); }

  void OnBenchmarkStart(const BenchmarkParams& params) override {
    for (auto* listener : listeners_) listener->OnBenchmarkStart(params);
  }
  void OnSingleRunStart(RunType run_type) override {
    for (auto* listener : listeners_) listener->OnSingleRunStart(run_type);
  }
  void OnSingleRunEnd() override {
    for (auto* listener : listeners_) listener->OnSingleRunEnd();
  }
  void OnFallback() override {
    for (auto* listener : listeners_) listener->OnFallback();
  }
  void OnBenchmarkEnd(const BenchmarkResults& results) override {
    for (auto* listener : listeners_) listener->OnBenchmarkEnd(results);
  }
  TfLiteStatus Status() const override {
    for (const auto* listener : listeners_) {
      TF_LITE_ENSURE_STATUS(listener->Status());
    }
    return kTfLiteOk;
  }

 private:
  std::vector<BenchmarkListener*> listeners_;
};

// Prints the results.
class BenchmarkLoggingListener : public BenchmarkListener {
 public:
  void OnBenchmarkEnd(const BenchmarkResults& results) override;
};

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
