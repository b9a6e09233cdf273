#include "tools/evaluation/metrics/average_precision.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace tflite {
namespace evaluation {
namespace {

double Length(float low, float high) {
  return std::max(0.0, static_cast<double>(high) - low);
}

double Area(const NormalizedBox& box) {
  return Length(box.top, box.bottom) * Length(box.left, box.right);
}

// The predictions and truths of one class.
struct ClassBoxes {
  struct InImage {
    int image;
    const LabelledBox* box;
  };
  std::vector<InImage> predictions;                  // by score, descending
  std::map<int, std::vector<NormalizedBox>> truths;  // by image
  int64_t num_truths = 0;
};

std::map<int, ClassBoxes> ByClass(const std::vector<DetectedImage>& images) {
  std::map<int, ClassBoxes> classes;
  for (size_t i = 0; i < images.size(); ++i) {
    const int image = static_cast<int>(i);
    for (const LabelledBox& box : images[i].predictions) {
      classes[box.class_id].predictions.push_back({image, &box});
    }
    for (const LabelledBox& box : images[i].truths) {
      ClassBoxes& boxes = classes[box.class_id];
      boxes.truths[image].push_back(box.box);
      ++boxes.num_truths;
    }
  }
  for (auto& [id, boxes] : classes) {
    std::stable_sort(boxes.predictions.begin(), boxes.predictions.end(),
                     [](const auto& a, const auto& b) {
                       return a.box->score > b.box->score;
                     });
  }
  return classes;
}

// The free truth with the largest overlap that reaches the threshold; -1 if
// there is none.
int BestTruth(const NormalizedBox& box,
              const std::vector<NormalizedBox>& truths,
              const std::vector<bool>& taken, double threshold) {
  int best = -1;
  double best_overlap = 0;
  for (size_t i = 0; i < truths.size(); ++i) {
    if (taken[i]) continue;
    const double overlap = IntersectionOverUnion(box, truths[i]);
    if (best < 0 || overlap > best_overlap) {
      best = static_cast<int>(i);
      best_overlap = overlap;
    }
  }
  return best >= 0 && best_overlap >= threshold ? best : -1;
}

// Whether each prediction is right.
std::vector<bool> Right(const ClassBoxes& boxes, double threshold) {
  std::map<int, std::vector<bool>> taken;
  std::vector<bool> right;
  for (const ClassBoxes::InImage& prediction : boxes.predictions) {
    const auto truths = boxes.truths.find(prediction.image);
    int found = -1;
    if (truths != boxes.truths.end()) {
      std::vector<bool>& taken_here = taken[prediction.image];
      taken_here.resize(truths->second.size());
      found =
          BestTruth(prediction.box->box, truths->second, taken_here, threshold);
      if (found >= 0) taken_here[found] = true;
    }
    right.push_back(found >= 0);
  }
  return right;
}

// The recall after some predictions is correct / num_truths. Comparing it with
// level / points as a fraction of integers avoids rounding at equality.
double Interpolated(const std::vector<bool>& right, int64_t num_truths,
                    int points) {
  if (num_truths == 0) return 0;
  int64_t correct = std::count(right.begin(), right.end(), true);
  double precision = 0, sum = 0;
  int64_t level = points;
  for (int64_t seen = static_cast<int64_t>(right.size()); seen > 0; --seen) {
    for (; correct * points < level * num_truths; --level) sum += precision;
    precision = std::max(
        precision, static_cast<double>(correct) / static_cast<double>(seen));
    correct -= right[seen - 1];
  }
  for (; level >= 0; --level) sum += precision;
  return sum / (points + 1);
}

std::vector<float> DefaultThresholds() {
  std::vector<float> thresholds;
  for (int i = 0; i < 10; ++i) {
    thresholds.push_back(0.5f + static_cast<float>(i) * 0.05f);
  }
  return thresholds;
}

double Mean(double sum, size_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

double IntersectionOverUnion(const NormalizedBox& a, const NormalizedBox& b) {
  const double intersection =
      Length(std::max(a.top, b.top), std::min(a.bottom, b.bottom)) *
      Length(std::max(a.left, b.left), std::min(a.right, b.right));
  const double united = Area(a) + Area(b) - intersection;
  return united > 0 ? intersection / united : 0;
}

Matches MatchBoxes(const std::vector<LabelledBox>& predictions,
                   const std::vector<LabelledBox>& truths, double threshold) {
  Matches matches{std::vector<int>(predictions.size(), -1),
                  std::vector<int>(truths.size(), -1)};
  std::vector<int> order(predictions.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return predictions[a].score > predictions[b].score;
  });
  std::vector<NormalizedBox> boxes;
  for (const LabelledBox& truth : truths) boxes.push_back(truth.box);
  for (const int i : order) {
    std::vector<bool> unavailable;
    for (size_t t = 0; t < truths.size(); ++t) {
      unavailable.push_back(matches.prediction_of[t] >= 0 ||
                            truths[t].class_id != predictions[i].class_id);
    }
    const int found =
        BestTruth(predictions[i].box, boxes, unavailable, threshold);
    if (found < 0) continue;
    matches.truth_of[i] = found;
    matches.prediction_of[found] = i;
  }
  return matches;
}

AveragePrecisionResult MeanAveragePrecision(
    const std::vector<DetectedImage>& images,
    const AveragePrecisionParams& params) {
  AveragePrecisionResult result;
  result.iou_thresholds = params.iou_thresholds.empty() ? DefaultThresholds()
                                                        : params.iou_thresholds;
  const std::map<int, ClassBoxes> classes = ByClass(images);
  double total = 0;
  std::map<int, double> class_sums;
  for (const float threshold : result.iou_thresholds) {
    double sum = 0;
    for (const auto& [id, boxes] : classes) {
      const double precision = Interpolated(
          Right(boxes, threshold), boxes.num_truths, params.num_recall_points);
      sum += precision;
      class_sums[id] += precision;
    }
    total += sum;
    result.per_threshold.push_back(Mean(sum, classes.size()));
  }
  result.overall = Mean(total, classes.size() * result.iou_thresholds.size());
  for (const auto& [id, sum] : class_sums) {
    result.per_class[id] = Mean(sum, result.iou_thresholds.size());
  }
  return result;
}

}  // namespace evaluation
}  // namespace tflite
