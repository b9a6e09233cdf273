// The results of a benchmark, and who is told of them.
#ifndef TOOLS_BENCHMARK_BENCHMARK_LISTENER_H_
#define TOOLS_BENCHMARK_BENCHMARK_LISTENER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
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

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_BENCHMARK_LISTENER_H_
