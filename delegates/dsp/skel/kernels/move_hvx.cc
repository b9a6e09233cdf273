#include "delegates/dsp/skel/kernels/dims.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/move.h"
#include "delegates/dsp/skel/kernels/take.h"

namespace tflite::dsp {
namespace {

// Less than this is as quick byte by byte.
constexpr int32_t kLeastBytes = 16;

// Reads up to 127 bytes past `from`, and writes `to` alone.
TFLL_DSP_INLINE void CopyBytes(uint8_t* __restrict to,
                               const uint8_t* __restrict from, int32_t bytes) {
  for (; bytes >= kVectorBytes; bytes -= kVectorBytes) {
    StoreUnaligned(to, LoadUnaligned(from));
    to += kVectorBytes;
    from += kVectorBytes;
  }
  if (bytes > 0) StoreFirst(to, LoadUnaligned(from), bytes);
}

}  // namespace

void CopyHvx(const CopyParams& p, const Memory& memory,
             const Scratch& scratch) {
  const int32_t last = p.rank - 1;
  const int64_t bytes = int64_t{p.extents[last]} * p.element_bytes;
  if (p.in_strides[last] != 1 || p.out_strides[last] != 1 ||
      bytes < kLeastBytes) {
    CopyScalar(p, memory, scratch);
    return;
  }
  const int32_t e = p.element_bytes;
  const uint8_t* in = memory.At<const uint8_t>(p.input) + p.in_offset * e;
  uint8_t* out = memory.At<uint8_t>(p.output) + p.out_offset * e;
  Dims<2> at(p.rank, p.extents, {p.in_strides, p.out_strides});
  do {
    CopyBytes(out + at.offset(1) * e, in + at.offset(0) * e,
              static_cast<int32_t>(bytes));
  } while (at.Next());
}

void FillHvx(const FillParams& p, const Memory& memory, const Scratch&) {
  const Vec value = SplatByte(p.value);
  Vec* out = memory.At<Vec>(p.output);
  const uint32_t vectors = (p.output.bytes + kVectorBytes - 1) / kVectorBytes;
  for (uint32_t v = 0; v < vectors; ++v) out[v] = value;
}

void TakeHvx(const TakeParams& p, const Memory& memory,
             const Scratch& scratch) {
  if (p.inner < kLeastBytes) {
    TakeScalar(p, memory, scratch);
    return;
  }
  TakeRuns(p, memory, [&](uint8_t* to, const uint8_t* from) {
    CopyBytes(to, from, p.inner);
  });
}

}  // namespace tflite::dsp
