#include "delegates/dsp/skel/kernels/hvx/pixel_sums.h"

namespace tflite::dsp {
namespace {

constexpr int kPixels = 8;

// Words a0+a1, a2+a3, .. of `low`, then of `high`.
TFLL_DSP_INLINE Vec AddNeighbours(Vec high, Vec low) {
  const VecPair dealt = Q6_W_vdeal_VVR(high, low, -4);
  return Q6_Vw_vadd_VwVw(Q6_V_lo_W(dealt), Q6_V_hi_W(dealt));
}

template <bool kSigned>
TFLL_DSP_INLINE Vec AddBytes(Vec sum, Vec bytes, Vec ones) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVbVb(sum, bytes, ones)
                 : Q6_Vw_vrmpyacc_VwVubVb(sum, bytes, ones);
}

// 4 words each of 8 pixels.
template <bool kSigned>
TFLL_DSP_INLINE Vec EightPixels(const PixelSumsJob& job, int32_t first) {
  Vec sum[kPixels];
  TFLL_DSP_UNROLL
  for (int p = 0; p < kPixels; ++p) sum[p] = Zero();
  const Vec ones = SplatByte(1);
  const int32_t whole = job.piece_bytes / kVectorBytes;
  const Mask inside = Q6_Q_vsetq_R(job.piece_bytes);
  const Vec last = Q6_V_vand_QR(inside, 0x01010101);
  for (int32_t t = 0; t < job.piece_count; ++t) {
    const uint8_t* __restrict x[kPixels];
    TFLL_DSP_UNROLL
    for (int p = 0; p < kPixels; ++p) {
      x[p] = job.windows[first + p] + job.pieces[t];
    }
    for (int32_t i = 0; i < whole; ++i) {
      TFLL_DSP_UNROLL
      for (int p = 0; p < kPixels; ++p) {
        sum[p] = AddBytes<kSigned>(sum[p], LoadUnaligned(x[p]), ones);
        x[p] += kVectorBytes;
      }
    }
    if (job.piece_bytes % kVectorBytes != 0) {
      TFLL_DSP_UNROLL
      for (int p = 0; p < kPixels; ++p) {
        sum[p] = AddBytes<kSigned>(sum[p], LoadUnaligned(x[p]), last);
      }
    }
  }
  return AddNeighbours(AddNeighbours(AddNeighbours(sum[7], sum[6]),
                                     AddNeighbours(sum[5], sum[4])),
                       AddNeighbours(AddNeighbours(sum[3], sum[2]),
                                     AddNeighbours(sum[1], sum[0])));
}

template <bool kSigned>
void Sums(const PixelSumsJob& job) {
  const int32_t factor = (job.factor << 16) | (job.factor & 0xffff);
  for (int32_t p = 0; p < job.count; p += kVectorWords) {
    Vec part[4];
    for (int i = 0; i < 4; ++i) {
      part[i] = EightPixels<kSigned>(job, p + kPixels * i);
    }
    const Vec sum = AddNeighbours(AddNeighbours(part[3], part[2]),
                                  AddNeighbours(part[1], part[0]));
    StoreUnaligned(job.sums + p, Q6_Vw_vmpyi_VwRh(sum, factor));
  }
}

}  // namespace

void PixelSums(const PixelSumsJob& job) {
  if (job.is_signed) {
    Sums<true>(job);
  } else {
    Sums<false>(job);
  }
}

}  // namespace tflite::dsp
