#include "delegates/cpu/cpu_curve.h"

#include <algorithm>

namespace tflite::cpu {

void ResultCurve::Run(float* results, int64_t count) const {
  if (!product_) return loop_.run(results, count, alpha_, results);
  // These stay in the first-level cache between the two loops.
  constexpr int64_t kAtOnce = 1024;
  float gates[kAtOnce];
  for (int64_t i = 0; i < count; i += kAtOnce) {
    const int64_t n = std::min(kAtOnce, count - i);
    loop_.run(results + i, n, alpha_, gates);
    product_->Run(results + i, gates, n, results + i);
  }
}

}  // namespace tflite::cpu
