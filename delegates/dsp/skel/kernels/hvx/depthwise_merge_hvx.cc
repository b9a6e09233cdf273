#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

struct FourPixels {
  Vec v[4];
};

// From four groups of 4 pixels by 32 bytes, each pixel's 128.
TFLL_DSP_INLINE FourPixels Merge(Vec g0, Vec g1, Vec g2, Vec g3) {
  const VecPair a = Q6_W_vshuff_VVR(g1, g0, 32);
  const VecPair b = Q6_W_vshuff_VVR(g3, g2, 32);
  const VecPair even = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), 64);
  const VecPair odd = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), 64);
  return {{Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even), Q6_V_hi_W(odd)}};
}

// Whole blocks, 128 bytes a pixel.
template <bool kAligned>
TFLL_DSP_NOINLINE void MergeBlocks(const Vec* in, int32_t group, int32_t blocks,
                                   uint8_t* to, int32_t pitch) {
  const Vec* __restrict in0 = in;
  const Vec* __restrict in1 = in0 + group;
  const Vec* __restrict in2 = in1 + group;
  const Vec* __restrict in3 = in2 + group;
  uint8_t* __restrict out = to;
  TFLL_DSP_NO_UNROLL
  for (int32_t b = 0; b < blocks; ++b) {
    const FourPixels px = Merge(*in0++, *in1++, *in2++, *in3++);
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) {
      if (kAligned) {
        *reinterpret_cast<Vec*>(out) = px.v[p];
      } else {
        StoreUnaligned(out, px.v[p]);
      }
      out += pitch;
    }
  }
}

// Pixels of 32 or 64 channels lie side by side in a block.
TFLL_DSP_NOINLINE void MergeOne(const Vec* in, int32_t blocks, uint8_t* to) {
  const Vec* __restrict from = in;
  uint8_t* __restrict out = to;
  for (int32_t b = 0; b < blocks; ++b, out += kVectorBytes) {
    StoreUnaligned(out, *from++);
  }
}
TFLL_DSP_NOINLINE void MergeTwo(const Vec* in, int32_t group, int32_t blocks,
                                uint8_t* to) {
  const Vec* __restrict in0 = in;
  const Vec* __restrict in1 = in + group;
  uint8_t* __restrict out = to;
  for (int32_t b = 0; b < blocks; ++b, out += 2 * kVectorBytes) {
    const VecPair a = Q6_W_vshuff_VVR(*in1++, *in0++, 32);
    const VecPair px = Q6_W_vshuff_VVR(Q6_V_hi_W(a), Q6_V_lo_W(a), 64);
    StoreUnaligned(out, Q6_V_lo_W(px));
    StoreUnaligned(out + kVectorBytes, Q6_V_hi_W(px));
  }
}

// The pixels of one block that must not write behind their channels.
TFLL_DSP_NOINLINE void MergeExactly(const Vec* in, int32_t group,
                                    int32_t pixels, uint8_t* to, int32_t pitch,
                                    int32_t width) {
  const FourPixels px =
      Merge(in[0], in[group], in[2 * group], in[3 * group]);
  for (int p = 0; p < pixels; ++p) StoreFirst(to + p * pitch, px.v[p], width);
}

}  // namespace

void MergeGroups(const MergeJob& job) {
  const bool aligned =
      (reinterpret_cast<uintptr_t>(job.out) | job.channels) % kVectorBytes == 0;
  const bool dense = job.channels == 32 || job.channels == 64;
  int32_t rows = job.rows, columns = job.columns;
  const Vec* blocks = job.blocks;
  uint8_t* out = job.out;
  if (columns % 4 == 0) {
    columns *= rows;
    rows = 1;
  }
  const int32_t pitch = job.channels;
  for (; rows > 0; --rows) {
    int32_t whole = columns / 4;
    // Blocks whose last pixel may write 128 bytes.
    while (!dense && whole > 0 &&
           out + (whole * 4 - 1) * pitch + kVectorBytes > job.end) {
      --whole;
    }
    if (job.channels == 32) {
      MergeOne(blocks, whole, out);
    } else if (job.channels == 64) {
      MergeTwo(blocks, job.group, whole, out);
    } else if (aligned) {
      MergeBlocks<true>(blocks, job.group, whole, out, pitch);
    } else {
      MergeBlocks<false>(blocks, job.group, whole, out, pitch);
    }
    for (int32_t x = whole * 4; x < columns; x += 4) {
      MergeExactly(blocks + x / 4, job.group,
                   columns - x < 4 ? columns - x : 4, out + x * pitch, pitch,
                   job.width);
    }
    blocks += (columns + 3) / 4;
    out += columns * pitch;
  }
}

}  // namespace tflite::dsp
