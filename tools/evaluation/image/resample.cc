#include "tools/evaluation/image/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tflite {
namespace evaluation {
namespace {

// A region's pixels: `stride` values from one row to the next.
template <typename T>
struct Pixels {
  const T* data;
  size_t stride;
  int width, height;
};

// The two nearest positions along an axis, and the second one's weight.
struct Neighbours {
  int low, high;
  float weight;
};

std::vector<Neighbours> NeighboursAlong(int in, int out) {
  std::vector<Neighbours> result(out);
  const float scale = static_cast<float>(in) / static_cast<float>(out);
  for (int i = 0; i < out; ++i) {
    const float at = static_cast<float>(i) * scale;
    const int low = std::min(static_cast<int>(std::floor(at)), in - 1);
    const int high = std::min(static_cast<int>(std::ceil(at)), in - 1);
    result[i] = {low, high, at - static_cast<float>(low)};
  }
  return result;
}

// The order of the products and sums decides the last bit of the result.
template <typename T>
FloatImage Resize(const Pixels<T>& in, int width, int height) {
  FloatImage out{width, height, {}};
  out.values.resize(static_cast<size_t>(width) * height * 3);
  const std::vector<Neighbours> columns = NeighboursAlong(in.width, width);
  const std::vector<Neighbours> rows = NeighboursAlong(in.height, height);
  float* to = out.values.data();
  for (const Neighbours& y : rows) {
    const T* above = in.data + y.low * in.stride;
    const T* below = in.data + y.high * in.stride;
    for (const Neighbours& x : columns) {
      for (int c = 0; c < 3; ++c) {
        const float y0x0 = above[x.low * 3 + c], y1x0 = below[x.low * 3 + c];
        const float y0x1 = above[x.high * 3 + c], y1x1 = below[x.high * 3 + c];
        *to++ = y0x0 * (1 - y.weight) * (1 - x.weight) +
                y1x0 * y.weight * (1 - x.weight) +
                y0x1 * (1 - y.weight) * x.weight + y1x1 * y.weight * x.weight;
      }
    }
  }
  return out;
}

template <typename T>
FloatImage CopyOf(const Pixels<T>& in) {
  FloatImage out{in.width, in.height, {}};
  out.values.resize(static_cast<size_t>(in.width) * in.height * 3);
  for (int y = 0; y < in.height; ++y) {
    std::copy_n(in.data + y * in.stride, in.width * 3,
                out.values.begin() + static_cast<size_t>(y) * in.width * 3);
  }
  return out;
}

template <typename T>
Pixels<T> View(const std::vector<T>& values, int width, const Region& region) {
  const size_t stride = static_cast<size_t>(width) * 3;
  return {values.data() + region.top * stride + region.left * 3, stride,
          region.width, region.height};
}

int HalfRounded(int difference) {
  return static_cast<int>(std::round(difference / 2.0));
}

}  // namespace

Region CenterRegion(int outer_width, int outer_height, int width, int height) {
  return {HalfRounded(outer_width - width), HalfRounded(outer_height - height),
          width, height};
}

FloatImage ToFloat(const RgbImage& image, const Region& region) {
  return CopyOf(View(image.rgb, image.width, region));
}

FloatImage ResizeBilinear(const RgbImage& image, const Region& region,
                          int width, int height) {
  return Resize(View(image.rgb, image.width, region), width, height);
}

FloatImage ResizeBilinear(const FloatImage& image, int width, int height) {
  return Resize(
      View(image.values, image.width, Region{0, 0, image.width, image.height}),
      width, height);
}

FloatImage Crop(const FloatImage& image, const Region& region) {
  return CopyOf(View(image.values, image.width, region));
}

FloatImage Pad(const FloatImage& image, int width, int height, float value) {
  FloatImage out{width, height, {}};
  out.values.assign(static_cast<size_t>(width) * height * 3, value);
  const Region region = CenterRegion(width, height, image.width, image.height);
  for (int y = 0; y < image.height; ++y) {
    const size_t row = static_cast<size_t>(region.top + y) * width;
    std::copy_n(image.values.begin() + static_cast<size_t>(y) * image.width * 3,
                image.width * 3, out.values.begin() + (row + region.left) * 3);
  }
  return out;
}

}  // namespace evaluation
}  // namespace tflite
