#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_parts.h"

namespace tflite::dsp {
namespace {

// Words of 32 pixels, a run of quads each, `step` bytes apart.
struct Gather {
  int32_t step, quads;
  Vec flip;
  int32_t panel_bytes;  // from a quad's panel to the next one's
  // Whether 31 pixels more than a row has are readable.
  bool reads_more;
};

TFLL_DSP_INLINE void ExchangeWords(Vec* x, Vec* y, int32_t words) {
  const VecPair both = Q6_W_vshuff_VVR(*y, *x, 4 * words);
  *x = Q6_V_lo_W(both);
  *y = Q6_V_hi_W(both);
}

// Up to kQuads quads, 8 or 16: vector j gets 4 * kQuads bytes each of the
// pixels j, j + kQuads and so on; exchanges make the vector's number that of
// the quad. Pixels past `last` repeat it; kWhole: there are none.
template <int32_t kQuads, bool kWhole>
TFLL_DSP_NOINLINE void TransposeQuads(const uint8_t* __restrict in,
                                      const Gather& g, int32_t last,
                                      int32_t quads, uint8_t* __restrict out) {
  constexpr int32_t kParts = kVectorWords / kQuads, kPartBytes = 4 * kQuads;
  const Mask second = Q6_Q_vsetq2_R(kPartBytes);
  const Mask half = Q6_Q_vsetq2_R(kVectorBytes / 2);
  const Mask fourth = Q6_Q_vsetq2_R(kVectorBytes - kPartBytes);
  const uint8_t* at[kParts];
  TFLL_DSP_UNROLL
  for (int32_t q = 0; q < kParts; ++q) {
    const int32_t first = kWhole || q * kQuads < last ? q * kQuads : last;
    at[q] = in + first * g.step - q * kPartBytes;
  }
  Vec v[kQuads];
  TFLL_DSP_UNROLL
  for (int32_t j = 0; j < kQuads; ++j) {
    Vec parts[kParts];
    TFLL_DSP_UNROLL
    for (int32_t q = 0; q < kParts; ++q) {
      parts[q] = LoadUnaligned(at[q]);
      at[q] += kWhole || q * kQuads + j < last ? g.step : 0;
      // One addition per pixel, not one product.
      asm("" : "+r"(at[q]));
    }
    if constexpr (kParts == 2) {
      v[j] = Q6_V_vmux_QVV(half, parts[0], parts[1]);
    } else {
      v[j] = Q6_V_vmux_QVV(half, Q6_V_vmux_QVV(second, parts[0], parts[1]),
                           Q6_V_vmux_QVV(fourth, parts[2], parts[3]));
    }
  }
  TFLL_DSP_UNROLL
  for (int32_t bit = 1; bit < kQuads; bit *= 2) {
    TFLL_DSP_UNROLL
    for (int32_t j = 0; j < kQuads; ++j) {
      if ((j & bit) == 0) ExchangeWords(&v[j], &v[j + bit], bit);
    }
  }
  TFLL_DSP_UNROLL
  for (int32_t j = 0; j < kQuads; ++j) {
    if (j < quads) StoreUnaligned(out, Q6_V_vxor_VV(v[j], g.flip));
    out += g.panel_bytes;
  }
}

// All quads of 32 pixels.
template <bool kWhole>
TFLL_DSP_INLINE void TransposeRuns(const uint8_t* in, const Gather& g,
                                   int32_t last, uint8_t* out) {
  int32_t left = g.quads;
  TFLL_DSP_NO_UNROLL
  for (; left > 8; left -= 16) {
    TransposeQuads<16, kWhole>(in, g, last, left, out);
    in += 4 * 16;
    out += 16 * g.panel_bytes;
  }
  if (left > 0) TransposeQuads<8, kWhole>(in, g, last, left, out);
}

// The bytes at `places` of 128; 0 where a place is 128 or more.
TFLL_DSP_INLINE Vec LookUpBytes(const uint8_t* at, Vec places, Vec others) {
  const Vec table = Q6_Vb_vshuff_Vb(LoadUnaligned(at));
  Vec x = Q6_Vb_vlut32or_VbVbVbI(others, places, table, 0);
  x = Q6_Vb_vlut32or_VbVbVbI(x, places, table, 1);
  x = Q6_Vb_vlut32or_VbVbVbI(x, places, table, 2);
  return Q6_Vb_vlut32or_VbVbVbI(x, places, table, 3);
}

// A row of `count` pixels, by lookups in one vector or two.
TFLL_DSP_NOINLINE void LookUpRow(const uint8_t* __restrict in, const Gather& g,
                                 int32_t loads, int32_t count,
                                 uint8_t* __restrict out) {
  // The places of the bytes of word i: i * step + 0 to 3.
  const Vec first = Q6_Vw_vmpyi_VwRh(Iota(), g.step << 16 | g.step);
  const Vec two = Q6_V_vor_VV(first, Q6_Vw_vasl_VwR(first, 8));
  Vec low = Q6_Vw_vadd_VwVw(Q6_V_vor_VV(two, Q6_Vw_vasl_VwR(two, 16)),
                            SplatWord(0x03020100));
  Vec high = low;
  if (loads == 2) {
    const Mask lower = Q6_Q_vsetq_R(kVectorBytes / 2);
    const Vec none = SplatByte(0xff);
    high = Q6_V_vmux_QVV(lower, none, Q6_V_vror_VR(low, kVectorBytes / 2));
    low = Q6_V_vmux_QVV(lower, low, none);
  }
  for (int32_t x = 0; x < count; x += kVectorWords) {
    uint8_t* to = out + x * 4;
    for (int32_t k = 0; k < g.quads; ++k, to += g.panel_bytes) {
      const uint8_t* at = in + x * g.step + 4 * k;
      Vec words = LookUpBytes(at, low, Zero());
      if (loads == 2) {
        words = LookUpBytes(at + kVectorWords / 2 * g.step, high, words);
      }
      StoreUnaligned(to, Q6_V_vxor_VV(words, g.flip));
    }
  }
}

// A row of `count` pixels; up to 31 words more are written.
void GatherRow(const uint8_t* in, const Gather& g, int32_t count,
               uint8_t* out) {
  const int32_t loads = PlanGather(g.step, g.quads).loads;
  if (loads > 0) return LookUpRow(in, g, loads, count, out);
  for (int32_t x = 0; x < count; x += kVectorWords) {
    const uint8_t* from = in + x * g.step;
    uint8_t* to = out + x * 4;
    const int32_t last = count - 1 - x;
    if (last < kVectorWords - 1 && !g.reads_more) {
      TransposeRuns<false>(from, g, last, to);
    } else {
      TransposeRuns<true>(from, g, last, to);
    }
  }
}

// The input rows of a strip whose first one is `first`, with their border.
void CopyDenseRows(const FewChannelsPlan& plan, const uint8_t* image,
                   int32_t first, int32_t rows, int32_t zero_point,
                   uint8_t* copy) {
  const Window& w = plan.window;
  const Vec zero = SplatByte(zero_point);
  const int32_t bytes = w.in_width * w.in_channels;
  for (int32_t y = first; y < first + rows; ++y, copy += plan.row_bytes) {
    Vec* __restrict row = reinterpret_cast<Vec*>(copy);
    for (int32_t i = 0; i < plan.row_bytes / kVectorBytes; ++i) row[i] = zero;
    if (y < 0 || y >= w.in_height) continue;
    CopyFewBytes(image + y * bytes, bytes, copy + w.pad_left * w.in_channels);
  }
}

// The quads of all taps of a filter row: those of the first tap, moved. The
// last store of a row writes up to 31 words more.
TFLL_DSP_NOINLINE void MoveTaps(const FewChannelsPlan& plan,
                                const uint8_t* __restrict taps,
                                int32_t panel_bytes, uint8_t* __restrict to) {
  const Window& w = plan.window;
  const int32_t bytes = w.out_width * 4;
  for (int32_t fx = 0; fx < w.filter_width; ++fx, taps += 4) {
    const uint8_t* from = taps;
    for (int32_t k = 0; k < plan.tap_quads; ++k) {
      for (int32_t i = 0; i < bytes; i += kVectorBytes) {
        StoreUnaligned(to + i, LoadUnaligned(from + i));
      }
      from += plan.tap_bytes;
      to += panel_bytes;
    }
  }
}

}  // namespace

void MakePackedPanel(const FewChannelsPlan& plan, const uint8_t* image,
                     int32_t y, int32_t rows, int32_t zero_point, Vec flip,
                     uint8_t* copy, uint8_t* taps, uint8_t* panel) {
  const Window& w = plan.window;
  const int32_t panel_bytes = plan.panel_pixels * 4;
  const Gather gather = {w.stride_width * w.in_channels, plan.run_quads, flip,
                         panel_bytes, plan.copy};
  const int32_t first = y * w.stride_height - w.pad_top;
  const int32_t in_rows = (rows - 1) * w.stride_height +
                          (w.filter_height - 1) * w.dilation_height + 1;
  const uint8_t* in = image + first * plan.row_bytes;
  if (plan.copy) {
    CopyDenseRows(plan, image, first, in_rows, zero_point, copy);
    in = copy;
  } else if (IsPlainTap(w)) {
    return GatherRow(in, gather, rows * w.out_width, panel);
  }
  int32_t phase = 0, row = 0;
  for (int32_t r = 0; r < in_rows; ++r, in += plan.row_bytes) {
    uint8_t* to = panel + row * w.out_width * 4 +
                  phase * plan.runs * plan.run_quads * panel_bytes;
    if (plan.tap_quads > 0) {
      GatherRow(in,
                {gather.step, plan.tap_quads, flip, plan.tap_bytes, plan.copy},
                w.out_width + w.filter_width - 1, taps);
      MoveTaps(plan, taps, panel_bytes, to);
    } else {
      for (int32_t run = 0; run < plan.runs; ++run) {
        GatherRow(in + run * plan.run_step, gather, w.out_width, to);
        to += plan.run_quads * panel_bytes;
      }
    }
    if (++phase == w.stride_height) {
      phase = 0;
      ++row;
    }
  }
}

void PackWeights(const FewChannelsPlan& plan, const Vec* __restrict from,
                 int32_t zero_point, Vec* __restrict to) {
  const Window& w = plan.window;
  const int32_t tap_quads = (w.in_channels + 3) / 4;
  const int32_t run_taps = w.filter_width / plan.runs;
  const Vec byte = SplatWord(0xff), none = SplatWord(zero_point & 0xff);
  for (int32_t run = 0; run < w.filter_height * plan.runs; ++run) {
    int32_t tap = 0, channel = 0;
    for (int32_t k = 0; k < plan.run_quads; ++k) {
      Vec word = Zero();
      for (int32_t j = 0; j < 4; ++j) {
        Vec one = none;
        if (tap < run_taps) {
          const Vec four = from[tap * tap_quads + channel / 4];
          one = Q6_V_vand_VV(Q6_Vuw_vlsr_VuwR(four, channel % 4 * 8), byte);
        }
        word = Q6_V_vor_VV(word, Q6_Vw_vasl_VwR(one, j * 8));
        if (++channel == w.in_channels) {
          channel = 0;
          ++tap;
        }
      }
      *to++ = word;
    }
    from += run_taps * tap_quads;
  }
}

}  // namespace tflite::dsp
