#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_SOFTMAX_ROUND_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_SOFTMAX_ROUND_H_

#include <stdint.h>

namespace tflite::dsp {

// The whole number nearest to x, halves away from zero, within 2^30 of 0; NaN
// gives the lowest, as in kernels/math/affine.h.
inline int32_t RoundToNearest(float x) {
  if (!(x > -1073741824.0f)) return -(1 << 30);
  if (x >= 1073741824.0f) return 1 << 30;
  if (x < 0) return -RoundToNearest(-x);
  const int32_t whole = static_cast<int32_t>(x);
  return x - static_cast<float>(whole) >= 0.5f ? whole + 1 : whole;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_SOFTMAX_ROUND_H_
