// Compares a delegate's results and latency with the CPU's.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/hash.h"
#include "tools/evaluation/run/image_pool.h"
#include "tools/evaluation/run/outputs.h"
#include "tools/evaluation/run/results.h"
#include "tools/evaluation/run/state_file.h"
#include "tools/evaluation/stages/inference_profiler_stage.h"
#include "tools/evaluation/tasks/task_executor.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

class InferenceDiff : public TaskExecutor {
 protected:
  std::vector<Flag> GetFlags() final {
    return {
        Flag::CreateFlag("model_file", &model_file_, "Path of the model.",
                         Flag::kRequired),
        Flag::CreateFlag("output_file_path", &outputs_.output_file_path,
                         "File for the metrics, as a serialized "
                         "tflite.evaluation.EvaluationStageMetrics."),
        Flag::CreateFlag("metrics_json", &outputs_.metrics_json,
                         "File for the metrics as JSON, with all digits."),
        Flag::CreateFlag("state_file", &state_file_,
                         "File that keeps each run's result; an evaluation "
                         "that was stopped goes on from it."),
        Flag::CreateFlag("shard_index", &shard_index_,
                         "The part of the runs to carry out, from 0."),
        Flag::CreateFlag("num_shards", &num_shards_,
                         "Number of parts; tools/evaluation:merge combines "
                         "their state files."),
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
    TFLL_RETURN_IF_ERROR(CheckShard(shard_index_, num_shards_, state_file_));
    if (stage->Init(&delegate_providers_) != kTfLiteOk) {
      return base::Invalid("");
    }
    TFLL_ASSIGN_OR_RETURN(const StateHeader header, Describe(stage->test()));
    TFLL_RETURN_IF_ERROR(CheckOutputFiles(header.run(), outputs_));
    std::unique_ptr<StateFile> state;
    if (!state_file_.empty()) {
      TFLL_ASSIGN_OR_RETURN(state, StateFile::Open(state_file_, header));
    }
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
    TFLL_ASSIGN_OR_RETURN(const std::string model, ReadFile(model_file_));
    run->add_configuration(ContentsLine("model", model));
    run->add_configuration("delegate: " + delegate_);
    run->add_configuration("custom operators: " + custom_op_library_);
    for (const std::string& argument : DelegateArguments()) {
      run->add_configuration("argument: " + argument);
    }
    run->set_num_images(num_runs_);
    SetDelegateKernels(tested, run);
    header.set_shard_index(shard_index_);
    header.set_num_shards(num_shards_);
    return header;
  }

  // Carries out the runs of this shard that the state file lacks.
  base::Status Run(InferenceProfilerStage* stage, StateFile* state,
                   ImageRun* run) const {
    std::map<int64_t, ImageRecord> records;
    if (state != nullptr) {
      for (const ImageRecord& r : state->records()) records[r.index()] = r;
    }
    for (int i = shard_index_; i < num_runs_; i += num_shards_) {
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
    for (auto& [index, record] : records) {
      run->records.push_back(std::move(record));
    }
    return base::OkStatus();
  }

  std::string model_file_;
  std::string state_file_;
  OutputOptions outputs_;
  std::string delegate_;
  std::string custom_op_library_;
  int32_t num_runs_ = 50;
  int32_t num_threads_ = 1;
  int32_t shard_index_ = 0;
  int32_t num_shards_ = 1;
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::make_unique<InferenceDiff>();
}

}  // namespace evaluation
}  // namespace tflite
