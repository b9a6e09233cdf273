#include "kernels/detection_postprocess/detection_postprocess_cases.h"

#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {

Case DetectionCase(const std::string& name, bool regular, int anchors,
                   int classes) {
  return Case(name, "float32")
      .Custom("TFLite_Detection_PostProcess",
              OptionMap({{"max_detections", 3},
                         {"max_classes_per_detection", 1},
                         {"detections_per_class", 2},
                         {"use_regular_nms", regular},
                         {"nms_score_threshold", 0.1},
                         {"nms_iou_threshold", 0.5},
                         {"num_classes", classes},
                         {"y_scale", 10},
                         {"x_scale", 10},
                         {"h_scale", 5},
                         {"w_scale", 5}}))
      .In(kFloat32, {1, anchors, 4})
      .In(kFloat32.Range(0, 1), {1, anchors, classes + 1})
      .Const(kFloat32.Range(0.2, 3), {anchors, 4})
      .Out(kFloat32)
      .Out(kFloat32)
      .Out(kFloat32)
      .Out(kFloat32)
      .Within(Near(1e-5, 1e-5));
}

namespace {

void AddCases(CaseTable& table) {
  for (const bool regular : {false, true}) {
    table.Add(DetectionCase(regular ? "Regular" : "Fast", regular, 6, 2));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
