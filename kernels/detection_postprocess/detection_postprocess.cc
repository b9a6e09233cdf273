#include "kernels/detection_postprocess/detection_postprocess.h"

#include <limits>

#include "kernels/custom_options/custom_options.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

Status ReadTypes(const NodeView& node, DetectionPostprocess* op) {
  for (int i = 0; i < 3; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(i));
    op->types[i] = input.type();
    if (input.type() == kTfLiteFloat32) continue;
    TFLL_CONSTRAINT(C2, IsByte(input.type()), "input ", i, " is ",
                    input.ToString());
    const auto affine = ReadAffine(input);
    TFLL_CONSTRAINT(C2, affine.ok(), affine.status().message());
    op->affine[i] = *affine;
  }
  for (int i = 0; i < 4; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    TFLL_CONSTRAINT(C2, output.type() == kTfLiteFloat32, "output ", i, " is ",
                    output.ToString());
  }
  return OkStatus();
}

Status ReadShapes(const NodeView& node, DetectionPostprocess* op) {
  const TensorView boxes = node.input(0), scores = node.input(1);
  const TensorView anchors = node.input(2);
  TFLL_CONSTRAINT(C3,
                  boxes.rank() == 3 && boxes.dim(0) == 1 && boxes.dim(2) >= 4,
                  "encodings are ", boxes.ToString());
  op->anchors = boxes.dim(1);
  op->encoding = boxes.dim(2);
  TFLL_CONSTRAINT(
      C3,
      scores.rank() == 3 && scores.dim(0) == 1 && scores.dim(1) == op->anchors,
      "scores are ", scores.ToString(), ", encodings ", boxes.ToString());
  op->scores = scores.dim(2);
  op->first_class = op->scores - op->num_classes;
  TFLL_CONSTRAINT(C3, op->first_class == 0 || op->first_class == 1,
                  "scores are ", scores.ToString(), " with ", op->num_classes,
                  " classes");
  TFLL_CONSTRAINT(C3,
                  anchors.rank() == 2 && anchors.dim(0) == op->anchors &&
                      anchors.dim(1) == 4,
                  "anchors are ", anchors.ToString(), ", encodings ",
                  boxes.ToString());
  return OkStatus();
}

// A count that an extent can hold.
Status ReadCount(const CustomOptions& options, const char* key,
                 int32_t* count) {
  const int64_t value = options.Int(key, *count);
  TFLL_CONSTRAINT(C5,
                  value >= 0 && value <= std::numeric_limits<int32_t>::max(),
                  key, " is ", value);
  *count = static_cast<int32_t>(value);
  return OkStatus();
}

Status ReadOptions(const NodeView& node, DetectionPostprocess* op) {
  const auto options = CustomOptions::Parse(node.custom_options());
  TFLL_CONSTRAINT(C4, options.ok(), options.status().message());
  TFLL_RETURN_IF_ERROR(
      ReadCount(*options, "max_detections", &op->max_detections));
  TFLL_RETURN_IF_ERROR(ReadCount(*options, "max_classes_per_detection",
                                 &op->classes_per_detection));
  TFLL_RETURN_IF_ERROR(
      ReadCount(*options, "detections_per_class", &op->detections_per_class));
  TFLL_RETURN_IF_ERROR(ReadCount(*options, "num_classes", &op->num_classes));
  TFLL_CONSTRAINT(C5, op->classes_per_detection > 0,
                  "max_classes_per_detection is ", op->classes_per_detection);
  TFLL_CONSTRAINT(
      C5, CheckedMul(op->max_detections, op->classes_per_detection, &op->slots),
      op->max_detections, " detections of ", op->classes_per_detection,
      " classes are too many");
  op->regular = options->Bool("use_regular_nms");
  op->score_threshold =
      static_cast<float>(options->Float("nms_score_threshold"));
  op->overlap_threshold =
      static_cast<float>(options->Float("nms_iou_threshold"));
  op->y_scale = static_cast<float>(options->Float("y_scale"));
  op->x_scale = static_cast<float>(options->Float("x_scale"));
  op->h_scale = static_cast<float>(options->Float("h_scale"));
  op->w_scale = static_cast<float>(options->Float("w_scale"));
  TFLL_CONSTRAINT(
      C6,
      op->y_scale > 0 && op->x_scale > 0 && op->h_scale > 0 && op->w_scale > 0,
      "scales are ", op->y_scale, ", ", op->x_scale, ", ", op->h_scale, " and ",
      op->w_scale);
  TFLL_CONSTRAINT(C6, op->overlap_threshold > 0 && op->overlap_threshold <= 1,
                  "nms_iou_threshold is ", op->overlap_threshold);
  return OkStatus();
}

}  // namespace

StatusOr<DetectionPostprocess> BindDetectionPostprocess(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 4);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  DetectionPostprocess op;
  TFLL_RETURN_IF_ERROR(ReadTypes(node, &op));
  TFLL_RETURN_IF_ERROR(ReadOptions(node, &op));
  TFLL_RETURN_IF_ERROR(ReadShapes(node, &op));
  op.outputs.push_back(OutputSpec::Known({1, op.slots, 4}));
  op.outputs.push_back(OutputSpec::Known({1, op.slots}));
  op.outputs.push_back(OutputSpec::Known({1, op.slots}));
  op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}

}  // namespace tflite::kernels
