#ifndef TOOLS_BENCHMARK_LISTENERS_H_
#define TOOLS_BENCHMARK_LISTENERS_H_

#include <memory>
#include <string>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/profiling/buffered_profiler.h"
#include "tools/benchmark/benchmark_model.h"
#include "tools/profiling/profile_summarizer.h"

namespace tflite {
namespace benchmark {

// Profiles the operators of the measured runs and prints or writes the tables.
// If a delegate fails, the profile covers only the runs after that.
class ProfilingListener : public BenchmarkListener {
 public:
  enum class Output { kStdout, kCsv, kProto };

  // Does not own the interpreter; installs itself as its profiler. Prints if
  // the path is empty.
  ProfilingListener(Interpreter* interpreter, uint32_t max_num_entries,
                    bool allow_growth, Output output, std::string path,
                    std::string model_name);
  // Ends the profile of the initialization.
  void EndInit();

  void OnSingleRunStart(RunType run_type) override;
  void OnSingleRunEnd() override;
  void OnFallback() override;
  void OnBenchmarkEnd(const BenchmarkResults& results) override;
  TfLiteStatus Status() const override { return status_; }

 private:
  void Write(const std::string& text);

  Interpreter* const interpreter_;
  profiling::BufferedProfiler profiler_;
  const Output output_;
  const std::string path_;
  const std::string model_name_;
  bool recording_ = false;
  profiling::ProfileSummarizer init_, runs_;
  bool dropped_runs_ = false;
  TfLiteStatus status_ = kTfLiteOk;
};

// Writes the results as a BenchmarkResult message.
class ResultFileListener : public BenchmarkListener {
 public:
  ResultFileListener(std::string name, std::string path)
      : name_(std::move(name)), path_(std::move(path)) {}
  void OnBenchmarkEnd(const BenchmarkResults& results) override;
  TfLiteStatus Status() const override { return status_; }

 private:
  const std::string name_;
  const std::string path_;
  TfLiteStatus status_ = kTfLiteOk;
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_LISTENERS_H_
