#include "delegates/dsp/skel/kernels/hvx/few_channels.h"

#include "delegates/dsp/skel/kernels/hvx/strip.h"

namespace tflite::dsp {
namespace {

constexpr int kVectors = 4;  // of pixels at a time

// Constants of a channel in every lane.
struct Constants {
  Vec bias, multiplier, rounding, shift;
};

// Controls of the network that moves pixels of 32 bytes, of which `channels`
// count, together.
struct CompressControls {
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
};
constexpr CompressControls MakeCompress(int32_t channels) {
  CompressControls controls = {};
  for (int32_t p = 0; p < 4; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      const int32_t to = p * channels + c;
      int32_t place = p * 32 + c;
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
  CompressControls of[kFewChannels + 1];
};
constexpr AllCompressControls MakeAllCompress() {
  AllCompressControls all = {};
  for (int32_t n = 1; n <= kFewChannels; ++n) all.of[n] = MakeCompress(n);
  return all;
}
constexpr AllCompressControls kCompress = MakeAllCompress();

struct Job {
  int32_t quads, out_quads;
  int32_t panel_bytes;  // from quad to quad
  const Vec* weights;   // signed
  const Constants* constants;
  bool has_sums;
  bool is_signed;
  Vec low, high;
  Vec* blocks;  // [out_quads][kVectors]
  Vec* sums;
};

// What is added to the sums of all channels: UINT8 weights whose zero point is
// not 128.
void SumPixels(const Job& job, const uint8_t* panel, int32_t factor) {
  Vec sum[kVectors] = {};
  for (int32_t q = 0; q < job.quads; ++q) {
    const Vec* x = reinterpret_cast<const Vec*>(panel + q * job.panel_bytes);
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sum[v] = Q6_Vw_vrmpyacc_VwVubRb(sum[v], x[v], 0x01010101);
    }
  }
  TFLL_DSP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    job.sums[v] =
        Q6_Vw_vmpyi_VwRh(sum[v], (factor << 16) | (factor & 0xffff));
  }
}

// Four output channels of 128 pixels.
template <bool kSigned>
TFLL_DSP_NOINLINE void FourChannels(const Job& job, int32_t n,
                                    const uint8_t* __restrict panel,
                                    Vec* __restrict out) {
  const Constants* __restrict c = job.constants + 4 * n;
  Vec sum[4][kVectors];
  TFLL_DSP_UNROLL
  for (int k = 0; k < 4; ++k) {
    const Vec bias = c[k].bias;
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sum[k][v] = job.has_sums ? Q6_Vw_vadd_VwVw(bias, job.sums[v]) : bias;
    }
  }
  const uint64_t* __restrict w =
      reinterpret_cast<const uint64_t*>(job.weights) + 2 * n;
  TFLL_DSP_NO_UNROLL
  for (int32_t q = 0; q < job.quads; ++q) {
    const Vec* x = reinterpret_cast<const Vec*>(panel);
    const uint64_t w01 = w[0], w23 = w[1];
    w += kVectorBytes / 8;
    panel += job.panel_bytes;
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const Vec a = x[v];
      sum[0][v] =
          Q6_Vw_vrmpyacc_VwVubRb(sum[0][v], a, static_cast<int32_t>(w01));
      sum[1][v] =
          Q6_Vw_vrmpyacc_VwVubRb(sum[1][v], a, static_cast<int32_t>(w01 >> 32));
      sum[2][v] =
          Q6_Vw_vrmpyacc_VwVubRb(sum[2][v], a, static_cast<int32_t>(w23));
      sum[3][v] =
          Q6_Vw_vrmpyacc_VwVubRb(sum[3][v], a, static_cast<int32_t>(w23 >> 32));
    }
  }
  constexpr int kLater = 2;
  const Vec minus_one = SplatWord(-1);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4 * kVectors + kLater; ++i) {
    if (i < 4 * kVectors) {
      Vec& x = sum[i / kVectors][i % kVectors];
      x = DoublingHighProduct(x, c[i / kVectors].multiplier);
    }
    if (i < kLater) continue;
    const int k = (i - kLater) / kVectors, v = (i - kLater) % kVectors;
    sum[k][v] =
        QuickShift(sum[k][v], c[k].rounding, c[k].shift, minus_one);
    if (k < 3) continue;
    const Vec even = Q6_Vh_vsat_VwVw(sum[2][v], sum[0][v]);
    const Vec odd = Q6_Vh_vsat_VwVw(sum[3][v], sum[1][v]);
    out[v] = ClampBytes<kSigned>(kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                                         : Q6_Vub_vsat_VhVh(odd, even),
                                 job.low, job.high);
  }
}

