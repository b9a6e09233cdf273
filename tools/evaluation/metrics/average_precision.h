#ifndef TOOLS_EVALUATION_METRICS_AVERAGE_PRECISION_H_
#define TOOLS_EVALUATION_METRICS_AVERAGE_PRECISION_H_

#include <map>
#include <vector>

namespace tflite {
namespace evaluation {

// Edges as fractions of the image's height and width.
struct NormalizedBox {
  float top = 0;
  float left = 0;
  float bottom = 0;
  float right = 0;
};

// Intersection over union; 0 if the union has no area.
double IntersectionOverUnion(const NormalizedBox& a, const NormalizedBox& b);

struct LabelledBox {
  int class_id = 0;
  float score = 1;  // of a prediction
  NormalizedBox box;
};

struct DetectedImage {
  std::vector<LabelledBox> predictions;
  std::vector<LabelledBox> truths;
};

// Which of an image's predictions of a class are right, and which truths are
// found: predictions in descending order of their scores (equal ones in the
// order given) each take the free truth with the largest overlap, the first of
// equal ones, if the overlap reaches the threshold.
struct Matches {
  std::vector<int> truth_of;       // per prediction; -1 if it is wrong
  std::vector<int> prediction_of;  // per truth; -1 if it is missed
};
Matches MatchBoxes(const std::vector<LabelledBox>& predictions,
                   const std::vector<LabelledBox>& truths, double threshold);

struct AveragePrecisionParams {
  // Empty: 0.5, 0.55 … 0.95.
  std::vector<float> iou_thresholds;
  // Precision is averaged at this many recall levels, and at 0.
  int num_recall_points = 100;
};

struct AveragePrecisionResult {
  std::vector<float> iou_thresholds;
  // Per threshold: the mean over classes. Overall: over classes and thresholds.
  std::vector<double> per_threshold;
  double overall = 0;
  // The mean over thresholds of each class that occurs.
  std::map<int, double> per_class;
};

// TensorFlow Lite's average precision. Classes that are neither predicted nor
// true are left out; those that are predicted but never true count as 0. The
// precision at a recall level is the largest one at this or a higher recall, 0
// if it is never reached. Predictions with equal scores keep their order.
AveragePrecisionResult MeanAveragePrecision(
    const std::vector<DetectedImage>& images,
    const AveragePrecisionParams& params);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_METRICS_AVERAGE_PRECISION_H_
