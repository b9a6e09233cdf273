#ifndef TOOLS_EVALUATION_IMAGE_RESAMPLE_H_
#define TOOLS_EVALUATION_IMAGE_RESAMPLE_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/image/jpeg.h"

namespace tflite {
namespace evaluation {

// Three channels per pixel, interleaved, rows from the top.
struct FloatImage {
  int width = 0;
  int height = 0;
  std::vector<float> values;  // height * width * 3
};

// A rectangle of an image's pixels.
struct Region {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

// The region of `inner` width and height in the middle of `outer`; where it
// cannot be centered, it is half a pixel to the right and bottom.
Region CenterRegion(int outer_width, int outer_height, int width, int height);

// Bilinear interpolation between the four nearest pixels of the region; pixel
// (x, y) of the result is at x * in_width / width, likewise y, so that the
// centers of pixels move (neither align_corners nor half_pixel_centers). No
// low-pass filter if the image shrinks; a region of the size of the result
// stays as it is. ResizeRegion reads all rows of the image, so that a damaged
// file is an error wherever the damage is.
base::StatusOr<FloatImage> ResizeRegion(JpegRows* image, const Region& region,
                                        int width, int height);
FloatImage ResizeBilinear(const FloatImage& image, int width, int height);

FloatImage Crop(const FloatImage& image, const Region& region);

// Places the image in the middle of a larger one, as CenterRegion does.
FloatImage Pad(const FloatImage& image, int width, int height, float value);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_IMAGE_RESAMPLE_H_
