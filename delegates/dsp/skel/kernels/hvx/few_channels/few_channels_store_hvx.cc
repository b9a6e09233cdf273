#include "delegates/dsp/skel/kernels/hvx/few_channels/compress.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_parts.h"

namespace tflite::dsp {
namespace {

// Controls of vrdelta, a permutation network, to remove the padding of pixels:
// of each 32 bytes, or 64 for more than 32 channels, the first `channels` are
// moved next to those of the pixel before.
struct CompressControls {
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
};
constexpr CompressControls MakeCompress(int32_t channels) {
  CompressControls controls = {};
  const int32_t pitch = channels <= 32 ? 32 : 64;
  for (int32_t p = 0; p < kVectorBytes / pitch; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      const int32_t to = p * channels + c;
      int32_t place = p * pitch + c;
      for (int32_t bit = 1; bit < kVectorBytes; bit *= 2) {
        const int32_t next = (place & ~bit) | (to & bit);
        if (next != place) controls.bytes[next] |= bit;
        place = next;
      }
    }
  }
  return controls;
}
struct AllCompressControls {
  CompressControls of[2 * kVectorWords + 1];
};
constexpr AllCompressControls MakeAllCompress() {
  AllCompressControls all = {};
  for (int32_t n = 1; n <= 2 * kVectorWords; ++n) all.of[n] = MakeCompress(n);
  return all;
}
constexpr AllCompressControls kCompress = MakeAllCompress();

// Transposes 32 pixels from up to eight vectors with 4 channels each to pixels
// of 32 adjacent bytes.
struct EightVectors {
  Vec v[8];
};
TFLL_DSP_INLINE EightVectors Transpose(const Vec* in, int32_t out_quads) {
  Vec x[8];
  TFLL_DSP_UNROLL
  for (int i = 0; i < 8; ++i) {
    x[i] = in[(i < out_quads ? i : 0) * kFewVectors];
  }
  VecPair two[4];  // pixels of 8 bytes: 0-15, 16-31
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) {
    two[i] = Q6_W_vshuff_VVR(x[2 * i + 1], x[2 * i], -4);
  }
  EightVectors out;
  TFLL_DSP_UNROLL
  for (int h = 0; h < 2; ++h) {  // 16 pixels
    const auto half = [h](VecPair p) {
      return h == 0 ? Q6_V_lo_W(p) : Q6_V_hi_W(p);
    };
    const VecPair a = Q6_W_vshuff_VVR(half(two[1]), half(two[0]), -8);
    const VecPair b = Q6_W_vshuff_VVR(half(two[3]), half(two[2]), -8);
    const VecPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -16);
    const VecPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -16);
    out.v[4 * h] = Q6_V_lo_W(low);
    out.v[4 * h + 1] = Q6_V_hi_W(low);
    out.v[4 * h + 2] = Q6_V_lo_W(high);
    out.v[4 * h + 3] = Q6_V_hi_W(high);
  }
  return out;
}

