#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_SCALAR_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_SCALAR_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/kernel.h"
#include "kernels/math/fixed_point.h"

// Shared by the scalar kernels.
namespace tflite::dsp {

inline kernels::QuantizedMultiplier ToMultiplier(const Factor& f) {
  return {f.multiplier, f.shift};
}
inline int32_t MultiplyBy(
    int32_t x, const Factor& f,
    kernels::Halves halves = kernels::Halves::kAwayFromZero) {
  return kernels::MultiplyByQuantizedMultiplier(x, ToMultiplier(f), halves);
}
inline int32_t SaturatingMultiplyBy(int32_t x, const Factor& f) {
  return kernels::SaturatingMultiplyByQuantizedMultiplier(x, ToMultiplier(f));
}

// Sums wrap.
inline int32_t Wrapped(uint32_t x) { return static_cast<int32_t>(x); }

inline int32_t ClampTo(int64_t x, int32_t min, int32_t max) {
  return static_cast<int32_t>(x < min ? min : x > max ? max : x);
}

// Requantizes sums with the planes of a Finish.
class Finisher {
 public:
  Finisher(const Finish& f, const Memory& memory,
           kernels::Halves halves = kernels::Halves::kAwayFromZero)
      : f_(f), planes_(memory.At<const int32_t>(f.planes)), halves_(halves) {}

  // The stored output of a padded channel.
  int32_t operator()(int32_t channel, uint32_t sum) const {
    const auto bias = static_cast<uint32_t>(planes_[channel]);
    const Factor factor = {planes_[f_.pitch + channel],
                           ClampTo(planes_[2 * f_.pitch + channel], -31, 30)};
    const int64_t product = MultiplyBy(Wrapped(bias + sum), factor, halves_);
    return ClampTo(product + f_.zero_point, f_.min, f_.max);
  }

 private:
  const Finish& f_;
  const int32_t* planes_;
  const kernels::Halves halves_;
};

// Adds the products of one tap of a block of 32 output channels with `channels`
// stored inputs, all of which are `zero` if `in` is null.
template <typename T>
void AddDenseTap(const T* in, int32_t channels, int32_t zero,
                 const uint8_t* weights, int32_t weights_zero_point,
                 uint32_t* sums) {
  for (int32_t c = 0; c < channels; c += kTaps, weights += kLanes * kTaps) {
    int32_t a[kTaps];
    for (int32_t k = 0; k < kTaps; ++k) {
      a[k] = c + k >= channels ? 0 : in == nullptr ? zero : in[c + k];
    }
    for (int32_t l = 0; l < kLanes; ++l) {
      int32_t sum = 0;
      for (int32_t k = 0; k < kTaps; ++k) {
        sum += a[k] * (weights[l * kTaps + k] - weights_zero_point);
      }
      sums[l] += static_cast<uint32_t>(sum);
    }
  }
}

// Calls body(int8_t{}) or body(uint8_t{}).
template <typename Body>
void WithElement(int32_t is_signed, const Body& body) {
  if (is_signed != 0) {
    body(int8_t{});
  } else {
    body(uint8_t{});
  }
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_SCALAR_H_
