#include "tools/evaluation/stages/tflite_inference_stage.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tools/delegates/loaded_model.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

TfLiteStatus TfliteInferenceStage::Init(
    const DelegateProviders* delegate_providers) {
  return Logged(delegate_providers == nullptr ? InitImpl(DelegateProviders())
                                              : InitImpl(*delegate_providers));
}

base::Status TfliteInferenceStage::InitImpl(
    const DelegateProviders& providers) {
  if (!config_.specification().has_tflite_inference_params()) {
    return base::Invalid("the stage has no TfliteInferenceParams");
  }
  const TfliteInferenceParams& params =
      config_.specification().tflite_inference_params();
  TFLL_ASSIGN_OR_RETURN(ModelRunner::Delegates delegates,
                        providers.CreateAllDelegates(params));
  tools::LoadOptions options = tools::LoadOptionsOf(providers.GetAllParams());
  options.threads = params.has_num_threads() ? params.num_threads() : 1;
  TFLL_ASSIGN_OR_RETURN(runner_,
                        ModelRunner::Create(params.model_file_path(),
                                            std::move(delegates), options));
  UpdateModelInfo();
  return base::OkStatus();
}

// Buffers may move when tensors change their size.
void TfliteInferenceStage::UpdateModelInfo() {
  info_ = {};
  outputs_.clear();
  for (int i = 0; i < runner_->num_inputs(); ++i) {
    info_.inputs.push_back(&runner_->input(i));
  }
  for (int i = 0; i < runner_->num_outputs(); ++i) {
    info_.outputs.push_back(&runner_->output(i));
    outputs_.push_back(runner_->output(i).data.data);
  }
}

TfLiteStatus TfliteInferenceStage::Run() {
  if (runner_ == nullptr) return Logged(base::Invalid("Run() before Init()"));
  return Logged(RunImpl());
}

base::Status TfliteInferenceStage::RunImpl() {
  if (inputs_.size() != static_cast<size_t>(runner_->num_inputs())) {
    return base::Invalid(inputs_.size(), " inputs are set for ",
                         runner_->num_inputs());
  }
  for (int i = 0; i < runner_->num_inputs(); ++i) {
    if (inputs_[i] == nullptr) return base::Invalid("input ", i, " is null");
    TFLL_RETURN_IF_ERROR(
        runner_->SetInput(i, std::string(static_cast<const char*>(inputs_[i]),
                                         runner_->input(i).bytes)));
  }
  const int invocations = std::max(
      1,
      config_.specification().tflite_inference_params().invocations_per_run());
  for (int i = 0; i < invocations; ++i) TFLL_RETURN_IF_ERROR(runner_->Run());
  UpdateModelInfo();
  return base::OkStatus();
}

EvaluationStageMetrics TfliteInferenceStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (runner_ == nullptr) return metrics;
  const int invocations = std::max(
      1,
      config_.specification().tflite_inference_params().invocations_per_run());
  const int inferences = static_cast<int>(runner_->num_runs());
  auto* process = metrics.mutable_process_metrics();
  *process->mutable_total_latency() = runner_->latency();
  process->mutable_tflite_inference_metrics()->set_num_inferences(inferences);
  metrics.set_num_runs(inferences / invocations);
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
