#include <algorithm>
#include <cmath>

#include "kernels/hadamard_rotation/hadamard_rotation.h"

namespace tflite::kernels {
namespace {

// Rotates `runs` runs of `size` elements.
void Rotate(const float* in, int64_t runs, int64_t size, float* out) {
  const int64_t count = runs * size;
  std::copy_n(in, count, out);
  // Sums and differences of neighbours at distance 1, 2, 4 …: runs do not mix.
  for (int64_t distance = 1; distance < size; distance *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * distance) {
      for (int64_t i = begin; i < begin + distance; ++i) {
        const float a = out[i], b = out[i + distance];
        out[i] = a + b;
        out[i + distance] = a - b;
      }
    }
  }
  const float scale = 1.0f / std::sqrt(static_cast<float>(size));
  for (int64_t i = 0; i < count; ++i) out[i] *= scale;
}

}  // namespace

Status EvalHadamardRotationReference(const HadamardRotation& op,
                                     EvalContext& context) {
  const int64_t size = op.size;
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 8192;
  context.threads().ParallelFor(
      op.runs, LeastItems(kGrain, {size}), [&](int64_t begin, int64_t end) {
        Rotate(context.in<float>(0) + begin * size, end - begin, size,
               context.out<float>(0) + begin * size);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
