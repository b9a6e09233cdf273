#include "tools/benchmark/listeners.h"

#include "tools/benchmark/proto/benchmark_result.pb.h"
#include "tools/logging.h"
#include "tools/profiling/profile_writer.h"
#include "tools/write_output.h"

namespace tflite {
namespace benchmark {
namespace {

constexpr char kInitTitle[] = "Profiling Info for Benchmark Initialization:";
constexpr char kRunTitle[] =
    "Operator-wise Profiling Info for Regular Benchmark Runs:";
constexpr char kDroppedRuns[] =
    "A delegate failed: the profile covers only the runs after that.";

TfLiteStatus WriteOrLog(const char* flag, const std::string& path,
                        const std::string& bytes) {
  const base::Status written = tools::WriteOutput(path, bytes);
  if (written.ok()) return kTfLiteOk;
  TFLITE_LOG(ERROR) << flag << ": " << written.message();
  return kTfLiteError;
}

}  // namespace

ProfilingListener::ProfilingListener(Interpreter* interpreter,
                                     uint32_t max_num_entries,
                                     bool allow_growth, Output output,
                                     std::string path, std::string model_name)
    : interpreter_(interpreter),
      profiler_(max_num_entries, allow_growth),
      output_(output),
      path_(std::move(path)),
      model_name_(std::move(model_name)) {
  interpreter_->SetProfiler(&profiler_);
  profiler_.Reset();
  profiler_.StartProfiling();
}

void ProfilingListener::EndInit() {
  profiler_.StopProfiling();
  init_.ProcessProfiles(profiler_.GetProfileEvents(), *interpreter_);
  profiler_.Reset();
}

void ProfilingListener::OnSingleRunStart(RunType run_type) {
  recording_ = run_type == REGULAR;
  if (!recording_) return;
  profiler_.Reset();
  profiler_.StartProfiling();
}

void ProfilingListener::OnSingleRunEnd() {
  if (!recording_) return;
  profiler_.StopProfiling();
  runs_.ProcessProfiles(profiler_.GetProfileEvents(), *interpreter_);
  recording_ = false;
}

void ProfilingListener::OnFallback() {
  dropped_runs_ = dropped_runs_ || runs_.HasProfiles();
  runs_ = {};
}

void ProfilingListener::Write(const std::string& text) {
  status_ = WriteOrLog("--op_profiling_output_file", path_, text);
}

void ProfilingListener::OnBenchmarkEnd(const BenchmarkResults&) {
  const auto init = init_.Profiles(), runs = runs_.Profiles();
  TFLITE_MAY_LOG(WARN, dropped_runs_) << kDroppedRuns;
  switch (output_) {
    case Output::kProto:
      Write(profiling::ProfileAsProto(model_name_, init, runs));
      return;
    case Output::kCsv:
    case Output::kStdout: {
      const bool csv = output_ == Output::kCsv;
      const auto text = [&](const auto& p) {
        return csv ? profiling::ProfileAsCsv(p) : profiling::ProfileAsText(p);
      };
      std::string all;
      if (init_.HasProfiles())
        all += std::string(kInitTitle) + "\n" + text(init);
      if (dropped_runs_) all += std::string(kDroppedRuns) + "\n";
      if (runs_.HasProfiles())
        all += std::string(kRunTitle) + "\n" + text(runs);
      Write(all);
    }
  }
}

void ResultFileListener::OnBenchmarkEnd(const BenchmarkResults& results) {
  tools::benchmark::BenchmarkResult message;
  message.set_name(name_);
  const auto runs = results.inference_time_us();
  const auto warmup = results.warmup_time_us();
  auto* latency = message.mutable_latency_metrics();
  latency->set_avg_ms(runs.avg() / 1000);
  latency->set_min_ms(runs.min() / 1000.0);
  latency->set_max_ms(runs.max() / 1000.0);
  latency->set_stddev_ms(runs.std_deviation() / 1000.0);
  latency->set_median_ms(runs.percentile(50) / 1000.0);
  latency->set_p5_ms(runs.percentile(5) / 1000.0);
  latency->set_p95_ms(runs.percentile(95) / 1000.0);
  latency->set_init_ms(results.startup_latency_us() / 1000.0);
  latency->set_first_inference_ms((warmup.empty() ? runs : warmup).first() /
                                  1000.0);
  if (!warmup.empty()) latency->set_average_warm_up_ms(warmup.avg() / 1000);
  auto* memory = message.mutable_memory_metrics();
  memory->set_init_footprint_kb(results.init_mem_usage().mem_footprint_kb);
  memory->set_overall_footprint_kb(
      results.overall_mem_usage().mem_footprint_kb);
  if (results.peak_mem_mb() > 0) memory->set_peak_mem_mb(results.peak_mem_mb());
  auto* misc = message.mutable_misc_metrics();
  misc->set_model_size_mb(results.model_size_mb());
  misc->set_num_runs(runs.count());
  misc->set_num_warmup_runs(warmup.count());
  misc->set_model_throughput_in_mb_per_sec(results.throughput_MB_per_second());
  status_ =
      WriteOrLog("--result_file_path", path_, message.SerializeAsString());
}

}  // namespace benchmark
}  // namespace tflite
