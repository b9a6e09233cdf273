#ifndef TOOLS_EVALUATION_RUN_VERDICT_H_
#define TOOLS_EVALUATION_RUN_VERDICT_H_

#include <string>
#include <vector>

#include "tools/evaluation/run/results.h"

namespace tflite {
namespace evaluation {

// How right the prediction for an image without an error is.
struct ImageVerdict {
  // Classification: RankOf.
  int rank = 0;
  // Detection, of predictions with a score of 0.5 or more and an overlap of
  // 0.5 or more with a true object of the same class.
  int found = 0;
  int missed = 0;
  int wrong = 0;
  // Larger is worse; above 0 if anything is wrong.
  double badness = 0;
};
ImageVerdict Verdict(const RunDescription& run, const ImageRecord& record);

// The name of a class, or its number if it has none.
std::string LabelOf(const RunDescription& run, int class_id);

// The predictions with a score of 0.5 or more.
std::vector<LabelledBox> ConfidentBoxes(const ImagePrediction& prediction);

// counts[t][p]: how often class t was taken for class p, by indices into
// `names`. In detection, the last name is that of no object.
struct Confusion {
  std::vector<std::string> names;
  std::vector<std::vector<int>> counts;
};

// At most `max_classes`, those with the most errors, in the order of classes.
Confusion ConfusionOf(const ImageRun& run, int max_classes);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_VERDICT_H_
