#ifndef KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_H_
#define KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_H_

#include <cstdint>

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// TFLite_Detection_PostProcess: decodes the boxes of an object detector and
// keeps the best that do not overlap.
//
// Decoding, per anchor (y, x, h, w) and encoding (dy, dx, dh, dw):
//   centre  y + dy / y_scale * h,  x + dx / x_scale * w
//   extent  exp(dh / h_scale) * h,  exp(dw / w_scale) * w
// Suppression walks boxes from the best score down, drops those below the score
// threshold and those that overlap an earlier choice by more than the
// threshold; overlap is intersection over union, 0 for boxes without area.
//   fast     one suppression over each anchor's best class score; a chosen
//            anchor gives its max_classes_per_detection best classes
//   regular  a suppression for each class, of detections_per_class boxes at
//            most; then the max_detections best over all
// Equal scores keep the order of anchors, and of classes.
//
// Input 0   box encodings [1, anchors, 4 or more], the first four count
// Input 1   class scores [1, anchors, classes], or one class more: the
//           background, which is class 0 and never reported
// Input 2   anchors [anchors, 4]
// Output 0  boxes [1, n, 4]: ymin, xmin, ymax, xmax
// Output 1  classes [1, n], from 0
// Output 2  scores [1, n]
// Output 3  count [1]: how many of n are used; the rest is zeros
// where n = max_detections * max_classes_per_detection. Outputs are FLOAT32.
//
// Options: max_detections, max_classes_per_detection, detections_per_class
// (100), use_regular_nms (false), nms_score_threshold, nms_iou_threshold,
// num_classes, y_scale, x_scale, h_scale, w_scale.
//
// Constraints:
//   C1 three inputs and four outputs
//   C2 inputs are FLOAT32, or UINT8 or INT8 with one scale; outputs FLOAT32
//   C3 the inputs have the shapes above
//   C4 the options are a valid flexbuffer map
//   C5 the three counts are not negative, max_classes_per_detection is
//      positive, and the outputs' shapes can be represented
//   C6 the scales are positive, the overlap threshold is in (0, 1]
struct DetectionPostprocess : BoundOp {
  int32_t anchors = 0;
  int32_t encoding = 4;  // values per anchor of input 0
  int32_t scores = 0;    // values per anchor of input 1
  int32_t num_classes = 0;
  int32_t first_class = 0;  // 1 with a background
  int32_t max_detections = 0;
  int32_t classes_per_detection = 0;
  int32_t detections_per_class = 100;
  int32_t slots = 0;  // n above
  bool regular = false;
  float score_threshold = 0, overlap_threshold = 0;
  float y_scale = 1, x_scale = 1, h_scale = 1, w_scale = 1;
  TfLiteType types[3] = {};
  Affine affine[3];  // of inputs that are not FLOAT32
};

StatusOr<DetectionPostprocess> BindDetectionPostprocess(const NodeView& node);

Status EvalDetectionPostprocessReference(const DetectionPostprocess& op,
                                         EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_H_
