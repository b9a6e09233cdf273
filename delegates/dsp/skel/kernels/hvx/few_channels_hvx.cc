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
  const int32_t* offsets;  // of each quad's panel; one more is read
  bool aligned;            // all of them, to 128
  bool two_rows_aligned;   // those of the first two rows of a 3x3 filter
  const Vec* weights;      // signed
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
    const HVX_UVector* x =
        reinterpret_cast<const HVX_UVector*>(panel + job.offsets[q]);
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sum[v] = Q6_Vw_vrmpyacc_VwVubRb(sum[v], x[v], 0x01010101);
    }
  }
  TFLL_DSP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    job.sums[v] = Q6_Vw_vmpyi_VwRh(sum[v], (factor << 16) | (factor & 0xffff));
  }
}

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadPanel(const uint8_t* p, int v) {
  return kAligned ? reinterpret_cast<const Vec*>(p)[v]
                  : LoadUnaligned(p + v * kVectorBytes);
}

struct FourByFour {
  Vec sum[4][kVectors];

  // Weights and the first vector are read one step ahead.
  // The first kAligned quads are aligned.
  template <int kAligned, int kQuads>
  TFLL_DSP_INLINE void MultiplyFixed(const Job& job, int32_t n,
                                     const uint8_t* panel) {
    const int32_t* __restrict offset = job.offsets;
    const uint64_t* __restrict w =
        reinterpret_cast<const uint64_t*>(job.weights) + 2 * n;
    TFLL_DSP_UNROLL
    for (int32_t q = 0; q < kQuads; ++q) {
      const uint64_t w01 = w[q * 16], w23 = w[q * 16 + 1];
      const int32_t word[4] = {
          static_cast<int32_t>(w01), static_cast<int32_t>(w01 >> 32),
          static_cast<int32_t>(w23), static_cast<int32_t>(w23 >> 32)};
      const uint8_t* x = panel + offset[q];
      TFLL_DSP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const Vec a =
            q < kAligned ? LoadPanel<true>(x, v) : LoadPanel<false>(x, v);
        TFLL_DSP_UNROLL
        for (int k = 0; k < 4; ++k) {
          sum[k][v] = Q6_Vw_vrmpyacc_VwVubRb(sum[k][v], a, word[k]);
        }
      }
    }
  }

  template <bool kAligned>
  TFLL_DSP_INLINE void Multiply(const Job& job, int32_t n,
                                const uint8_t* panel) {
    const int32_t* __restrict offset = job.offsets;
    const uint64_t* __restrict w =
        reinterpret_cast<const uint64_t*>(job.weights) + 2 * n;
    const int32_t quads = job.quads;
    uint64_t w01 = w[0], w23 = w[1];
    const uint8_t* x = panel + *offset++;
    Vec a = LoadPanel<kAligned>(x, 0);
    TFLL_DSP_NO_UNROLL
    for (int32_t q = 0; q < quads; ++q) {
      const int32_t word[4] = {
          static_cast<int32_t>(w01), static_cast<int32_t>(w01 >> 32),
          static_cast<int32_t>(w23), static_cast<int32_t>(w23 >> 32)};
      w += kVectorBytes / 8;
      TFLL_DSP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        TFLL_DSP_UNROLL
        for (int k = 0; k < 4; ++k) {
          sum[k][v] = Q6_Vw_vrmpyacc_VwVubRb(sum[k][v], a, word[k]);
        }
        if (v < kVectors - 1) a = LoadPanel<kAligned>(x, v + 1);
      }
      x = panel + *offset++;
      a = LoadPanel<kAligned>(x, 0);
      w01 = w[0];
      w23 = w[1];
    }
  }
};

// Numbers of quads with code of their own: a 3x3 filter's taps with two rows
// aligned, pixels of 32 bytes.
enum class PanelKind { kAny, kThreeByThree, kEight };

