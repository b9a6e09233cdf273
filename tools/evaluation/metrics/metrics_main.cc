// For metrics_test.py: computes metrics of boxes on standard input, with all
// digits.
//
//   metrics tflite: lines "image", "p class score top left bottom right",
//                   "t class top left bottom right"
//   metrics coco:   lines "image id", "p category score x y width height",
//                   "t id category x y width height area crowd"

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tools/evaluation/metrics/average_precision.h"
#include "tools/evaluation/metrics/coco_metrics.h"

namespace tflite {
namespace evaluation {
namespace {

LabelledBox ReadBox(std::istream* line, bool with_score) {
  LabelledBox box;
  *line >> box.class_id;
  if (with_score) *line >> box.score;
  *line >> box.box.top >> box.box.left >> box.box.bottom >> box.box.right;
  return box;
}

void PrintTflite() {
  std::vector<DetectedImage> images;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    std::string kind;
    line >> kind;
    if (kind == "image") {
      images.emplace_back();
    } else if (kind == "p") {
      images.back().predictions.push_back(ReadBox(&line, true));
    } else {
      images.back().truths.push_back(ReadBox(&line, false));
    }
  }
  const AveragePrecisionResult result = MeanAveragePrecision(images, {});
  std::printf("%.17g\n", result.overall);
  for (const double value : result.per_threshold) std::printf("%.17g\n", value);
}

std::istream& operator>>(std::istream& line, PixelBox& box) {
  return line >> box.x >> box.y >> box.width >> box.height;
}

void PrintCoco() {
  std::vector<CocoImage> images;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    std::string kind;
    line >> kind;
    if (kind == "image") {
      line >> images.emplace_back().id;
    } else if (kind == "p") {
      CocoDetection& d = images.back().detections.emplace_back();
      line >> d.category >> d.score >> d.box;
    } else {
      CocoTruth& t = images.back().truths.emplace_back();
      line >> t.id >> t.category >> t.box >> t.area >> t.crowd;
    }
  }
  const CocoSummary summary = EvaluateCoco(images);
  for (const double value : summary) std::printf("%.17g\n", value);
  std::printf("%s", CocoSummaryText(summary).c_str());
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "coco") {
    tflite::evaluation::PrintCoco();
  } else {
    tflite::evaluation::PrintTflite();
  }
  return 0;
}
