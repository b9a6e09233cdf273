#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_BILINEAR_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_BILINEAR_H_

#include "delegates/dsp/skel/kernels/kernel.h"

// One output element of bilinear resizing, as the reference kernels compute it.
namespace tflite::dsp {

// Rows of channels at the four corners that an output pixel interpolates.
template <typename T>
struct Corners {
  const T *top_left, *top_right, *bottom_left, *bottom_right;
};

// UINT8: in float, in this order of operations.
inline uint8_t Mix(const Corners<uint8_t>& in, const Tap& y, const Tap& x,
                   int32_t c) {
  const float mixed =
      static_cast<float>(in.top_left[c]) *
          ((1.0f - y.weight) * (1.0f - x.weight)) +
      static_cast<float>(in.top_right[c]) * ((1.0f - y.weight) * x.weight) +
      static_cast<float>(in.bottom_left[c]) * (y.weight * (1.0f - x.weight)) +
      static_cast<float>(in.bottom_right[c]) * (y.weight * x.weight);
  // Not negative: the weights of pixels that differ are not.
  return static_cast<uint8_t>(static_cast<int32_t>(mixed + 0.5f));
}

// INT8: in fixed point, weights in units of 2^-10.
inline int8_t Mix(const Corners<int8_t>& in, const Tap& y, const Tap& x,
                  int32_t c) {
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

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_BILINEAR_H_