// Four output channels of 128 pixels.
template <bool kSigned, PanelKind kKind>
TFLL_DSP_NOINLINE void FourChannels(const Job& job, int32_t n,
                                    const uint8_t* panel, Vec* __restrict out) {
  const Constants* __restrict c = job.constants + 4 * n;
  FourByFour tile;
  TFLL_DSP_UNROLL
  for (int k = 0; k < 4; ++k) {
    const Vec bias = c[k].bias;
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      tile.sum[k][v] = job.has_sums ? Q6_Vw_vadd_VwVw(bias, job.sums[v]) : bias;
    }
  }
  if (kKind == PanelKind::kThreeByThree) {
    tile.MultiplyFixed<6, 9>(job, n, panel);
  } else if (kKind == PanelKind::kEight) {
    tile.MultiplyFixed<8, 8>(job, n, panel);
  } else if (job.aligned) {
    tile.Multiply<true>(job, n, panel);
  } else {
    tile.Multiply<false>(job, n, panel);
  }
  // In the order of the packets: a product is shifted beside the next but one.
  constexpr int kLater = 2;
  const Vec minus_one = SplatWord(-1);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4 * kVectors + kLater; ++i) {
    if (i < 4 * kVectors) {
      Vec& x = tile.sum[i / kVectors][i % kVectors];
      x = DoublingHighProduct(x, c[i / kVectors].multiplier);
    }
    if (i < kLater) continue;
    const int k = (i - kLater) / kVectors, v = (i - kLater) % kVectors;
    tile.sum[k][v] =
        QuickShift(tile.sum[k][v], c[k].rounding, c[k].shift, minus_one);
    if (k < 3) continue;
    const Vec even = Q6_Vh_vsat_VwVw(tile.sum[2][v], tile.sum[0][v]);
    const Vec odd = Q6_Vh_vsat_VwVw(tile.sum[3][v], tile.sum[1][v]);
    out[v] = ClampBytes<kSigned>(kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                                         : Q6_Vub_vsat_VhVh(odd, even),
                                 job.low, job.high);
  }
}

using FourChannelsFunction = void (*)(const Job&, int32_t, const uint8_t*,
                                      Vec* __restrict);
template <bool kSigned>
FourChannelsFunction FourChannelsFor(const Job& job) {
  if (job.quads == 9 && job.two_rows_aligned) {
    return FourChannels<kSigned, PanelKind::kThreeByThree>;
  }
  if (job.quads == 8 && job.aligned) {
    return FourChannels<kSigned, PanelKind::kEight>;
  }
  return FourChannels<kSigned, PanelKind::kAny>;
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
      const VecPair a = Q6_W_vshuff_VVR(blocks[kVectors + v], blocks[v], -4);
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
  if (channels == 32 && reinterpret_cast<uintptr_t>(out) % kVectorBytes == 0) {
    Vec* __restrict to = reinterpret_cast<Vec*>(out);
    TFLL_DSP_NO_UNROLL
    for (int v = 0; v < kVectors; ++v, to += 8) {
      const EightVectors px = Transpose(blocks + v, 8);
      TFLL_DSP_UNROLL
      for (int i = 0; i < 8; ++i) to[i] = px.v[i];
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

// Words of pixels of kQuads words, dense, to a panel for each word: the even
// words of a pair of vectors and the odd ones, over and over.
template <int kQuads>
TFLL_DSP_INLINE void Separate(const Vec* in, Vec* out) {
  if constexpr (kQuads == 1) {
    out[0] = in[0];
  } else {
    Vec even[kQuads / 2], odd[kQuads / 2], a[kQuads / 2], b[kQuads / 2];
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads / 2; ++i) {
      const VecPair p = Q6_W_vdeal_VVR(in[2 * i + 1], in[2 * i], -4);
      even[i] = Q6_V_lo_W(p);
      odd[i] = Q6_V_hi_W(p);
    }
    Separate<kQuads / 2>(even, a);
    Separate<kQuads / 2>(odd, b);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads / 2; ++i) {
      out[2 * i] = a[i];
      out[2 * i + 1] = b[i];
    }
  }
}
template <int kQuads>
TFLL_DSP_NOINLINE void PanelOfPixels(const uint8_t* __restrict in,
                                     int32_t pixels, Vec flip,
                                     int32_t panel_bytes,
                                     uint8_t* __restrict panel) {
  for (int32_t p = 0; p < pixels; p += kVectorWords) {
    Vec x[kQuads], quads[kQuads];
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads; ++i) {
      x[i] = Q6_V_vxor_VV(LoadUnaligned(in), flip);
      in += kVectorBytes;
    }
    Separate<kQuads>(x, quads);
    uint8_t* to = panel + p * 4;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads; ++i) {
      *reinterpret_cast<Vec*>(to) = quads[i];
      to += panel_bytes;
    }
  }
}

