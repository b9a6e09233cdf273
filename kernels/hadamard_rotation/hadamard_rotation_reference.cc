#include <algorithm>
#include <cmath>

#include "kernels/hadamard_rotation/hadamard_rotation.h"

namespace tflite::kernels {

Status EvalHadamardRotationReference(const HadamardRotation& op,
                                     EvalContext& context) {
  const int64_t count = op.runs * op.size;
  float* out = context.out<float>(0);
  std::copy_n(context.in<float>(0), count, out);
  // Sums and differences of neighbours at distance 1, 2, 4 …: runs do not mix.
  for (int64_t distance = 1; distance < op.size; distance *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * distance) {
      for (int64_t i = begin; i < begin + distance; ++i) {
        const float a = out[i], b = out[i + distance];
        out[i] = a + b;
        out[i + distance] = a - b;
      }
    }
  }
  const float scale = 1.0f / std::sqrt(static_cast<float>(op.size));
  for (int64_t i = 0; i < count; ++i) out[i] *= scale;
  return OkStatus();
}

}  // namespace tflite::kernels
