#include "tools/evaluation/run/results.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "tools/evaluation/metrics/topk.h"
#include "tools/evaluation/stages/model_runner.h"

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

Accuracy AccuracyOf(const ImageRun& run, Prediction prediction) {
  const RunDescription& description = run.description;
  Accuracy accuracy;
  std::vector<int> ranks;
  std::vector<DetectedImage> boxes;
  std::vector<CocoImage> coco;
  const std::vector<std::string> labels(description.labels().begin(),
                                        description.labels().end());
  for (const ImageRecord& record : run.records) {
    if (record.has_error()) continue;
    const ImagePrediction& p = prediction(record);
    if (description.task() == kClassificationTask) {
      ranks.push_back(RankOf({p.top_classes().begin(), p.top_classes().end()},
                             labels, record.true_label()));
    } else if (description.has_truth()) {
      boxes.push_back(BoxesOf(record, p));
      if (description.strict_coco()) coco.push_back(CocoImageOf(record, p));
    }
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
  tensorflow::Stat<int64_t> preprocessing, inference;
};

Latencies LatenciesOf(const ImageRun& run) {
  Latencies latencies;
  for (const ImageRecord& record : run.records) {
    if (record.has_error()) continue;
    latencies.preprocessing.UpdateStat(record.preprocessing_us());
    latencies.inference.UpdateStat(record.prediction().inference_us());
  }
  return latencies;
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

template <typename Metrics>
void AddLatencies(const Metrics& metrics, std::vector<std::string>* lines) {
  const auto add = [lines](const char* what, const LatencyMetrics& latency) {
    std::ostringstream line;
    line << what << " latency: avg=" << latency.avg_us()
         << "(us), std_dev=" << latency.std_deviation_us() << "(us)";
    lines->push_back(line.str());
  };
  add("Preprocessing", metrics.pre_processing_latency());
  add("Inference", metrics.inference_latency());
}

void AddAccuracy(const Accuracy& accuracy, const std::string& prefix,
                 bool detection, std::vector<std::string>* lines) {
  const auto add = [&](const auto&... parts) {
    std::ostringstream line;
    line << prefix;
    (line << ... << parts);
    lines->push_back(line.str());
  };
  for (size_t i = 0; i < accuracy.top_k.size(); ++i) {
    add("Top-", i + 1, " Accuracy: ", static_cast<float>(accuracy.top_k[i]));
  }
  const AveragePrecisionResult& precision = accuracy.precision;
  for (size_t i = 0; i < precision.iou_thresholds.size(); ++i) {
    add("Average Precision [IOU Threshold=", precision.iou_thresholds[i],
        "]: ", static_cast<float>(precision.per_threshold[i]));
  }
  if (detection) add("Overall mAP: ", static_cast<float>(precision.overall));
  if (!accuracy.has_coco) return;
  std::istringstream coco(CocoSummaryText(accuracy.coco));
  for (std::string line; std::getline(coco, line);) add(line);
}

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

template <typename Values>
std::string JsonArray(const Values& values) {
  std::string text = "[";
  for (const auto value : values) {
    text += (text.size() > 1 ? ", " : "") + Number(static_cast<double>(value));
  }
  return text + "]";
}

std::string AccuracyAsJson(const RunDescription& run,
                           const Accuracy& accuracy) {
  std::string text = "{";
  if (run.task() == kClassificationTask) {
    return text + "\"topk_accuracies\": " + JsonArray(accuracy.top_k) + "}";
  }
  text += "\"overall_mean_average_precision\": " +
          Number(accuracy.precision.overall) + ", \"iou_thresholds\": " +
          JsonArray(accuracy.precision.iou_thresholds) +
          ", \"average_precisions\": " +
          JsonArray(accuracy.precision.per_threshold);
  if (accuracy.has_coco) text += ", \"coco\": " + JsonArray(accuracy.coco);
  return text + "}";
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
  if (!record.has_reference()) return false;
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
  }
  results.accuracy = AccuracyOf(run, Tested);
  if (results.has_reference) results.reference = AccuracyOf(run, Reference);
  results.metrics = MetricsOf(run, results);
  return results;
}

std::string RunningMetric(const ImageRun& run) {
  if (run.description.task() == kDetectionTask &&
      !run.description.has_truth()) {
    return "";
  }
  ImageRun simple;
  simple.description = run.description;
  simple.description.set_strict_coco(false);
  simple.description.mutable_ap_params()->clear_iou_thresholds();
  simple.description.mutable_ap_params()->add_iou_thresholds(0.5f);
  simple.records = run.records;
  const Accuracy accuracy = AccuracyOf(simple, Tested);
  const bool classification = run.description.task() == kClassificationTask;
  char text[48];
  std::snprintf(text, sizeof(text), "%s %.1f %%",
                classification ? "top-1" : "mAP@0.5",
                100 * (classification ? accuracy.top_k.front()
                                      : accuracy.precision.overall));
  return text;
}

std::vector<std::string> ResultLines(const ImageRun& run,
                                     const ImageResults& results) {
  std::vector<std::string> lines;
  lines.push_back("Num evaluation runs: " + std::to_string(results.num_images));
  const auto& process = results.metrics.process_metrics();
  const bool detection = run.description.task() == kDetectionTask;
  if (detection) {
    AddLatencies(process.object_detection_metrics(), &lines);
  } else {
    AddLatencies(process.image_classification_metrics(), &lines);
  }
  AddAccuracy(results.accuracy, "", detection, &lines);
  if (results.has_reference) {
    AddAccuracy(results.reference, "CPU ", detection, &lines);
    lines.push_back("Images on which the CPU disagrees: " +
                    std::to_string(results.num_disagreements));
  }
  if (results.num_skipped > 0) {
    lines.push_back("Skipped images: " + std::to_string(results.num_skipped));
  }
  return lines;
}

std::string ResultsAsJson(const ImageRun& run, const ImageResults& results) {
  std::string text = "{\"task\": \"" + run.description.task() + "\"";
  text += ", \"num_images\": " + std::to_string(results.num_images);
  text += ", \"num_skipped\": " + std::to_string(results.num_skipped);
  text +=
      ", \"accuracy\": " + AccuracyAsJson(run.description, results.accuracy);
  if (results.has_reference) {
    text += ", \"cpu\": " + AccuracyAsJson(run.description, results.reference);
    text +=
        ", \"num_disagreements\": " + std::to_string(results.num_disagreements);
  }
  return text + "}\n";
}

}  // namespace evaluation
}  // namespace tflite
