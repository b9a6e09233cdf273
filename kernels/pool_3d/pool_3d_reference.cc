#include <algorithm>
#include <type_traits>

#include "kernels/math/least.h"
#include "kernels/pool_3d/pool_3d.h"

namespace tflite::kernels {
namespace {

// The covered part of one window along each axis.
struct Covered {
  int64_t begin[3], end[3];
  int64_t count() const {
    return (end[0] - begin[0]) * (end[1] - begin[1]) * (end[2] - begin[2]);
  }
};

Covered Cover(const Pool3d& op, const int32_t (&position)[3]) {
  Covered covered;
  for (int i = 0; i < 3; ++i) {
    const int64_t start = int64_t{position[i]} * op.stride[i] - op.pad[i];
    covered.begin[i] = std::max<int64_t>(0, start);
    covered.end[i] = std::min<int64_t>(op.in[i], start + op.filter[i]);
  }
  return covered;
}

float Average(float sum, int64_t count) {
  return sum / static_cast<float>(count);
}
int64_t Average(int64_t sum, int64_t count) {
  return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

// `in` points to one channel of a batch's first element.
template <typename T>
T Reduce(const Pool3d& op, const T* in, const Covered& covered) {
  using A = std::conditional_t<std::is_same_v<T, float>, float, int64_t>;
  A sum = 0;
  A max = kLeast<A>;
  for (int64_t d = covered.begin[0]; d < covered.end[0]; ++d) {
    for (int64_t y = covered.begin[1]; y < covered.end[1]; ++y) {
      for (int64_t x = covered.begin[2]; x < covered.end[2]; ++x) {
        const A v = in[((d * op.in[1] + y) * op.in[2] + x) * op.channels];
        sum += v;
        max = std::max(max, v);
      }
    }
  }
  return static_cast<T>(op.max ? max : Average(sum, covered.count()));
}

template <typename T>
Status Eval(const Pool3d& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t volume = int64_t{op.in[0]} * op.in[1] * op.in[2] * op.channels;
  const auto run = [&](int64_t window, int64_t end) {
    for (; window < end; ++window) {
      int64_t rest = window;
      int32_t at[3];
      for (int i = 2; i >= 0; --i) {
        at[i] = static_cast<int32_t>(rest % op.out[i]);
        rest /= op.out[i];
      }
      const Covered covered = Cover(op, at);
      for (int32_t c = 0; c < op.channels; ++c) {
        out[window * op.channels + c] =
            Reduce(op, in + rest * volume + c, covered);
      }
    }
  };
  // The least number of elements of the windows of a thread.
  constexpr int64_t kGrain = 16384;
  context.threads().ParallelFor(
      int64_t{op.batch} * op.out[0] * op.out[1] * op.out[2],
      LeastItems(kGrain,
                 {op.filter[0], op.filter[1], op.filter[2], op.channels}),
      run);
  return OkStatus();
}

}  // namespace

Status EvalPool3dReference(const Pool3d& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    default:
      return Internal("pool_3d bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
