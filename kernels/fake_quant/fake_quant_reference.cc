#include <algorithm>
#include <cmath>

#include "kernels/fake_quant/fake_quant.h"

namespace tflite::kernels {

Status EvalFakeQuantReference(const FakeQuant& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  const float steps = 1.0f / op.scale;
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 8192;
  context.threads().ParallelFor(op.count, kGrain, [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const float x =
          std::min(op.greatest, std::max(op.least, in[i])) - op.least;
      out[i] = std::round(x * steps) * op.scale + op.least;
    }
  });
  return OkStatus();
}

}  // namespace tflite::kernels
