#ifndef DELEGATES_EDGETPU_COMPILER_IMAGE_H_
#define DELEGATES_EDGETPU_COMPILER_IMAGE_H_

#include <algorithm>
#include <cstdint>

namespace tflite::edgetpu {

// A tensor of bytes as the compiler sees it. Tensors of rank 4 have the batch
// folded into the height; others have width 1 and all dimensions but the last
// in the height.
struct Image {
  int32_t height = 1, width = 1, channels = 1;
  uint64_t bytes() const {
    return static_cast<uint64_t>(height) * width * channels;
  }
  friend bool operator==(const Image& a, const Image& b) {
    return a.height == b.height && a.width == b.width &&
           a.channels == b.channels;
  }
};

// A part of an image, without the elements at the ends.
struct Box {
  int32_t y0 = 0, y1 = 0, x0 = 0, x1 = 0, c0 = 0, c1 = 0;

  int32_t height() const { return y1 - y0; }
  int32_t width() const { return x1 - x0; }
  int32_t channels() const { return c1 - c0; }
  bool empty() const { return y1 <= y0 || x1 <= x0 || c1 <= c0; }
  bool Contains(const Box& b) const {
    return b.y0 >= y0 && b.y1 <= y1 && b.x0 >= x0 && b.x1 <= x1 && b.c0 >= c0 &&
           b.c1 <= c1;
  }
  Box Moved(int32_t y, int32_t x, int32_t c) const {
    return {y0 + y, y1 + y, x0 + x, x1 + x, c0 + c, c1 + c};
  }
  friend Box Intersection(const Box& a, const Box& b) {
    return {std::max(a.y0, b.y0), std::min(a.y1, b.y1), std::max(a.x0, b.x0),
            std::min(a.x1, b.x1), std::max(a.c0, b.c0), std::min(a.c1, b.c1)};
  }
};

inline Box WholeOf(const Image& image) {
  return {0, image.height, 0, image.width, 0, image.channels};
}

inline int32_t RoundUp(int32_t x, int32_t multiple) {
  return (x + multiple - 1) / multiple * multiple;
}
inline int32_t CeilOf(int32_t x, int32_t divisor) {
  return (x + divisor - 1) / divisor;
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_IMAGE_H_