// 32 pixels of 4 channels, `out_quads` times, to pixels of 32 bytes.
struct EightVectors {
  Vec v[8];
};
TFLL_DSP_INLINE EightVectors Transpose(const Vec* in, int32_t out_quads) {
  Vec x[8];
  TFLL_DSP_UNROLL
  for (int i = 0; i < 8; ++i) {
    x[i] = in[(i < out_quads ? i : 0) * kVectors];
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

// 128 pixels in the output's order; writes up to 128 bytes more.
TFLL_DSP_NOINLINE void StorePixels(const Job& job, int32_t channels,
                                   const Vec* __restrict blocks,
                                   uint8_t* __restrict out) {
  if (channels == 16) {
    TFLL_DSP_NO_UNROLL
    for (int v = 0; v < kVectors; ++v, out += 4 * kVectorBytes) {
      const VecPair a =
          Q6_W_vshuff_VVR(blocks[kVectors + v], blocks[v], -4);
      const VecPair b = Q6_W_vshuff_VVR(blocks[3 * kVectors + v],
                                        blocks[2 * kVectors + v], -4);
      const VecPair low = Q6_W_vshuff_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -8);
      const VecPair high = Q6_W_vshuff_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -8);
      StoreUnaligned(out, Q6_V_lo_W(low));
      StoreUnaligned(out + kVectorBytes, Q6_V_hi_W(low));
      StoreUnaligned(out + 2 * kVectorBytes, Q6_V_lo_W(high));
      StoreUnaligned(out + 3 * kVectorBytes, Q6_V_hi_W(high));
    }
    return;
  }
  const Vec control =
      *reinterpret_cast<const Vec*>(kCompress.of[channels].bytes);
  TFLL_DSP_NO_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const EightVectors px = Transpose(blocks + v, job.out_quads);
    TFLL_DSP_UNROLL
    for (int i = 0; i < 8; ++i) {
      StoreUnaligned(out, Q6_V_vrdelta_VV(px.v[i], control));
      out += 4 * channels;
    }
  }
}

void CopyBytes(const uint8_t* from, int32_t bytes, uint8_t* to) {
  for (; bytes > 0; bytes -= kVectorBytes) {
    StoreFirst(to, LoadUnaligned(from),
               bytes < kVectorBytes ? bytes : kVectorBytes);
    from += kVectorBytes;
    to += kVectorBytes;
  }
}

