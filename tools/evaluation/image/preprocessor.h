#ifndef TOOLS_EVALUATION_IMAGE_PREPROCESSOR_H_
#define TOOLS_EVALUATION_IMAGE_PREPROCESSOR_H_

#include <cstddef>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/image/jpeg.h"
#include "tools/evaluation/image/resample.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"

namespace tflite {
namespace evaluation {

// The contents of a file; errors name it.
base::StatusOr<std::string> ReadFile(const std::string& path);

// "b.jpg" for "a/b.jpg".
std::string FileName(const std::string& path);

// "jpg" for "a/b.JPG", in lower case; empty without a dot in the name.
std::string LowerExtension(const std::string& path);

// Converts image files to the input of a model by the steps of
// ImagePreprocessingParams, in their order:
//   crop       the middle: a fraction of each side (rounded), with
//              square_cropping the shorter side of both; or a size
//   resize     ResizeBilinear; aspect_preserving makes the smallest image of
//              the same aspect ratio that covers the size
//   pad        Pad
//   normalize  (value - mean) * scale
// Values are computed as FLOAT32 and converted to the output type with
// truncation towards zero. Immutable, hence usable from several threads.
class Preprocessor {
 public:
  // An error if a step cannot be carried out on any image, or the output type
  // is not FLOAT32, UINT8 or INT8.
  static base::StatusOr<Preprocessor> Create(
      const ImagePreprocessingParams& params);

  // The bytes of the result: height * width * 3 values of the output type.
  // JPEG files (.jpg, .jpeg) are decoded. Files with the extension .rgb8 hold
  // red, green and blue bytes of an image that has its final size already: the
  // steps that change the size are skipped. Errors name the file.
  base::StatusOr<std::string> Run(const std::string& path) const;

  // Width and height after the last step that sets a size; 0 without one.
  std::pair<int, int> final_size() const;

 private:
  base::StatusOr<FloatImage> Raw(const std::string& bytes) const;
  // With the steps that can be carried out while decoding; `next_step` is the
  // number of the first that is left.
  base::StatusOr<FloatImage> Decoded(const std::string& bytes,
                                     int* next_step) const;
  base::Status Apply(const ImagePreprocessingStepParams& step,
                     FloatImage* image) const;

  ImagePreprocessingParams params_;
  TfLiteType type_ = kTfLiteNoType;
};

// Whether the file holds pixels of the final size.
bool IsRawImage(const std::string& path);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_IMAGE_PREPROCESSOR_H_
