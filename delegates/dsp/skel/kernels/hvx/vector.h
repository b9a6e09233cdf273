#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_VECTOR_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_VECTOR_H_

#include <hexagon_types.h>
#include <stdint.h>
// The intrinsics' headers need the types first.
#include <hexagon_protos.h>
#include <hvx_hexagon_protos.h>

// What the vector kernels share: 128-byte vectors in memory.
//
// Full speed needs `restrict` on every vector pointer of a loop (without it the
// compiler neither pipelines nor hoists) and fully unrolled loops over arrays
// of vectors (they stay in registers then).
#define TFLL_DSP_UNROLL _Pragma("clang loop unroll(full)")
#define TFLL_DSP_NO_UNROLL _Pragma("clang loop unroll(disable)")
#define TFLL_DSP_NOINLINE __attribute__((noinline))
#define TFLL_DSP_INLINE inline __attribute__((always_inline))

namespace tflite::dsp {

using Vec = HVX_Vector;
using VecPair = HVX_VectorPair;
using Mask = HVX_VectorPred;

constexpr int32_t kVectorBytes = 128;
constexpr int32_t kVectorWords = 32;

// A vector at any address.
TFLL_DSP_INLINE Vec LoadUnaligned(const void* p) {
  return *reinterpret_cast<const HVX_UVector*>(p);
}
TFLL_DSP_INLINE void StoreUnaligned(void* p, Vec v) {
  *reinterpret_cast<HVX_UVector*>(p) = v;
}

// The first `bytes` of a vector to any address, 1 <= bytes <= 128.
TFLL_DSP_INLINE void StoreFirst(uint8_t* p, Vec v, int32_t bytes) {
  const int32_t start = reinterpret_cast<uintptr_t>(p) & (kVectorBytes - 1);
  Vec* first = reinterpret_cast<Vec*>(p - start);
  const Vec rotated = Q6_V_vror_VR(v, -start);
  const int32_t end = start + bytes;
  const Mask from = Q6_Q_vsetq_R(start);  // bytes below start
  const Mask last = Q6_Q_vsetq2_R(end > kVectorBytes ? kVectorBytes : end);
  Q6_vmem_QRIV(Q6_Q_and_QQn(last, from), first, rotated);
  if (end > kVectorBytes) {
    Q6_vmem_QRIV(Q6_Q_vsetq2_R(end - kVectorBytes), first + 1, rotated);
  }
}

TFLL_DSP_INLINE Vec Zero() { return Q6_V_vzero(); }
TFLL_DSP_INLINE Vec SplatWord(int32_t x) { return Q6_V_vsplat_R(x); }
TFLL_DSP_INLINE Vec SplatByte(int32_t x) { return Q6_Vb_vsplat_R(x); }

// Words 0, 1, .., 31.
TFLL_DSP_INLINE Vec Iota() {
  alignas(kVectorBytes) static const int32_t kIota[kVectorWords] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  return *reinterpret_cast<const Vec*>(kIota);
}

// Controls for Q6_V_vdelta_VV that copy the last word to all words.
struct LastWordControls {
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
};
constexpr LastWordControls MakeLastWord() {
  LastWordControls controls = {};
  for (int32_t i = 0; i < kVectorBytes; ++i) controls.bytes[i] = ~i & 0x7c;
  return controls;
}
constexpr LastWordControls kLastWord = MakeLastWord();
TFLL_DSP_INLINE Vec RepeatLastWord(Vec v) {
  return Q6_V_vdelta_VV(v, *reinterpret_cast<const Vec*>(kLastWord.bytes));
}

// Saturates halfwords to bytes: INT8 if kSigned, else UINT8.
template <bool kSigned>
TFLL_DSP_INLINE Vec PackBytes(Vec high, Vec low) {
  return kSigned ? Q6_Vb_vpack_VhVh_sat(high, low)
                 : Q6_Vub_vpack_VhVh_sat(high, low);
}
template <bool kSigned>
TFLL_DSP_INLINE Vec MaxBytes(Vec x, Vec y) {
  return kSigned ? Q6_Vb_vmax_VbVb(x, y) : Q6_Vub_vmax_VubVub(x, y);
}
template <bool kSigned>
TFLL_DSP_INLINE Vec MinBytes(Vec x, Vec y) {
  return kSigned ? Q6_Vb_vmin_VbVb(x, y) : Q6_Vub_vmin_VubVub(x, y);
}
template <bool kSigned>
TFLL_DSP_INLINE Vec ClampBytes(Vec x, Vec low, Vec high) {
  return MinBytes<kSigned>(MaxBytes<kSigned>(x, low), high);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_VECTOR_H_
