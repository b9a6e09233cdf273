#include "tools/evaluation/stages/topk_accuracy_eval_stage.h"

#include <cstdint>

#include "tools/evaluation/metrics/topk.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {
namespace {

template <typename T>
std::vector<float> ToFloat(const void* output, size_t count) {
  const T* values = static_cast<const T*>(output);
  return {values, values + count};
}

// Values as stored: the order of quantized ones is the same.
std::vector<float> Values(TfLiteType type, const void* output, size_t count) {
  switch (type) {
    case kTfLiteUInt8:
      return ToFloat<uint8_t>(output, count);
    case kTfLiteInt8:
      return ToFloat<int8_t>(output, count);
    default:
      return ToFloat<float>(output, count);
  }
}

}  // namespace

void TopkAccuracyEvalStage::SetTaskInfo(
    const std::vector<std::string>& all_labels, TfLiteType model_output_type,
    TfLiteIntArray* model_output_shape) {
  labels_ = all_labels;
  type_ = model_output_type;
  shape_.clear();
  if (model_output_shape == nullptr) return;
  shape_.assign(model_output_shape->data,
                model_output_shape->data + model_output_shape->size);
}

base::Status TopkAccuracyEvalStage::Check() const {
  if (!config_.specification().has_topk_accuracy_eval_params()) {
    return base::Invalid("the stage has no TopkAccuracyEvalParams");
  }
  const int k = config_.specification().topk_accuracy_eval_params().k();
  const int classes = static_cast<int>(labels_.size());
  if (k < 1 || k > classes) {
    return base::Invalid("k is ", k, "; there are ", classes, " labels");
  }
  if (shape_.size() != 2 || shape_[0] != 1 || shape_[1] != classes) {
    return base::Invalid("the output does not have the shape [1, ", classes,
                         "]");
  }
  if (type_ != kTfLiteFloat32 && type_ != kTfLiteUInt8 &&
      type_ != kTfLiteInt8) {
    return base::Invalid("an output of type ", TfLiteTypeGetName(type_),
                         " is not ranked");
  }
  return base::OkStatus();
}

TfLiteStatus TopkAccuracyEvalStage::Init() {
  const base::Status status = Check();
  ready_ = status.ok();
  ranks_.clear();
  return Logged(status);
}

TfLiteStatus TopkAccuracyEvalStage::Run() {
  if (!ready_) return Logged(base::Invalid("Run() before Init()"));
  if (output_ == nullptr || truth_ == nullptr) {
    return Logged(base::Invalid("no output or label is set"));
  }
  const std::vector<int> top =
      TopK(Values(type_, output_, labels_.size()),
           config_.specification().topk_accuracy_eval_params().k());
  ranks_.push_back(RankOf(top, labels_, *truth_));
  return kTfLiteOk;
}

EvaluationStageMetrics TopkAccuracyEvalStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (ranks_.empty()) return metrics;
  metrics.set_num_runs(static_cast<int>(ranks_.size()));
  auto* topk =
      metrics.mutable_process_metrics()->mutable_topk_accuracy_metrics();
  for (const double accuracy : TopKAccuracies(
           ranks_, config_.specification().topk_accuracy_eval_params().k())) {
    topk->add_topk_accuracies(static_cast<float>(accuracy));
  }
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
