#ifndef KERNELS_MATH_LEAST_H_
#define KERNELS_MATH_LEAST_H_

#include <limits>

namespace tflite::kernels {

// No number of the type is less: the lowest integer, or -infinity. Where the
// search for a maximum starts, so that one of infinities is infinite.
template <typename T>
constexpr T kLeast = std::numeric_limits<T>::has_infinity
                         ? -std::numeric_limits<T>::infinity()
                         : std::numeric_limits<T>::lowest();

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_LEAST_H_