// One row of words `stride` apart; writes up to 31 words more.
TFLL_DSP_NOINLINE void TapRow(const uint8_t* __restrict in, int32_t stride,
                              int32_t count, Vec flip,
                              uint8_t* __restrict out) {
  for (int32_t x = 0; x < count; x += kVectorWords, out += kVectorBytes) {
    Vec v = LoadUnaligned(in);
    if (stride == 2) {
      v = Q6_V_lo_W(Q6_W_vdeal_VVR(LoadUnaligned(in + kVectorBytes), v, -4));
    }
    StoreUnaligned(out, Q6_V_vxor_VV(v, flip));
    in += stride * kVectorBytes;
  }
}
// Two rows of words 2 apart, from `in` on and from the next word on.
TFLL_DSP_NOINLINE void TwoTapRows(const uint8_t* __restrict in, int32_t count,
                                  Vec flip, uint8_t* __restrict even,
                                  uint8_t* __restrict odd) {
  TFLL_DSP_NO_UNROLL
  for (int32_t x = 0; x < count; x += kVectorWords) {
    const VecPair p =
        Q6_W_vdeal_VVR(LoadUnaligned(in + kVectorBytes), LoadUnaligned(in), -4);
    StoreUnaligned(even, Q6_V_vxor_VV(Q6_V_lo_W(p), flip));
    StoreUnaligned(odd, Q6_V_vxor_VV(Q6_V_hi_W(p), flip));
    in += 2 * kVectorBytes;
    even += kVectorBytes;
    odd += kVectorBytes;
  }
}

void PanelOfTaps(const FewChannelsPlan& plan, int32_t rows, Vec flip,
                 const uint8_t* copy, uint8_t* panel) {
  const Window& w = plan.window;
  const StripPlan& strip = plan.strip;
  const uint8_t* first = copy + strip.left - w.pad_left * 4;
  const int32_t panel_bytes = plan.panel_pixels * 4;
  const int32_t in_rows = (rows - 1) * w.stride_height +
                          (w.filter_height - 1) * w.dilation_height + 1;
  int32_t phase = 0, row = 0;
  for (int32_t r = 0; r < in_rows; ++r, first += strip.row_bytes) {
    uint8_t* to =
        panel + phase * w.filter_width * panel_bytes + row * w.out_width * 4;
    const uint8_t* in = first;
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      if (w.stride_width == 2 && w.dilation_width == 1 &&
          fx + 1 < w.filter_width) {
        TwoTapRows(in, w.out_width, flip, to, to + panel_bytes);
        ++fx;
        to += panel_bytes;
        in += 4;
      } else {
        TapRow(in, w.stride_width, w.out_width, flip, to);
      }
      to += panel_bytes;
      in += w.dilation_width * 4;
    }
    if (++phase == w.stride_height) {
      phase = 0;
      ++row;
    }
  }
}

