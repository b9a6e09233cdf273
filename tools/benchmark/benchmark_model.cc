#include "tools/benchmark/benchmark_model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <sstream>
#include <thread>

#include "tools/logging.h"

namespace tflite {
namespace benchmark {
namespace {

using profiling::memory::GetMemoryUsage;
using profiling::memory::MemoryUsage;
using profiling::memory::MemoryUsageMonitor;

int64_t NowMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// In any case less than the clock can hold.
constexpr double kMostSeconds = 1e9;

void SleepForSeconds(double seconds) {
  if (seconds > 0)
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::min(seconds, kMostSeconds)));
}

// The pause after run number `run`; one that is longer than the time that is
// left would only delay the end.
void PauseAfter(int run, const BenchmarkParams& params, int64_t start,
                int64_t end) {
  const int64_t now = NowMicros();
  const double frequency = params.Get<float>("run_frequency");
  const double pause = frequency > 0
                           ? (run + 1) / frequency - (now - start) * 1e-6
                           : params.Get<float>("run_delay");
  SleepForSeconds(std::min(pause, (end - now + 1) * 1e-6));
}

int64_t ToMicros(double seconds) {
  return static_cast<int64_t>(std::clamp(seconds, 0.0, kMostSeconds) * 1e6);
}

void LogMemory(const BenchmarkResults& results) {
  const MemoryUsage& init = results.init_mem_usage();
  const MemoryUsage& overall = results.overall_mem_usage();
  TFLITE_LOG(INFO)
      << "Note: as the benchmark tool itself affects memory footprint, "
         "these figures are approximate.";
  TFLITE_LOG(INFO)
      << "Memory footprint delta from the start of the tool (MB): init="
      << init.mem_footprint_kb / 1024.0
      << " overall=" << overall.mem_footprint_kb / 1024.0;
  if (results.peak_mem_mb() > 0) {
    TFLITE_LOG(INFO)
        << "Overall peak memory footprint (MB) via periodic monitoring: "
        << results.peak_mem_mb();
  }
  const MemoryUsage now = GetMemoryUsage();
  TFLITE_LOG(INFO) << "Memory status at the end of exeution:";
  TFLITE_LOG(INFO) << "- VmRSS              : " << now.vm_rss_kb / 1024
                   << " MB";
  TFLITE_LOG(INFO) << "+ RssAnnon           : " << now.rss_anon_kb / 1024
                   << " MB";
  TFLITE_LOG(INFO) << "+ RssFile + RssShmem : " << now.rss_file_kb / 1024
                   << " MB";
}

// `times` are all runs so far, including `last`, in which a delegate failed.
void LogFallback(const tensorflow::StatWithPercentiles<int64_t>& times,
                 int64_t last) {
  const int64_t before = times.count() - 1;
  TFLITE_LOG(WARN) << "A delegate failed in this run, and the CPU took "
                      "over its nodes. The run took "
                   << last << " us";
  TFLITE_MAY_LOG(WARN, before > 0)
      << "The " << before << " runs before took "
      << static_cast<double>(times.sum() - last) / before << " us on average";
  TFLITE_LOG(WARN) << "The figures below exclude all of these: counting "
                      "restarts at the next run";
}

}  // namespace

void BenchmarkLoggingListener::OnBenchmarkEnd(const BenchmarkResults& results) {
  const auto inference = results.inference_time_us();
  const auto warmup = results.warmup_time_us();
  TFLITE_LOG(INFO) << "Inference timings in us: "
                   << "Init: " << results.startup_latency_us() << ", "
                   << "First inference: "
                   << (warmup.empty() ? inference.first() : warmup.first())
                   << ", "
                   << "Warmup (avg): " << warmup.avg() << ", "
                   << "Inference (avg): " << inference.avg();
  if (MemoryUsage::IsSupported()) LogMemory(results);
}

