#ifndef TOOLS_EVALUATION_STAGES_IMAGE_INPUT_H_
#define TOOLS_EVALUATION_STAGES_IMAGE_INPUT_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/stages/image_preprocessing_stage.h"

namespace tflite {
namespace evaluation {

// Whether the tensor has the shape [1, height, width, 3], where height and
// width are fixed.
base::Status CheckImageInput(const TfLiteTensor& input);

// From an image to an input: the middle square of 0.875 of the shorter side,
// resized and normalized; for detection the whole image, resized and
// normalized. Neither keeps the aspect ratio.
EvaluationStageConfig ClassificationPreprocessing(TfLiteType type, int width,
                                                  int height);
EvaluationStageConfig DetectionPreprocessing(TfLiteType type, int width,
                                             int height);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_IMAGE_INPUT_H_
