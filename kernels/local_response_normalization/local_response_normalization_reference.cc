#include <algorithm>
#include <cmath>

#include "kernels/local_response_normalization/local_response_normalization.h"

namespace tflite::kernels {

Status EvalLocalResponseNormalizationReference(
    const LocalResponseNormalization& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  const auto run = [&](const float* x, float* y) {
    for (int64_t d = 0; d < op.depth; ++d) {
      const int64_t first = std::max<int64_t>(0, d - op.radius);
      const int64_t last = std::min<int64_t>(op.depth - 1, d + op.radius);
      float energy = 0;
      for (int64_t i = first; i <= last; ++i) energy += x[i] * x[i];
      y[d] = x[d] * std::pow(op.bias + op.alpha * energy, -op.beta);
    }
  };
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 1024;
  context.threads().ParallelFor(
      op.rows, LeastItems(kGrain, {op.depth}), [&](int64_t row, int64_t end) {
        for (; row < end; ++row) run(in + row * op.depth, out + row * op.depth);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
