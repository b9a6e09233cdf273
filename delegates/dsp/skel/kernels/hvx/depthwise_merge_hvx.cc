#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

struct FourPixels {
  Vec v[4];
};

// Transposes blocks of four groups, 4 pixels by 32 channels each, to 4 pixels
// of 128 channels.
TFLL_DSP_INLINE FourPixels Merge(Vec g0, Vec g1, Vec g2, Vec g3) {
  const VecPair a = Q6_W_vshuff_VVR(g1, g0, 32);
  const VecPair b = Q6_W_vshuff_VVR(g3, g2, 32);
  const VecPair even = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), 64);
  const VecPair odd = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), 64);
  return {{Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even), Q6_V_hi_W(odd)}};
}

// Rows of `blocks` whole blocks and `rest` more pixels. Each pixel's store
// writes 128 bytes.
struct BlocksJob {
  const Vec* in;
  int32_t group;
  int32_t rows, blocks, rest;
  uint8_t* out;
  int32_t pitch;
};
template <bool kAligned>
TFLL_DSP_INLINE void StorePixel(uint8_t* out, Vec v) {
  if (kAligned) {
    *reinterpret_cast<Vec*>(out) = v;
  } else {
    StoreUnaligned(out, v);
  }
}
template <bool kAligned, int kRest>
TFLL_DSP_NOINLINE void MergeBlocks(const BlocksJob& job,
                                   uint8_t* __restrict out) {
  const Vec* __restrict in[4];
  TFLL_DSP_UNROLL
  for (int g = 0; g < 4; ++g) in[g] = job.in + g * job.group;
  const int32_t pitch = job.pitch;
  for (int32_t r = 0; r < job.rows; ++r) {
    Vec x[4];
    TFLL_DSP_UNROLL
    for (int g = 0; g < 4; ++g) x[g] = *in[g]++;
    TFLL_DSP_NO_UNROLL
    for (int32_t b = 0; b < job.blocks; ++b) {
      // In the order of the packets: each has a load of the next block and a
      // store.
      const FourPixels px = Merge(x[0], x[1], x[2], x[3]);
      TFLL_DSP_UNROLL
      for (int p = 0; p < 4; ++p) {
        x[p] = *in[p]++;
        StorePixel<kAligned>(out, px.v[p]);
        out += pitch;
      }
    }
    if (kRest == 0) {
      TFLL_DSP_UNROLL
      for (int g = 0; g < 4; ++g) --in[g];
      continue;
    }
    const FourPixels px = Merge(x[0], x[1], x[2], x[3]);
    TFLL_DSP_UNROLL
    for (int p = 0; p < kRest; ++p) {
      StorePixel<kAligned>(out, px.v[p]);
      out += pitch;
    }
  }
}

// If the output has 32 or 64 channels, its pixels are adjacent: a store writes
// four or two of them.
TFLL_DSP_NOINLINE void MergeOne(const Vec* __restrict in, int32_t blocks,
                                uint8_t* __restrict out) {
  for (int32_t b = 0; b < blocks; ++b, out += kVectorBytes) {
    StoreUnaligned(out, *in++);
  }
}
TFLL_DSP_NOINLINE void MergeTwo(const Vec* __restrict in0, int32_t group,
                                int32_t blocks, uint8_t* __restrict out) {
  const Vec* __restrict in1 = in0 + group;
  for (int32_t b = 0; b < blocks; ++b, out += 2 * kVectorBytes) {
    const VecPair a = Q6_W_vshuff_VVR(*in1++, *in0++, 32);
    const VecPair px = Q6_W_vshuff_VVR(Q6_V_hi_W(a), Q6_V_lo_W(a), 64);
    StoreUnaligned(out, Q6_V_lo_W(px));
    StoreUnaligned(out + kVectorBytes, Q6_V_hi_W(px));
  }
}

// Stores the pixels of one block without writing behind their channels.
TFLL_DSP_NOINLINE void MergeExactly(const Vec* in, int32_t group,
                                    int32_t pixels, uint8_t* to, int32_t pitch,
                                    int32_t width) {
  const FourPixels px = Merge(in[0], in[group], in[2 * group], in[3 * group]);
  for (int p = 0; p < pixels; ++p) StoreFirst(to + p * pitch, px.v[p], width);
}

}  // namespace

void MergeGroups(const MergeJob& job) {
  const int32_t pitch = job.channels;
  int32_t rows = job.rows, columns = job.columns;
  const Vec* blocks = job.blocks;
  uint8_t* out = job.out;
  const bool dense = pitch == 32 || pitch == 64;
  if (columns % 4 == 0) {
    columns *= rows;
    rows = 1;
    if (dense) {
      if (pitch == 32) {
        MergeOne(blocks, columns / 4, out);
      } else {
        MergeTwo(blocks, job.group, columns / 4, out);
      }
      return;
    }
  }
  BlocksJob all = {blocks,      job.group, rows, columns / 4,
                   columns % 4, out,       pitch};
  // Whole rows, and then whole blocks, as long as their stores end before
  // job.end.
  const auto last = [&](int32_t row, int32_t pixels) {
    return out + (row * columns + pixels - 1) * pitch + kVectorBytes;
  };
  while (all.rows > 0 && last(all.rows - 1, columns) > job.end) --all.rows;
  const bool aligned =
      (reinterpret_cast<uintptr_t>(out) | pitch) % kVectorBytes == 0;
  using Function = void (*)(const BlocksJob&, uint8_t* __restrict);
  static const Function kFunctions[2][4] = {
      {MergeBlocks<false, 0>, MergeBlocks<false, 1>, MergeBlocks<false, 2>,
       MergeBlocks<false, 3>},
      {MergeBlocks<true, 0>, MergeBlocks<true, 1>, MergeBlocks<true, 2>,
       MergeBlocks<true, 3>}};
  const auto merge = [aligned](const BlocksJob& b) {
    kFunctions[aligned ? 1 : 0][b.rest](b, b.out);
  };
  merge(all);
  for (int32_t r = all.rows; r < rows; ++r) {
    BlocksJob part = all;
    part.in += r * ((columns + 3) / 4);
    part.out += r * columns * pitch;
    part.rows = 1;
    part.rest = 0;
    while (part.blocks > 0 && last(r, part.blocks * 4) > job.end) {
      --part.blocks;
    }
    if (part.blocks > 0) merge(part);
    for (int32_t x = part.blocks * 4; x < columns; x += 4) {
      MergeExactly(part.in + x / 4, job.group,
                   columns - x < 4 ? columns - x : 4, part.out + x * pitch,
                   pitch, job.width);
    }
  }
}

}  // namespace tflite::dsp
