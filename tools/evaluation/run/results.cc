#include "tools/evaluation/run/results.h"

#include <algorithm>
#include <cstdio>

#include "tools/evaluation/metrics/topk.h"

namespace tflite {
namespace evaluation {
namespace {

using Prediction = const ImagePrediction& (*)(const ImageRecord&);

const ImagePrediction& Tested(const ImageRecord& record) {
  return record.prediction();
}
const ImagePrediction& Reference(const ImageRecord& record) {
  return record.reference();
}

LabelledBox BoxOf(const ObjectDetectionResult::ObjectInstance& object) {
  const auto& box = object.bounding_box();
  return {object.class_id(),
          object.has_score() ? object.score() : 1.0f,
          {box.normalized_top(), box.normalized_left(), box.normalized_bottom(),
           box.normalized_right()}};
}

Accuracy AccuracyOf(const RunDescription& description,
                    const std::vector<ImageRecord>& records,
                    Prediction prediction) {
  Accuracy accuracy;
  std::vector<int> ranks;
  std::vector<DetectedImage> boxes;
  std::vector<CocoImage> coco;
  const std::vector<std::string> labels(description.labels().begin(),
                                        description.labels().end());
  for (const ImageRecord& record : records) {
    if (record.has_error()) continue;
    const ImagePrediction& p = prediction(record);
    if (description.task() == kClassificationTask) {
      ranks.push_back(RankOf({p.top_classes().begin(), p.top_classes().end()},
                             labels, record.true_label()));
    } else if (description.has_truth()) {
      boxes.push_back(BoxesOf(record, p));
    }
    if (description.strict_coco()) coco.push_back(CocoImageOf(record, p));
  }
  if (description.task() == kClassificationTask) {
    accuracy.top_k = TopKAccuracies(ranks, description.k());
  } else if (description.has_truth()) {
    accuracy.precision =
        MeanAveragePrecision(boxes, PrecisionParamsOf(description.ap_params()));
  }
  if (description.strict_coco()) {
    std::stable_sort(
        coco.begin(), coco.end(),
        [](const CocoImage& a, const CocoImage& b) { return a.id < b.id; });
    accuracy.has_coco = true;
    accuracy.coco = EvaluateCoco(coco);
  }
  return accuracy;
}

struct Latencies {
  tensorflow::Stat<int64_t> preprocessing, inference, reference;
};

Latencies LatenciesOf(const ImageRun& run) {
  int fallbacks = 0;
  for (const ImageRecord& record : run.records) {
    fallbacks = std::max(fallbacks, record.prediction().fallbacks());
  }
  Latencies latencies;
  for (const ImageRecord& record : run.records) {
    if (record.has_error()) continue;
    const ImagePrediction& p = record.prediction();
    latencies.preprocessing.UpdateStat(record.preprocessing_us());
    if (p.fallbacks() == fallbacks && p.has_inference_us()) {
      latencies.inference.UpdateStat(p.inference_us());
    }
    if (record.reference().has_inference_us()) {
      latencies.reference.UpdateStat(record.reference().inference_us());
    }
  }
  return latencies;
}

InferenceProfilerMetrics DifferencesOf(const ImageRun& run) {
  const Latencies latencies = LatenciesOf(run);
  InferenceProfilerMetrics metrics;
  *metrics.mutable_reference_latency() = LatencyOf(latencies.reference);
  *metrics.mutable_test_latency() = LatencyOf(latencies.inference);
  std::vector<tensorflow::Stat<float>> errors;
  for (const ImageRecord& record : run.records) {
    errors.resize(std::max<size_t>(errors.size(), record.output_errors_size()));
    for (int i = 0; i < record.output_errors_size(); ++i) {
      errors[i].UpdateStat(record.output_errors(i));
    }
  }
  for (const auto& error : errors) {
    AccuracyMetrics* accuracy = metrics.add_output_errors();
    accuracy->set_max_value(error.max());
    accuracy->set_min_value(error.min());
    accuracy->set_avg_value(error.avg());
    accuracy->set_std_deviation(error.std_deviation());
  }
  return metrics;
}

template <typename Metrics>
void FillRun(const ImageResults& results, const Latencies& latencies,
             Metrics* metrics) {
  *metrics->mutable_pre_processing_latency() =
      LatencyOf(latencies.preprocessing);
  *metrics->mutable_inference_latency() = LatencyOf(latencies.inference);
  metrics->mutable_inference_metrics()->set_num_inferences(
      static_cast<int>(results.num_images));
}

EvaluationStageMetrics MetricsOf(const ImageRun& run,
                                 const ImageResults& results) {
  EvaluationStageMetrics metrics;
  metrics.set_num_runs(static_cast<int>(results.num_images));
  auto* process = metrics.mutable_process_metrics();
  if (run.description.task() == kDifferenceTask) {
    *process->mutable_inference_profiler_metrics() = DifferencesOf(run);
    return metrics;
  }
  const Latencies latencies = LatenciesOf(run);
  if (run.description.task() == kClassificationTask) {
    auto* m = process->mutable_image_classification_metrics();
    FillRun(results, latencies, m);
    for (const double accuracy : results.accuracy.top_k) {
      m->mutable_topk_accuracy_metrics()->add_topk_accuracies(
          static_cast<float>(accuracy));
    }
  } else {
    auto* m = process->mutable_object_detection_metrics();
    FillRun(results, latencies, m);
    if (run.description.has_truth()) {
      FillPrecision(results.accuracy.precision,
                    m->mutable_average_precision_metrics());
    }
  }
  return metrics;
}

}  // namespace

AveragePrecisionParams PrecisionParamsOf(
    const ObjectDetectionAveragePrecisionParams& params) {
  AveragePrecisionParams result;
  result.iou_thresholds.assign(params.iou_thresholds().begin(),
                               params.iou_thresholds().end());
  if (params.num_recall_points() > 0) {
    result.num_recall_points = params.num_recall_points();
  }
  return result;
}

void FillPrecision(const AveragePrecisionResult& precision,
                   ObjectDetectionAveragePrecisionMetrics* metrics) {
  for (size_t i = 0; i < precision.iou_thresholds.size(); ++i) {
    auto* entry = metrics->add_individual_average_precisions();
    entry->set_iou_threshold(precision.iou_thresholds[i]);
    entry->set_average_precision(
        static_cast<float>(precision.per_threshold[i]));
  }
  metrics->set_overall_mean_average_precision(
      static_cast<float>(precision.overall));
}

CocoImage CocoImageOf(const ImageRecord& record,
                      const ImagePrediction& prediction) {
  const CocoImageTruth& truth = record.coco();
  CocoImage image;
  image.id = truth.id();
  for (const CocoAnnotation& a : truth.annotations()) {
    image.truths.push_back({a.id(),
                            a.category(),
                            {a.x(), a.y(), a.width(), a.height()},
                            a.area(),
                            a.crowd()});
  }
  for (const auto& object : prediction.objects()) {
    const LabelledBox b = BoxOf(object);
    const double left = static_cast<double>(b.box.left) * truth.width();
    const double top = static_cast<double>(b.box.top) * truth.height();
    image.detections.push_back(
        {b.class_id,
         b.score,
         {left, top, static_cast<double>(b.box.right) * truth.width() - left,
          static_cast<double>(b.box.bottom) * truth.height() - top}});
  }
  return image;
}

DetectedImage BoxesOf(const ImageRecord& record,
                      const ImagePrediction& prediction) {
  DetectedImage image;
  for (const auto& object : prediction.objects()) {
    image.predictions.push_back(BoxOf(object));
  }
  for (const auto& object : record.truth().objects()) {
    image.truths.push_back(BoxOf(object));
  }
  return image;
}

bool Disagree(const RunDescription& description, const ImageRecord& record) {
  if (!record.has_reference() || description.task() == kDifferenceTask) {
    return false;
  }
  if (description.task() == kClassificationTask) {
    const auto& a = record.prediction().top_classes();
    const auto& b = record.reference().top_classes();
    return a.size() != b.size() || (a.size() > 0 && a.Get(0) != b.Get(0));
  }
  const auto confident = [](const ImagePrediction& prediction) {
    std::vector<LabelledBox> boxes;
    for (const auto& object : prediction.objects()) {
      if (object.score() >= 0.5f) boxes.push_back(BoxOf(object));
    }
    return boxes;
  };
  const std::vector<LabelledBox> a = confident(record.prediction());
  const std::vector<LabelledBox> b = confident(record.reference());
  const Matches matches = MatchBoxes(a, b, 0.5);
  return a.size() != b.size() ||
         std::count(matches.truth_of.begin(), matches.truth_of.end(), -1) > 0;
}

ImageResults ComputeResults(const ImageRun& run) {
  ImageResults results;
  for (const ImageRecord& record : run.records) {
    ++(record.has_error() ? results.num_skipped : results.num_images);
    results.has_reference = results.has_reference || record.has_reference();
    results.num_disagreements += Disagree(run.description, record);
    results.num_fallbacks += record.prediction().fallbacks() > 0;
  }
  if (run.description.task() == kDifferenceTask) {
    results.has_reference = false;
    results.metrics = MetricsOf(run, results);
    return results;
  }
  results.accuracy = AccuracyOf(run.description, run.records, Tested);
  if (results.has_reference) {
    results.reference = AccuracyOf(run.description, run.records, Reference);
  }
  results.metrics = MetricsOf(run, results);
  return results;
}

void SetDelegation(const ModelRunner& model, RunDescription* run) {
  if (!model.delegate_kernels()) return;
  run->set_delegate_kernels(*model.delegate_kernels());
  run->set_delegated_nodes(model.delegated_nodes().delegated);
  run->set_model_nodes(model.delegated_nodes().nodes);
  run->add_configuration("parts of the model that delegates run: " +
                         std::to_string(*model.delegate_kernels()));
}

base::Status CheckAnyImage(const ImageRun& run, const ImageResults& results) {
  if (run.records.empty() || results.num_images > 0) return base::OkStatus();
  return base::Invalid(
      "all ", results.num_skipped,
      " images were skipped, the first: ", run.records.front().error());
}

std::string RunningMetric(const ImageRun& run) {
  if (run.description.task() == kDetectionTask &&
      !run.description.has_truth()) {
    return "";
  }
  RunDescription simple = run.description;
  simple.set_strict_coco(false);
  simple.mutable_ap_params()->clear_iou_thresholds();
  simple.mutable_ap_params()->add_iou_thresholds(0.5f);
  const Accuracy accuracy = AccuracyOf(simple, run.records, Tested);
  const bool classification = run.description.task() == kClassificationTask;
  char text[48];
  std::snprintf(text, sizeof(text), "%s %.1f %%",
                classification ? "top-1" : "mAP@0.5",
                100 * (classification ? accuracy.top_k.front()
                                      : accuracy.precision.overall));
  return text;
}

}  // namespace evaluation
}  // namespace tflite
