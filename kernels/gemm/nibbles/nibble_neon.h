#ifndef KERNELS_GEMM_NIBBLES_NIBBLE_NEON_H_
#define KERNELS_GEMM_NIBBLES_NIBBLE_NEON_H_

#include <arm_neon.h>

#include "kernels/gemm/nibbles/nibble_tiles.h"

// What kernels of nibble_tiles.h for Arm share. In an unnamed namespace,
// because files with different instructions include it.

namespace tflite::kernels {
namespace {

struct NibbleVectors {
  using Ints = int32x4_t;
  using Floats = float32x4_t;
  static constexpr int kLanes = 4;
#ifdef __aarch64__
  static constexpr bool kHalves = true;
  static Floats LoadHalves(const uint16_t* p) {
    return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
  }
#else
  static constexpr bool kHalves = false;
#endif

  static uint8x16_t LoadWeights(const uint8_t* p) { return vld1q_u8(p); }
  static int8x16_t Low(uint8x16_t weights) {
    return vreinterpretq_s8_u8(vandq_u8(weights, vdupq_n_u8(15)));
  }
  static int8x16_t High(uint8x16_t weights) {
    return vreinterpretq_s8_u8(vshrq_n_u8(weights, 4));
  }
  static int8x16_t LoadLeft(const int8_t* p) {
    int32_t word;
    __builtin_memcpy(&word, p, sizeof(word));
    return vreinterpretq_s8_s32(vdupq_n_s32(word));
  }

  static Ints Broadcast(int32_t x) { return vdupq_n_s32(x); }
  static Ints Sum(Ints a, Ints b) { return vaddq_s32(a, b); }
  static Ints LoadInts(const int32_t* p) { return vld1q_s32(p); }
  static Ints LoadWords(const int16_t* p) { return vmovl_s16(vld1_s16(p)); }
  static Ints Less(Ints sums, int32_t offset, Ints of_columns) {
    return vmlsq_n_s32(sums, of_columns, offset);
  }
  static Floats ToFloats(Ints x) { return vcvtq_f32_s32(x); }
  static Floats ZeroFloats() { return vdupq_n_f32(0.0f); }
  static Floats LoadFloats(const float* p) { return vld1q_f32(p); }
  static Floats BroadcastFloat(float x) { return vdupq_n_f32(x); }
  static Floats Product(Floats a, Floats b) { return vmulq_f32(a, b); }
  static Floats Sum(Floats a, Floats b) { return vaddq_f32(a, b); }
  static Floats Clamp(Floats x, float min, float max) {
    return vminq_f32(vdupq_n_f32(max), vmaxq_f32(vdupq_n_f32(min), x));
  }
  static void Store(Floats x, int64_t n, float* out) {
    if (n >= kLanes) return vst1q_f32(out, x);
    float lanes[kLanes];
    vst1q_f32(lanes, x);
    for (int64_t i = 0; i < n; ++i) out[i] = lanes[i];
  }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_NIBBLES_NIBBLE_NEON_H_
