#include "tools/evaluation/image/resample.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace tflite {
namespace evaluation {
namespace {

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

FloatImage Empty(int width, int height) {
  FloatImage image{width, height, {}};
  image.values.resize(static_cast<size_t>(width) * height * 3);
  return image;
}

// One row of the result; grey rows, with one channel, give three equal ones.
// The order of the products and sums decides the last bit.
template <int kChannels, typename T>
void ResizeRow(const T* above, const T* below, float weight,
               const std::vector<Neighbours>& columns, float* to) {
  for (const Neighbours& x : columns) {
    const int low = x.low * kChannels, high = x.high * kChannels;
    for (int i = 0; i < 3; ++i) {
      const int c = i % kChannels;
      const float y0x0 = above[low + c], y1x0 = below[low + c];
      const float y0x1 = above[high + c], y1x1 = below[high + c];
      *to++ = y0x0 * (1 - weight) * (1 - x.weight) +
              y1x0 * weight * (1 - x.weight) + y0x1 * (1 - weight) * x.weight +
              y1x1 * weight * x.weight;
    }
  }
}

int HalfRounded(int difference) {
  return static_cast<int>(std::round(difference / 2.0));
}

}  // namespace

Region CenterRegion(int outer_width, int outer_height, int width, int height) {
  return {HalfRounded(outer_width - width), HalfRounded(outer_height - height),
          width, height};
}

base::StatusOr<FloatImage> ResizeRegion(JpegRows* image, const Region& region,
                                        int width, int height) {
  FloatImage out = Empty(width, height);
  const std::vector<Neighbours> columns = NeighboursAlong(region.width, width);
  const std::vector<Neighbours> rows = NeighboursAlong(region.height, height);
  const auto resize_row =
      image->channels() == 1 ? ResizeRow<1, uint8_t> : ResizeRow<3, uint8_t>;
  // A row of the result needs a row of the region and the one above it.
  const size_t channels = image->channels();
  const size_t row_size = image->width() * channels;
  std::vector<uint8_t> memory(2 * row_size);
  uint8_t* above = memory.data();
  uint8_t* row = above + row_size;
  const size_t left = region.left * channels;
  float* to = out.values.data();
  size_t next = 0;
  for (int y = -region.top; y < image->height() - region.top; ++y) {
    TFLL_RETURN_IF_ERROR(image->Next(row));
    for (; next < rows.size() && rows[next].high == y; ++next) {
      const uint8_t* low = rows[next].low == y ? row : above;
      resize_row(low + left, row + left, rows[next].weight, columns, to);
      to += columns.size() * 3;
    }
    std::swap(above, row);
  }
  return out;
}

FloatImage ResizeBilinear(const FloatImage& image, int width, int height) {
  FloatImage out = Empty(width, height);
  const std::vector<Neighbours> columns = NeighboursAlong(image.width, width);
  const size_t stride = static_cast<size_t>(image.width) * 3;
  const float* from = image.values.data();
  float* to = out.values.data();
  for (const Neighbours& y : NeighboursAlong(image.height, height)) {
    ResizeRow<3>(from + y.low * stride, from + y.high * stride, y.weight,
                 columns, to);
    to += columns.size() * 3;
  }
  return out;
}

FloatImage Crop(const FloatImage& image, const Region& region) {
  FloatImage out = Empty(region.width, region.height);
  float* to = out.values.data();
  for (int y = region.top; y < region.top + region.height; ++y) {
    const size_t row = static_cast<size_t>(y) * image.width;
    to = std::copy_n(image.values.data() + (row + region.left) * 3,
                     region.width * 3, to);
  }
  return out;
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
