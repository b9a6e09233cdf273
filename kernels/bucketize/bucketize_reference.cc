#include <algorithm>
#include <type_traits>

#include "kernels/bucketize/bucketize.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;

template <typename T>
Status Eval(const Bucketize& op, EvalContext& context) {
  using Compared = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const T* in = context.in<T>(0);
  int32_t* out = context.out<int32_t>(0);
  const auto begin = op.boundaries.begin();
  const auto run = [&](int64_t i, int64_t last) {
    for (; i < last; ++i) {
      const Compared value = static_cast<Compared>(in[i]);
      // The first boundary above the element; there is none for NaN.
      const auto above = std::upper_bound(
          begin, op.boundaries.end(), value,
          [](Compared x, float boundary) { return x < boundary; });
      out[i] = static_cast<int32_t>(above - begin);
    }
  };
  context.threads().ParallelFor(op.elements, kGrain, run);
  return OkStatus();
}

}  // namespace

Status EvalBucketizeReference(const Bucketize& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat64:
      return Eval<double>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    default:
      return Eval<int64_t>(op, context);
  }
}

}  // namespace tflite::kernels
