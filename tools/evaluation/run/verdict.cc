#include "tools/evaluation/run/verdict.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "tools/evaluation/metrics/topk.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr float kConfident = 0.5f;
constexpr double kOverlap = 0.5;
constexpr int kNothing = -1;

using Pairs = std::map<std::pair<int, int>, int>;  // (true, predicted) -> count

int ClassNamed(const RunDescription& run, const std::string& label) {
  const auto found = std::find(run.labels().begin(), run.labels().end(), label);
  return found == run.labels().end()
             ? kNothing
             : static_cast<int>(found - run.labels().begin());
}

void AddClassification(const RunDescription& run, const ImageRecord& record,
                       Pairs* pairs) {
  const ImagePrediction& p = record.prediction();
  if (p.top_classes_size() == 0) return;
  const int best = p.top_classes(0);
  // A label that occurs twice is right at either position.
  const int truth = LabelOf(run, best) == record.true_label()
                        ? best
                        : ClassNamed(run, record.true_label());
  ++(*pairs)[{truth, best}];
}

// Matches boxes whatever their classes are.
void AddDetection(const ImageRecord& record, Pairs* pairs) {
  const std::vector<LabelledBox> predictions =
      ConfidentBoxes(record.prediction());
  const std::vector<LabelledBox> truths =
      BoxesOf(record, record.prediction()).truths;
  const auto without_class = [](std::vector<LabelledBox> boxes) {
    for (LabelledBox& box : boxes) box.class_id = 0;
    return boxes;
  };
  const Matches matches =
      MatchBoxes(without_class(predictions), without_class(truths), kOverlap);
  for (size_t i = 0; i < predictions.size(); ++i) {
    const int t = matches.truth_of[i];
    ++(*pairs)[{t < 0 ? kNothing : truths[t].class_id,
                predictions[i].class_id}];
  }
  for (size_t t = 0; t < truths.size(); ++t) {
    if (matches.prediction_of[t] < 0) {
      ++(*pairs)[{truths[t].class_id, kNothing}];
    }
  }
}

// The classes with the most errors, in ascending order.
std::vector<int> WorstClasses(const Pairs& pairs, int max_classes) {
  std::map<int, int> errors;
  for (const auto& [pair, count] : pairs) {
    const int wrong = pair.first == pair.second ? 0 : count;
    if (pair.first != kNothing) errors[pair.first] += wrong;
    if (pair.second != kNothing) errors[pair.second] += wrong;
  }
  std::vector<int> classes;
  for (const auto& [id, count] : errors) classes.push_back(id);
  std::stable_sort(classes.begin(), classes.end(),
                   [&](int a, int b) { return errors[a] > errors[b]; });
  if (static_cast<int>(classes.size()) > max_classes) {
    classes.resize(max_classes);
  }
  std::sort(classes.begin(), classes.end());
  return classes;
}

}  // namespace

std::string LabelOf(const RunDescription& run, int class_id) {
  return class_id >= 0 && class_id < run.labels_size()
             ? run.labels(class_id)
             : std::to_string(class_id);
}

std::vector<LabelledBox> ConfidentBoxes(const ImagePrediction& prediction) {
  std::vector<LabelledBox> boxes =
      BoxesOf(ImageRecord(), prediction).predictions;
  boxes.erase(std::remove_if(boxes.begin(), boxes.end(),
                             [](const LabelledBox& b) {
                               return !(b.score >= kConfident);
                             }),
              boxes.end());
  return boxes;
}

ImageVerdict Verdict(const RunDescription& run, const ImageRecord& record) {
  ImageVerdict verdict;
  const ImagePrediction& p = record.prediction();
  if (run.task() == kClassificationTask) {
    const std::vector<int> top(p.top_classes().begin(), p.top_classes().end());
    verdict.rank = RankOf(top, {run.labels().begin(), run.labels().end()},
                          record.true_label());
    if (verdict.rank == 1 || top.empty()) return verdict;
    // How much surer the model is of the wrong class.
    const double right = verdict.rank == 0
                             ? p.top_scores(p.top_scores_size() - 1)
                             : p.top_scores(verdict.rank - 1);
    verdict.badness = 1e-6 + p.top_scores(0) - right;
    return verdict;
  }
  const std::vector<LabelledBox> truths = BoxesOf(record, p).truths;
  const Matches matches = MatchBoxes(ConfidentBoxes(p), truths, kOverlap);
  verdict.wrong = static_cast<int>(
      std::count(matches.truth_of.begin(), matches.truth_of.end(), -1));
  verdict.missed = static_cast<int>(std::count(
      matches.prediction_of.begin(), matches.prediction_of.end(), -1));
  verdict.found = static_cast<int>(truths.size()) - verdict.missed;
  verdict.badness = verdict.wrong + verdict.missed;
  return verdict;
}

Confusion ConfusionOf(const ImageRun& run, int max_classes) {
  const bool detection = run.description.task() == kDetectionTask;
  Pairs pairs;
  for (const ImageRecord& record : run.records) {
    if (record.has_error()) continue;
    if (detection) {
      AddDetection(record, &pairs);
    } else {
      AddClassification(run.description, record, &pairs);
    }
  }
  Confusion confusion;
  std::map<int, int> position;
  for (const int id : WorstClasses(pairs, max_classes)) {
    position[id] = static_cast<int>(confusion.names.size());
    confusion.names.push_back(LabelOf(run.description, id));
  }
  if (detection) {
    position[kNothing] = static_cast<int>(confusion.names.size());
    confusion.names.push_back("no object");
  }
  confusion.counts.assign(confusion.names.size(),
                          std::vector<int>(confusion.names.size()));
  for (const auto& [pair, count] : pairs) {
    const auto truth = position.find(pair.first);
    const auto predicted = position.find(pair.second);
    if (truth == position.end() || predicted == position.end()) continue;
    confusion.counts[truth->second][predicted->second] = count;
  }
  return confusion;
}

}  // namespace evaluation
}  // namespace tflite
