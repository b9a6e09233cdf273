#ifndef TOOLS_EVALUATION_IMAGE_JPEG_H_
#define TOOLS_EVALUATION_IMAGE_JPEG_H_

#include <cstdint>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace evaluation {

// Decodes a JPEG file with libjpeg, a row at a time: memory for all pixels of a
// large image costs as much as a third of the decoding. Accurate integer DCT,
// smooth upsampling, full size; the orientation in EXIF data is ignored. CMYK
// and YCCK are converted to RGB by a simple product. Not thread-safe; different
// objects are independent.
class JpegRows {
 public:
  // Reads the header of the file's contents, which must outlive the result. An
  // error if they are not a JPEG, or describe an image of 2^29 values or more.
  static base::StatusOr<JpegRows> Open(const std::string& bytes);
  JpegRows(JpegRows&&) noexcept;
  ~JpegRows();

  // In pixels.
  int width() const;
  int height() const;
  // 3: red, green, blue; 1: grey.
  int channels() const;

  // Writes the next of the `height()` rows, from the top: `width()` pixels with
  // interleaved channels. An error if the data end early; only the last row
  // tells that nothing is missing.
  base::Status Next(uint8_t* row);

 private:
  class Decoder;
  explicit JpegRows(std::unique_ptr<Decoder> decoder);

  std::unique_ptr<Decoder> decoder_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_IMAGE_JPEG_H_