// Stores pixels of 33 to 128 channels. Not inlined, because it needs a large
// stack frame.
TFLL_DSP_NOINLINE void StoreWidePixels(int32_t out_quads, int32_t channels,
                                       const Vec* __restrict blocks,
                                       uint8_t* __restrict out) {
  constexpr int32_t kBlock = 8 * kFewVectors;
  if (out_quads <= 16) {
    const Vec control =
        *reinterpret_cast<const Vec*>(kCompress.of[channels].bytes);
    TFLL_DSP_NO_UNROLL
    for (int v = 0; v < kFewVectors; ++v) {
      const EightVectors a = Transpose(blocks + v, 8);
      const EightVectors b = Transpose(blocks + kBlock + v, out_quads - 8);
      TFLL_DSP_UNROLL
      for (int i = 0; i < 8; ++i) {
        const VecPair two = Q6_W_vshuff_VVR(b.v[i], a.v[i], -32);
        StoreUnaligned(out, Q6_V_vrdelta_VV(Q6_V_lo_W(two), control));
        out += 2 * channels;
        StoreUnaligned(out, Q6_V_vrdelta_VV(Q6_V_hi_W(two), control));
        out += 2 * channels;
      }
    }
    return;
  }
  TFLL_DSP_NO_UNROLL
  for (int v = 0; v < kFewVectors; ++v) {
    EightVectors block[4];
    TFLL_DSP_UNROLL
    for (int b = 0; b < 4; ++b) {
      const int from = out_quads > 8 * b ? b : 0;
      block[b] = Transpose(blocks + from * kBlock + v, out_quads - 8 * from);
    }
    TFLL_DSP_UNROLL
    for (int i = 0; i < 8; ++i) {
      const VecPair ab = Q6_W_vshuff_VVR(block[1].v[i], block[0].v[i], -32);
      const VecPair cd = Q6_W_vshuff_VVR(block[3].v[i], block[2].v[i], -32);
      const VecPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(cd), Q6_V_lo_W(ab), -64);
      const VecPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(cd), Q6_V_hi_W(ab), -64);
      StoreUnaligned(out, Q6_V_lo_W(low));
      StoreUnaligned(out + channels, Q6_V_hi_W(low));
      StoreUnaligned(out + 2 * channels, Q6_V_lo_W(high));
      StoreUnaligned(out + 3 * channels, Q6_V_hi_W(high));
      out += 4 * channels;
    }
  }
}

}  // namespace

void StoreFewPixels(int32_t out_quads, int32_t channels,
                    const Vec* __restrict blocks, uint8_t* __restrict out) {
  if (channels > 32) return StoreWidePixels(out_quads, channels, blocks, out);
  if (channels == 16) {
    TFLL_DSP_NO_UNROLL
    for (int v = 0; v < kFewVectors; ++v, out += 4 * kVectorBytes) {
      const VecPair a = Q6_W_vshuff_VVR(blocks[kFewVectors + v], blocks[v], -4);
      const VecPair b = Q6_W_vshuff_VVR(blocks[3 * kFewVectors + v],
                                        blocks[2 * kFewVectors + v], -4);
      const VecPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -8);
      const VecPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -8);
      StoreUnaligned(out, Q6_V_lo_W(low));
      StoreUnaligned(out + kVectorBytes, Q6_V_hi_W(low));
      StoreUnaligned(out + 2 * kVectorBytes, Q6_V_lo_W(high));
      StoreUnaligned(out + 3 * kVectorBytes, Q6_V_hi_W(high));
    }
    return;
  }
  if (channels == 32 && reinterpret_cast<uintptr_t>(out) % kVectorBytes == 0) {
    Vec* __restrict to = reinterpret_cast<Vec*>(out);
    TFLL_DSP_NO_UNROLL
    for (int v = 0; v < kFewVectors; ++v, to += 8) {
      const EightVectors px = Transpose(blocks + v, 8);
      TFLL_DSP_UNROLL
      for (int i = 0; i < 8; ++i) to[i] = px.v[i];
    }
    return;
  }
  const Vec control =
      *reinterpret_cast<const Vec*>(kCompress.of[channels].bytes);
  TFLL_DSP_NO_UNROLL
  for (int v = 0; v < kFewVectors; ++v) {
    const EightVectors px = Transpose(blocks + v, out_quads);
    TFLL_DSP_UNROLL
    for (int i = 0; i < 8; ++i) {
      StoreUnaligned(out, Q6_V_vrdelta_VV(px.v[i], control));
      out += 4 * channels;
    }
  }
}

void CopyFewBytes(const uint8_t* from, int32_t bytes, uint8_t* to) {
  for (; bytes > 0; bytes -= kVectorBytes) {
    StoreFirst(to, LoadUnaligned(from),
               bytes < kVectorBytes ? bytes : kVectorBytes);
    from += kVectorBytes;
    to += kVectorBytes;
  }
}

const Vec* CompressControl(int32_t channels) {
  return reinterpret_cast<const Vec*>(kCompress.of[channels].bytes);
}

}  // namespace tflite::dsp
