#include "delegates/dsp/skel/kernels/dims.h"
#include "delegates/dsp/skel/kernels/move.h"
#include "delegates/dsp/skel/memory_functions.h"

namespace tflite::dsp {
namespace {

template <typename T>
void Copy(const CopyParams& p, const Memory& memory) {
  const T* in = memory.At<const T>(p.input) + p.in_offset;
  T* out = memory.At<T>(p.output) + p.out_offset;
  const int32_t last = p.rank - 1;
  const int32_t count = p.extents[last];
  const int32_t in_step = p.in_strides[last], out_step = p.out_strides[last];
  Dims<2> at(p.rank, p.extents, {p.in_strides, p.out_strides});
  do {
    const T* from = in + at.offset(0);
    T* to = out + at.offset(1);
    if (in_step == 1 && out_step == 1) {
      memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
    } else {
      for (int32_t i = 0; i < count; ++i) to[i * out_step] = from[i * in_step];
    }
  } while (at.Next());
}

}  // namespace

void CopyScalar(const CopyParams& p, const Memory& memory, const Scratch&) {
  switch (p.element_bytes) {
    case 1:
      return Copy<uint8_t>(p, memory);
    case 2:
      return Copy<uint16_t>(p, memory);
    case 4:
      return Copy<uint32_t>(p, memory);
    default:
      return Copy<uint64_t>(p, memory);
  }
}

void FillScalar(const FillParams& p, const Memory& memory, const Scratch&) {
  memset(memory.At<uint8_t>(p.output), p.value, p.output.bytes);
}

void TakeScalar(const TakeParams& p, const Memory& memory, const Scratch&) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  const int32_t* tables[kMostDims];
  const int32_t* table = memory.At<const int32_t>(p.tables);
  for (int32_t d = 0; d < p.rank; table += p.extents[d++]) tables[d] = table;
  uint8_t* out = memory.At<uint8_t>(p.output);
  int32_t at[kMostDims] = {};
  for (int32_t d = 0; d >= 0;) {
    int32_t from = 0;
    for (int32_t i = 0; i < p.rank; ++i) from += tables[i][at[i]];
    memcpy(out, in + from, static_cast<size_t>(p.inner));
    out += p.inner;
    for (d = p.rank - 1; d >= 0 && ++at[d] == p.extents[d]; --d) at[d] = 0;
  }
}

}  // namespace tflite::dsp