// True if all are aligned.
bool PlaceQuads(const FewChannelsPlan& plan, int32_t* offsets) {
  const Window& w = plan.window;
  int32_t bits = 0;
  int32_t* at = offsets;
  if (!plan.taps) {
    for (int32_t q = 0; q < plan.quads; ++q) {
      *at++ = q * plan.panel_pixels * 4;
    }
  } else {
    for (int32_t fy = 0; fy < w.filter_height; ++fy) {
      int32_t phase = fy * w.dilation_height, row = 0;
      for (; phase >= w.stride_height; ++row) phase -= w.stride_height;
      for (int32_t fx = 0; fx < w.filter_width; ++fx) {
        *at++ = ((phase * w.filter_width + fx) * plan.panel_pixels +
                 row * w.out_width) *
                4;
        bits |= at[-1];
      }
    }
  }
  *at = 0;  // read ahead
  return bits % kVectorBytes == 0;
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

// Makes the panel of `rows` output rows from row `y` on.
void MakePanel(const Conv2dParams& p, const FewChannelsPlan& plan,
               const uint8_t* image, int32_t y, int32_t rows, Vec flip,
               uint8_t* copy, uint8_t* panel) {
  const Window& w = plan.window;
  if (plan.taps) {
    CopyStrip(plan.strip, w, image, y, p.input_zero_point, copy);
    PanelOfTaps(plan, rows, flip, copy, panel);
    return;
  }
  const uint8_t* in = image + y * w.in_width * w.in_channels;
  const auto make = plan.quads == 8 ? PanelOfPixels<8> : PanelOfPixels<4>;
  make(in, rows * w.out_width, flip, plan.panel_pixels * 4, panel);
}

}  // namespace

void FewChannelsConv2d(const Conv2dParams& p, const FewChannelsPlan& plan,
                       const Memory& memory, const FinishGroup* finish,
                       uint8_t* scratch) {
  const Window& w = plan.window;
  const FewChannelsTables sizes = PlaceFewChannels(plan);
  uint8_t* at = scratch;
  Vec* weights = reinterpret_cast<Vec*>(at);
  int32_t* offsets = reinterpret_cast<int32_t*>(at += sizes.weights);
  Constants* constants = reinterpret_cast<Constants*>(at += sizes.offsets);
  Vec* blocks = reinterpret_cast<Vec*>(at += sizes.constants);
  Vec* sums = reinterpret_cast<Vec*>(at += sizes.blocks);
  uint8_t* panel = at += sizes.sums;
  uint8_t* copy = at + sizes.panel + kVectorBytes;
  uint8_t* last = reinterpret_cast<uint8_t*>(blocks + 8 * kVectors);
  PrepareChannels(p, plan, memory, *finish, weights, constants);
  const int32_t factor = 128 - p.weights_zero_point;
  Job job = {};
  job.quads = plan.quads;
  job.out_quads = plan.out_quads;
  job.offsets = offsets;
  job.aligned = PlaceQuads(plan, offsets);
  job.two_rows_aligned = plan.taps && plan.quads == 9 && w.filter_height == 3 &&
                         w.stride_height > w.dilation_height;
  job.weights = weights;
  job.constants = constants;
  job.has_sums = p.is_signed == 0 && factor != 0;
  job.low = SplatByte(p.finish.min);
  job.high = SplatByte(p.finish.max);
  job.sums = sums;
  const Vec flip = SplatByte(p.is_signed != 0 ? 0x80 : 0);
  const auto four_channels = p.is_signed != 0 ? FourChannelsFor<true>(job)
                                              : FourChannelsFor<false>(job);
  uint8_t* out = memory.At<uint8_t>(p.output);
  const uint8_t* end = out + RoundUp(static_cast<int32_t>(p.output.bytes), 128);
  const int32_t image_bytes = w.in_height * w.in_width * w.in_channels;
  for (int32_t b = 0; b < w.batch; ++b) {
    const uint8_t* image = memory.At<const uint8_t>(p.input) + b * image_bytes;
    for (int32_t y = 0; y < w.out_height; y += plan.out_rows) {
      const int32_t left = w.out_height - y;
      const int32_t rows = left < plan.out_rows ? left : plan.out_rows;
      const int32_t pixels = rows * w.out_width;
      MakePanel(p, plan, image, y, rows, flip, copy, panel);
      for (int32_t x = 0; x < pixels; x += 128) {
        const uint8_t* part = panel + x * 4;
        if (job.has_sums) SumPixels(job, part, factor);
        for (int32_t n = 0; n < plan.out_quads; ++n) {
          four_channels(job, n, part, blocks + n * kVectors);
        }
        const int32_t count = pixels - x < 128 ? pixels - x : 128;
        if (count == 128 && out + 128 * w.out_channels + kVectorBytes <= end) {
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
