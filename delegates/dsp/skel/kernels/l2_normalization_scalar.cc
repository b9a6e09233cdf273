#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/l2_normalization.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::dsp {
namespace {

template <typename T>
void Row(const L2NormalizationParams& p, const T* in, T* out) {
  int32_t sum = 0;
  for (int32_t i = 0; i < p.depth; ++i) {
    const int32_t x = in[i] - p.input_zero_point;
    sum += x * x;
  }
  kernels::QuantizedMultiplier factor = kernels::FixedInverseSqrt(sum);
  // UINT8 shifts before it multiplies, INT8 as part of the factor.
  const bool shifts_first = p.is_signed == 0;
  if (!shifts_first) factor.shift += 7;
  const int32_t least = p.is_signed != 0 ? -128 : 0;
  for (int32_t i = 0; i < p.depth; ++i) {
    const int32_t x = in[i] - p.input_zero_point;
    const int32_t y = kernels::MultiplyByQuantizedMultiplier(
        shifts_first ? x * 128 : x, factor);
    out[i] =
        static_cast<T>(ClampTo(int64_t{y} + p.zero_point, least, least + 255));
  }
}

}  // namespace

void L2NormalizationScalar(const L2NormalizationParams& p, const Memory& memory,
                           const Scratch&) {
  WithElement(p.is_signed, [&](auto t) {
    using T = decltype(t);
    const T* in = memory.At<const T>(p.input);
    T* out = memory.At<T>(p.output);
    for (int32_t r = 0; r < p.rows; ++r) {
      Row(p, in + r * p.depth, out + r * p.depth);
    }
  });
}

}  // namespace tflite::dsp
