#include "delegates/dsp/skel/kernels/hvx/pixel_sums.h"

namespace tflite::dsp {
namespace {

constexpr int kPixels = 8;

// Words a0+a1, a2+a3, .. of `low`, then of `high`.
TFLL_DSP_INLINE Vec AddNeighbours(Vec high, Vec low) {
  const VecPair dealt = Q6_W_vdeal_VVR(high, low, -4);
  return Q6_Vw_vadd_VwVw(Q6_V_lo_W(dealt), Q6_V_hi_W(dealt));
}

// Adds the 4 bytes of each word. Bytes for which `ones` is 0 do not count.
template <bool kSigned>
TFLL_DSP_INLINE Vec SumBytes(Vec bytes, Vec ones) {
  return kSigned ? Q6_Vw_vrmpy_VbVb(bytes, ones)
                 : Q6_Vw_vrmpy_VubVb(bytes, ones);
}
template <bool kSigned>
TFLL_DSP_INLINE Vec AddBytes(Vec sum, Vec bytes, Vec ones) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVbVb(sum, bytes, ones)
                 : Q6_Vw_vrmpyacc_VwVubVb(sum, bytes, ones);
}

// Adds neighbouring words until kVectors vectors have become one.
template <bool kSigned, int kVectors>
TFLL_DSP_INLINE Vec Tree(const Vec* __restrict in, Vec ones) {
  if constexpr (kVectors == 1) {
    return SumBytes<kSigned>(*in, ones);
  } else {
    return AddNeighbours(Tree<kSigned, kVectors / 2>(in + kVectors / 2, ones),
                         Tree<kSigned, kVectors / 2>(in, ones));
  }
}

TFLL_DSP_INLINE Vec AddEight(const Vec* sum) {
  return AddNeighbours(AddNeighbours(AddNeighbours(sum[7], sum[6]),
                                     AddNeighbours(sum[5], sum[4])),
                       AddNeighbours(AddNeighbours(sum[3], sum[2]),
                                     AddNeighbours(sum[1], sum[0])));
}
TFLL_DSP_INLINE Vec AddFour(const Vec* part) {
  return AddNeighbours(AddNeighbours(part[3], part[2]),
                       AddNeighbours(part[1], part[0]));
}

TFLL_DSP_INLINE Vec Scaled(Vec sum, int32_t factor) {
  return Q6_Vw_vmpyi_VwRh(sum, (factor << 16) | (factor & 0xffff));
}

// For pixels of 4 * kVectors bytes at aligned addresses.
template <bool kSigned, int kVectors>
void SumAligned(const uint8_t* pixels, int32_t count, int32_t factor,
                int32_t* sums) {
  const Vec* __restrict in = reinterpret_cast<const Vec*>(pixels);
  const Vec ones = SplatByte(1);
  for (int32_t p = 0; p < count; p += kVectorWords, in += kVectors) {
    StoreUnaligned(sums + p, Scaled(Tree<kSigned, kVectors>(in, ones), factor));
  }
}

// For any other size: 8 pixels at a time.
template <bool kSigned>
void SumPixels(const uint8_t* pixels, int32_t count, int32_t bytes,
               int32_t factor, int32_t* sums) {
  const int32_t chunks = (bytes + kVectorBytes - 1) / kVectorBytes;
  const Vec ones = SplatByte(1);
  // Of the bytes of whole vectors, vsetq counts none.
  const Vec last = Q6_V_vand_QR(Q6_Q_vsetq_R(bytes), 0x01010101);
  const Vec use = bytes % kVectorBytes == 0 ? ones : last;
  for (int32_t p = 0; p < count; p += kVectorWords) {
    Vec part[4];
    for (int32_t i = 0; i < 4; ++i) {
      const uint8_t* __restrict x[kPixels];
      Vec sum[kPixels];
      TFLL_DSP_UNROLL
      for (int q = 0; q < kPixels; ++q) x[q] = pixels + q * bytes;
      pixels += kPixels * bytes;
      const int32_t tail = (chunks - 1) * kVectorBytes;
      TFLL_DSP_UNROLL
      for (int q = 0; q < kPixels; ++q) {
        sum[q] = SumBytes<kSigned>(LoadUnaligned(x[q] + tail), use);
      }
      for (int32_t c = 0; c < chunks - 1; ++c) {
        TFLL_DSP_UNROLL
        for (int q = 0; q < kPixels; ++q) {
          sum[q] = AddBytes<kSigned>(sum[q], LoadUnaligned(x[q]), ones);
          x[q] += kVectorBytes;
        }
      }
      part[i] = AddEight(sum);
    }
    StoreUnaligned(sums + p, Scaled(AddFour(part), factor));
  }
}

template <bool kSigned>
void SumDense(const uint8_t* pixels, int32_t count, int32_t bytes,
              int32_t factor, int32_t* sums) {
  if (reinterpret_cast<uintptr_t>(pixels) % kVectorBytes == 0) {
    switch (bytes) {
      case 4:
        return SumAligned<kSigned, 1>(pixels, count, factor, sums);
      case 8:
        return SumAligned<kSigned, 2>(pixels, count, factor, sums);
      case 16:
        return SumAligned<kSigned, 4>(pixels, count, factor, sums);
      case 32:
        return SumAligned<kSigned, 8>(pixels, count, factor, sums);
      case 64:
        return SumAligned<kSigned, 16>(pixels, count, factor, sums);
      case 128:
        return SumAligned<kSigned, 32>(pixels, count, factor, sums);
      default:
        break;
    }
  }
  SumPixels<kSigned>(pixels, count, bytes, factor, sums);
}

// 4 partial sums of each of 8 windows.
template <bool kSigned>
TFLL_DSP_INLINE Vec EightWindows(const WindowSumsJob& job, int32_t first) {
  Vec sum[kPixels];
  TFLL_DSP_UNROLL
  for (int p = 0; p < kPixels; ++p) sum[p] = Zero();
  const Vec ones = SplatByte(1);
  const int32_t whole = job.piece_bytes / kVectorBytes;
  const Vec last = Q6_V_vand_QR(Q6_Q_vsetq_R(job.piece_bytes), 0x01010101);
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
  return AddEight(sum);
}

template <bool kSigned>
void Windows(const WindowSumsJob& job) {
  for (int32_t p = 0; p < job.count; p += kVectorWords) {
    Vec part[4];
    for (int i = 0; i < 4; ++i) {
      part[i] = EightWindows<kSigned>(job, p + kPixels * i);
    }
    StoreUnaligned(job.sums + p, Scaled(AddFour(part), job.factor));
  }
}

}  // namespace

