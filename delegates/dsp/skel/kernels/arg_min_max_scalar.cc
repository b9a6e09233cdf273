#include "delegates/dsp/skel/kernels/arg_min_max.h"
#include "delegates/dsp/skel/kernels/common/scalar.h"

namespace tflite::dsp {
namespace {

template <typename T>
int32_t Place(const ArgMinMaxParams& p, const T* in) {
  int32_t place = 0;
  T best = *in;
  for (int32_t i = 1; i < p.extent; ++i) {
    const T v = in[i * p.inner];
    if (p.max != 0 ? v > best : v < best) {
      best = v;
      place = i;
    }
  }
  return place;
}

template <typename T, typename Out>
void Run(const ArgMinMaxParams& p, const Memory& memory) {
  const T* in = memory.At<const T>(p.input);
  Out* out = memory.At<Out>(p.output);
  for (int32_t o = 0; o < p.outer; ++o, in += p.extent * p.inner) {
    for (int32_t i = 0; i < p.inner; ++i) *out++ = Place(p, in + i);
  }
}

}  // namespace

void ArgMinMaxScalar(const ArgMinMaxParams& p, const Memory& memory,
                     const Scratch&) {
  WithElement(p.is_signed, [&](auto t) {
    if (p.out_bytes == 4) {
      Run<decltype(t), int32_t>(p, memory);
    } else {
      Run<decltype(t), int64_t>(p, memory);
    }
  });
}

}  // namespace tflite::dsp
