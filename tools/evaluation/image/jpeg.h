#ifndef TOOLS_EVALUATION_IMAGE_JPEG_H_
#define TOOLS_EVALUATION_IMAGE_JPEG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace evaluation {

// Pixels of 8 bits, rows from the top: red, green, blue interleaved.
struct RgbImage {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> rgb;  // height * width * 3
};

// Decodes a JPEG file with libjpeg: accurate integer DCT, smooth upsampling,
// full size; the orientation in EXIF data is ignored. Grey images get three
// equal channels; CMYK and YCCK are converted by a simple product. An error if
// the data are not a JPEG, end early, or describe an image of 2^29 values or
// more. Thread-safe.
base::StatusOr<RgbImage> DecodeJpeg(const std::string& bytes);

// The width and height in a JPEG's header; `rgb` stays empty.
base::StatusOr<RgbImage> JpegSize(const std::string& bytes);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_IMAGE_JPEG_H_
