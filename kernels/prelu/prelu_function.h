#ifndef KERNELS_PRELU_PRELU_FUNCTION_H_
#define KERNELS_PRELU_PRELU_FUNCTION_H_

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/prelu/prelu.h"

namespace tflite::kernels {

// What to store for the stored integers of x and alpha. T is the type of x.
template <typename T>
T PreluStored(const Prelu& op, int32_t x, int32_t alpha) {
  const int64_t centred = int64_t{x} - op.in.zero_point;
  const int32_t scaled =
      centred >= 0
          ? SaturatingMultiplyByQuantizedMultiplier(centred, op.positive)
          : SaturatingMultiplyByQuantizedMultiplier(
                centred * (int64_t{alpha} - op.alpha.zero_point), op.negative);
  return static_cast<T>(std::clamp<int64_t>(int64_t{scaled} + op.out.zero_point,
                                            std::numeric_limits<T>::min(),
                                            std::numeric_limits<T>::max()));
}

}  // namespace tflite::kernels

#endif  // KERNELS_PRELU_PRELU_FUNCTION_H_
