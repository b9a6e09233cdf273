// Compares a delegate's results and latency with the CPU's.

#include <string>

#include "tools/evaluation/stages/inference_profiler_stage.h"
#include "tools/evaluation/tasks/task_executor.h"
#include "tools/logging.h"
#include "tools/write_output.h"

namespace tflite {
namespace evaluation {
namespace {

class InferenceDiff : public TaskExecutor {
 protected:
  std::vector<Flag> GetFlags() final {
    return {
        Flag::CreateFlag("model_file", &model_file_, "Path of the model.",
                         Flag::kRequired),
        Flag::CreateFlag("output_file_path", &output_file_path_,
                         "File for the metrics, as a serialized "
                         "tflite.evaluation.EvaluationStageMetrics."),
        Flag::CreateFlag("num_runs", &num_runs_,
                         "Number of runs, each with new random inputs."),
        Flag::CreateFlag("num_interpreter_threads", &num_threads_,
                         "CPU threads of the tested configuration."),
        Flag::CreateFlag("delegate", &delegate_,
                         "Delegate to test: nnapi, gpu, hexagon, xnnpack or "
                         "coreml, if this program has it. The delegates' own "
                         "flags work as well."),
        Flag::CreateFlag("custom_op_library", &custom_op_library_,
                         "Shared libraries of custom operators, separated by "
                         "commas."),
    };
  }

  std::optional<EvaluationStageMetrics> RunImpl() final {
    if (num_runs_ <= 0) {
      TFLITE_LOG(ERROR) << "--num_runs must be positive";
      return std::nullopt;
    }
    EvaluationStageConfig config;
    config.set_name("inference_profiling");
    auto* params =
        config.mutable_specification()->mutable_tflite_inference_params();
    params->set_model_file_path(model_file_);
    params->set_num_threads(num_threads_);
    params->set_invocations_per_run(1);
    if (!delegate_.empty()) {
      params->set_delegate(ParseStringToDelegateType(delegate_));
      if (params->delegate() == TfliteInferenceParams::NONE) {
        TFLITE_LOG(ERROR) << "--delegate: unknown delegate " << delegate_;
        return std::nullopt;
      }
    }
    InferenceProfilerStage stage(config);
    stage.SetCustomOpLibraries(custom_op_library_);
    if (stage.Init(&delegate_providers_) != kTfLiteOk) return std::nullopt;
    for (int i = 0; i < num_runs_; ++i) {
      if (stage.Run() != kTfLiteOk) return std::nullopt;
    }
    const EvaluationStageMetrics metrics = stage.LatestMetrics();
    Print(metrics);
    if (!Write(metrics)) return std::nullopt;
    return metrics;
  }

 private:
  static void PrintLatency(const char* who, const LatencyMetrics& latency) {
    TFLITE_LOG(INFO) << who << " run latency: avg=" << latency.avg_us()
                     << "(us), std_dev=" << latency.std_deviation_us()
                     << "(us)";
  }

  static void Print(const EvaluationStageMetrics& metrics) {
    TFLITE_LOG(INFO) << "Num evaluation runs: " << metrics.num_runs();
    const auto& profiler =
        metrics.process_metrics().inference_profiler_metrics();
    PrintLatency("Reference", profiler.reference_latency());
    PrintLatency("Test", profiler.test_latency());
    for (int i = 0; i < profiler.output_errors_size(); ++i) {
      const AccuracyMetrics& error = profiler.output_errors(i);
      TFLITE_LOG(INFO) << "OutputDiff[" << i
                       << "]: avg_error=" << error.avg_value()
                       << ", std_dev=" << error.std_deviation();
    }
    TFLITE_LOG(INFO) << "avg_error is the mean absolute difference of stored "
                        "values: one is one step of a quantized output.";
  }

  bool Write(const EvaluationStageMetrics& metrics) const {
    if (output_file_path_.empty()) return true;
    const base::Status written =
        tools::WriteOutput(output_file_path_, metrics.SerializeAsString());
    if (written.ok()) return true;
    TFLITE_LOG(ERROR) << "--output_file_path: " << written.message();
    return false;
  }

  std::string model_file_;
  std::string output_file_path_;
  std::string delegate_;
  std::string custom_op_library_;
  int32_t num_runs_ = 50;
  int32_t num_threads_ = 1;
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::make_unique<InferenceDiff>();
}

}  // namespace evaluation
}  // namespace tflite
