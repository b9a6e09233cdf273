#include <algorithm>
#include <cmath>

#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

constexpr float kMinNorm = 1e-6f;
// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;
// Independent sums, so that additions need not wait for each other.
constexpr int64_t kLanes = 32;

TFLL_VECTOR_CLONES
void Rows(const float* in, int64_t rows, int64_t depth, float* out) {
  for (int64_t r = 0; r < rows; ++r, in += depth, out += depth) {
    float lane[kLanes] = {};
    int64_t i = 0;
    for (; i + kLanes <= depth; i += kLanes) {
      for (int64_t k = 0; k < kLanes; ++k) lane[k] += in[i + k] * in[i + k];
    }
    for (int64_t half = kLanes / 2; half > 0; half /= 2) {
      for (int64_t k = 0; k < half; ++k) lane[k] += lane[k + half];
    }
    float sum = lane[0];
    for (; i < depth; ++i) sum += in[i] * in[i];
    const float norm = std::max(std::sqrt(sum), kMinNorm);
    // A quotient's rounding, almost always, at the cost of a product.
    const float inverse = 1.0f / norm;
    TFLL_VECTOR_LOOP
    for (int64_t k = 0; k < depth; ++k) out[k] = in[k] * inverse;
  }
}

}  // namespace

Status EvalL2NormalizationCpu(const L2Normalization& op, EvalContext& context) {
  if (op.type != kTfLiteFloat32) {
    return EvalL2NormalizationReference(op, context);
  }
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  ParallelRange(context.threads(), op.rows, kGrain / WorkOf({op.depth}),
                [&](int64_t begin, int64_t end) {
                  Rows(in + begin * op.depth, end - begin, op.depth,
                       out + begin * op.depth);
                });
  return OkStatus();
}

}  // namespace tflite::kernels