// The panel of pixels of 16 or 32 bytes.
TFLL_DSP_NOINLINE void PanelOfPixels(const uint8_t* __restrict in,
                                     int32_t quads, int32_t pixels, Vec flip,
                                     int32_t panel_bytes,
                                     uint8_t* __restrict panel) {
  for (int32_t p = 0; p < pixels; p += kVectorWords) {
    Vec x[8];
    TFLL_DSP_UNROLL
    for (int i = 0; i < 8; ++i) {
      x[i] = i < quads ? Q6_V_vxor_VV(LoadUnaligned(in + i * kVectorBytes), flip)
                       : Zero();
    }
    in += quads * kVectorBytes;
    if (quads == 8) {
      // Words 0 4 1 5 .. of 4 pixels a vector, until each vector is one quad.
      VecPair y[4], z[4];
      TFLL_DSP_UNROLL
      for (int i = 0; i < 4; ++i) {
        y[i] = Q6_W_vdeal_VVR(x[2 * i + 1], x[2 * i], -4);
      }
      TFLL_DSP_UNROLL
      for (int i = 0; i < 2; ++i) {
        z[i] = Q6_W_vdeal_VVR(Q6_V_lo_W(y[2 * i + 1]), Q6_V_lo_W(y[2 * i]), -4);
        z[2 + i] =
            Q6_W_vdeal_VVR(Q6_V_hi_W(y[2 * i + 1]), Q6_V_hi_W(y[2 * i]), -4);
      }
      const VecPair q04 = Q6_W_vdeal_VVR(Q6_V_lo_W(z[1]), Q6_V_lo_W(z[0]), -4);
      const VecPair q26 = Q6_W_vdeal_VVR(Q6_V_hi_W(z[1]), Q6_V_hi_W(z[0]), -4);
      const VecPair q15 = Q6_W_vdeal_VVR(Q6_V_lo_W(z[3]), Q6_V_lo_W(z[2]), -4);
      const VecPair q37 = Q6_W_vdeal_VVR(Q6_V_hi_W(z[3]), Q6_V_hi_W(z[2]), -4);
      x[0] = Q6_V_lo_W(q04);
      x[4] = Q6_V_hi_W(q04);
      x[2] = Q6_V_lo_W(q26);
      x[6] = Q6_V_hi_W(q26);
      x[1] = Q6_V_lo_W(q15);
      x[5] = Q6_V_hi_W(q15);
      x[3] = Q6_V_lo_W(q37);
      x[7] = Q6_V_hi_W(q37);
    } else {
      const VecPair a = Q6_W_vdeal_VVR(x[1], x[0], -4);
      const VecPair b = Q6_W_vdeal_VVR(x[3], x[2], -4);
      const VecPair q02 = Q6_W_vdeal_VVR(Q6_V_lo_W(b), Q6_V_lo_W(a), -4);
      const VecPair q13 = Q6_W_vdeal_VVR(Q6_V_hi_W(b), Q6_V_hi_W(a), -4);
      x[0] = Q6_V_lo_W(q02);
      x[2] = Q6_V_hi_W(q02);
      x[1] = Q6_V_lo_W(q13);
      x[3] = Q6_V_hi_W(q13);
    }
    uint8_t* to = panel + p * 4;
    TFLL_DSP_UNROLL
    for (int i = 0; i < 8; ++i) {
      if (i < quads) {
        *reinterpret_cast<Vec*>(to) = x[i];
        to += panel_bytes;
      }
    }
  }
}

// One row of a tap's quad: `stride` pixels apart; writes up to 31 words more.
TFLL_DSP_NOINLINE void TapRow(const uint8_t* __restrict in, int32_t stride,
                              int32_t count, Vec flip,
                              uint8_t* __restrict out) {
  for (int32_t x = 0; x < count; x += kVectorWords, out += kVectorBytes) {
    Vec v = LoadUnaligned(in);
    if (stride == 2) {
      v = Q6_V_lo_W(
          Q6_W_vdeal_VVR(LoadUnaligned(in + kVectorBytes), v, -4));
    }
    StoreUnaligned(out, Q6_V_vxor_VV(v, flip));
    in += stride * kVectorBytes;
  }
}

void PanelOfTaps(const FewChannelsPlan& plan, int32_t rows, Vec flip,
                 const uint8_t* copy, uint8_t* panel) {
  const Window& w = plan.window;
  const StripPlan& strip = plan.strip;
  const uint8_t* first = copy + strip.left - w.pad_left * 4;
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      const uint8_t* in = first + fy * w.dilation_height * strip.row_bytes +
                          fx * w.dilation_width * 4;
      for (int32_t r = 0; r < rows; ++r) {
        TapRow(in, w.stride_width, w.out_width, flip,
               panel + r * w.out_width * 4);
        in += w.stride_height * strip.row_bytes;
      }
      panel += plan.panel_pixels * 4;
    }
  }
}

