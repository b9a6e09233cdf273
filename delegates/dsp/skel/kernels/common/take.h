#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_TAKE_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_TAKE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

// Calls copy(to, from) for each run of `p.inner` bytes, in the order of the
// output.
template <typename Copy>
inline void TakeRuns(const TakeParams& p, const Memory& memory, Copy copy) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  const int32_t* tables[kMostDims];
  const int32_t* table = memory.At<const int32_t>(p.tables);
  for (int32_t d = 0; d < p.rank; table += p.extents[d++]) tables[d] = table;
  uint8_t* out = memory.At<uint8_t>(p.output);
  int32_t at[kMostDims] = {};
  for (int32_t d = 0; d >= 0;) {
    int32_t from = 0;
    for (int32_t i = 0; i < p.rank; ++i) from += tables[i][at[i]];
    copy(out, in + from);
    out += p.inner;
    for (d = p.rank - 1; d >= 0 && ++at[d] == p.extents[d]; --d) at[d] = 0;
  }
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_TAKE_H_
