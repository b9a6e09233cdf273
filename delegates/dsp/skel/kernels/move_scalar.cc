#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/take.h"
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
  TakeRuns(p, memory, [&](uint8_t* to, const uint8_t* from) {
    memcpy(to, from, static_cast<size_t>(p.inner));
  });
}

}  // namespace tflite::dsp
