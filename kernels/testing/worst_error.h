#ifndef KERNELS_TESTING_WORST_ERROR_H_
#define KERNELS_TESTING_WORST_ERROR_H_

#include <algorithm>
#include <cmath>
#include <limits>

namespace tflite::kernels {

// The largest relative error of `fast`, a function of a float, over [low,
// high], where the result of `exact`, one of a double, is a normal number.
template <typename Fast, typename Exact>
double WorstError(Fast fast, Exact exact, double low, double high) {
  constexpr int kSteps = 200000;
  double worst = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const float x = static_cast<float>(low + (high - low) * i / kSteps);
    const double want = exact(static_cast<double>(x));
    if (std::abs(want) < std::numeric_limits<float>::min()) continue;
    worst = std::max(worst, std::abs((fast(x) - want) / want));
  }
  return worst;
}

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_WORST_ERROR_H_