BenchmarkParams BenchmarkModel::DefaultParams() {
  BenchmarkParams params;
  const auto add = [&params](const char* name, auto value) {
    params.AddParam(name, BenchmarkParam::Create<decltype(value)>(value));
  };
  add("num_runs", int32_t{50});
  add("min_secs", 1.0f);
  add("max_secs", 150.0f);
  add("run_delay", -1.0f);
  add("run_frequency", -1.0f);
  add("num_threads", int32_t{-1});
  add("use_caching", false);
  add("benchmark_name", std::string());
  add("output_prefix", std::string());
  add("warmup_runs", int32_t{1});
  add("warmup_min_secs", 0.5f);
  add("verbose", false);
  add("dry_run", false);
  add("report_peak_memory_footprint", false);
  add("memory_footprint_check_interval_ms", int32_t{50});
  add("gpu_invoke_loop_times", int32_t{1});
  return params;
}

BenchmarkModel::BenchmarkModel() : BenchmarkModel(DefaultParams()) {}
BenchmarkModel::BenchmarkModel(BenchmarkParams params)
    : params_(std::move(params)) {
  AddListener(&log_output_);
}

std::vector<Flag> BenchmarkModel::GetFlags() {
  return {
      CreateFlag<int32_t>(
          "num_runs", &params_,
          "Minimum number of measured runs; continues until min_secs."),
      CreateFlag<float>("min_secs", &params_,
                        "Minimum time to measure, in seconds."),
      CreateFlag<float>("max_secs", &params_,
                        "Maximum time to measure, in seconds; takes precedence "
                        "over num_runs."),
      CreateFlag<float>("run_delay", &params_,
                        "Pause between runs, in seconds."),
      CreateFlag<float>(
          "run_frequency", &params_,
          "Maximum number of runs per second; overrides run_delay."),
      CreateFlag<int32_t>("num_threads", &params_,
                          "Number of threads; -1 lets the runtime choose."),
      CreateFlag<bool>(
          "use_caching", &params_,
          "Accepted for compatibility: packed weights are always kept."),
      CreateFlag<std::string>("benchmark_name", &params_,
                              "Name for the results."),
      CreateFlag<std::string>("output_prefix", &params_,
                              "Prefix for output lines."),
      CreateFlag<int32_t>("warmup_runs", &params_,
                          "Minimum number of warm-up runs."),
      CreateFlag<float>("warmup_min_secs", &params_,
                        "Minimum warm-up time, in seconds."),
      CreateFlag<bool>("verbose", &params_,
                       "Print all parameters, including defaults."),
      CreateFlag<bool>("dry_run", &params_,
                       "Initialize without running the model."),
      CreateFlag<bool>("report_peak_memory_footprint", &params_,
                       "Report the peak resident memory."),
      CreateFlag<int32_t>("memory_footprint_check_interval_ms", &params_,
                          "Time between samples, in milliseconds."),
      CreateFlag<int32_t>(
          "gpu_invoke_loop_times", &params_,
          "How often a GPU delegate runs its program per invoke; "
          "results are divided by this number."),
  };
}