void SumDensePixels(const uint8_t* pixels, int32_t count, int32_t bytes,
                    bool is_signed, int32_t factor, int32_t* sums) {
  if (is_signed) {
    SumDense<true>(pixels, count, bytes, factor, sums);
  } else {
    SumDense<false>(pixels, count, bytes, factor, sums);
  }
}

void SumWindows(const WindowSumsJob& job) {
  if (job.is_signed) {
    Windows<true>(job);
  } else {
    Windows<false>(job);
  }
}

namespace {

// The sums of 32 windows, the first of which starts at `pixels`.
template <bool kStride2>
TFLL_DSP_INLINE Vec SumBox(const BoxSumsJob& job,
                           const int32_t* __restrict pixels) {
  Vec sum = Zero();
  const int32_t row = job.pitch * job.dilation_height;
  for (int32_t fy = 0; fy < job.height; ++fy, pixels += row) {
    const int32_t* __restrict tap = pixels;
    for (int32_t fx = 0; fx < job.width; ++fx, tap += job.dilation_width) {
      Vec values = LoadUnaligned(tap);
      if (kStride2) {
        values = Q6_V_lo_W(
            Q6_W_vdeal_VVR(LoadUnaligned(tap + kVectorWords), values, -4));
      }
      sum = Q6_Vw_vadd_VwVw(sum, values);
    }
  }
  return sum;
}

}  // namespace

void SumBoxes(const BoxSumsJob& job, int32_t* sums) {
  for (int32_t x = 0; x < job.count; x += kVectorWords) {
    const int32_t* at = job.pixels + x * job.stride;
    StoreUnaligned(sums + x, job.stride == 2 ? SumBox<true>(job, at)
                                             : SumBox<false>(job, at));
  }
}

}  // namespace tflite::dsp
