// Results as text: lines and JSON.

#include <sstream>

#include "tensorflow_lite_lite/base/json_text.h"
#include "tools/evaluation/run/json_number.h"
#include "tools/evaluation/run/results.h"

namespace tflite {
namespace evaluation {
namespace {

void AddLatency(const char* what, const LatencyMetrics& latency,
                std::vector<std::string>* lines) {
  std::ostringstream line;
  line << what << " latency: avg=" << latency.avg_us()
       << "(us), std_dev=" << latency.std_deviation_us() << "(us)";
  lines->push_back(line.str());
}

template <typename Metrics>
void AddLatencies(const Metrics& metrics, std::vector<std::string>* lines) {
  AddLatency("Preprocessing", metrics.pre_processing_latency(), lines);
  AddLatency("Inference", metrics.inference_latency(), lines);
}

void AddDifferences(const InferenceProfilerMetrics& metrics,
                    std::vector<std::string>* lines) {
  AddLatency("Reference run", metrics.reference_latency(), lines);
  AddLatency("Test run", metrics.test_latency(), lines);
  for (int i = 0; i < metrics.output_errors_size(); ++i) {
    std::ostringstream line;
    line << "OutputDiff[" << i
         << "]: avg_error=" << metrics.output_errors(i).avg_value()
         << ", std_dev=" << metrics.output_errors(i).std_deviation();
    lines->push_back(line.str());
  }
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

template <typename Values>
std::string JsonArray(const Values& values) {
  std::string text = "[";
  for (const auto value : values) {
    text +=
        (text.size() > 1 ? ", " : "") + JsonNumber(static_cast<double>(value));
  }
  return text + "]";
}

std::string DifferencesAsJson(const InferenceProfilerMetrics& metrics) {
  std::string text = "[";
  for (const AccuracyMetrics& error : metrics.output_errors()) {
    text += std::string(text.size() > 1 ? ", " : "") +
            "{\"avg\": " + JsonNumber(error.avg_value()) +
            ", \"std_deviation\": " + JsonNumber(error.std_deviation()) +
            ", \"min\": " + JsonNumber(error.min_value()) +
            ", \"max\": " + JsonNumber(error.max_value()) + "}";
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
          JsonNumber(accuracy.precision.overall) + ", \"iou_thresholds\": " +
          JsonArray(accuracy.precision.iou_thresholds) +
          ", \"average_precisions\": " +
          JsonArray(accuracy.precision.per_threshold);
  if (accuracy.has_coco) text += ", \"coco\": " + JsonArray(accuracy.coco);
  return text + "}";
}

}  // namespace

std::vector<std::string> ResultLines(const ImageRun& run,
                                     const ImageResults& results) {
  std::vector<std::string> lines;
  lines.push_back("Num evaluation runs: " + std::to_string(results.num_images));
  const auto& process = results.metrics.process_metrics();
  const bool detection = run.description.task() == kDetectionTask;
  if (run.description.task() == kDifferenceTask) {
    AddDifferences(process.inference_profiler_metrics(), &lines);
  } else if (detection) {
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
  if (run.description.has_delegate_kernels() &&
      run.description.delegate_kernels() == 0) {
    lines.push_back(
        "No part of the model runs on the delegate: the results are the CPU's");
  }
  if (results.num_fallbacks > 0) {
    lines.push_back("Results of the CPU, because a delegate failed: " +
                    std::to_string(results.num_fallbacks));
  }
  if (results.num_skipped > 0) {
    lines.push_back("Skipped images: " + std::to_string(results.num_skipped));
  }
  return lines;
}

std::string ResultsAsJson(const ImageRun& run, const ImageResults& results) {
  std::string text = "{\"task\": " + base::JsonQuoted(run.description.task());
  text += ", \"num_images\": " + std::to_string(results.num_images);
  text += ", \"num_skipped\": " + std::to_string(results.num_skipped);
  if (results.num_fallbacks > 0) {
    text += ", \"num_fallbacks\": " + std::to_string(results.num_fallbacks);
  }
  if (run.description.has_delegate_kernels()) {
    text += ", \"delegate_kernels\": " +
            std::to_string(run.description.delegate_kernels());
    text += ", \"delegated_nodes\": " +
            std::to_string(run.description.delegated_nodes());
    text +=
        ", \"model_nodes\": " + std::to_string(run.description.model_nodes());
  }
  if (run.description.task() == kDifferenceTask) {
    return text + ", \"output_errors\": " +
           DifferencesAsJson(
               results.metrics.process_metrics().inference_profiler_metrics()) +
           "}\n";
  }
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
