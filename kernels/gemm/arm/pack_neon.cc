// For the baseline of Arm targets; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/sum_bytes.h"
#include "kernels/gemm/pack_blocks.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;

// Transposes four words of four columns.
inline void Transpose4(const PackWordsArgs& a, int64_t column, int64_t word) {
  const uint32x4_t flip = vdupq_n_u32(a.flip);
  uint32x4_t r[kLanes];
  for (int i = 0; i < kLanes; ++i) {
    const uint8_t* in = a.in + (column + i) * a.column_stride + 4 * word;
    r[i] = veorq_u32(vreinterpretq_u32_u8(vld1q_u8(in)), flip);
  }
  const uint32x4x2_t p = vtrnq_u32(r[0], r[1]);
  const uint32x4x2_t q = vtrnq_u32(r[2], r[3]);
  uint32_t* out = a.out + word * a.width + column;
  for (int w = 0; w < 2; ++w, out += a.width) {
    vst1q_u32(out,
              vcombine_u32(vget_low_u32(p.val[w]), vget_low_u32(q.val[w])));
    vst1q_u32(out + 2 * a.width,
              vcombine_u32(vget_high_u32(p.val[w]), vget_high_u32(q.val[w])));
  }
}

struct AddPairs {
  static uint32x4_t Bytes(uint32x4_t sums, uint8x16_t x) {
    return vpadalq_u16(sums, vpaddlq_u8(x));
  }
};

}  // namespace

void PackWordsNeon(const PackWordsArgs& a) {
  PackBlocks<kLanes, Transpose4>(a);
}

uint32_t SumBytesNeon(const uint8_t* in, int64_t n, uint8_t flip) {
  return SumOfBytes<AddPairs>(in, n, flip);
}

void SumRowsNeon(const GemmRowSums& a) { SumByteRows<AddPairs>(a); }

void AddRowTermsNeon(int32_t* sums, int64_t pitch, int64_t rows,
                     int64_t columns, const int32_t* terms) {
  for (int64_t i = 0; i < rows; ++i, sums += pitch) {
    const int32x4_t term = vdupq_n_s32(terms[i]);
    for (int64_t j = 0; j < columns; j += 4) {
      vst1q_s32(sums + j, vaddq_s32(vld1q_s32(sums + j), term));
    }
  }
}

}  // namespace tflite::kernels

#endif
