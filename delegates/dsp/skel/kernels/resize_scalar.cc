#include "delegates/dsp/skel/kernels/resize.h"

namespace tflite::dsp {
namespace {

template <typename T>
struct Corners {
  const T *top_left, *top_right, *bottom_left, *bottom_right;
};

// floor(x) of a number that the type of the result holds.
int32_t Floor(float x) {
  const int32_t whole = static_cast<int32_t>(x);
  return static_cast<float>(whole) > x ? whole - 1 : whole;
}

uint8_t Mix(const Corners<uint8_t>& in, const Tap& y, const Tap& x, int32_t c) {
  const float mixed =
      static_cast<float>(in.top_left[c]) *
          ((1.0f - y.weight) * (1.0f - x.weight)) +
      static_cast<float>(in.top_right[c]) * ((1.0f - y.weight) * x.weight) +
      static_cast<float>(in.bottom_left[c]) * (y.weight * (1.0f - x.weight)) +
      static_cast<float>(in.bottom_right[c]) * (y.weight * x.weight);
  return static_cast<uint8_t>(Floor(mixed + 0.5f));
}

int8_t Mix(const Corners<int8_t>& in, const Tap& y, const Tap& x, int32_t c) {
  constexpr int32_t kOne = 1 << 10;
  constexpr int32_t kUnit = kOne * kOne;
  const int32_t bottom = y.fixed_upper, top = kOne - bottom;
  const int32_t right = x.fixed_upper, left = kOne - right;
  const int32_t mixed =
      in.top_left[c] * top * left + in.top_right[c] * top * right +
      in.bottom_left[c] * bottom * left + in.bottom_right[c] * bottom * right;
  return static_cast<int8_t>((mixed + (mixed > 0 ? kUnit / 2 : -kUnit / 2)) /
                             kUnit);
}

template <typename T>
void Resize(const ResizeBilinearParams& p, const Memory& memory) {
  const T* image = memory.At<const T>(p.input);
  const Tap* rows = memory.At<const Tap>(p.taps);
  const Tap* columns = rows + p.out_height;
  T* out = memory.At<T>(p.output);
  for (int32_t b = 0; b < p.batch; ++b) {
    for (int32_t y = 0; y < p.out_height; ++y) {
      const T* upper = image + rows[y].lower * p.in_width * p.channels;
      const T* lower = image + rows[y].upper * p.in_width * p.channels;
      for (int32_t x = 0; x < p.out_width; ++x) {
        const int32_t left = columns[x].lower * p.channels;
        const int32_t right = columns[x].upper * p.channels;
        const Corners<T> corners = {upper + left, upper + right, lower + left,
                                    lower + right};
        for (int32_t c = 0; c < p.channels; ++c) {
          *out++ = Mix(corners, rows[y], columns[x], c);
        }
      }
    }
    image += p.in_height * p.in_width * p.channels;
  }
}

}  // namespace

void ResizeBilinearScalar(const ResizeBilinearParams& p, const Memory& memory,
                          const Scratch&) {
  if (p.is_signed != 0) {
    Resize<int8_t>(p, memory);
  } else {
    Resize<uint8_t>(p, memory);
  }
}

}  // namespace tflite::dsp
