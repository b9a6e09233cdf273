#ifndef KERNELS_GEMM_ARM_SUM_BYTES_H_
#define KERNELS_GEMM_ARM_SUM_BYTES_H_

#include "kernels/gemm/arm/few_lanes.h"

// GemmIsa::sum_bytes and sum_rows. In an unnamed namespace, because files with
// different instructions include them.

namespace tflite::kernels {
namespace {

constexpr int64_t kSumVector = 16;
// From element n on: ones in the last n bytes of a vector.
constexpr uint8_t kLastBytes[2 * kSumVector] = {
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

// Add::Bytes adds the bytes of a vector to four sums.
template <typename Add>
inline uint32_t SumOfBytes(const uint8_t* in, int64_t n, uint8_t flip) {
  const uint8x16_t flips = vdupq_n_u8(flip);
  uint32x4_t sums = vdupq_n_u32(0);
  int64_t i = 0;
  for (; i + kSumVector <= n; i += kSumVector) {
    sums = Add::Bytes(sums, veorq_u8(vld1q_u8(in + i), flips));
  }
  const int64_t rest = n - i;
  if (rest > 0) {
    uint8x16_t x, used;
    if (n >= kSumVector) {
      // The last vector; what of it is summed already is left out.
      x = vld1q_u8(in + n - kSumVector);
      used = vld1q_u8(kLastBytes + rest);
    } else if (rest >= 8) {
      x = vcombine_u8(vld1_u8(in), vld1_u8(in + rest - 8));
      used = vcombine_u8(vdup_n_u8(255), vld1_u8(kLastBytes + rest));
    } else {
      x = vcombine_u8(LoadBytes8(in, rest), vdup_n_u8(0));
      used = vmvnq_u8(vld1q_u8(kLastBytes + kSumVector - rest));
    }
    sums = Add::Bytes(sums, vandq_u8(veorq_u8(x, flips), used));
  }
#if defined(__aarch64__)
  return vaddvq_u32(sums);
#else
  const uint32x2_t two = vadd_u32(vget_low_u32(sums), vget_high_u32(sums));
  return vget_lane_u32(vpadd_u32(two, two), 0);
#endif
}

template <typename Add>
void SumByteRows(const GemmRowSums& a) {
  for (int64_t i = 0; i < a.rows; ++i) {
    const uint32_t sum = SumOfBytes<Add>(a.in + i * a.stride, a.depth, a.flip);
    a.out[i] = static_cast<int32_t>((sum - a.excess) *
                                    static_cast<uint32_t>(a.factor));
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_SUM_BYTES_H_