void BenchmarkModel::LogParams() {
  const bool verbose = params_.Get<bool>("verbose");
  TFLITE_LOG(INFO) << "Log parameter values verbosely: [" << verbose << "]";
  LOG_TOOL_PARAM(params_, int32_t, "num_runs", "Min num runs", verbose);
  LOG_TOOL_PARAM(params_, float, "min_secs", "Min runs duration (seconds)",
                 verbose);
  LOG_TOOL_PARAM(params_, float, "max_secs", "Max runs duration (seconds)",
                 verbose);
  LOG_TOOL_PARAM(params_, float, "run_delay", "Inter-run delay (seconds)",
                 verbose);
  LOG_TOOL_PARAM(params_, float, "run_frequency",
                 "Number of prorated runs per second", verbose);
  LOG_TOOL_PARAM(params_, int32_t, "num_threads", "Num threads", verbose);
  LOG_TOOL_PARAM(params_, bool, "use_caching", "Use caching", verbose);
  LOG_TOOL_PARAM(params_, std::string, "benchmark_name", "Benchmark name",
                 verbose);
  LOG_TOOL_PARAM(params_, std::string, "output_prefix", "Output prefix",
                 verbose);
  LOG_TOOL_PARAM(params_, int32_t, "warmup_runs", "Min warmup runs", verbose);
  LOG_TOOL_PARAM(params_, float, "warmup_min_secs",
                 "Min warmup runs duration (seconds)", verbose);
  LOG_TOOL_PARAM(params_, bool, "dry_run", "Run w/o invoking kernels", verbose);
  LOG_TOOL_PARAM(params_, bool, "report_peak_memory_footprint",
                 "Report the peak memory footprint", verbose);
  LOG_TOOL_PARAM(params_, int32_t, "memory_footprint_check_interval_ms",
                 "Memory footprint check interval (ms)", verbose);
  LOG_TOOL_PARAM(params_, int32_t, "gpu_invoke_loop_times",
                 "Number of GPU delegate invoke loop iterations", verbose);
}

