#include "tools/evaluation/stages/image_input.h"

namespace tflite {
namespace evaluation {

base::Status CheckImageInput(const TfLiteTensor& input) {
  const TfLiteIntArray* dims = input.dims;
  if (dims->size != 4 || dims->data[0] != 1 || dims->data[1] < 1 ||
      dims->data[2] < 1 || dims->data[3] != 3) {
    return base::Invalid(
        "the model's input does not have the shape [1, height, width, 3]");
  }
  // The interpreter makes unknown sizes 1.
  const TfLiteIntArray* signature = input.dims_signature;
  if (signature != nullptr && signature->size == 4 &&
      (signature->data[1] < 0 || signature->data[2] < 0)) {
    return base::Invalid(
        "the model's input has no fixed height and width to resize images to");
  }
  return base::OkStatus();
}

EvaluationStageConfig ClassificationPreprocessing(TfLiteType type, int width,
                                                  int height) {
  ImagePreprocessingConfigBuilder builder("image_preprocessing", type);
  builder.AddCroppingStep(0.875f, /*use_square_cropping=*/true);
  builder.AddResizingStep(width, height, /*aspect_preserving=*/false);
  builder.AddDefaultNormalizationStep();
  return builder.build();
}

EvaluationStageConfig DetectionPreprocessing(TfLiteType type, int width,
                                             int height) {
  ImagePreprocessingConfigBuilder builder("image_preprocessing", type);
  builder.AddResizingStep(width, height, /*aspect_preserving=*/false);
  builder.AddDefaultNormalizationStep();
  return builder.build();
}

}  // namespace evaluation
}  // namespace tflite
