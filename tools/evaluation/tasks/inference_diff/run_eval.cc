// Compares a delegate's results and latency with the CPU's.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tools/evaluation/run/image_pool.h"
#include "tools/evaluation/run/outputs.h"
#include "tools/evaluation/run/results.h"
#include "tools/evaluation/run/state_file.h"
#include "tools/evaluation/stages/inference_profiler_stage.h"
#include "tools/evaluation/tasks/run_flags.h"
#include "tools/evaluation/tasks/task_executor.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

class InferenceDiff : public TaskExecutor {
 protected:
  std::vector<Flag> GetFlags() final {
    std::vector<Flag> flags = {
        Flag::CreateFlag("output_file_path", &outputs_.output_file_path,
                         "File for the metrics, as a serialized "
                         "tflite.evaluation.EvaluationStageMetrics."),
        Flag::CreateFlag("metrics_json", &outputs_.metrics_json,
                         "File for the metrics as JSON, with all digits."),
        Flag::CreateFlag("num_runs", &num_runs_,
                         "Number of runs, each with new random inputs."),
    };
    flags_.AddTo(&flags);
    return flags;
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
    params->set_model_file_path(flags_.model_file);
    params->set_num_threads(flags_.num_interpreter_threads);
    params->set_invocations_per_run(1);
    if (!flags_.delegate.empty()) {
      params->set_delegate(ParseStringToDelegateType(flags_.delegate));
    }
    InferenceProfilerStage stage(config);
    stage.SetCustomOpLibraries(flags_.custom_op_library);
    auto metrics = Evaluate(&stage);
    if (metrics.ok()) return *std::move(metrics);
    if (!metrics.status().message().empty()) {
      TFLITE_LOG(ERROR) << metrics.status().message();
    }
    return std::nullopt;
  }

 private:
  // An error without text has been logged.
  base::StatusOr<EvaluationStageMetrics> Evaluate(
      InferenceProfilerStage* stage) {
    TFLL_RETURN_IF_ERROR(flags_.Check());
    if (stage->Init(&delegate_providers_) != kTfLiteOk) {
      return base::Invalid("");
    }
    TFLL_ASSIGN_OR_RETURN(const StateHeader header, Describe(stage->test()));
    TFLL_RETURN_IF_ERROR(CheckOutputFiles(header.run(), outputs_));
    TFLL_ASSIGN_OR_RETURN(const auto state, flags_.OpenState(header));
    ImageRun run;
    run.description = header.run();
    TFLL_RETURN_IF_ERROR(Run(stage, state.get(), &run));
    const ImageResults results = ComputeResults(run);
    for (const std::string& line : ResultLines(run, results)) {
      TFLITE_LOG(INFO) << line;
    }
    TFLITE_LOG(INFO) << "avg_error is the mean absolute difference of stored "
                        "values: one is one step of a quantized output.";
    TFLL_RETURN_IF_ERROR(WriteOutputs(run, results, outputs_));
    return results.metrics;
  }

  base::StatusOr<StateHeader> Describe(const ModelRunner& tested) {
    StateHeader header;
    RunDescription* run = header.mutable_run();
    run->set_task(kDifferenceTask);
    TFLL_RETURN_IF_ERROR(flags_.Describe(DelegateArguments(), &header));
    run->set_num_images(num_runs_);
    SetDelegation(tested, run);
    return header;
  }

  // Carries out the runs of this shard that the state file lacks.
  base::Status Run(InferenceProfilerStage* stage, StateFile* state,
                   ImageRun* run) const {
    std::map<int64_t, ImageRecord> records;
    if (state != nullptr) {
      for (const ImageRecord& r : state->records()) records[r.index()] = r;
    }
    for (int64_t i = flags_.shard_index; i < num_runs_;
         i += flags_.num_shards) {
      if (records.count(i) != 0) continue;
      stage->SetNextRun(i);
      if (stage->Run() != kTfLiteOk) return base::Invalid("");
      ImageRecord& record = records[i];
      record.set_index(i);
      SetRun(stage->test(), record.mutable_prediction());
      SetRun(stage->reference(), record.mutable_reference());
      for (const float error : stage->last_errors()) {
        record.add_output_errors(error);
      }
      if (state != nullptr) TFLL_RETURN_IF_ERROR(state->Append(record));
    }
    if (state != nullptr) TFLL_RETURN_IF_ERROR(state->Sync());
    for (auto& [index, record] : records) {
      run->records.push_back(std::move(record));
    }
    return base::OkStatus();
  }

  RunFlags flags_;
  OutputOptions outputs_;
  int32_t num_runs_ = 50;
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::make_unique<InferenceDiff>();
}

}  // namespace evaluation
}  // namespace tflite