TfLiteStatus BenchmarkModel::ValidateParams() {
  for (const char* name : {"min_secs", "max_secs", "run_delay", "run_frequency",
                           "warmup_min_secs"}) {
    if (!std::isnan(params_.Get<float>(name))) continue;
    TFLITE_LOG(ERROR) << "--" << name << " must be a number";
    return kTfLiteError;
  }
  if (params_.Get<float>("max_secs") < 0) {
    TFLITE_LOG(ERROR) << "--max_secs must not be negative";
    return kTfLiteError;
  }
  if (params_.Get<float>("max_secs") < params_.Get<float>("min_secs")) {
    TFLITE_LOG(ERROR) << "--max_secs is less than --min_secs";
    return kTfLiteError;
  }
  if (params_.Get<int32_t>("memory_footprint_check_interval_ms") <= 0) {
    TFLITE_LOG(ERROR)
        << "--memory_footprint_check_interval_ms must be positive";
    return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkModel::ParseFlags(int* argc, char** argv) {
  const std::vector<Flag> flags = GetFlags();
  const bool parsed = Flags::Parse(argc, const_cast<const char**>(argv), flags);
  if (params_.HasParam("help") && params_.Get<bool>("help")) {
    std::cout << Flags::Usage(argv[0], flags);
    return kTfLiteError;
  }
  if (!parsed) {
    TFLITE_LOG(ERROR) << "--help lists the flags";
    return kTfLiteError;
  }
  Flags::WarnUnconsumed(*argc, const_cast<const char**>(argv), flags);
  return kTfLiteOk;
}

std::unique_ptr<MemoryUsageMonitor>
BenchmarkModel::MayCreateMemoryUsageMonitor() const {
  if (!params_.Get<bool>("report_peak_memory_footprint")) return nullptr;
  return std::make_unique<MemoryUsageMonitor>(
      params_.Get<int32_t>("memory_footprint_check_interval_ms"));
}

tensorflow::StatWithPercentiles<int64_t> BenchmarkModel::Run(
    int min_num_times, float min_secs, float max_secs, RunType run_type,
    TfLiteStatus* invoke_status) {
  tensorflow::StatWithPercentiles<int64_t> times;
  *invoke_status = kTfLiteOk;
  TFLITE_LOG(INFO) << "Running benchmark for at least " << min_num_times
                   << " iterations and at least " << min_secs
                   << " seconds but terminate if exceeding " << max_secs
                   << " seconds.";
  const int64_t start = NowMicros();
  const int64_t least = start + ToMicros(min_secs);
  const int64_t most = start + ToMicros(max_secs);
  const int loops = std::max(1, params_.Get<int32_t>("gpu_invoke_loop_times"));
  int64_t now = start;
  int64_t last = 0;
  for (int run = 0; (run < min_num_times || now < least) && now <= most;
       ++run) {
    *invoke_status = ResetInputsAndOutputs();
    if (*invoke_status != kTfLiteOk) return times;
    listeners_.OnSingleRunStart(run_type);
    const int64_t begin = NowMicros();
    const TfLiteStatus status = RunImpl();
    const int64_t end = NowMicros();
    listeners_.OnSingleRunEnd();
    last = (end - begin) / loops;
    times.UpdateStat(last);
    if (status != kTfLiteOk) {
      *invoke_status = status;
      return times;
    }
    if (FellBack()) {
      LogFallback(times, last);
      listeners_.OnFallback();
      times = {};
      run = -1;
    }
    PauseAfter(run, params_, start, most);
    now = NowMicros();
  }
  if (times.empty() && last > 0) {
    TFLITE_LOG(WARN) << "No time is left to measure the CPU: the only figure "
                        "is from the run in which the delegate failed.";
    times.UpdateStat(last);
  }
  std::stringstream line;
  times.OutputToStream(&line);
  TFLITE_LOG(INFO) << line.str();
  return times;
}

TfLiteStatus BenchmarkModel::Run(int argc, char** argv) {
  if (ParseFlags(argc, argv) != kTfLiteOk) return kTfLiteError;
  return Run();
}

TfLiteStatus BenchmarkModel::Measure(int64_t startup_latency_us,
                                     double model_size_mb,
                                     const MemoryUsage& start,
                                     MemoryUsageMonitor* monitor) {
  const MemoryUsage init = GetMemoryUsage() - start;
  if (model_size_mb > 0) {
    TFLITE_LOG(INFO) << "The input model file size (MB): " << model_size_mb;
  }
  TFLITE_LOG(INFO) << "Initialized session in " << startup_latency_us / 1e3
                   << "ms.";
  if (PrepareInputData() != kTfLiteOk) return kTfLiteError;
  const uint64_t input_bytes = ComputeInputBytes();
  TfLiteStatus status = kTfLiteOk;
  const auto warmup = Run(params_.Get<int32_t>("warmup_runs"),
                          params_.Get<float>("warmup_min_secs"),
                          params_.Get<float>("max_secs"), WARMUP, &status);
  if (status != kTfLiteOk) return status;
  const auto times =
      Run(params_.Get<int32_t>("num_runs"), params_.Get<float>("min_secs"),
          params_.Get<float>("max_secs"), REGULAR, &status);
  if (status == kTfLiteOk) status = Finish();
  float peak = MemoryUsageMonitor::kInvalidMemUsageMB;
  if (monitor != nullptr) {
    monitor->Stop();
    peak = monitor->GetPeakMemUsageInMB();
  }
  listeners_.OnBenchmarkEnd({model_size_mb, startup_latency_us, input_bytes,
                             warmup, times, init, GetMemoryUsage() - start,
                             peak});
  return status == kTfLiteOk ? listeners_.Status() : status;
}

TfLiteStatus BenchmarkModel::Run() {
  TFLITE_LOG(INFO) << "STARTING!";
  LogParams();
  if (ValidateParams() != kTfLiteOk) return kTfLiteError;
  const double model_size_mb = MayGetModelFileSize() / 1e6;
  const auto monitor = MayCreateMemoryUsageMonitor();
  if (monitor != nullptr) monitor->Start();
  const MemoryUsage start = GetMemoryUsage();
  const int64_t before = NowMicros();
  if (Init() != kTfLiteOk) return kTfLiteError;
  const int64_t startup_latency_us = NowMicros() - before;
  if (params_.Get<bool>("dry_run")) {
    TFLITE_LOG(INFO) << "Dry run: the model is not invoked.";
    return kTfLiteOk;
  }
  listeners_.OnBenchmarkStart(params_);
  return Measure(startup_latency_us, model_size_mb, start, monitor.get());
}

}  // namespace benchmark
}  // namespace tflite
