#ifndef TOOLS_EVALUATION_METRICS_COCO_METRICS_H_
#define TOOLS_EVALUATION_METRICS_COCO_METRICS_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tflite {
namespace evaluation {

// Left and upper edge, width and height in pixels.
struct PixelBox {
  double x = 0, y = 0, width = 0, height = 0;
};

struct CocoTruth {
  int64_t id = 0;
  int category = 0;
  PixelBox box;
  double area = 0;  // of the object's outline
  bool crowd = false;
};

struct CocoDetection {
  int category = 0;
  double score = 0;
  PixelBox box;
};

struct CocoImage {
  int64_t id = 0;
  std::vector<CocoTruth> truths;
  std::vector<CocoDetection> detections;
};

// The twelve numbers that pycocotools summarizes for boxes, in its order: AP at
// 0.50:0.95, 0.50 and 0.75; AP of small, medium and large objects; AR with 1,
// 10 and 100 detections; AR of small, medium and large objects. -1 if no object
// belongs to one.
using CocoSummary = std::array<double, 12>;

// Computes what COCOeval of pycocotools does for boxes, including that a truth
// whose id is 0 is never found. `images` in ascending order of their ids; the
// order decides between equal scores.
CocoSummary EvaluateCoco(const std::vector<CocoImage>& images);

// The lines in which pycocotools prints the summary.
std::string CocoSummaryText(const CocoSummary& summary);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_METRICS_COCO_METRICS_H_