// Weights less 128, and the constants of each channel in every lane. INT8
// activations are used with 128 added, which the bias makes good.
void PrepareChannels(const Conv2dParams& p, const FewChannelsPlan& plan,
                     const Memory& memory, const FinishGroup& finish,
                     Vec* __restrict weights, Constants* __restrict constants) {
  const Vec* __restrict packed = memory.At<const Vec>(p.weights);
  const Vec flip = SplatByte(0x80);
  const Vec ones = SplatByte(1);
  Vec sum = Zero();
  for (int32_t q = 0; q < plan.quads; ++q) {
    weights[q] = Q6_V_vxor_VV(packed[q], flip);
    sum = Q6_Vw_vrmpyacc_VwVbVb(sum, weights[q], ones);
  }
  FinishGroup f = finish;
  if (p.is_signed != 0) {
    f.bias = Q6_Vw_vsub_VwVw(f.bias, Q6_Vw_vasl_VwR(sum, 7));
  }
  const int32_t* words = reinterpret_cast<const int32_t*>(&f);
  for (int32_t c = 0; c < plan.out_quads * 4; ++c) {
    constants[c].bias = SplatWord(words[c]);
    constants[c].multiplier = SplatWord(words[32 + c]);
    constants[c].rounding = SplatWord(words[64 + c]);
    constants[c].shift = SplatWord(words[96 + c]);
  }
}

}  // namespace

void FewChannelsConv2d(const Conv2dParams& p, const FewChannelsPlan& plan,
                       const Memory& memory, const FinishGroup* finish,
                       uint8_t* scratch) {
  const Window& w = plan.window;
  const FewChannelsTables sizes = PlaceFewChannels(plan);
  uint8_t* at = scratch;
  Vec* weights = reinterpret_cast<Vec*>(at);
  Constants* constants = reinterpret_cast<Constants*>(at += sizes.weights);
  Vec* blocks = reinterpret_cast<Vec*>(at += sizes.constants);
  Vec* sums = reinterpret_cast<Vec*>(at += sizes.blocks);
  uint8_t* panel = at += sizes.sums;
  uint8_t* copy = at + sizes.panel + kVectorBytes;
  uint8_t* last = reinterpret_cast<uint8_t*>(blocks + 8 * kVectors);
  PrepareChannels(p, plan, memory, *finish, weights, constants);
  const bool is_signed = p.is_signed != 0;
  const int32_t factor = 128 - p.weights_zero_point;
  Job job = {};
  job.quads = plan.quads;
  job.out_quads = plan.out_quads;
  job.panel_bytes = plan.panel_pixels * 4;
  job.weights = weights;
  job.constants = constants;
  job.has_sums = !is_signed && factor != 0;
  job.low = SplatByte(p.finish.min);
  job.high = SplatByte(p.finish.max);
  job.sums = sums;
  const Vec flip = SplatByte(is_signed ? 0x80 : 0);
  uint8_t* out = memory.At<uint8_t>(p.output);
  const uint8_t* end = out + RoundUp(static_cast<int32_t>(p.output.bytes), 128);
  const int32_t image_bytes = w.in_height * w.in_width * w.in_channels;
  for (int32_t b = 0; b < w.batch; ++b) {
    const uint8_t* image = memory.At<const uint8_t>(p.input) + b * image_bytes;
    for (int32_t y = 0; y < w.out_height; y += plan.out_rows) {
      const int32_t left = w.out_height - y;
      const int32_t rows = left < plan.out_rows ? left : plan.out_rows;
      const int32_t pixels = rows * w.out_width;
      if (plan.taps) {
        CopyStrip(plan.strip, w, image, y, p.input_zero_point, copy);
        PanelOfTaps(plan, rows, flip, copy, panel);
      } else {
        PanelOfPixels(image + y * w.in_width * w.in_channels, plan.quads,
                      pixels, flip, job.panel_bytes, panel);
      }
      for (int32_t x = 0; x < pixels; x += 128) {
        const uint8_t* part = panel + x * 4;
        if (job.has_sums) SumPixels(job, part, factor);
        for (int32_t n = 0; n < plan.out_quads; ++n) {
          if (is_signed) {
            FourChannels<true>(job, n, part, blocks + n * kVectors);
          } else {
            FourChannels<false>(job, n, part, blocks + n * kVectors);
          }
        }
        const int32_t count = pixels - x < 128 ? pixels - x : 128;
        if (count == 128 &&
            out + 128 * w.out_channels + kVectorBytes <= end) {
          StorePixels(job, w.out_channels, blocks, out);
        } else {
          StorePixels(job, w.out_channels, blocks, last);
          CopyBytes(last, count * w.out_channels, out);
        }
        out += count * w.out_channels;
      }
    }
  }
}

}  // namespace tflite::dsp
