#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"

namespace tflite::dsp {
namespace {

// The products of one channel's window. `image` points to the input's channel.
template <typename T>
uint32_t Products(const DepthwiseConv2dParams& p, const T* image,
                  const int8_t* weights, int32_t y, int32_t x, int32_t o) {
  const Window& w = p.window;
  const DepthwiseLayout layout = {w.filter_height, w.filter_width};
  uint32_t sum = 0;
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    const int32_t in_y =
        y * w.stride_height - w.pad_top + fy * w.dilation_height;
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      const int32_t in_x =
          x * w.stride_width - w.pad_left + fx * w.dilation_width;
      const bool inside =
          in_y >= 0 && in_y < w.in_height && in_x >= 0 && in_x < w.in_width;
      const int32_t a = inside
                            ? image[(in_y * w.in_width + in_x) * w.in_channels]
                            : p.input_zero_point;
      sum += static_cast<uint32_t>(
          a * (weights[layout.At(o, fy, fx)] - p.weights_zero_point));
    }
  }
  return sum;
}

template <typename T>
void Depthwise(const DepthwiseConv2dParams& p, const Memory& memory) {
  const Window& w = p.window;
  const Finisher finish(p.finish, memory);
  const T* image = memory.At<const T>(p.input);
  const int8_t* weights = memory.At<const int8_t>(p.weights);
  T* out = memory.At<T>(p.output);
  for (int32_t b = 0; b < w.batch; ++b) {
    for (int32_t y = 0; y < w.out_height; ++y) {
      for (int32_t x = 0; x < w.out_width; ++x) {
        for (int32_t o = 0; o < w.out_channels; ++o) {
          const uint32_t sum =
              Products(p, image + o / p.multiplier, weights, y, x, o);
          *out++ = static_cast<T>(finish(o, sum));
        }
      }
    }
    image += w.in_height * w.in_width * w.in_channels;
  }
}

}  // namespace

void DepthwiseConv2dScalar(const DepthwiseConv2dParams& p, const Memory& memory,
                           const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Depthwise<decltype(t)>(p, memory); });
}

}  // namespace tflite::dsp
