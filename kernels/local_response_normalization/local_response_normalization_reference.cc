#include <algorithm>
#include <cmath>

#include "kernels/local_response_normalization/local_response_normalization.h"

namespace tflite::kernels {

Status EvalLocalResponseNormalizationReference(
    const LocalResponseNormalization& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  for (int64_t row = 0; row < op.rows; ++row, in += op.depth, out += op.depth) {
    for (int64_t d = 0; d < op.depth; ++d) {
      const int64_t first = std::max<int64_t>(0, d - op.radius);
      const int64_t last = std::min<int64_t>(op.depth - 1, d + op.radius);
      float energy = 0;
      for (int64_t i = first; i <= last; ++i) energy += in[i] * in[i];
      out[d] = in[d] * std::pow(op.bias + op.alpha * energy, -op.beta);
    }
  }
  return OkStatus();
}

}  // namespace tflite::kernels
