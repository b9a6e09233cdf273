#ifndef TOOLS_EVALUATION_RUN_RESULTS_H_
#define TOOLS_EVALUATION_RUN_RESULTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/metrics/average_precision.h"
#include "tools/evaluation/metrics/coco_metrics.h"
#include "tools/evaluation/proto/evaluation_config.pb.h"
#include "tools/evaluation/proto/evaluation_records.pb.h"
#include "tools/evaluation/stages/model_runner.h"

namespace tflite {
namespace evaluation {

inline constexpr char kClassificationTask[] = "imagenet_image_classification";
inline constexpr char kDetectionTask[] = "coco_object_detection";
// A comparison with the CPU on random inputs; a record per run.
inline constexpr char kDifferenceTask[] = "inference_diff";

// A run with its records, which are all that its results depend on.
struct ImageRun {
  RunDescription description;
  std::vector<ImageRecord> records;  // in ascending order of their indices
};

// The accuracy of the model, or of the CPU that it is compared with.
struct Accuracy {
  std::vector<double> top_k;         // classification; else empty
  AveragePrecisionResult precision;  // detection; else without thresholds
  bool has_coco = false;             // detection with strict_coco
  CocoSummary coco{};
};

struct ImageResults {
  Accuracy accuracy;
  Accuracy reference;
  bool has_reference = false;
  int64_t num_images = 0;   // with a prediction
  int64_t num_skipped = 0;  // with an error
  // The images whose best class, or detections, differ from the reference's.
  int64_t num_disagreements = 0;
  // Images on which a delegate had failed before or did so: the predictions are
  // the CPU's, at least in part. Latencies are those after the last failure.
  int64_t num_fallbacks = 0;
  EvaluationStageMetrics metrics;  // TensorFlow Lite's message
};

// Computes the results from the records in their order alone: shards that have
// been merged give the same bits as one run.
ImageResults ComputeResults(const ImageRun& run);

// Notes how much of the model the delegates run: the shards of one run agree.
void SetDelegation(const ModelRunner& model, RunDescription* run);

// An error if all images were skipped: there is no accuracy then.
base::Status CheckAnyImage(const ImageRun& run, const ImageResults& results);

// The accuracy of the records so far, for the line of progress:
// "top-1 71.2 %".
std::string RunningMetric(const ImageRun& run);

// The same parameters and results as messages.
AveragePrecisionParams PrecisionParamsOf(
    const ObjectDetectionAveragePrecisionParams& params);
void FillPrecision(const AveragePrecisionResult& precision,
                   ObjectDetectionAveragePrecisionMetrics* metrics);

// The boxes of a detection record.
DetectedImage BoxesOf(const ImageRecord& record,
                      const ImagePrediction& prediction);

// The boxes of a detection record in pixels, with COCO's truths.
CocoImage CocoImageOf(const ImageRecord& record,
                      const ImagePrediction& prediction);

// Whether two predictions lead to different answers: another best class, or
// objects of score 0.5 or more that have no partner of the same class with an
// overlap of one half.
bool Disagree(const RunDescription& description, const ImageRecord& record);

// The lines of the result, as the tools of TensorFlow Lite print them, and what
// those lack.
std::vector<std::string> ResultLines(const ImageRun& run,
                                     const ImageResults& results);

// The results as JSON, with 17 digits.
std::string ResultsAsJson(const ImageRun& run, const ImageResults& results);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_RESULTS_H_
