#ifndef KERNELS_GEMM_ARM_FEW_LANES_H_
#define KERNELS_GEMM_ARM_FEW_LANES_H_

#include <arm_neon.h>

#include <cstdint>

// Loads and stores of a part of a vector that access no other memory. In an
// unnamed namespace, because files with different instructions include them.

namespace tflite::kernels {
namespace {

// The first n floats, padded with zeros; all four if n >= 4.
[[maybe_unused]] inline float32x4_t LoadFloats(const float* p, int64_t n) {
  if (n >= 4) return vld1q_f32(p);
  float32x4_t v = vdupq_n_f32(0);
  if (n > 0) v = vld1q_lane_f32(p, v, 0);
  if (n > 1) v = vld1q_lane_f32(p + 1, v, 1);
  if (n > 2) v = vld1q_lane_f32(p + 2, v, 2);
  return v;
}

[[maybe_unused]] inline void StoreFloats(float32x4_t v, int64_t n, float* p) {
  if (n >= 4) return vst1q_f32(p, v);
  if (n > 0) vst1q_lane_f32(p, v, 0);
  if (n > 1) vst1q_lane_f32(p + 1, v, 1);
  if (n > 2) vst1q_lane_f32(p + 2, v, 2);
}

[[maybe_unused]] inline void StoreBytes(uint8x8_t v, int64_t n, uint8_t* p) {
  if (n >= 8) return vst1_u8(p, v);
  uint64_t word = vget_lane_u64(vreinterpret_u64_u8(v), 0);
  if (n >= 4) {
    __builtin_memcpy(p, &word, 4);
    p += 4;
    n -= 4;
    word >>= 32;
  }
  for (; n > 0; --n, word >>= 8) *p++ = static_cast<uint8_t>(word);
}

// The first n bytes, 1 to 8, padded with zeros, by two loads that may overlap.
[[maybe_unused]] inline uint8x8_t LoadBytes8(const uint8_t* p, int64_t n) {
  if (n >= 8) return vld1_u8(p);
  uint64_t word = 0;
  if (n >= 4) {
    uint32_t first, last;
    __builtin_memcpy(&first, p, 4);
    __builtin_memcpy(&last, p + n - 4, 4);
    word = first | static_cast<uint64_t>(last) << (8 * (n - 4));
  } else {
    for (int64_t j = n - 1; j >= 0; --j) word = word << 8 | p[j];
  }
  return vcreate_u8(word);
}

// The first n bytes, 1 to 16, padded with zeros.
[[maybe_unused]] inline uint8x16_t LoadBytes(const uint8_t* p, int64_t n) {
  if (n >= 16) return vld1q_u8(p);
  if (n <= 8) return vcombine_u8(LoadBytes8(p, n), vdup_n_u8(0));
  return vcombine_u8(vld1_u8(p), LoadBytes8(p + 8, n - 8));
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_FEW_LANES_H_
