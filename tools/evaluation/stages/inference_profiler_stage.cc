#include "tools/evaluation/stages/inference_profiler_stage.h"

#include <string>
#include <utility>

#include "tools/benchmark/input_layers.h"
#include "tools/delegates/loaded_model.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

TfLiteStatus InferenceProfilerStage::Init(
    const DelegateProviders* delegate_providers) {
  return Logged(delegate_providers == nullptr ? InitImpl(DelegateProviders())
                                              : InitImpl(*delegate_providers));
}

base::Status InferenceProfilerStage::InitImpl(
    const DelegateProviders& providers) {
  if (!config_.specification().has_tflite_inference_params()) {
    return base::Invalid("the stage has no TfliteInferenceParams");
  }
  const TfliteInferenceParams& params =
      config_.specification().tflite_inference_params();
  tools::LoadOptions options;
  options.threads = 1;
  options.custom_op_libraries = custom_op_libraries_;
  TFLL_ASSIGN_OR_RETURN(
      reference_, ModelRunner::Create(params.model_file_path(), {}, options));
  TFLL_ASSIGN_OR_RETURN(ModelRunner::Delegates delegates,
                        providers.CreateAllDelegates(params));
  options = tools::LoadOptionsOf(providers.GetAllParams());
  options.threads = params.has_num_threads() ? params.num_threads() : 1;
  options.custom_op_libraries = custom_op_libraries_;
  TFLL_ASSIGN_OR_RETURN(
      test_, ModelRunner::Create(params.model_file_path(), std::move(delegates),
                                 options));
  errors_.assign(test_->num_outputs(), {});
  return base::OkStatus();
}

TfLiteStatus InferenceProfilerStage::Run() {
  if (test_ == nullptr) return Logged(base::Invalid("Run() before Init()"));
  return Logged(RunImpl());
}

base::Status InferenceProfilerStage::RunImpl() {
  // The inputs of a run depend on its number only.
  random_.seed(static_cast<uint32_t>(next_run_++));
  last_errors_.clear();
  for (int i = 0; i < reference_->num_inputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(
        const std::string bytes,
        benchmark::MakeInputData(reference_->input(i), {}, &random_));
    TFLL_RETURN_IF_ERROR(reference_->SetInput(i, bytes));
    TFLL_RETURN_IF_ERROR(test_->SetInput(i, bytes));
  }
  // Neither do results depend on other runs, which another shard may do.
  TFLL_RETURN_IF_ERROR(reference_->ResetVariables());
  TFLL_RETURN_IF_ERROR(base::Annotate(reference_->Run(), "reference"));
  const int invocations = std::max(
      1,
      config_.specification().tflite_inference_params().invocations_per_run());
  for (int i = 0; i < invocations; ++i) {
    TFLL_RETURN_IF_ERROR(test_->ResetVariables());
    TFLL_RETURN_IF_ERROR(base::Annotate(test_->Run(), "test"));
  }
  for (int i = 0; i < reference_->num_outputs(); ++i) {
    const auto error = MeanDistance(test_->output(i), reference_->output(i));
    if (!error.ok()) {
      return base::Annotate(error.status(), "output " + std::to_string(i));
    }
    errors_[i].UpdateStat(*error);
    last_errors_.push_back(*error);
  }
  return base::OkStatus();
}

EvaluationStageMetrics InferenceProfilerStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (test_ == nullptr) return metrics;
  auto* profiler =
      metrics.mutable_process_metrics()->mutable_inference_profiler_metrics();
  *profiler->mutable_reference_latency() = reference_->latency();
  *profiler->mutable_test_latency() = test_->latency();
  for (const auto& error : errors_) {
    AccuracyMetrics* accuracy = profiler->add_output_errors();
    if (error.empty()) continue;
    accuracy->set_max_value(error.max());
    accuracy->set_min_value(error.min());
    accuracy->set_avg_value(error.avg());
    accuracy->set_std_deviation(error.std_deviation());
  }
  metrics.set_num_runs(
      errors_.empty() ? 0 : static_cast<int>(errors_.front().count()));
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
