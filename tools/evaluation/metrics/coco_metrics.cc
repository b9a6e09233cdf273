#include "tools/evaluation/metrics/coco_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <set>

namespace tflite {
namespace evaluation {
namespace {

constexpr int kThresholds = 10;
constexpr int kRecalls = 101;
constexpr size_t kMaxDetections = 100;
constexpr double kNone = -1;

// As numpy.linspace: the last one is exact.
double Threshold(int i) {
  return i == kThresholds - 1 ? 0.95 : i * ((0.95 - 0.5) / 9) + 0.5;
}

// Both ends belong to the range.
struct AreaRange {
  double low, high;
  bool Has(double area) const { return area >= low && area <= high; }
};
constexpr AreaRange kAll{0, 1e10}, kSmall{0, 1024}, kMedium{1024, 9216},
    kLarge{9216, 1e10};

double Overlap(const PixelBox& detection, const CocoTruth& truth) {
  const PixelBox& b = truth.box;
  const double width = std::fmin(detection.width + detection.x, b.width + b.x) -
                       std::fmax(detection.x, b.x);
  const double height =
      std::fmin(detection.height + detection.y, b.height + b.y) -
      std::fmax(detection.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const double intersection = width * height;
  const double area = detection.width * detection.height;
  return intersection /
         (truth.crowd ? area : area + b.width * b.height - intersection);
}

// One image's detections of a category, by score, at one threshold.
struct Outcome {
  std::vector<double> scores;
  std::vector<bool> found;    // a truth
  std::vector<bool> ignored;  // neither right nor wrong
};

// One image's boxes of a category.
struct CategoryInImage {
  std::vector<const CocoDetection*> detections;  // by score, descending
  std::vector<const CocoTruth*> truths;          // ignored ones last
  std::vector<bool> truth_ignored;
  std::vector<std::vector<double>> overlaps;  // [detection][truth]
};

CategoryInImage Select(const CocoImage& image, int category,
                       const AreaRange& range) {
  CategoryInImage result;
  for (const CocoDetection& d : image.detections) {
    if (d.category == category) result.detections.push_back(&d);
  }
  std::stable_sort(
      result.detections.begin(), result.detections.end(),
      [](const auto* a, const auto* b) { return a->score > b->score; });
  if (result.detections.size() > kMaxDetections) {
    result.detections.resize(kMaxDetections);
  }
  for (const bool ignored : {false, true}) {
    for (const CocoTruth& t : image.truths) {
      if (t.category != category) continue;
      if ((t.crowd || !range.Has(t.area)) != ignored) continue;
      result.truths.push_back(&t);
      result.truth_ignored.push_back(ignored);
    }
  }
  for (const CocoDetection* d : result.detections) {
    result.overlaps.emplace_back();
    for (const CocoTruth* t : result.truths) {
      result.overlaps.back().push_back(Overlap(d->box, *t));
    }
  }
  return result;
}

// The truth that a detection takes; -1 for none.
int TakeTruth(const CategoryInImage& boxes, const std::vector<double>& overlaps,
              const std::vector<bool>& taken, double threshold) {
  double best = std::min(threshold, 1 - 1e-10);
  int found = -1;
  for (size_t t = 0; t < boxes.truths.size(); ++t) {
    if (taken[t] && !boxes.truths[t]->crowd) continue;
    // Ignored truths come last and are looked at only without a better one.
    if (found >= 0 && !boxes.truth_ignored[found] && boxes.truth_ignored[t]) {
      break;
    }
    if (overlaps[t] < best) continue;
    best = overlaps[t];
    found = static_cast<int>(t);
  }
  return found;
}

Outcome Match(const CategoryInImage& boxes, double threshold,
              const AreaRange& range) {
  Outcome outcome;
  std::vector<bool> taken(boxes.truths.size());
  for (size_t d = 0; d < boxes.detections.size(); ++d) {
    const int t = TakeTruth(boxes, boxes.overlaps[d], taken, threshold);
    if (t >= 0) taken[t] = true;
    const PixelBox& box = boxes.detections[d]->box;
    const bool found = t >= 0 && boxes.truths[t]->id != 0;
    outcome.scores.push_back(boxes.detections[d]->score);
    outcome.found.push_back(found);
    outcome.ignored.push_back((t >= 0 && boxes.truth_ignored[t]) ||
                              (!found && !range.Has(box.width * box.height)));
  }
  return outcome;
}

struct Curve {
  std::vector<double> precision;  // per recall level
  double recall = 0;              // after all detections
};

// The first `max_detections` of each image, in descending order of scores.
Curve CurveOf(const std::vector<Outcome>& outcomes, size_t max_detections,
              int64_t num_truths) {
  struct Item {
    double score;
    bool found, ignored;
  };
  std::vector<Item> items;
  for (const Outcome& o : outcomes) {
    for (size_t i = 0; i < std::min(max_detections, o.scores.size()); ++i) {
      items.push_back({o.scores[i], o.found[i], o.ignored[i]});
    }
  }
  std::stable_sort(
      items.begin(), items.end(),
      [](const Item& a, const Item& b) { return a.score > b.score; });
  Curve curve{std::vector<double>(kRecalls, 0.0), 0};
  std::vector<double> precisions, recalls;
  double right = 0, wrong = 0;
  for (const Item& item : items) {
    right += item.found && !item.ignored;
    wrong += !item.found && !item.ignored;
    recalls.push_back(right / static_cast<double>(num_truths));
    precisions.push_back(
        right / (wrong + right + std::numeric_limits<double>::epsilon()));
  }
  if (items.empty()) return curve;
  curve.recall = recalls.back();
  for (size_t i = precisions.size() - 1; i > 0; --i) {
    precisions[i - 1] = std::max(precisions[i - 1], precisions[i]);
  }
  for (int level = 0; level < kRecalls; ++level) {
    const auto at =
        std::lower_bound(recalls.begin(), recalls.end(), level * 0.01);
    if (at == recalls.end()) break;
    curve.precision[level] = precisions[at - recalls.begin()];
  }
  return curve;
}

struct Totals {
  double sum = 0;
  int64_t count = 0;
  double Mean() const {
    return count == 0 ? kNone : sum / static_cast<double>(count);
  }
};

// Means over categories that have objects in the area range.
struct RangeResult {
  Totals precision[kThresholds];
  Totals recall[3];  // with 1, 10 and 100 detections per image
};

void AddCategory(const std::vector<CocoImage>& images, int category,
                 const AreaRange& range, RangeResult* result) {
  std::vector<CategoryInImage> boxes;
  int64_t num_truths = 0;
  for (const CocoImage& image : images) {
    boxes.push_back(Select(image, category, range));
    const auto& ignored = boxes.back().truth_ignored;
    num_truths += std::count(ignored.begin(), ignored.end(), false);
  }
  if (num_truths == 0) return;
  for (int t = 0; t < kThresholds; ++t) {
    std::vector<Outcome> outcomes;
    for (const CategoryInImage& b : boxes) {
      outcomes.push_back(Match(b, Threshold(t), range));
    }
    const size_t limits[] = {1, 10, kMaxDetections};
    for (int m = 0; m < 3; ++m) {
      const Curve curve = CurveOf(outcomes, limits[m], num_truths);
      result->recall[m].sum += curve.recall;
      ++result->recall[m].count;
      if (m < 2) continue;
      result->precision[t].sum +=
          std::accumulate(curve.precision.begin(), curve.precision.end(), 0.0);
      result->precision[t].count += kRecalls;
    }
  }
}

double OverThresholds(const RangeResult& result) {
  Totals all;
  for (const Totals& t : result.precision) {
    all.sum += t.sum;
    all.count += t.count;
  }
  return all.Mean();
}

}  // namespace

CocoSummary EvaluateCoco(const std::vector<CocoImage>& images) {
  std::set<int> categories;
  for (const CocoImage& image : images) {
    for (const CocoTruth& t : image.truths) categories.insert(t.category);
  }
  const AreaRange ranges[] = {kAll, kSmall, kMedium, kLarge};
  RangeResult results[4];
  for (int r = 0; r < 4; ++r) {
    for (const int category : categories) {
      AddCategory(images, category, ranges[r], &results[r]);
    }
  }
  const RangeResult& all = results[0];
  return {OverThresholds(all),         all.precision[0].Mean(),
          all.precision[5].Mean(),     OverThresholds(results[1]),
          OverThresholds(results[2]),  OverThresholds(results[3]),
          all.recall[0].Mean(),        all.recall[1].Mean(),
          all.recall[2].Mean(),        results[1].recall[2].Mean(),
          results[2].recall[2].Mean(), results[3].recall[2].Mean()};
}

std::string CocoSummaryText(const CocoSummary& summary) {
  struct Row {
    bool precision;
    const char *threshold, *area;
    int detections;
  };
  const Row rows[] = {
      {true, "0.50:0.95", "all", 100},     {true, "0.50", "all", 100},
      {true, "0.75", "all", 100},          {true, "0.50:0.95", "small", 100},
      {true, "0.50:0.95", "medium", 100},  {true, "0.50:0.95", "large", 100},
      {false, "0.50:0.95", "all", 1},      {false, "0.50:0.95", "all", 10},
      {false, "0.50:0.95", "all", 100},    {false, "0.50:0.95", "small", 100},
      {false, "0.50:0.95", "medium", 100}, {false, "0.50:0.95", "large", 100}};
  std::string text;
  for (size_t i = 0; i < summary.size(); ++i) {
    char line[128];
    std::snprintf(line, sizeof(line),
                  " %-18s %s @[ IoU=%-9s | area=%6s | maxDets=%3d ] = %0.3f\n",
                  rows[i].precision ? "Average Precision" : "Average Recall",
                  rows[i].precision ? "(AP)" : "(AR)", rows[i].threshold,
                  rows[i].area, rows[i].detections, summary[i]);
    text += line;
  }
  return text;
}

}  // namespace evaluation
}  // namespace tflite
